// Interpolates the inputs of one pixel like a rasterizer, and traces the pixel with the interpreter.

// Solves m * x = p for the matrix with the columns a, b, c. Returns null if the columns are linearly dependent.
function solve([a, b, c], p) {
  const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const determinant = dot(a, cross(b, c));
  if (determinant === 0) return null;
  return [dot(p, cross(b, c)) / determinant, dot(p, cross(c, a)) / determinant, dot(p, cross(a, b)) / determinant];
}

// Returns the barycentric coordinates of a pixel in a triangle, before division by their sum. The pixel is at (x, y) in
// normalized device coordinates. Corners behind the eye need not be clipped: their coordinates have the right sign.
function sharesAt(corners, x, y) {
  return solve(corners.map(([cx, cy, , cw]) => [cx, cy, cw]), [x, y, 1]);
}

const toDevice = (size, x, y) => [(2 * (x + 0.5)) / size - 1, 1 - (2 * (y + 0.5)) / size];

// Returns the visible triangle at a pixel. If several have the same depth, returns the last one.
function frontTriangle(triangles, size, x, y, depthTest) {
  let front = null;
  let covering = 0;
  for (const triangle of triangles) {
    const shares = sharesAt(triangle.map(({op}) => op), ...toDevice(size, x, y));
    if (shares === null || shares.some((share) => !(share >= 0))) continue;
    const depth = shares.reduce((sum, share, i) => sum + share * triangle[i].op[2], 0);
    if (!(depth >= 0 && depth <= 1)) continue;
    ++covering;
    if (front === null || !depthTest || depth <= front.depth) front = {triangle, depth};
  }
  return {front, covering};
}

function varyingsAt(triangle, names, size, x, y) {
  const shares = sharesAt(triangle.map(({op}) => op), ...toDevice(size, x, y));
  const sum = shares[0] + shares[1] + shares[2];
  const out = {};
  for (const name of names)
    out[name] = [0, 1, 2, 3].map((lane) => // as the interpreter reads it
      Math.fround(shares.reduce((value, share, i) => value + (share / sum) * (triangle[i][name]?.[lane] ?? 0), 0)));
  return out;
}

// Returns the constants of a stage as one array, under the name of the first register.
const constantsOf = (letter, values) => (values.length === 0 ? {} : {[`${letter}c0`]: Array.from(values)});

const attributesAt = (attributes, vertex) =>
  Object.fromEntries(Object.entries(attributes).map(([name, values]) => [name, values.subarray(4 * vertex, 4 * vertex + 4)]));

function vertexInputs(scene, vertex, instance) {
  return {
    constants: constantsOf('v', scene.constants.vertex),
    attributes: attributesAt(scene.attributes, vertex),
    textures: scene.textures.vertex,
    ...(scene.instances === undefined ? {} : {instance}),
  };
}

// Returns all triangles of all instances with the outputs of the vertex program. Throws the result of a program that
// cannot be run.
function triangleList(agal, bytecode, scene, options) {
  const triangles = [];
  const vertices = Object.values(scene.attributes)[0]?.length / 4 || 0;
  for (let instance = 0; instance < (scene.instances ?? 1); ++instance) {
    const outputs = [];
    for (let vertex = 0; vertex < vertices; ++vertex) {
      const result = agal.interpret(bytecode, vertexInputs(scene, vertex, instance), options);
      if (!result.ok) return {failed: result};
      outputs.push(result.outputs[0]);
    }
    for (let i = 0; i < scene.indices.length; i += 3)
      triangles.push([...scene.indices.subarray(i, i + 3)].map((vertex) => outputs[vertex]));
  }
  return {triangles};
}

const inOrder = ({ok, diagnostics, outputs, trace}, more = {}) => ({ok, diagnostics, outputs, trace, ...more});

// Traces a pixel of the picture. The other pixels of its group of 2 x 2 are run too, because the derivatives need them.
export function tracePixel(agal, {texts, scene, options, x, y}) {
  const assembled = agal.assemble(texts.vertex, {stage: 'vertex', name: 'vertex program'});
  if (!assembled.ok) return inOrder(assembled);
  const {triangles, failed} = triangleList(agal, assembled.bytecode, scene, options);
  if (failed) return inOrder(failed);
  const {front, covering} = frontTriangle(triangles, scene.size, x, y, scene.depth);
  if (front === null) return {ok: true, covering};
  const left = x - (x % 2);
  const top = y - (y % 2);
  const each = [0, 1, 2, 3].map((i) => varyingsAt(front.triangle, scene.varyings, scene.size, left + (i % 2), top + (i >> 1)));
  // The fragment program may read a varying for a result that it does not use.
  const isRead = (name) => new RegExp(`\\b${name}\\b`).test(texts.fragment);
  const read = scene.varyings.filter(isRead);
  const varyings = Object.fromEntries(read.map((name) => [name, each.map((values) => values[name])]));
  const inputs = {constants: constantsOf('f', scene.constants.fragment), varyings, textures: scene.textures.fragment};
  const result = agal.interpret(texts.fragment, inputs, {...options, stage: 'fragment', name: 'fragment program', trace: true});
  return inOrder(result, {covering, pixel: (x % 2) + 2 * (y % 2), depth: front.depth, inputs: varyings});
}

export function traceVertex(agal, {texts, scene, options, vertex, instance}) {
  const inputs = vertexInputs(scene, vertex, instance);
  const result = agal.interpret(texts.vertex, inputs, {...options, stage: 'vertex', name: 'vertex program', trace: true});
  return inOrder(result, {inputs: inputs.attributes});
}

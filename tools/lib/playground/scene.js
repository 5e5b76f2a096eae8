// Meshes, the content of attributes, and matrices. corpus/README.md describes the meshes and attributes.

export const meshWords = ['quad', 'grid', 'cube', 'sphere', 'sprites'];

// A patch of columns x rows cells over u and v; `place` gives the vertex at (u, v).
function addPatch(mesh, columns, rows, place) {
  const first = mesh.vertices.length;
  for (let row = 0; row <= rows; ++row)
    for (let column = 0; column <= columns; ++column) {
      const u = column / columns;
      const v = row / rows;
      mesh.vertices.push({normal: [0, 0, -1, 1], tangent: [1, 0, 0, 1], index: 0, u, v, corner: [2 * u - 1, 1 - 2 * v], ...place(u, v)});
    }
  for (let row = 0; row < rows; ++row)
    for (let column = 0; column < columns; ++column) {
      const a = first + row * (columns + 1) + column;
      const c = a + columns + 1;
      mesh.indices.push(a, a + 1, c, c, a + 1, c + 1);
    }
}

const flat = (u, v) => ({position: [2 * u - 1, 1 - 2 * v, 0, 1]});

function onSphere(u, v) {
  const p = 2 * Math.PI * u;
  const t = Math.PI * v;
  const normal = [-Math.sin(t) * Math.sin(p), Math.cos(t), Math.sin(t) * Math.cos(p), 1];
  return {position: normal, normal, tangent: [-Math.cos(p), 0, -Math.sin(p), 1]};
}

// Each face seen from outside: its normal, right, down.
const faces = [
  [[0, 0, -1], [1, 0, 0], [0, -1, 0]], [[1, 0, 0], [0, 0, 1], [0, -1, 0]], [[0, 0, 1], [-1, 0, 0], [0, -1, 0]],
  [[-1, 0, 0], [0, 0, -1], [0, -1, 0]], [[0, 1, 0], [1, 0, 0], [0, 0, -1]], [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
];

function addCube(mesh) {
  for (const [normal, right, down] of faces)
    addPatch(mesh, 1, 1, (u, v) => ({
      position: [...normal.map((n, i) => n + (2 * u - 1) * right[i] + (2 * v - 1) * down[i]), 1],
      normal: [...normal, 1],
      tangent: [...right, 1],
    }));
}

function addSprites(mesh) {
  for (let sprite = 0; sprite < 8; ++sprite)
    addPatch(mesh, 1, 1, (u, v) => ({...flat(((sprite % 4) + u) / 4, (Math.floor(sprite / 4) + v) / 2), index: sprite}));
}

// {vertices, indices, depth, radius}.
export function makeMesh(word) {
  const mesh = {vertices: [], indices: [], depth: word !== 'sprites'};
  if (word === 'sphere') addPatch(mesh, 32, 16, onSphere);
  else if (word === 'cube') addCube(mesh);
  else if (word === 'sprites') addSprites(mesh);
  else addPatch(mesh, ...(word === 'grid' ? [16, 16] : [1, 1]), flat);
  mesh.radius = Math.max(...mesh.vertices.map(({position: [x, y, z]}) => Math.hypot(x, y, z)));
  return mesh;
}

const fraction = (value) => value - Math.floor(value);

const attributeFunctions = {
  position: ({position}) => position,
  normal: ({normal}) => normal,
  tangent: ({tangent}) => tangent,
  uv: ({u, v}) => [u, v, 0, 1],
  uv2: ({u, v}) => [u, v, 0, 1],
  color: ({u, v}) => [u, v, 1 - u, 1],
  corner: ({corner: [x, y]}) => [x, y, 0, 1],
  index: ({index}) => [index, 0, 0, 1],
  bone: ({v}) => [Math.min(Math.floor(3 * (1 - v)), 2), 0, 0, 1],
  bones: () => [0, 1, 2, 3],
  weights: ({v}) => [v * v, 2 * (1 - v) * v, (1 - v) * (1 - v), 0],
  phase: ({u, v}) => [fraction(7.3 * u + 3.1 * v), 0, 0, 1],
  row0: () => [0.8, -0.2, 0, 0.1],
  row1: () => [0.2, 0.8, 0, -0.1],
  row2: () => [0, 0, 1, 0],
  row3: () => [0, 0, 0, 1],
};

export const attributeWords = Object.keys(attributeFunctions);

// Four floats for each vertex.
export function attributeValues(mesh, word) {
  return Float32Array.from(mesh.vertices.flatMap(attributeFunctions[word]));
}

// --------------------------------------------------------------------------------------------------------------- matrices

export const matrixWords = ['model-view-projection', 'view-projection', 'model', 'identity', 'numbers'];

const product = (a, b) => a.map((row) => [0, 1, 2, 3].map((column) => row.reduce((sum, value, i) => sum + value * b[i][column], 0)));
const identity = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];

// Scales the mesh to fit, and turns it around y, a little toward the viewer.
function modelMatrix(radius, seconds) {
  const scale = 1.3 / radius;
  const turn = 0.4 + 0.6 * seconds;
  const tilt = 0.5;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const aboutY = [[c, 0, s, 0], [0, 1, 0, 0], [-s, 0, c, 0], [0, 0, 0, 1]];
  const aboutX = [[1, 0, 0, 0], [0, Math.cos(tilt), Math.sin(tilt), 0], [0, -Math.sin(tilt), Math.cos(tilt), 0], [0, 0, 0, 1]];
  const place = [[scale, 0, 0, 0], [0, scale, 0, 0], [0, 0, scale, 0], [0, 0, 0, 1]];
  return product(aboutX, product(aboutY, place));
}

// The eye is at (0, 0, -3) and looks along z, with a field of view of 60 degrees.
function viewProjection() {
  const focal = 1 / Math.tan(Math.PI / 6);
  const [near, far] = [1, 9];
  const range = far / (far - near);
  return [[focal, 0, 0, 0], [0, focal, 0, 0], [0, 0, range, -range * (near - 3)], [0, 0, 1, 3]];
}

// The rows of a matrix, for a mesh at a time.
export function matrixRows(word, radius, seconds) {
  if (word === 'model-view-projection') return product(viewProjection(), modelMatrix(radius, seconds));
  if (word === 'view-projection') return viewProjection();
  if (word === 'model') return modelMatrix(radius, seconds);
  return identity;
}

// Compares OpenFL's picture of each program with the interpreter's.

const size = 64;
const background = [0.25, 0.5, 0.75, 1];
const wholePicture = [
  [-1, -1, 0.5, 1],
  [3, -1, 0.5, 1],
  [-1, 3, 0.5, 1],
];
const noConstants = [0, 0, 0, 0];
const registers = { vertex: 128, fragment: 28 };
const options = { host: 'openfl', emit: 'b0' };

/** Returns a function for random numbers in a range, which are the same for the same seed. @param {number} seed */
function randomNumbers(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return (low = 0, high = 1) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return low + ((high - low) * ((t ^ (t >>> 14)) >>> 0)) / 4294967296;
  };
}

const base64 = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes).toString('base64');

/** Returns the next smaller level of a texture: the averages of four texels. */
const halved = (texels, side) =>
  Uint8Array.from({ length: texels.length / 4 }, (_, i) => {
    const [channel, x, y] = [i % 4, (i >> 2) % (side / 2), Math.floor((i >> 2) / (side / 2))];
    const at = (dx, dy) => texels[4 * ((2 * y + dy) * side + 2 * x + dx) + channel];
    return Math.round((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4);
  });

/** A texture without sharp edges. */
function smoothTexture(random, kind) {
  const side = 16;
  const faces = Array.from({ length: kind === 'cube' ? 6 : 1 }, () => {
    const waves = Array.from({ length: 4 }, () => [random(0, 6), random(0, 6)]);
    return Uint8Array.from({ length: 4 * side * side }, (_, i) => {
      const [dx, dy] = waves[i % 4];
      const [x, y] = [(i >> 2) % side, (i >> 2) / side];
      return 170 + 40 * Math.sin((2 * Math.PI * x) / side + dx) + 40 * Math.sin((2 * Math.PI * y) / side + dy);
    });
  });
  const levels = [faces];
  for (let s = side; s > 1; s /= 2) levels.push(levels.at(-1).map((face) => halved(face, s)));
  return { kind, size: side, levels: levels.map((each) => Buffer.concat(each)) };
}

/** Returns the textures for the samplers of a fragment program, for the page and for the interpreter. */
function texturesOf(random, samplers) {
  const page = {};
  const given = {};
  for (const { index, active, states } of samplers) {
    const [{ dim: kind, wrap, filter, mip }] = states;
    const texture = smoothTexture(random, kind);
    if (active) page[index] = { ...texture, wrap, filter, mip, levels: texture.levels.map(base64) };
    given[`fs${index}`] = {
      dimension: kind,
      size: [texture.size, texture.size],
      levels: [Uint8Array.from(texture.levels[0])],
      mipmaps: true,
    };
  }
  return { page, given };
}

const constantsOf = (stage, values) => ({
  [stage === 'vertex' ? 'vc0' : 'fc0']: Array.from({ length: values.length / 4 }, (_, i) =>
    values.slice(4 * i, 4 * i + 4),
  ),
});

/** Returns the outputs of the vertex program for the three corners. */
function cornersOf(agal, bytecode, attributes, constants) {
  return [0, 1, 2].map((corner) => {
    const named = Object.fromEntries(Object.entries(attributes).map(([i, values]) => [`va${i}`, values[corner]]));
    const result = agal.interpret(bytecode, { attributes: named, constants: constantsOf('vertex', constants) });
    if (!result.ok) throw new Error(result.messages);
    return result.outputs[0];
  });
}

/**
 * Returns the weights of the corners at a point of the picture, whose coordinates are from -1 to 1; undefined if the
 * triangle does not cover the point.
 */
function weightsAt(corners, x, y) {
  // If the determinant is zero, the point is on the plane of two corners and the eye.
  const rows = corners.map(({ op: [cx, cy, , cw] }) => [cx - x * cw, cy - y * cw]);
  const cross = (a, b) => a[0] * b[1] - a[1] * b[0];
  const weights = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])];
  const sum = weights[0] + weights[1] + weights[2];
  if (!(Math.abs(sum) > 1e-12)) return undefined;
  const found = weights.map((each) => each / sum);
  if (found.some((each) => each < 0)) return undefined;
  const [, , z, w] = mixed(corners, 'op', found);
  return w > 0 && z >= 0 && z <= w ? found : undefined;
}

const mixed = (corners, name, weights) =>
  [0, 1, 2, 3].map((c) => corners.reduce((sum, corner, i) => sum + weights[i] * corner[name][c], 0));

/** Returns the color as bytes; undefined if a component is NaN. */
const bytesOf = (color) =>
  color.every((c) => !Number.isNaN(c)) ? color.map((c) => Math.round(255 * Math.min(Math.max(c, 0), 1))) : undefined;

/**
 * Returns pixels with their expected colors. Leaves out pixels whose neighbors differ, because rounding decides there.
 */
function expectedPixels(agal, fragment, corners, inputs) {
  const names = Object.keys(corners[0]).filter((name) => name.startsWith('v'));
  const out = [];
  for (let y = 3; y < size - 2; y += 7)
    for (let x = 3; x < size - 2; x += 7) {
      const around = [-1, 0, 1, 2].flatMap((dy) =>
        [-1, 0, 1, 2].map((dx) => weightsAt(corners, (2 * (x + dx) + 1) / size - 1, 1 - (2 * (y + dy) + 1) / size)),
      );
      const inside = around.filter((each) => each !== undefined).length;
      if (inside === 0) out.push({ x, y, color: bytesOf(background), drawn: false });
      if (inside < around.length) continue;
      const quad = [5, 6, 9, 10].map((i) => around[i]);
      const varyings = Object.fromEntries(names.map((name) => [name, quad.map((each) => mixed(corners, name, each))]));
      const result = agal.interpret(fragment, { ...inputs, varyings });
      if (!result.ok) throw new Error(result.messages);
      const colors = result.outputs.map(({ killed, oc }) => bytesOf(killed ? background : oc));
      const even = colors.every((each) => each?.every((c, i) => Math.abs(c - colors[0][i]) <= 8));
      if (even) out.push({ x, y, color: colors[0], drawn: !result.outputs[0].killed });
    }
  return out;
}

/** Rates a picture by its drawn pixels and different colors: the higher, the more a comparison tells. */
const valueOf = (pixels) =>
  pixels.filter(({ drawn }) => drawn).length + 5 * new Set(pixels.filter(({ drawn }) => drawn).map(({ color }) => String(color))).size;

/** Returns the job for a fragment program: a picture whose varyings are attributes. */
export function fragmentJobs(agal, bytecode, seed) {
  const alone = agal.compile(bytecode, options);
  if (!alone.ok) return { refused: alone.messages };
  // Includes varyings that only a token without effect reads.
  const used = alone.reflection.agal.registers.filter(({ type }) => type === 'varying').map(({ index }) => index);
  const lines = used.map((location, i) => `mov v${location}, ${i < 7 ? `va${i + 1}` : 'va1.wzyx'}`);
  const vertex = agal.assemble(['mov op, va0', ...lines].join('\n'), { stage: 'vertex' }).bytecode;
  const pair = agal.link(vertex, bytecode, options);
  if (!pair.ok) return { refused: pair.messages };
  let best;
  for (let attempt = 0; attempt < 12; ++attempt) {
    const random = randomNumbers(1000 * seed + attempt);
    const reach = [1, 1, 0.3, 3][attempt % 4];
    const register = (low = 0.05) => [0, 1, 2, 3].map(() => random(low, reach));
    const attributes = { 0: wholePicture };
    for (let i = 1; i <= Math.min(7, used.length); ++i) attributes[i] = [0, 1, 2].map(() => register(attempt < 6 ? 0.05 : -reach));
    const constants = Array.from({ length: registers.fragment }, () => register()).flat();
    const textures = texturesOf(random, alone.reflection.agal.samplers);
    const corners = cornersOf(agal, vertex, attributes, noConstants);
    const inputs = { constants: constantsOf('fragment', constants), textures: textures.given };
    const pixels = expectedPixels(agal, bytecode, corners, inputs);
    const job = { attributes, constants: { vertex: noConstants, fragment: constants }, textures: textures.page };
    if (best === undefined || valueOf(pixels) > valueOf(best.pixels)) best = { ...job, pixels };
    if (valueOf(best.pixels) > 150) break;
  }
  return { jobs: [{ ...best, ...programsOf(pair) }] };
}

const programsOf = ({ vertex, fragment }) => ({
  size,
  background,
  vertex: base64(vertex.container),
  fragment: base64(fragment.container),
});

/** Returns the maximum of the corners' coordinates and of the ratio of their depths. Large values are less exact. */
const spread = (corners) => {
  const depths = corners.map(({ op: [, , , w] }) => w);
  if (depths.some((w) => w <= 0)) return Infinity;
  const far = corners.flatMap(({ op: [x, y, , w] }) => [Math.abs(x / w), Math.abs(y / w)]);
  return Math.max(...far, Math.max(...depths) / Math.min(...depths));
};

/**
 * Returns a function for registers with which many programs have a position in the picture: rows of a matrix with
 * noise, or noise alone.
 */
function registersOf(random, attempt) {
  const noise = [0, 0.1, 0.4, 1][attempt % 4];
  const shift = (attempt >> 2) % 4;
  const low = attempt % 3 === 0 ? 0 : -noise;
  const diagonal = attempt % 16 < 12;
  return (i) => [0, 1, 2, 3].map((c) => (diagonal && (c + i + shift) % 4 === 0 ? random(0.4, 1) : 0) + random(low, noise));
}

/** Finds attributes and constants with which the triangle of a vertex program is in the picture. */
function visibleCorners(agal, bytecode, found, seed) {
  let best;
  for (let attempt = 0; attempt < 384; ++attempt) {
    const random = randomNumbers(1000 * seed + attempt);
    const register = registersOf(random, attempt);
    const constants = Array.from({ length: registers.vertex }, (_, i) => register(-i & 3)).flat();
    const attributes = {};
    for (const { location } of found.attributes)
      attributes[location] = wholePicture.map((corner, i) =>
        attempt % 32 < 24 ? corner.map((c, k) => (k < 2 ? c * random(0.2, 1) : random(0.3, 1))) : register(location + i),
      );
    const corners = cornersOf(agal, bytecode, attributes, constants);
    if (corners.some((corner) => Object.values(corner).flat().some((c) => !Number.isFinite(c) || Math.abs(c) > 1e6))) continue;
    let covered = 0;
    for (let y = -0.9; y < 1; y += 0.2) for (let x = -0.9; x < 1; x += 0.2) covered += weightsAt(corners, x, y) ? 1 : 0;
    const value = covered < 4 ? 0 : Math.min(covered, 40) / Math.max(4, spread(corners)) + covered / 1e6;
    if (value > (best?.value ?? 0)) best = { value, attributes, constants, corners };
    if (best?.value > 5) break;
  }
  return best;
}

/**
 * Returns the jobs for a vertex program: a picture for each varying, whose colors are the varying's components, and one
 * without varyings.
 */
export function vertexJobs(agal, bytecode, seed) {
  const alone = agal.compile(bytecode, options);
  if (!alone.ok) return { refused: alone.messages };
  const visible = visibleCorners(agal, bytecode, alone.interface, seed);
  if (visible === undefined) return { refused: 'no inputs were found with which its triangle is in the picture\n' };
  const { attributes, constants, corners } = visible;
  const shown = [undefined, ...alone.interface.varyings.filter(({ components }) => components !== 0)];
  const jobs = shown.map((varying) => {
    const swizzle = varying === undefined ? '' : swizzleOf(varying.components);
    const text =
      varying === undefined
        ? 'mov oc, fc0'
        : `mul ft0, ${varying.name}${swizzle}, fc0\nadd oc, ft0, fc1`;
    const fragment = agal.assemble(text, { stage: 'fragment' }).bytecode;
    const pair = agal.link(bytecode, fragment, options);
    if (!pair.ok) return { refused: pair.messages };
    const scales = varying === undefined ? [0.9, 0.2, 0.4, 1] : scalesOf(corners, varying.name, swizzle);
    const padded = [...scales, ...Array(4 * registers.fragment - scales.length).fill(0)];
    const pixels = expectedPixels(agal, fragment, corners, { constants: constantsOf('fragment', padded) });
    return { attributes, constants: { vertex: constants, fragment: padded }, textures: {}, pixels, ...programsOf(pair) };
  });
  return jobs.find(({ refused }) => refused) ?? { jobs };
}

/** Returns a swizzle with only components that are written. */
function swizzleOf(components) {
  const letters = [...'xyzw'].filter((_, i) => (components >> i) & 1);
  return `.${[0, 1, 2, 3].map((i) => letters[Math.min(i, letters.length - 1)]).join('')}`;
}

/** Returns factors and summands that map the values at the corners to colors. */
function scalesOf(corners, name, swizzle) {
  const components = [...swizzle.slice(1)].map((letter) => 'xyzw'.indexOf(letter));
  const ranges = components.map((c) => {
    const values = corners.map((corner) => corner[name][c]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const factor = 0.8 / Math.max(high - low, 0.05 * Math.max(Math.abs(low), Math.abs(high)), 1e-3);
    return [factor, 0.1 - factor * low];
  });
  return [...ranges.map(([factor]) => factor), ...ranges.map(([, summand]) => summand)];
}

/** Returns the first difference between a picture and the expected pixels; '' if there is none. */
export function differenceOf(pixels, drawn) {
  const tolerance = 2; // 255 is the maximum
  for (const { x, y, color } of pixels) {
    const at = 4 * (y * size + x);
    const found = [...drawn.subarray(at, at + 4)];
    if (found.some((c, i) => Math.abs(c - color[i]) > tolerance)) return `${x}, ${y}: ${found} instead of ${color}`;
  }
  return '';
}

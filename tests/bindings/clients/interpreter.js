// Draws a square scene of the examples with agalc's interpreter.

/** Registers by name; registers without a value are left out. @param {string} prefix @param {number[][]} values */
const named = (prefix, values = []) =>
  Object.fromEntries(values.map((value, i) => [`${prefix}${i}`, value]).filter(([, value]) => value.length > 0));

function run(agal, text, inputs, stage, agalVersion) {
  const result = agal.interpret(text, inputs, { stage, agalVersion });
  if (!result.ok) throw new Error(result.messages);
  return result.outputs;
}

/** Interpolates values at a point of the square, from 0 to 1. The corners of the triangles are 0, 1, 2 and 1, 3, 2. */
function interpolate(values, s, t) {
  const [start, ends, [a, b]] = s + t <= 1 ? [0, [1, 2], [s, t]] : [3, [2, 1], [1 - s, 1 - t]];
  return values[start].map((c, i) => c + a * (values[ends[0]][i] - c) + b * (values[ends[1]][i] - c));
}

/**
 * Returns the colors of the pixel and of its neighbors to the right, below, and below to the right; undefined for a
 * clipped pixel.
 * @param {any} agal @param {any} scene @param {number[]} size of the picture @param {number[]} pixel from the upper left
 */
export function expectedColors(agal, scene, [width, height], [x, y]) {
  const corners = [0, 1, 2, 3].map((corner) => {
    const attributes = named('va', scene.attributes.map((values) => values[corner]));
    const inputs = { attributes, constants: named('vc', scene.vertexConstants) };
    return run(agal, scene.vertex, inputs, 'vertex', scene.version)[0];
  });
  const points = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([i, j]) => [(x + i + 0.5) / width, 1 - (y + j + 0.5) / height]);
  const varyings = {};
  for (const name of Object.keys(corners[0]).filter((each) => each.startsWith('v')))
    varyings[name] = points.map(([s, t]) => interpolate(corners.map((corner) => corner[name]), s, t));
  const inputs = { varyings, constants: named('fc', scene.fragmentConstants) };
  if (scene.texture) {
    const { size, texels } = scene.texture;
    inputs.textures = { fs0: { size, levels: [Uint8Array.from(texels)] } };
  }
  const colors = run(agal, scene.fragment, inputs, 'fragment', scene.version);
  return points.map(([s, t], i) => {
    const [, , z, w] = interpolate(corners.map(({ op }) => op), s, t);
    return z < 0 || z > w ? undefined : colors[i].oc.map((c) => Math.round(255 * Math.min(Math.max(c, 0), 1)));
  });
}

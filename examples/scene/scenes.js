// Loads the scenes `lit` and `sprites` for pages. The pair with the name of a scene draws it. `agalc render --scene` takes the
// same files. All meshes consist of quads with four vertices each.

// Returns the values of a scene by the registers of AGAL.
export async function loadScene(name) {
  const url = (file) => new URL(file, import.meta.url).href;
  const { attributes, constants, textures, background, depth } = await (await fetch(url(`${name}.json`))).json();
  const quads = attributes.va0.length / 4;
  return {
    // The number of components, and the values of all vertices.
    attributes: mapValues(attributes, (rows) => ({ size: rows[0].length, values: new Float32Array(rows.flat()) })),
    indices: new Uint16Array(Array.from({ length: quads }, (_, i) => [0, 1, 2, 2, 1, 3].map((j) => 4 * i + j)).flat()),
    // From register 0 on, four numbers each.
    constants: { vc: new Float32Array(constants.vc0.flat()), fc: new Float32Array((constants.fc0 ?? []).flat()) },
    textures: mapValues(textures, url),
    background: [1, 3, 5].map((i) => parseInt(background.slice(i, i + 2), 16) / 255),
    depth,
  };
}

const mapValues = (object, map) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

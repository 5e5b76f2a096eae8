// Loads the frame that agalc wrote: frame.json has its steps and its constants, frame.bin its vertices and indices, and the
// pictures are its textures.

// Loads a file next to this one.
async function load(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

const loadBitmap = async (name) =>
  createImageBitmap(await (await load(name)).blob(), { premultiplyAlpha: "none", colorSpaceConversion: "none" });

const map = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

// Returns the frame. In its draws, the keys of attributes and textures are registers ("va0", "fs0"), and the keys of constants
// are "vc" and "fc". A texture has its `levels`, the `sides` of a cube, or the `size` of a texture that the frame draws into.
export async function loadFrame() {
  const { textures: files, targets, steps, ...frame } = await (await load("frame.json")).json();
  const data = await (await load("frame.bin")).arrayBuffer();
  const textures = { ...targets };
  const loaded = Object.entries(files).map(async ([name, names]) => {
    for (const [kind, list] of Object.entries(names)) textures[name] = { [kind]: await Promise.all(list.map(loadBitmap)) };
  });
  await Promise.all(loaded);
  const drawOf = (draw) => ({
    ...draw,
    attributes: map(draw.attributes, ({ size, at, count }) => ({ size, values: new Float32Array(data, at, size * count) })),
    indices: new Uint32Array(data, draw.indices.at, draw.indices.count),
    constants: map(draw.constants, (values) => Float32Array.from(values)),
    textures: map(draw.textures, (name) => textures[name]),
  });
  return { ...frame, targets, steps: steps.map((step) => ({ ...step, draws: step.draws.map(drawOf) })) };
}

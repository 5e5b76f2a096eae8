// Draws the scenes `lit` and `sprites` in pages, with the shaders that `agalc compile --link … --host` writes, and two files of an
// engine: bind.js creates the material, and renderer.js draws with it. The pair with the name of a scene draws it. All names come
// from the reflection. `agalc render --scene` takes the same scenes. All meshes consist of quads with four vertices each.

const mapValues = (object, map) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

async function loadImage(url) {
  const blob = await (await fetch(url)).blob();
  return { image: await createImageBitmap(blob, { premultiplyAlpha: "none", colorSpaceConversion: "none" }) };
}

// Returns the values of a scene by the registers of AGAL.
export async function loadScene(name) {
  const url = (file) => new URL(file, import.meta.url).href;
  const { attributes, constants, textures, background, depth } = await (await fetch(url(`${name}.json`))).json();
  const quads = attributes.va0.length / 4;
  const files = Object.entries(textures).map(async ([register, file]) => [register, await loadImage(url(file))]);
  return {
    // The number of components, and the values of all vertices.
    attributes: mapValues(attributes, (rows) => ({ size: rows[0].length, values: new Float32Array(rows.flat()) })),
    indices: new Uint16Array(Array.from({ length: quads }, (_, i) => [0, 1, 2, 2, 1, 3].map((j) => 4 * i + j)).flat()),
    // From register 0 on, four numbers each.
    constants: { vc: new Float32Array(constants.vc0.flat()), fc: new Float32Array((constants.fc0 ?? []).flat()) },
    textures: Object.fromEntries(await Promise.all(files)),
    background: [...[1, 3, 5].map((i) => parseInt(background.slice(i, i + 2), 16) / 255), 1],
    depth,
  };
}

// Returns the variables that may contain the constants of a stage: the array of all registers, and the variables that
// replace the array if `--rename` names registers.
const variablesOf = ({ name, layout, parts = [] }) => (layout ? [{ name, first: 0, count: layout.count }, ...parts] : []);
const samplersOf = ({ samplers }) => samplers.filter(({ active }) => active);

function describeStage(stage) {
  const samplers = samplersOf(stage).map(({ name, states: [{ wrap, filter, mip, anisotropy }] }) => ({
    name,
    wrapU: ["repeat", "repeat_u_clamp_v"].includes(wrap) ? "repeat" : "clamp",
    wrapV: ["repeat", "clamp_u_repeat_v"].includes(wrap) ? "repeat" : "clamp",
    filter: filter === "nearest" ? filter : "linear",
    mip: mip.replace("mip", ""),
    anisotropy,
  }));
  return { constants: variablesOf(stage.uniforms), samplers };
}

// Describes the material of a scene in the form of materials.json, which `agalc batch` writes for a whole game.
function describe({ vertex, fragment }, { depth }) {
  return {
    create: "createScene",
    targets: [{ kind: "backBuffer" }],
    flipped: false,
    vertex: describeStage(vertex.agal),
    fragment: describeStage(fragment.agal),
    attributes: vertex.agal.attributes,
    blend: { source: "one", destination: "oneMinusSourceAlpha" },
    depth: { write: depth, compare: depth ? "lessEqual" : "always" },
    culling: "none",
    colorMask: "rgba",
  };
}

// Draws a scene on a canvas. `folder` is the URL of the shaders. Resolves when the scene is drawn.
export async function drawScene(canvas, name, folder, Renderer, createMaterial) {
  const load = async (file) => (await fetch(new URL(file, folder))).text();
  const texts = { vertex: await load(`${name}.vert.essl300.glsl`), fragment: await load(`${name}.frag.essl300.glsl`) };
  const reflection = JSON.parse(await load(`${name}.essl300.glsl.reflect.json`));
  const scene = await loadScene(name);
  const description = describe(reflection, scene);
  const draw = { create: (...rest) => createMaterial(description, texts, ...rest), indices: scene.indices };
  [draw.attributes, draw.constants, draw.textures] = [{}, {}, {}];
  for (const { name, location } of description.attributes) draw.attributes[name] = scene.attributes[`va${location}`];
  for (const [stage, prefix] of [["vertex", "v"], ["fragment", "f"]]) {
    const { uniforms, samplers } = reflection[stage].agal;
    for (const { name, first, count } of variablesOf(uniforms))
      draw.constants[name] = scene.constants[`${prefix}c`].subarray(4 * first, 4 * (first + count));
    for (const { name, index } of samplersOf({ samplers })) draw.textures[name] = scene.textures[`${prefix}s${index}`];
  }
  const renderer = await Renderer.create(canvas);
  renderer.clear(scene.background);
  await renderer.draw([draw]);
}

// Makes a shader and a geometry of PixiJS from what `agalc compile --link … --host pixi` writes. The reflection determines all
// names; the code does not contain knowledge of the programs.
import { Buffer, BufferUsage, Geometry, ImageSource, Shader, Texture, UniformGroup } from "pixi.js";

const stages = ["vertex", "fragment"];

// The constants of both stages are in the uniform group `constants`, as arrays of four floats for each register.
export function createShader(texts, reflection) {
  const structures = {};
  const resources = {};
  for (const stage of stages) {
    const { uniforms, samplers } = reflection[stage].agal;
    for (const { name, count } of variablesOf(uniforms))
      structures[name] = { value: new Float32Array(4 * count), type: "vec4<f32>", size: count };
    for (const { name, active } of samplers) if (active) resources[name] = Texture.EMPTY.source;
  }
  return Shader.from({ gl: texts, resources: { constants: new UniformGroup(structures), ...resources } });
}

// Returns the variables that may contain the constants of a stage: the array of all registers, and the variables that
// replace the array if `--rename` names registers.
function variablesOf({ name, layout, parts = [] }) {
  return layout ? [{ name, first: 0, count: layout.count }, ...parts] : [];
}

// Sets the constants of a stage from register 0 on.
export function setConstants(shader, reflection, stage, values) {
  const { constants } = shader.resources;
  for (const { name, first, count } of variablesOf(reflection[stage].agal.uniforms))
    constants.uniforms[name].set(values.subarray(4 * first, 4 * (first + count)));
  constants.update();
}

// Sets the texture of a sampler register ("fs0") to a picture, with the states with which the program samples it.
export function setTexture(shader, reflection, register, bitmap) {
  const stage = register.startsWith("vs") ? "vertex" : "fragment";
  const sampler = reflection[stage].agal.samplers.find(({ index }) => index === Number(register.slice(2)));
  if (!sampler?.active) return;
  const { wrap, filter, mip, anisotropy } = sampler.states[0];
  const repeats = { clamp: "", repeat: "uv", repeat_u_clamp_v: "u", clamp_u_repeat_v: "v" }[wrap];
  const addressMode = (axis) => (repeats.includes(axis) ? "repeat" : "clamp-to-edge");
  const scaleMode = filter === "nearest" ? "nearest" : "linear";
  shader.resources[sampler.name] = new ImageSource({
    resource: bitmap,
    alphaMode: "premultiplied-alpha", // uploads the values as they are
    addressModeU: addressMode("u"),
    addressModeV: addressMode("v"),
    magFilter: scaleMode,
    minFilter: scaleMode,
    mipmapFilter: mip === "miplinear" ? "linear" : "nearest",
    autoGenerateMipmaps: mip !== "mipnone",
    maxAnisotropy: anisotropy,
  });
}

// `attributes` has the number of components and the values of all vertices for each register ("va0").
export function createGeometry(reflection, attributes, indices) {
  const geometry = new Geometry({ indexBuffer: new Uint16Array(indices) });
  for (const { name, location } of reflection.vertex.agal.attributes) {
    const { size, values } = attributes[`va${location}`];
    const buffer = new Buffer({ data: values, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST });
    geometry.addAttribute(name, { buffer, format: size === 1 ? "float32" : `float32x${size}`, stride: 4 * size, offset: 0 });
  }
  return geometry;
}

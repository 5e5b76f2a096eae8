// Makes a material and a mesh of Babylon.js from what `agalc compile --link … --host babylon` writes. The reflection determines all
// names; the code does not contain knowledge of the programs.
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { ShaderMaterial } from "@babylonjs/core/Materials/shaderMaterial.js";
import { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";

const stages = ["vertex", "fragment"];

export function createMaterial(scene, texts, reflection) {
  const { attributes } = reflection.vertex.agal;
  const constants = stages.flatMap((stage) => variablesOf(reflection[stage].agal.uniforms));
  const samplers = stages.flatMap((stage) => reflection[stage].agal.samplers).filter(({ active }) => active);
  const names = (list) => list.map(({ name }) => name);
  return new ShaderMaterial(
    "material",
    scene,
    { vertexSource: texts.vertex, fragmentSource: texts.fragment },
    {
      attributes: names(attributes),
      uniforms: names(constants),
      samplers: names(samplers),
      needAlphaBlending: true, // otherwise Babylon.js ignores alphaMode
    },
  );
}

// Returns the variables that may contain the constants of a stage: the array of all registers, and the variables that
// replace the array if `--rename` names registers.
function variablesOf({ name, layout, parts = [] }) {
  return layout ? [{ name, first: 0, count: layout.count }, ...parts] : [];
}

// Sets the constants of a stage from register 0 on.
export function setConstants(material, reflection, stage, values) {
  for (const { name, first, count } of variablesOf(reflection[stage].agal.uniforms))
    material.setArray4(name, [...values.subarray(4 * first, 4 * (first + count))]);
}

// Sets the texture of a sampler register ("fs0") to a picture, with the states with which the program samples it.
export function setTexture(material, reflection, register, url) {
  const stage = register.startsWith("vs") ? "vertex" : "fragment";
  const sampler = reflection[stage].agal.samplers.find(({ index }) => index === Number(register.slice(2)));
  if (!sampler?.active) return;
  const { wrap, filter, mip, anisotropy } = sampler.states[0];
  const near = filter === "nearest";
  const samplingMode = {
    mipnone: near ? Texture.NEAREST_NEAREST : Texture.LINEAR_LINEAR,
    mipnearest: near ? Texture.NEAREST_NEAREST_MIPNEAREST : Texture.LINEAR_LINEAR_MIPNEAREST,
    miplinear: near ? Texture.NEAREST_NEAREST_MIPLINEAR : Texture.LINEAR_LINEAR_MIPLINEAR,
  }[mip];
  // Stage3D has the first row on top.
  const texture = new Texture(url, material.getScene(), { noMipmap: mip === "mipnone", invertY: false, samplingMode });
  const repeats = { clamp: "", repeat: "uv", repeat_u_clamp_v: "u", clamp_u_repeat_v: "v" }[wrap];
  const addressMode = (axis) => (repeats.includes(axis) ? Texture.WRAP_ADDRESSMODE : Texture.CLAMP_ADDRESSMODE);
  texture.wrapU = addressMode("u");
  texture.wrapV = addressMode("v");
  texture.anisotropicFilteringLevel = anisotropy;
  material.setTexture(sampler.name, texture);
}

// `attributes` has the number of components and the values of all vertices for each register ("va0").
export function createMesh(scene, reflection, attributes, indices) {
  const mesh = new Mesh("mesh", scene);
  for (const { name, location } of reflection.vertex.agal.attributes) {
    const { size, values } = attributes[`va${location}`];
    mesh.setVerticesBuffer(new VertexBuffer(scene.getEngine(), values, name, { size, stride: size }));
  }
  mesh.setIndices(indices);
  mesh.alwaysSelectAsActiveMesh = true; // Babylon.js does not know where the shader puts the vertices
  return mesh;
}

// Makes a material and a geometry of three.js from what `agalc compile --link … --host three` writes. The reflection determines all
// names; the code does not contain knowledge of the programs.
import * as THREE from "three";

const stages = ["vertex", "fragment"];

// Creates a material. Its uniforms do not have values yet: arrays of four floats for each register, and textures.
export function createMaterial(texts, reflection) {
  const uniforms = {};
  for (const stage of stages) {
    const { uniforms: constants, samplers } = reflection[stage].agal;
    for (const { name, count } of variablesOf(constants)) uniforms[name] = { value: new Float32Array(4 * count) };
    for (const { name, active } of samplers) if (active) uniforms[name] = { value: null };
  }
  return new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: texts.vertex,
    fragmentShader: texts.fragment,
    uniforms,
    // Shaders do not contain these two states.
    side: THREE.DoubleSide,
    blending: THREE.NoBlending,
  });
}

// Returns the variables that may contain the constants of a stage: the array of all registers, and the variables that
// replace the array if `--rename` names registers.
function variablesOf({ name, layout, parts = [] }) {
  return layout ? [{ name, first: 0, count: layout.count }, ...parts] : [];
}

// Sets the constants of a stage from register 0 on.
export function setConstants(material, reflection, stage, values) {
  for (const { name, first, count } of variablesOf(reflection[stage].agal.uniforms))
    material.uniforms[name].value.set(values.subarray(4 * first, 4 * (first + count)));
}

// Sets the texture of a sampler register ("fs0"), and the states with which the program samples it.
export function setTexture(material, reflection, register, texture) {
  const stage = register.startsWith("vs") ? "vertex" : "fragment";
  const sampler = reflection[stage].agal.samplers.find(({ index }) => index === Number(register.slice(2)));
  if (!sampler?.active) return;
  const { wrap, filter, mip, anisotropy } = sampler.states[0];
  const linear = filter !== "nearest";
  const repeats = { clamp: "", repeat: "uv", repeat_u_clamp_v: "u", clamp_u_repeat_v: "v" }[wrap];
  const wrapping = (axis) => (repeats.includes(axis) ? THREE.RepeatWrapping : THREE.ClampToEdgeWrapping);
  texture.wrapS = wrapping("u");
  texture.wrapT = wrapping("v");
  texture.anisotropy = anisotropy;
  texture.magFilter = linear ? THREE.LinearFilter : THREE.NearestFilter;
  texture.minFilter = {
    mipnone: texture.magFilter,
    mipnearest: linear ? THREE.LinearMipmapNearestFilter : THREE.NearestMipmapNearestFilter,
    miplinear: linear ? THREE.LinearMipmapLinearFilter : THREE.NearestMipmapLinearFilter,
  }[mip];
  texture.generateMipmaps = mip !== "mipnone";
  // Stage3D has the first row on top, and does not convert colors.
  texture.flipY = false;
  texture.colorSpace = THREE.NoColorSpace;
  texture.needsUpdate = true;
  material.uniforms[sampler.name].value = texture;
}

// `attributes` has the number of components and the values of all vertices for each register ("va0").
export function createGeometry(reflection, attributes, indices) {
  const geometry = new THREE.BufferGeometry();
  for (const { name, location } of reflection.vertex.agal.attributes) {
    const { size, values } = attributes[`va${location}`];
    geometry.setAttribute(name, new THREE.BufferAttribute(values, size));
  }
  geometry.setIndex(new THREE.BufferAttribute(indices, 1));
  return geometry;
}

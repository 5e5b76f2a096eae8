// Creates materials of Babylon.js from the descriptions in materials.json, which `agalc batch --host babylon` writes.
import { Constants } from "@babylonjs/core/Engines/constants.js";
import { Material } from "@babylonjs/core/Materials/material.js";
import { ShaderMaterial } from "@babylonjs/core/Materials/shaderMaterial.js";

// The names of constants of WebGL for the words of Stage3D.
const comparisons = { lessEqual: "LEQUAL", greaterEqual: "GEQUAL", notEqual: "NOTEQUAL" };
const comparisonOf = (word) => comparisons[word] ?? word.toUpperCase();
const factorOf = (word) =>
  word.replace(/[A-Z]/g, "_$&").toUpperCase().replace("SOURCE", "SRC").replace("DESTINATION", "DST");

const stencilActions = {
  keep: "KEEP",
  zero: "ZERO",
  set: "REPLACE",
  invert: "INVERT",
  incrementSaturate: "INCR",
  decrementSaturate: "DECR",
  incrementWrap: "INCR_WRAP",
  decrementWrap: "DECR_WRAP",
};

function createSampler(gl, { wrapU, wrapV, filter, mip, anisotropy }, hasLevels) {
  const sampler = gl.createSampler();
  const wraps = { clamp: gl.CLAMP_TO_EDGE, repeat: gl.REPEAT };
  const name = filter.toUpperCase();
  const between = hasLevels && mip !== "none" ? `_MIPMAP_${mip.toUpperCase()}` : "";
  gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_S, wraps[wrapU]);
  gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_T, wraps[wrapV]);
  gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, gl[name]);
  gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, gl[name + between]);
  const extension = anisotropy > 1 ? gl.getExtension("EXT_texture_filter_anisotropic") : null;
  if (extension) {
    const max = gl.getParameter(extension.MAX_TEXTURE_MAX_ANISOTROPY_EXT);
    gl.samplerParameterf(sampler, extension.TEXTURE_MAX_ANISOTROPY_EXT, Math.min(anisotropy, max));
  }
  return sampler;
}

// Makes a material set what Babylon.js does not have, between binding and unbinding: blend factors, color masks, and samplers for
// each material instead of each texture.
function addStates(material, engine, { blend, colorMask, vertex, fragment }) {
  const gl = engine._gl;
  const samplers = [...vertex.samplers, ...fragment.samplers].map((each) => ({ ...each, objects: [] }));
  let bound = [];
  material.onBindObservable.add(() => {
    if (material.alphaMode !== Constants.ALPHA_DISABLE) {
      const [source, destination] = [gl[factorOf(blend.source)], gl[factorOf(blend.destination)]];
      engine.alphaState.setAlphaBlendFunctionParameters(source, destination, source, destination);
    }
    if (colorMask !== "rgba" && colorMask !== "") {
      engine.applyStates();
      gl.colorMask(...[..."rgba"].map((channel) => colorMask.includes(channel)));
    }
    const names = material.getEffect()?.getSamplers() ?? [];
    bound = samplers.map((sampler) => {
      const texture = material._textures[sampler.name]?.getInternalTexture();
      const hasLevels = Boolean(texture?.useMipMaps || texture?.generateMipMaps);
      sampler.objects[Number(hasLevels)] ??= createSampler(gl, sampler, hasLevels);
      const unit = names.indexOf(sampler.name);
      gl.bindSampler(unit, sampler.objects[Number(hasLevels)]);
      return unit;
    });
  });
  material.onUnBindObservable.add(() => {
    if (material.alphaMode !== Constants.ALPHA_DISABLE) engine.setAlphaMode(Constants.ALPHA_DISABLE, true);
    if (colorMask !== "rgba" && colorMask !== "") gl.colorMask(true, true, true, true);
    for (const unit of bound) gl.bindSampler(unit, null);
  });
}

// Creates a material. Constants are set by `material.setArray4("vc", numbers)`. Textures keep their own states.
export function createMaterial(description, texts, scene, textures = {}) {
  const { create, vertex, fragment, attributes, blend, depth, culling, colorMask, flipped, stencil } = description;
  const names = (list) => list.map(({ name }) => name);
  const blends = blend.source !== "one" || blend.destination !== "zero";
  const material = new ShaderMaterial(
    create.replace("create", ""),
    scene,
    { vertexSource: texts.vertex, fragmentSource: texts.fragment },
    {
      attributes: names(attributes),
      uniforms: names([...vertex.constants, ...fragment.constants]),
      samplers: names([...vertex.samplers, ...fragment.samplers]),
      needAlphaBlending: blends, // Babylon.js draws these meshes after the others
    },
  );
  for (const [name, texture] of Object.entries(textures)) material.setTexture(name, texture);
  if (blends) material.alphaMode = Constants.ALPHA_PREMULTIPLIED_PORTERDUFF; // not ALPHA_DISABLE: `addStates` sets the factors
  material.depthFunction = Constants[comparisonOf(depth.compare)];
  material.forceDepthWrite = blends && depth.write;
  material.disableDepthWrite = !depth.write || culling === "frontAndBack";
  material.disableColorWrite = colorMask === "" || culling === "frontAndBack";
  material.backFaceCulling = culling === "front" || culling === "back";
  // Front faces are clockwise in Stage3D.
  material.sideOrientation = Material.ClockWiseSideOrientation;
  material.cullBackFaces = (culling === "back") !== flipped;
  if (stencil) {
    const action = (word) => Constants[stencilActions[word]];
    const states = material.stencil;
    states.enabled = true;
    states.funcRef = 0;
    states.func = states.backFunc = Constants[comparisonOf(stencil.compare)];
    states.opStencilDepthPass = states.backOpStencilDepthPass = action(stencil.pass);
    states.opDepthFail = states.backOpDepthFail = action(stencil.depthFail);
    states.opStencilFail = states.backOpStencilFail = action(stencil.stencilFail);
  }
  addStates(material, scene.getEngine(), description);
  return material;
}

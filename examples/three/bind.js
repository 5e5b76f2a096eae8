// Creates materials of three.js from the descriptions in materials.json, which `agalc batch --host three` writes.
import {
  AlwaysDepth, BackSide, ClampToEdgeWrapping, CustomBlending, DoubleSide, DstAlphaFactor, DstColorFactor, EqualDepth, FrontSide,
  GLSL3, GreaterDepth, GreaterEqualDepth, LessDepth, LessEqualDepth, LinearFilter, LinearMipmapLinearFilter,
  LinearMipmapNearestFilter, NearestFilter, NearestMipmapLinearFilter, NearestMipmapNearestFilter, NeverDepth, NoBlending,
  AlwaysStencilFunc, DecrementStencilOp, DecrementWrapStencilOp, EqualStencilFunc, GreaterEqualStencilFunc, GreaterStencilFunc,
  IncrementStencilOp, IncrementWrapStencilOp, InvertStencilOp, KeepStencilOp, LessEqualStencilFunc, LessStencilFunc, NeverStencilFunc,
  NotEqualStencilFunc, ReplaceStencilOp, ZeroStencilOp,
  NoColorSpace, NotEqualDepth, OneFactor, OneMinusDstAlphaFactor, OneMinusDstColorFactor, OneMinusSrcAlphaFactor,
  OneMinusSrcColorFactor, RawShaderMaterial, RepeatWrapping, SrcAlphaFactor, SrcColorFactor, ZeroFactor,
} from "three";

const factors = {
  zero: ZeroFactor,
  one: OneFactor,
  sourceColor: SrcColorFactor,
  oneMinusSourceColor: OneMinusSrcColorFactor,
  sourceAlpha: SrcAlphaFactor,
  oneMinusSourceAlpha: OneMinusSrcAlphaFactor,
  destinationColor: DstColorFactor,
  oneMinusDestinationColor: OneMinusDstColorFactor,
  destinationAlpha: DstAlphaFactor,
  oneMinusDestinationAlpha: OneMinusDstAlphaFactor,
};
const depthTests = {
  never: NeverDepth,
  less: LessDepth,
  lessEqual: LessEqualDepth,
  equal: EqualDepth,
  notEqual: NotEqualDepth,
  greater: GreaterDepth,
  greaterEqual: GreaterEqualDepth,
  always: AlwaysDepth,
};
const stencilTests = {
  never: NeverStencilFunc,
  less: LessStencilFunc,
  lessEqual: LessEqualStencilFunc,
  equal: EqualStencilFunc,
  notEqual: NotEqualStencilFunc,
  greater: GreaterStencilFunc,
  greaterEqual: GreaterEqualStencilFunc,
  always: AlwaysStencilFunc,
};
const stencilActions = {
  keep: KeepStencilOp,
  zero: ZeroStencilOp,
  set: ReplaceStencilOp,
  invert: InvertStencilOp,
  incrementSaturate: IncrementStencilOp,
  decrementSaturate: DecrementStencilOp,
  incrementWrap: IncrementWrapStencilOp,
  decrementWrap: DecrementWrapStencilOp,
};
const wraps = { clamp: ClampToEdgeWrapping, repeat: RepeatWrapping };
const filters = {
  nearest: { none: NearestFilter, nearest: NearestMipmapNearestFilter, linear: NearestMipmapLinearFilter },
  linear: { none: LinearFilter, nearest: LinearMipmapNearestFilter, linear: LinearMipmapLinearFilter },
};

const copies = new WeakMap(); // for each texture, its copies by the states of a sampler

// Returns a copy of a texture with the states of a sampler. The copy has the same image, and an update or the disposal of the
// texture applies to the copy. In three.js, these states belong to a texture: without copies, the last material that samples
// the texture would decide for all. The texture of a render target does not have an image: `sampleTargets` sets its states.
export function sampledTexture(texture, { wrapU, wrapV, filter, mip, anisotropy }) {
  const states = {
    wrapS: wraps[wrapU],
    wrapT: wraps[wrapV],
    magFilter: filters[filter].none,
    minFilter: filters[filter][mip],
    anisotropy,
    generateMipmaps: mip !== "none" && texture.mipmaps.length === 0,
    // Stage3D has the first row on top, and does not convert colors.
    flipY: false,
    colorSpace: NoColorSpace,
  };
  const key = JSON.stringify(states);
  const known = copies.get(texture) ?? new Map();
  copies.set(texture, known);
  if (texture.isRenderTargetTexture) return texture;
  if (!known.has(key)) {
    const copy = Object.assign(texture.clone(), states);
    let updates = copy.version;
    Object.defineProperty(copy, "version", { get: () => texture.version + updates, set: () => ++updates });
    texture.addEventListener("dispose", () => copy.dispose());
    known.set(key, copy);
  }
  return known.get(key);
}

// Before each draw, sets the states of the render targets that a material samples. They do not have mip levels.
function sampleTargets({ state, properties }, gl, samplers) {
  const wrapsOfWebGL = { clamp: gl.CLAMP_TO_EDGE, repeat: gl.REPEAT };
  for (const { texture, wrapU, wrapV, filter } of samplers) {
    state.bindTexture(gl.TEXTURE_2D, properties.get(texture).__webglTexture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrapsOfWebGL[wrapU]);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrapsOfWebGL[wrapV]);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl[filter.toUpperCase()]);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl[filter.toUpperCase()]);
  }
}

function sidesOf({ culling, flipped }) {
  if (culling === "none") return DoubleSide;
  // Front faces are clockwise in Stage3D, and counterclockwise in three.js.
  return (culling === "back") === flipped ? FrontSide : BackSide;
}

// Writes some of the channels of a color. three.js writes all or none. It takes the material for one that writes none, so that
// it resets the mask for the next material that writes all.
function maskChannels({ state }, gl, colorMask) {
  state.buffers.color.setMask(false);
  gl.colorMask(...[..."rgba"].map((channel) => colorMask.includes(channel)));
}

// Creates a material. Its uniforms have the names of the description: arrays of four floats for each register, and textures.
export function createMaterial(description, texts, textures = {}) {
  const { create, vertex, fragment, blend, depth, culling, colorMask, stencil } = description;
  const uniforms = {};
  const targets = []; // the render targets that the material samples
  for (const { constants, samplers } of [vertex, fragment]) {
    for (const { name, count } of constants) uniforms[name] = { value: new Float32Array(4 * count) };
    for (const sampler of samplers) {
      const texture = textures[sampler.name];
      uniforms[sampler.name] = { value: texture ? sampledTexture(texture, sampler) : null };
      if (texture?.isRenderTargetTexture) targets.push({ texture, ...sampler });
    }
  }
  const blends = blend.source !== "one" || blend.destination !== "zero";
  const material = new RawShaderMaterial({
    name: create.replace("create", ""),
    glslVersion: GLSL3,
    vertexShader: texts.vertex,
    fragmentShader: texts.fragment,
    uniforms,
    // three.js draws all transparent meshes after the others, in the order of the scene.
    transparent: blends,
    blending: blends ? CustomBlending : NoBlending,
    blendSrc: factors[blend.source],
    blendDst: factors[blend.destination],
    depthTest: depth.write || depth.compare !== "always",
    depthFunc: depthTests[depth.compare],
    depthWrite: depth.write,
    side: sidesOf(description),
    visible: culling !== "frontAndBack",
    colorWrite: colorMask === "rgba",
    stencilWrite: Boolean(stencil),
    stencilFunc: stencilTests[stencil?.compare ?? "always"],
    stencilZPass: stencilActions[stencil?.pass ?? "keep"],
    stencilZFail: stencilActions[stencil?.depthFail ?? "keep"],
    stencilFail: stencilActions[stencil?.stencilFail ?? "keep"],
  });
  material.onBeforeRender = (renderer) => {
    const gl = renderer.getContext();
    sampleTargets(renderer, gl, targets);
    if (colorMask !== "" && colorMask !== "rgba") maskChannels(renderer, gl, colorMask);
  };
  return material;
}

// Creates shaders and states of PixiJS from the descriptions in materials.json, which `agalc batch --host pixi` writes.
import { GlStateSystem, Shader, State, UniformGroup } from "pixi.js";

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

// A state with everything that PixiJS does not have: the comparison of depths, all blend factors, color masks, stencil tests,
// scissor rectangles, and samplers for each material instead of each texture.
class MaterialState extends State {
  scissor; // the part of the target that is drawn: x, y, width and height, from the lowest row of WebGL; undefined: all
  stencil = [0, 255, 255]; // the reference value of the stencil test, and the masks for reading and writing
  #description;
  #shader;
  #blendMode;
  #samplers;
  #units = new WeakMap(); // keys are programs of WebGL

  constructor(description, shader, blendMode) {
    super();
    const { blend, depth, culling, flipped, targets, vertex, fragment } = description;
    this.#description = description;
    this.#shader = shader;
    this.#blendMode = blendMode;
    this.#samplers = [...vertex.samplers, ...fragment.samplers];
    this.blend = blend.source !== "one" || blend.destination !== "zero";
    this.depthTest = depth.write || depth.compare !== "always";
    this.depthMask = depth.write && culling !== "frontAndBack";
    this.culling = culling === "front" || culling === "back";
    // PixiJS culls back faces, and exchanges the faces when it draws into a texture. Front faces are clockwise in Stage3D.
    this.clockwiseFrontFace = (culling === "back") !== (flipped && targets[0].kind !== "texture");
  }

  // Sets what PixiJS does not set. Returns a function that restores what PixiJS expects.
  enter(system) {
    const { gl } = system;
    const { blend, depth, culling, colorMask, stencil } = this.#description;
    const mask = culling === "frontAndBack" ? "" : colorMask;
    const samplers = this.#samplersOf(gl);
    gl.depthFunc(gl[comparisonOf(depth.compare)]);
    if (stencil) {
      const [reference, readMask, writeMask] = this.stencil;
      const action = (word) => gl[stencilActions[word]];
      gl.enable(gl.STENCIL_TEST);
      gl.stencilFunc(gl[comparisonOf(stencil.compare)], reference, readMask);
      gl.stencilOp(action(stencil.stencilFail), action(stencil.depthFail), action(stencil.pass));
      gl.stencilMask(writeMask);
    }
    if (this.scissor) {
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(...this.scissor);
    }
    if (this.blend && this.blendMode === this.#blendMode) {
      gl.blendFunc(gl[factorOf(blend.source)], gl[factorOf(blend.destination)]);
      system.blendMode = ""; // PixiJS sets the factors again
    }
    if (mask !== "rgba") gl.colorMask(...[..."rgba"].map((channel) => mask.includes(channel)));
    for (const { unit, name, plain, withLevels } of samplers)
      gl.bindSampler(unit, this.#shader.resources[name].mipLevelCount > 1 ? withLevels : plain);
    return () => {
      gl.depthFunc(gl.LESS);
      if (this.scissor) gl.disable(gl.SCISSOR_TEST);
      if (stencil) {
        gl.disable(gl.STENCIL_TEST);
        gl.stencilMask(255);
      }
      if (mask !== "rgba") gl.colorMask(true, true, true, true);
      for (const { unit } of samplers) gl.bindSampler(unit, null);
    };
  }

  // Returns the units of textures that the current program reads, with a sampler for each.
  #samplersOf(gl) {
    if (this.#samplers.length === 0) return [];
    const program = gl.getParameter(gl.CURRENT_PROGRAM);
    let list = this.#units.get(program);
    if (!list) {
      list = this.#samplers.map((each) => ({
        name: each.name,
        unit: gl.getUniform(program, gl.getUniformLocation(program, each.name)),
        plain: createSampler(gl, each, false),
        withLevels: createSampler(gl, each, true),
      }));
      this.#units.set(program, list);
    }
    return list;
  }
}

// PixiJS sets the state immediately before a draw.
const leaving = new WeakMap();
const { set } = GlStateSystem.prototype;
GlStateSystem.prototype.set = function (state) {
  leaving.get(this)?.();
  leaving.delete(this);
  set.call(this, state);
  if (state instanceof MaterialState) leaving.set(this, state.enter(this));
};

const blendModes = { "one oneMinusSourceAlpha": "normal", "one one": "add", "zero oneMinusSourceAlpha": "erase" };

// Creates a shader, and the state and the blend mode for its mesh. The constants of both stages are in the uniform group
// `constants`, as arrays of four floats for each register. Textures keep their own style; if a material samples mip levels, its
// textures get them.
export function createMaterial(description, texts, textures = {}) {
  const { vertex, fragment, blend } = description;
  const constants = {};
  const resources = {};
  for (const stage of [vertex, fragment]) {
    // PixiJS sets uniforms of equal names and types with the same function, also if only one of them is an array. So all are
    // arrays, whose size is at least 2.
    for (const { name, count } of stage.constants)
      constants[name] = { value: new Float32Array(4 * count), type: "vec4<f32>", size: Math.max(count, 2) };
    for (const { name, mip } of stage.samplers) {
      resources[name] = textures[name];
      if (mip !== "none") textures[name].autoGenerateMipmaps = true;
    }
  }
  if (Object.keys(constants).length > 0) resources.constants = new UniformGroup(constants);
  const shader = Shader.from({ gl: texts, resources });
  const blends = blend.source !== "one" || blend.destination !== "zero";
  const blendMode = blends ? (blendModes[`${blend.source} ${blend.destination}`] ?? "normal") : "none";
  return { shader, state: new MaterialState(description, shader, blendMode), blendMode };
}

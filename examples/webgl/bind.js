// Draws a pair that agalc compiled to GLSL ES 3.00 (`agalc compile --link … --target essl300`) with WebGL 2. The reflection
// determines all bindings, so this file works for any pair.

const stages = ["vertex", "fragment"];

function compile(gl, type, text) {
  const shader = gl.createShader(type);
  gl.shaderSource(shader, text);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
  return shader;
}

function link(gl, texts) {
  const program = gl.createProgram();
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, texts.vertex));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, texts.fragment));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  return program;
}

// Creates the sampler object that the fields of a texture fetch describe, without anisotropy.
function createSampler(gl, { wrap, filter, mip }) {
  const linear = filter !== "nearest";
  const minFilter = {
    mipnone: linear ? gl.LINEAR : gl.NEAREST,
    mipnearest: linear ? gl.LINEAR_MIPMAP_NEAREST : gl.NEAREST_MIPMAP_NEAREST,
    miplinear: linear ? gl.LINEAR_MIPMAP_LINEAR : gl.NEAREST_MIPMAP_LINEAR,
  }[mip];
  const repeats = { clamp: "", repeat: "uv", repeat_u_clamp_v: "u", clamp_u_repeat_v: "v" }[wrap];
  const wrapMode = (axis) => (repeats.includes(axis) ? gl.REPEAT : gl.CLAMP_TO_EDGE);
  const sampler = gl.createSampler();
  gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, minFilter);
  gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, linear ? gl.LINEAR : gl.NEAREST);
  gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_S, wrapMode("u"));
  gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_T, wrapMode("v"));
  return sampler;
}

export class Pair {
  #gl;
  #program;
  #locations = new Map(); // attributes by name
  #constants = new Map(); // uniform buffers by stage
  #samplers = new Map(); // texture units, targets and sampler objects by name

  // Takes `texts` and `reflection` with the members `vertex` and `fragment`.
  constructor(gl, texts, reflection) {
    this.#gl = gl;
    this.#program = link(gl, texts);
    gl.useProgram(this.#program);
    for (const { name, location } of reflection.vertex.agal.attributes) this.#locations.set(name, location);
    for (const stage of stages) {
      const { uniforms, samplers } = reflection[stage].agal;
      if (uniforms.layout) this.#addConstants(stage, uniforms.layout);
      for (const sampler of samplers) if (sampler.active) this.#addSampler(sampler);
    }
  }

  #addConstants(stage, { block, binding, size }) {
    const gl = this.#gl;
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.UNIFORM_BUFFER, buffer);
    gl.bufferData(gl.UNIFORM_BUFFER, size, gl.DYNAMIC_DRAW);
    gl.uniformBlockBinding(this.#program, gl.getUniformBlockIndex(this.#program, block), binding);
    this.#constants.set(stage, { buffer, binding, size });
  }

  #addSampler({ name, type, states }) {
    const gl = this.#gl;
    const target = { sampler2D: gl.TEXTURE_2D, samplerCube: gl.TEXTURE_CUBE_MAP, sampler3D: gl.TEXTURE_3D }[type];
    const unit = this.#samplers.size;
    gl.uniform1i(gl.getUniformLocation(this.#program, name), unit);
    this.#samplers.set(name, { unit, target, sampler: createSampler(gl, states[0]), texture: null });
  }

  // Sets the constants of a stage from register 0 on, four floats each. Constants that the shader does not have are
  // ignored.
  setConstants(stage, values) {
    const constants = this.#constants.get(stage);
    if (!constants) return;
    this.#gl.bindBuffer(this.#gl.UNIFORM_BUFFER, constants.buffer);
    this.#gl.bufferSubData(this.#gl.UNIFORM_BUFFER, 0, values, 0, Math.min(values.length, constants.size / 4));
  }

  // Sets the texture of a sampler register ("fs0"). The texture must have the dimension that the register samples.
  setTexture(name, texture) {
    const sampler = this.#samplers.get(name);
    if (sampler) sampler.texture = texture;
  }

  // Sets the buffer of a vertex attribute ("va0"). The last arguments are the arguments of vertexAttribPointer.
  setAttribute(name, buffer, size, type, normalized = false, stride = 0, offset = 0) {
    const gl = this.#gl;
    const location = this.#locations.get(name);
    if (location === undefined) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, size, type, normalized, stride, offset);
  }

  draw(mode, first, count) {
    const gl = this.#gl;
    gl.useProgram(this.#program);
    for (const { buffer, binding } of this.#constants.values()) gl.bindBufferBase(gl.UNIFORM_BUFFER, binding, buffer);
    for (const { unit, target, sampler, texture } of this.#samplers.values()) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(target, texture);
      gl.bindSampler(unit, sampler);
    }
    gl.drawArrays(mode, first, count);
  }
}

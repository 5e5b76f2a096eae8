// Draws a pair with WebGL 2. The reflection determines the bindings.
import { linkShaders, makeSampler } from './shared.js';

export const target = 'essl300';
export const title = 'WebGL 2';

const targetOf = (gl, kind) => ({'2d': gl.TEXTURE_2D, cube: gl.TEXTURE_CUBE_MAP, '3d': gl.TEXTURE_3D}[kind]);

export class Renderer {
  #gl;
  #program = null;
  #locations = new Map();
  #uniforms = new Map(); // uniform buffers by stage
  #samplers = new Map(); // {unit, sampler} by name
  #textures = new Map(); // {target, texture} by name
  #buffers = [];
  #indexCount = 0;
  #look = {};
  #frame = null; // the frame buffer for outputs other than the first

  static async create(canvas, {onLost}) {
    const gl = canvas.getContext('webgl2', {alpha: false, antialias: false, depth: true, preserveDrawingBuffer: false});
    if (gl === null) throw new Error('this browser does not have WebGL 2');
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      onLost('the browser took it away');
    });
    const renderer = new Renderer();
    renderer.#gl = gl;
    return renderer;
  }

  get isLost() {
    return this.#gl.isContextLost();
  }

  dispose() {
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  #release() {
    const gl = this.#gl;
    gl.deleteProgram(this.#program);
    for (const {buffer} of this.#uniforms.values()) gl.deleteBuffer(buffer);
    for (const {sampler} of this.#samplers.values()) gl.deleteSampler(sampler);
    for (const map of [this.#locations, this.#uniforms, this.#samplers]) map.clear();
    this.#program = null;
  }

  #addConstants(stage, {block, binding, size, count}) {
    const gl = this.#gl;
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.UNIFORM_BUFFER, buffer);
    gl.bufferData(gl.UNIFORM_BUFFER, size, gl.DYNAMIC_DRAW);
    gl.uniformBlockBinding(this.#program, gl.getUniformBlockIndex(this.#program, block), binding);
    this.#uniforms.set(stage, {buffer, binding, count});
  }

  // Throws an error with a message for the user if the pair cannot be drawn.
  async setPair({texts, reflection}, look) {
    const gl = this.#gl;
    this.#release();
    this.#look = look;
    this.#program = linkShaders(gl, texts);
    gl.useProgram(this.#program);
    for (const {name, location} of reflection.vertex.agal.attributes) this.#locations.set(name, location);
    for (const stage of ['vertex', 'fragment']) {
      const {uniforms, samplers} = reflection[stage].agal;
      if (uniforms.layout) this.#addConstants(stage, uniforms.layout);
      for (const {active, name, states} of samplers) {
        if (!active) continue;
        const unit = this.#samplers.size;
        gl.uniform1i(gl.getUniformLocation(this.#program, name), unit);
        this.#samplers.set(name, {unit, sampler: makeSampler(gl, states[0] ?? {})});
      }
    }
  }

  #buffer(target, values) {
    const gl = this.#gl;
    const buffer = gl.createBuffer();
    gl.bindBuffer(target, buffer);
    gl.bufferData(target, values, gl.STATIC_DRAW);
    this.#buffers.push(buffer);
  }

  // Sets the `attributes` by name, four floats for each vertex.
  setMesh(attributes, indices) {
    const gl = this.#gl;
    for (const buffer of this.#buffers.splice(0)) gl.deleteBuffer(buffer);
    for (let i = 0; i < gl.getParameter(gl.MAX_VERTEX_ATTRIBS); ++i) gl.disableVertexAttribArray(i);
    for (const [name, location] of this.#locations) {
      this.#buffer(gl.ARRAY_BUFFER, attributes[name]);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 4, gl.FLOAT, false, 16, 0);
    }
    this.#buffer(gl.ELEMENT_ARRAY_BUFFER, Uint16Array.from(indices));
    this.#indexCount = indices.length;
  }

  setTexture(name, {kind, levels}) {
    const gl = this.#gl;
    gl.deleteTexture(this.#textures.get(name)?.texture ?? null);
    const target = targetOf(gl, kind);
    const texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(target, texture);
    levels.forEach(({width, height, layers, bytes}, level) => {
      const image = (where, part) => gl.texImage2D(where, level, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, part);
      const face = 4 * width * height;
      if (kind === '3d') gl.texImage3D(target, level, gl.RGBA8, width, height, layers, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
      else if (kind === '2d') image(target, bytes);
      else for (let i = 0; i < 6; ++i) image(gl.TEXTURE_CUBE_MAP_POSITIVE_X + i, bytes.subarray(i * face, (i + 1) * face));
    });
    gl.texParameteri(target, gl.TEXTURE_MAX_LEVEL, levels.length - 1);
    this.#textures.set(name, {target, texture});
  }

  #bind(constants) {
    const gl = this.#gl;
    for (const [stage, {buffer, binding, count}] of this.#uniforms) {
      gl.bindBuffer(gl.UNIFORM_BUFFER, buffer);
      gl.bufferSubData(gl.UNIFORM_BUFFER, 0, constants(stage, count));
      gl.bindBufferBase(gl.UNIFORM_BUFFER, binding, buffer);
    }
    for (const [name, {unit, sampler}] of this.#samplers) {
      const {target, texture} = this.#textures.get(name);
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(target, texture);
      gl.bindSampler(unit, sampler);
    }
  }

  #applyLook() {
    const gl = this.#gl;
    const {blend, depth} = this.#look;
    gl[blend === 'none' ? 'disable' : 'enable'](gl.BLEND);
    gl.blendFunc(gl.ONE, blend === 'add' ? gl.ONE : gl.ONE_MINUS_SRC_ALPHA);
    gl[depth ? 'enable' : 'disable'](gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
  }

  // Binds a frame buffer if another output than the first is shown, which cannot be drawn on the canvas itself.
  #beginFrame(width, height, output) {
    const gl = this.#gl;
    if (output === 0) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      return;
    }
    if (this.#frame === null) {
      const color = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, color);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height);
      const depth = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, width, height);
      this.#frame = {buffer: gl.createFramebuffer(), color, depth};
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#frame.buffer);
    for (let i = 0; i < 4; ++i)
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + i, gl.RENDERBUFFER, i === output ? this.#frame.color : null);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, this.#frame.depth);
    gl.drawBuffers([...Array.from({length: output}, () => gl.NONE), gl.COLOR_ATTACHMENT0 + output]);
    gl.readBuffer(gl.COLOR_ATTACHMENT0 + output);
  }

  // Draws with the `constants` of each stage that Inputs.constants returns.
  draw({constants, instances, background}) {
    const gl = this.#gl;
    if (this.#program === null || gl.isContextLost()) return;
    const {width, height} = gl.canvas;
    const {output} = this.#look;
    this.#beginFrame(width, height, output);
    gl.viewport(0, 0, width, height);
    this.#applyLook();
    gl.clearBufferfv(gl.COLOR, output, background);
    gl.depthMask(true);
    gl.clearBufferfv(gl.DEPTH, 0, [1]);
    gl.useProgram(this.#program);
    this.#bind(constants);
    gl.drawElementsInstanced(gl.TRIANGLES, this.#indexCount, gl.UNSIGNED_SHORT, 0, instances);
    if (output > 0) {
      gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
      gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    }
  }
}

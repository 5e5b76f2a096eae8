// Runs the jobs of `agalJobs` (webgl_backend.cpp has the format). The results are in `agalAnswer`.
"use strict";

class Runner {
  constructor(setup) {
    this.setup = setup;
    this.second = setup.version === 2;
    const canvas = document.createElement("canvas");
    const attributes = {antialias: false, alpha: true, depth: false, preserveDrawingBuffer: false};
    this.gl = canvas.getContext(this.second ? "webgl2" : "webgl", attributes);
    if (!this.gl) throw new Error("no context of WebGL " + setup.version);
    this.extensions = {};
    for (const name of setup.extensions) {
      this.extensions[name] = this.gl.getExtension(name);
      if (!this.extensions[name]) throw new Error("WebGL " + setup.version + " has no " + name);
    }
    this.gl.disable(this.gl.DITHER);
    this.gl.pixelStorei(this.gl.UNPACK_ALIGNMENT, 1);
    this.createTargets();
    this.check("the targets");
  }

  device() {
    const gl = this.gl;
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    return gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER) + ", " + gl.getParameter(gl.VERSION);
  }

  check(what) {
    const gl = this.gl;
    const error = gl.getError();
    if (gl.isContextLost()) throw new Error("the context was lost: " + what);
    if (error !== gl.NO_ERROR) throw new Error("GL error 0x" + error.toString(16) + ": " + what);
  }

  // ---------------------------------------------------------------------------------------------------- targets

  targetTexture(internalFormat, format, type) {
    const gl = this.gl;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.texImage2D(gl.TEXTURE_2D, 0, internalFormat, this.setup.size, this.setup.size, 0, format, type, null);
    return texture;
  }

  colorTexture() {
    return this.targetTexture(this.second ? this.gl.RGBA32F : this.gl.RGBA, this.gl.RGBA, this.gl.FLOAT);
  }

  // Creates a framebuffer of `count` colors, and a framebuffer for reading each color.
  createTargets() {
    const gl = this.gl;
    const max = this.second ? gl.getParameter(gl.MAX_DRAW_BUFFERS)
                             : gl.getParameter(this.extensions.WEBGL_draw_buffers.MAX_DRAW_BUFFERS_WEBGL);
    this.colors = [];
    this.readers = [];
    for (let i = 0; i < Math.min(max, 8); ++i) {
      this.colors.push(this.colorTexture());
      this.readers.push(gl.createFramebuffer());
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.readers[i]);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.colors[i], 0);
    }
    this.depth = this.second ? this.targetTexture(gl.DEPTH_COMPONENT32F, gl.DEPTH_COMPONENT, gl.FLOAT)
                             : this.targetTexture(gl.DEPTH_COMPONENT, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT);
    this.depthPass = this.link("attribute vec4 p; void main() { gl_Position = p; }",
                               "precision highp float; uniform highp sampler2D depth; void main() { gl_FragColor = " +
                                   "texture2D(depth, gl_FragCoord.xy / " + this.setup.size + ".0); }",
                               {attributes: {p: 0}});
  }

  // Returns the number of bits of a depth in WebGL 1, or 0 in WebGL 2, where depths are floats.
  depthBits() {
    if (this.second) return 0;
    const framebuffer = this.begin([0], true);
    const bits = this.gl.getParameter(this.gl.DEPTH_BITS);
    this.gl.deleteFramebuffer(framebuffer);
    this.gl.disable(this.gl.DEPTH_TEST);
    return bits;
  }

  drawBuffers(list) {
    if (this.second) this.gl.drawBuffers(list);
    else this.extensions.WEBGL_draw_buffers.drawBuffersWEBGL(list);
  }

  // Binds and clears a framebuffer with these colors, and with depth on request.
  begin(numbers, depth) {
    const gl = this.gl;
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    const list = [];
    for (const number of numbers) {
      while (list.length < number) list.push(gl.NONE);
      list.push(gl.COLOR_ATTACHMENT0 + number);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + number, gl.TEXTURE_2D, this.colors[number], 0);
    }
    this.drawBuffers(list);
    gl.disable(gl.SCISSOR_TEST);
    const untouched = this.setup.untouched;
    gl.clearColor(untouched, untouched, untouched, untouched);
    gl.clearDepth(1);
    gl.depthMask(true);
    gl.depthFunc(gl.ALWAYS);
    if (depth) {
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.depth, 0);
      gl.enable(gl.DEPTH_TEST);
    }
    gl.clear(gl.COLOR_BUFFER_BIT | (depth ? gl.DEPTH_BUFFER_BIT : 0));
    return framebuffer;
  }

  read(number, rows) {
    const gl = this.gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.readers[number]);
    const pixels = new Float32Array(this.setup.size * rows * 4);
    gl.readPixels(0, 0, this.setup.size, rows, gl.RGBA, gl.FLOAT, pixels);
    return pixels;
  }

  // Reads the depth by copying it to the first color.
  readDepth(rows) {
    const gl = this.gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.readers[0]);
    gl.viewport(0, 0, this.setup.size, this.setup.size);
    gl.useProgram(this.depthPass);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.depth);
    const corners = this.buffer(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1]));
    this.attributes([0], 1);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.deleteBuffer(corners);
    return this.read(0, rows);
  }

  // ------------------------------------------------------------------------------------------- shaders and inputs

  compile(type, text) {
    const gl = this.gl;
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
      const stage = type === gl.VERTEX_SHADER ? "vertex" : "fragment";
      throw new Error("the " + stage + " shader does not compile:\n" + gl.getShaderInfoLog(shader));
    }
    return shader;
  }

  link(vertex, fragment, options) {
    const gl = this.gl;
    const shaders = [this.compile(gl.VERTEX_SHADER, vertex), this.compile(gl.FRAGMENT_SHADER, fragment)];
    const program = gl.createProgram();
    for (const shader of shaders) {
      gl.attachShader(program, shader);
      gl.deleteShader(shader);
    }
    for (const name in options.attributes || {}) gl.bindAttribLocation(program, options.attributes[name], name);
    if (options.captured) gl.transformFeedbackVaryings(program, options.captured, gl.INTERLEAVED_ATTRIBS);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS))
      throw new Error("the program does not link:\n" + gl.getProgramInfoLog(program));
    return program;
  }

  buffer(target, data) {
    const buffer = this.gl.createBuffer();
    this.gl.bindBuffer(target, buffer);
    this.gl.bufferData(target, data, this.gl.STREAM_DRAW);
    return buffer;
  }

  // Enables vec4 attributes at these locations, which are consecutive in a vertex. All others are disabled.
  attributes(locations, perVertex) {
    const gl = this.gl;
    for (let i = 0; i < gl.getParameter(gl.MAX_VERTEX_ATTRIBS); ++i) gl.disableVertexAttribArray(i);
    locations.forEach((location, i) => {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 4, gl.FLOAT, false, perVertex * 16, i * 16);
    });
  }

  bindSamplers(program) {
    const gl = this.gl;
    gl.useProgram(program);
    for (const sampler of this.setup.samplers) {
      const location = gl.getUniformLocation(program, sampler.name);
      if (location) gl.uniform1i(location, sampler.unit);
    }
  }

  // Texels are multiples of 1/255, but are stored as floats, because SwiftShader filters bytes with 16 bits.
  upload(slot) {
    const gl = this.gl;
    const target = [gl.TEXTURE_2D, gl.TEXTURE_CUBE_MAP, gl.TEXTURE_3D][slot.kind];
    const texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0 + slot.unit);
    gl.bindTexture(target, texture);
    const internal = this.second ? gl.RGBA32F : gl.RGBA;
    slot.levels.forEach((level, number) => {
      const texels = Float32Array.from(bytesOf(level.texels), byte => byte / 255);
      const {width, height, depth} = level;
      if (slot.kind === 2) {
        gl.texImage3D(target, number, internal, width, height, depth, 0, gl.RGBA, gl.FLOAT, texels);
        return;
      }
      for (let face = 0; face < depth; ++face) {
        const part = texels.subarray(face * width * height * 4, (face + 1) * width * height * 4);
        gl.texImage2D(slot.kind === 1 ? gl.TEXTURE_CUBE_MAP_POSITIVE_X + face : target, number, internal, width,
                      height, 0, gl.RGBA, gl.FLOAT, part);
      }
    });
    gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, slot.minFilter);
    gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, slot.magFilter);
    gl.texParameteri(target, gl.TEXTURE_WRAP_S, slot.wrapS);
    gl.texParameteri(target, gl.TEXTURE_WRAP_T, slot.wrapT);
    if (this.second) {
      gl.texParameteri(target, gl.TEXTURE_WRAP_R, slot.wrapR);
      gl.texParameteri(target, gl.TEXTURE_MAX_LEVEL, slot.levels.length - 1);
    }
    return texture;
  }

  // Returns a function that sets the constant registers of a draw.
  constants(program, job) {
    const gl = this.gl;
    const {length, block, array, binding} = job.constants;
    if (length === 0) return () => {};
    const data = floatsOf(job.constants.data);
    const index = this.second ? gl.getUniformBlockIndex(program, block) : gl.INVALID_INDEX;
    if (!this.second || index === gl.INVALID_INDEX) {
      const location = gl.getUniformLocation(program, array + "[0]");
      return draw => gl.uniform4fv(location, data.subarray(draw * length * 4, (draw + 1) * length * 4));
    }
    gl.uniformBlockBinding(program, index, binding);
    const step = gl.getParameter(gl.UNIFORM_BUFFER_OFFSET_ALIGNMENT);
    const stride = Math.ceil(length * 16 / step) * step / 4;
    const spread = new Float32Array(stride * job.draws);
    for (let draw = 0; draw < job.draws; ++draw)
      spread.set(data.subarray(draw * length * 4, (draw + 1) * length * 4), draw * stride);
    const buffer = this.buffer(gl.UNIFORM_BUFFER, spread);
    this.garbage.push(() => gl.deleteBuffer(buffer));
    return draw => gl.bindBufferRange(gl.UNIFORM_BUFFER, binding, buffer, draw * stride * 4, length * 16);
  }

  inputs(program, job) {
    const gl = this.gl;
    this.bindSamplers(program);
    for (const slot of job.textures) {
      const texture = this.upload(slot);
      this.garbage.push(() => gl.deleteTexture(texture));
    }
    const vertices = this.buffer(gl.ARRAY_BUFFER, floatsOf(job.vertices));
    this.garbage.push(() => gl.deleteBuffer(vertices));
    this.attributes(job.locations, job.locations.length);
  }

  linkForJob(vertex, fragment, job, captured) {
    const program = this.link(vertex, fragment, {attributes: job.attributes, captured: captured});
    this.garbage.push(() => this.gl.deleteProgram(program));
    return program;
  }

  // ---------------------------------------------------------------------------------------------------------- jobs

  runFragment(job) {
    const gl = this.gl;
    const program = this.linkForJob(job.vertex, job.fragment, job);
    this.inputs(program, job);
    const use = this.constants(program, job);
    const framebuffer = this.begin(job.colors, job.depth);
    this.garbage.push(() => gl.deleteFramebuffer(framebuffer));
    gl.enable(gl.SCISSOR_TEST);
    job.cells.forEach(([x, y], draw) => {
      gl.viewport(x, y, this.setup.triangle, this.setup.triangle);
      gl.scissor(x, y, this.setup.cell, this.setup.cell);
      use(draw);
      gl.drawArrays(gl.TRIANGLES, draw * 3, 3);
    });
    gl.disable(gl.SCISSOR_TEST);
    gl.disable(gl.DEPTH_TEST);
    const images = job.colors.map(number => base64Of(this.read(number, job.rows)));
    return {colors: images, depth: job.depth ? base64Of(this.readDepth(job.rows)) : ""};
  }

  // Runs each draw as one point. The results of the last instance are used.
  runVertexByFeedback(job) {
    const gl = this.gl;
    const program = this.linkForJob(job.vertex, job.fragment, job, job.captured);
    this.inputs(program, job);
    const use = this.constants(program, job);
    const total = job.instances.reduce((sum, count) => sum + count, 0);
    const record = job.captured.length * 4;
    const feedback = gl.createTransformFeedback();
    const buffer = gl.createBuffer();
    this.garbage.push(() => gl.deleteTransformFeedback(feedback), () => gl.deleteBuffer(buffer));
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, total * record * 4, gl.STREAM_READ);
    const framebuffer = this.begin([0], false);
    this.garbage.push(() => gl.deleteFramebuffer(framebuffer));
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    job.instances.forEach((count, draw) => {
      use(draw);
      gl.drawArraysInstanced(gl.POINTS, draw, 1, count);
    });
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    const all = new Float32Array(total * record);
    gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, all);
    gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
    const records = new Float32Array(job.draws * record);
    let point = 0;
    job.instances.forEach((count, draw) => {
      point += count;
      records.set(all.subarray((point - 1) * record, point * record), draw * record);
    });
    return {records: base64Of(records)};
  }

  // Runs each draw as one point that writes its outputs to the color targets. This is repeated until all outputs have
  // been read.
  runVertexByPoints(job) {
    const gl = this.gl;
    const records = new Float32Array(job.draws * job.captured.length * 4);
    let first = 0;
    for (const text of job.passes) {
      const count = Math.min(this.setup.outputsInPass, job.captured.length - first);
      const program = this.linkForJob(job.vertex, text, job);
      this.inputs(program, job);
      const use = this.constants(program, job);
      const framebuffer = this.begin([...Array(count).keys()], false);
      this.garbage.push(() => gl.deleteFramebuffer(framebuffer));
      const cell = gl.getUniformLocation(program, "agal_cell");
      const size = this.setup.size;
      gl.viewport(0, 0, size, size);
      job.cells.forEach(([x, y], draw) => {
        use(draw);
        gl.uniform2f(cell, (2 * x + 1) / size - 1, (2 * y + 1) / size - 1);
        gl.drawArrays(gl.POINTS, draw, 1);
      });
      for (let i = 0; i < count; ++i) {
        const pixels = this.read(i, job.rows);
        job.cells.forEach(([x, y], draw) => {
          const at = (y * size + x) * 4;
          records.set(pixels.subarray(at, at + 4), (draw * job.captured.length + first + i) * 4);
        });
      }
      first += count;
    }
    return {records: base64Of(records)};
  }

  run(job) {
    this.garbage = [];
    let result;
    try {
      if (job.pair) this.linkForJob(job.pair[0], job.pair[1], job);
      if (job.stage === "fragment") result = this.runFragment(job);
      else result = this.second ? this.runVertexByFeedback(job) : this.runVertexByPoints(job);
      this.check(job.stage + " job");
    } catch (error) {
      result = {fault: String(error.message || error)};
    }
    for (const remove of this.garbage) remove();
    // Discards the errors of a failed job.
    for (let i = 0; i < 8 && this.gl.getError() !== this.gl.NO_ERROR; ++i);
    return result;
  }
}

function answer(jobs) {
  const result = {device: "", depthBits: 0, fault: "", outcomes: []};
  try {
    const runner = new Runner(jobs.setup);
    result.device = runner.device();
    result.depthBits = runner.depthBits();
    for (const job of jobs.jobs) result.outcomes.push(runner.run(job));
  } catch (error) {
    result.fault = String(error.message || error);
  }
  return result;
}

const agalAnswer = answer(agalJobs);

// -------------------------------------------------------------------------------------------- replay: the calls in WebGL

const isDraw = (name) => name.startsWith('drawTriangles');
const colorMaskBit = 1;
const depthBit = 2;
const stencilBit = 4;

const defaults = () => ({
  program: 0,
  buffers: [],       // of vertices: {object, offset, format}
  textures: [],      // numbers of objects
  samplers: [],      // {wrap, filter, mip}
  blend: ['one', 'zero'],
  depth: [true, 'lessEqual'],
  culling: 'none',
  colorMask: [true, true, true, true],
  stencil: {front: ['always', 'keep', 'keep', 'keep'], back: ['always', 'keep', 'keep', 'keep']},
  reference: [0, 255, 255],
  scissor: null,
  constants: {vertex: new Float32Array(1024), fragment: new Float32Array(1024)},
  target: null,      // null: the back buffer; {object, side, depth}
});

class Replayer {
  #gl;
  #file;
  #programs;         // by the hashes of their texts
  #linked = new Map();
  #samplers = new Map();
  #uniforms = {};
  objects = new Map();
  warnings = new Set();
  at = -1;           // the last call that was made

  // `mode` is 'ruffle', which has the first level of textures alone, or 'flash'.
  constructor(gl, file, programs, mode) {
    this.#gl = gl;
    this.#file = file;
    this.#programs = programs;
    this.mode = mode;
    this.state = defaults();
    this.back = null;
  }

  // Makes the calls up to this one; from the start if they were made already.
  to(index) {
    if (index < this.at) this.#reset();
    for (; this.at < index; ++this.at) this.#make(this.#file.calls[this.at + 1]);
  }

  #reset() {
    const gl = this.#gl;
    for (const {buffer, texture, targets = []} of this.objects.values()) {
      gl.deleteBuffer(buffer ?? null);
      gl.deleteTexture(texture ?? null);
      targets.forEach((target) => this.#releaseTarget(target));
    }
    if (this.back) this.#releaseTarget(this.back);
    this.objects.clear();
    [this.back, this.state, this.at] = [null, defaults(), -1];
  }

  // Frees what it made.
  dispose() {
    const gl = this.#gl;
    this.#reset();
    for (const linked of this.#linked.values()) gl.deleteProgram(linked?.program ?? null);
    for (const sampler of this.#samplers.values()) gl.deleteSampler(sampler);
    for (const buffer of Object.values(this.#uniforms)) gl.deleteBuffer(buffer);
  }

  #make({call, on, args, result}) {
    if (call.startsWith('create')) this.#create(call, result, args);
    else if (call.startsWith('upload')) this.#upload(call, this.objects.get(on), args);
    else if (isDraw(call)) this.#draw(call, args);
    else if (call.startsWith('setProgramConstants')) this.#setConstants(call, args);
    else this.#set(call, args);
  }

  #set(call, args) {
    const {state} = this;
    const [first, second, third, fourth] = args;
    const all = {
      configureBackBuffer: () => this.#configure(args),
      clear: () => this.#clear(args),
      present: () => (state.target = null),
      setProgram: () => this.#setProgram(first?.object ?? 0),
      setVertexBufferAt: () => (state.buffers[first] = second ? {object: second.object, offset: third ?? 0, format: fourth ?? 'float4'} : undefined),
      setTextureAt: () => (state.textures[first] = second?.object ?? 0),
      setSamplerStateAt: () => (state.samplers[first] = {wrap: second, filter: third, mip: fourth}),
      setBlendFactors: () => (state.blend = [first, second]),
      setDepthTest: () => (state.depth = [first, second]),
      setCulling: () => (state.culling = first),
      setColorMask: () => (state.colorMask = args.slice(0, 4)),
      setStencilReferenceValue: () => (state.reference = [first, second ?? 255, third ?? 255]),
      setScissorRectangle: () => (state.scissor = first ? numbersOf(first.rectangle) : null),
      setRenderToBackBuffer: () => (state.target = null),
      setRenderToTexture: () => this.#setTarget(args),
      setStencilActions: () => this.#setStencil(args),
    };
    all[call]?.();
  }

  #setStencil([face = 'frontAndBack', compare = 'always', both = 'keep', depthFail = 'keep', fail = 'keep']) {
    for (const side of ['front', 'back'])
      if (face === side || face === 'frontAndBack') this.state.stencil[side] = [compare, both, depthFail, fail];
  }

  // A texture cannot be read while it is drawn.
  #setTarget([texture, depth = false, , side = 0]) {
    const {state} = this;
    state.target = texture ? {object: texture.object, side, depth} : null;
    if (texture) state.textures = state.textures.map((each) => (each === texture.object ? 0 : each));
  }

  #setProgram(number) {
    this.state.program = number;
    const pair = this.#programs[this.objects.get(number)?.key];
    for (const {index, states} of pair?.reflection?.fragment?.agal?.samplers ?? []) this.state.samplers[index] = states[0] ?? {};
  }

  #setConstants(call, [stage, first, ...rest]) {
    const values = numbersOf((call === 'setProgramConstantsFromByteArray' ? rest[1] : rest[0])?.numbers ?? []);
    const isMatrix = call === 'setProgramConstantsFromMatrix';
    const floats = isMatrix && rest[1] ? values.map((_, i) => values[4 * (i % 4) + Math.floor(i / 4)]) : values;
    const count = call === 'setProgramConstantsFromVector' && rest[1] >= 0 ? 4 * rest[1] : floats.length;
    const room = this.state.constants[stage];
    room?.set(floats.slice(0, Math.min(count, Math.max(room.length - 4 * first, 0))), 4 * first);
  }

  // --------------------------------------------------------------------------------------------------------- resources

  #create(call, number, args) {
    const gl = this.#gl;
    const object = {number, call, args};
    if (/Buffer/.test(call)) {
      const isIndices = call === 'createIndexBuffer';
      object.bytes = new Uint8Array(args[0] * (isIndices ? 2 : 4 * args[1]));
      object.target = isIndices ? gl.ELEMENT_ARRAY_BUFFER : gl.ARRAY_BUFFER;
      object.buffer = gl.createBuffer();
      gl.bindBuffer(object.target, object.buffer);
      gl.bufferData(object.target, object.bytes, gl.DYNAMIC_DRAW);
    } else if (/Texture/.test(call)) {
      const isCube = call === 'createCubeTexture';
      const [width, height, format] = isCube ? [args[0], args[0], args[1]] : args;
      Object.assign(object, {width, height, format, isCube, levels: 1, targets: []});
      object.target = isCube ? gl.TEXTURE_CUBE_MAP : gl.TEXTURE_2D;
      object.texture = gl.createTexture();
      this.#bind(object);
      for (const face of this.#faces(object)) gl.texImage2D(face, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      gl.texParameteri(object.target, gl.TEXTURE_MAX_LEVEL, 0);
    }
    this.objects.set(number, object);
  }

  #bind({target, texture}) {
    this.#gl.activeTexture(this.#gl.TEXTURE0);
    this.#gl.bindTexture(target, texture);
  }

  #faces({isCube, target}) {
    return isCube ? Array.from({length: 6}, (_, i) => this.#gl.TEXTURE_CUBE_MAP_POSITIVE_X + i) : [target];
  }

  #upload(call, object, args) {
    if (object.call === 'createProgram') object.key = `${args[0].blob} ${args[1].blob}`;
    else if (object.buffer) this.#uploadItems(call, object, args);
    else this.#uploadLevel(call, object, args);
  }

  #uploadItems(call, object, args) {
    const gl = this.#gl;
    const data = this.#file.blob(args[0].blob);
    const [start, count] = call === 'uploadFromVector' ? [args[1], args[2]] : [args[2], args[3]];
    const size = object.call === 'createIndexBuffer' ? 2 : 4 * object.args[1];
    object.bytes.set(data.subarray(0, Math.min(count * size, object.bytes.length - start * size)), start * size);
    gl.bindBuffer(object.target, object.buffer);
    gl.bufferSubData(object.target, 0, object.bytes);
  }

  #uploadLevel(call, object, args) {
    const gl = this.#gl;
    const [data, ...rest] = args;
    const bytes = this.#file.blob(data.blob);
    if (call.startsWith('uploadCompressed')) return this.#uploadUnknown(object, 'its compressed data is not decoded');
    const isBytes = call === 'uploadFromByteArray';
    const numbers = isBytes ? rest.slice(1) : rest;
    const side = object.isCube ? numbers[0] : 0;
    const level = (object.isCube ? numbers[1] : numbers[0]) ?? 0;
    if (level > 0 && this.mode === 'ruffle') return;
    const [wide, high] = [object.width, object.height].map((length) => Math.max(length >> level, 1));
    if (isBytes && !pixelFormats[object.format]) return this.#uploadUnknown(object, `its format ${object.format} is not decoded`);
    const [width, height] = isBytes ? [wide, high] : [Math.min(data.width, wide), Math.min(data.height, high)];
    if (isBytes && bytes.length < width * height * bytesOfPixel[object.format]) return;
    const pixels = isBytes ? pixelFormats[object.format](bytes, width * height) : pixelsOfBitmap(bytes);
    this.#bind(object);
    const face = this.#faces(object)[side] ?? object.target;
    if (level > 0) gl.texImage2D(face, level, gl.RGBA8, wide, high, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
    if (!isBytes && data.width !== width) gl.pixelStorei(gl.UNPACK_ROW_LENGTH, data.width);
    gl.texSubImage2D(face, level, 0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
    object.levels = Math.max(object.levels, level + 1);
    gl.texParameteri(object.target, gl.TEXTURE_MAX_LEVEL, object.levels - 1);
  }

  #uploadUnknown(object, why) {
    const gl = this.#gl;
    this.warnings.add(`texture ${object.number}: ${why}`);
    this.#bind(object);
    for (const face of this.#faces(object)) gl.texImage2D(face, 0, gl.RGBA8, 2, 2, 0, gl.RGBA, gl.UNSIGNED_BYTE, unknownPixels);
  }

  // ----------------------------------------------------------------------------------------------------------- targets

  #configure([width, height, antiAlias = 0, depth = true]) {
    if (this.back) this.#releaseTarget(this.back);
    this.back = null;
    if (!(width > 0 && height > 0)) return;
    const gl = this.#gl;
    const samples = antiAlias > 1 ? Math.min(4, gl.getParameter(gl.MAX_SAMPLES)) : 0;
    const texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
    this.back = this.#makeTarget({texture, face: gl.TEXTURE_2D, width, height, depth, samples, owned: true});
  }

  #renderbuffer({samples, width, height}, format, attachment) {
    const gl = this.#gl;
    const buffer = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, width, height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, buffer);
    return buffer;
  }

  #makeTarget(target) {
    const gl = this.#gl;
    target.resolved = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.resolved);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, target.face, target.texture, 0);
    target.renderbuffers = [];
    target.framebuffer = target.resolved;
    if (target.samples > 0) {
      target.framebuffer = gl.createFramebuffer();
      gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
      target.renderbuffers.push(this.#renderbuffer(target, gl.RGBA8, gl.COLOR_ATTACHMENT0));
    }
    if (target.depth) target.renderbuffers.push(this.#renderbuffer(target, gl.DEPTH24_STENCIL8, gl.DEPTH_STENCIL_ATTACHMENT));
    return target;
  }

  #releaseTarget({framebuffer, resolved, renderbuffers, texture, owned}) {
    const gl = this.#gl;
    gl.deleteFramebuffer(framebuffer);
    gl.deleteFramebuffer(resolved);
    renderbuffers.forEach((each) => gl.deleteRenderbuffer(each));
    if (owned) gl.deleteTexture(texture);
  }

  // The current target; null: there is none.
  target() {
    const {target} = this.state;
    if (target === null) return this.back;
    const object = this.objects.get(target.object);
    let found = object.targets.find(({side, depth}) => side === target.side && depth === target.depth);
    if (!found) {
      const face = this.#faces(object)[target.side] ?? object.target;
      const {texture, width, height} = object;
      found = this.#makeTarget({texture, face, width, height, depth: target.depth, side: target.side, samples: 0});
      object.targets.push(found);
    }
    return found;
  }

  // The pixels of the current target, row 0 on top.
  read() {
    const gl = this.#gl;
    const target = this.target();
    if (!target) return {width: 1, height: 1, pixels: new Uint8Array(4)};
    const {width, height, framebuffer, resolved} = target;
    gl.disable(gl.SCISSOR_TEST);
    if (framebuffer !== resolved) {
      gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
      gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, resolved);
      gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    }
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, resolved);
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return {width, height, pixels};
  }

  // The first level of a texture, or of the first face of one.
  readTexture(number) {
    const gl = this.#gl;
    const {texture, width, height} = this.objects.get(number);
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, this.#faces(this.objects.get(number))[0], texture, 0);
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.deleteFramebuffer(framebuffer);
    return {width, height, pixels};
  }

  // ------------------------------------------------------------------------------------------------------------- draws

  // Neither masks nor the scissor rectangle matter.
  #clear([red = 0, green = 0, blue = 0, alpha = 1, depth = 1, stencil = 0, mask = 0xffffffff]) {
    const gl = this.#gl;
    const target = this.target();
    if (!target) return;
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
    gl.disable(gl.SCISSOR_TEST);
    gl.colorMask(true, true, true, true);
    gl.depthMask(true);
    gl.stencilMask(0xff);
    if (mask & colorMaskBit) gl.clearBufferfv(gl.COLOR, 0, numbersOf([red, green, blue, alpha]));
    if (target.depth && mask & depthBit) gl.clearBufferfv(gl.DEPTH, 0, [depth]);
    if (target.depth && mask & stencilBit) gl.clearBufferiv(gl.STENCIL, 0, [stencil]);
  }

  #program() {
    const {key} = this.objects.get(this.state.program) ?? {};
    if (key === undefined) return null;
    if (!this.#linked.has(key)) this.#linked.set(key, this.#link(this.#programs[key], key));
    return this.#linked.get(key);
  }

  #link(pair, key) {
    const gl = this.#gl;
    if (pair.problem !== undefined) {
      this.warnings.add(`a program cannot be drawn: ${pair.problem}`);
      return null;
    }
    const program = gl.createProgram();
    for (const [type, stage] of [[gl.VERTEX_SHADER, 'vertex'], [gl.FRAGMENT_SHADER, 'fragment']]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, pair[stage].glsl);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      gl.deleteShader(shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
      this.warnings.add(`the driver rejects a program (${key}): ${gl.getProgramInfoLog(program)}`);
      return null;
    }
    gl.useProgram(program);
    const linked = {program, blocks: [], samplers: [], attributes: pair.reflection.vertex.agal.attributes};
    for (const stage of ['vertex', 'fragment']) {
      const {uniforms, samplers} = pair.reflection[stage].agal;
      if (uniforms.layout) linked.blocks.push(this.#block(program, stage, uniforms.layout));
      for (const {active, name, index} of samplers) {
        if (!active) continue;
        const unit = linked.samplers.length;
        gl.uniform1i(gl.getUniformLocation(program, name), unit);
        linked.samplers.push({unit, index});
      }
    }
    return linked;
  }

  #block(program, stage, {block, binding, count}) {
    const gl = this.#gl;
    const index = gl.getUniformBlockIndex(program, block);
    if (index !== gl.INVALID_INDEX) gl.uniformBlockBinding(program, index, binding);
    this.#uniforms[stage] ??= gl.createBuffer();
    return {stage, binding, count, isUsed: index !== gl.INVALID_INDEX};
  }

  #sampler({wrap = 'clamp', filter = 'linear', mip = 'mipnone'}, levels) {
    const gl = this.#gl;
    const key = [wrap, filter, mip, levels > 1].join();
    if (this.#samplers.has(key)) return this.#samplers.get(key);
    const linear = filter !== 'nearest';
    const kind = levels > 1 ? mip : 'mipnone';
    const min = {
      mipnone: linear ? gl.LINEAR : gl.NEAREST,
      mipnearest: linear ? gl.LINEAR_MIPMAP_NEAREST : gl.NEAREST_MIPMAP_NEAREST,
      miplinear: linear ? gl.LINEAR_MIPMAP_LINEAR : gl.NEAREST_MIPMAP_LINEAR,
    }[kind];
    const repeats = {repeat: 'uv', repeat_u_clamp_v: 'u', clamp_u_repeat_v: 'v'}[wrap] ?? '';
    const sampler = gl.createSampler();
    gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, min);
    gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, linear ? gl.LINEAR : gl.NEAREST);
    gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_S, repeats.includes('u') ? gl.REPEAT : gl.CLAMP_TO_EDGE);
    gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_T, repeats.includes('v') ? gl.REPEAT : gl.CLAMP_TO_EDGE);
    this.#samplers.set(key, sampler);
    return sampler;
  }

  #bindInputs({program, blocks, samplers, attributes}) {
    const gl = this.#gl;
    gl.useProgram(program);
    for (const {stage, binding, count, isUsed} of blocks) {
      if (!isUsed) continue;
      gl.bindBuffer(gl.UNIFORM_BUFFER, this.#uniforms[stage]);
      gl.bufferData(gl.UNIFORM_BUFFER, this.state.constants[stage].subarray(0, 4 * count), gl.DYNAMIC_DRAW);
      gl.bindBufferBase(gl.UNIFORM_BUFFER, binding, this.#uniforms[stage]);
    }
    for (const {unit, index} of samplers) {
      const object = this.objects.get(this.state.textures[index] ?? 0);
      gl.activeTexture(gl.TEXTURE0 + unit);
      if (object) gl.bindTexture(object.target, object.texture);
      else [gl.TEXTURE_2D, gl.TEXTURE_CUBE_MAP].forEach((target) => gl.bindTexture(target, null));
      gl.bindSampler(unit, this.#sampler(this.state.samplers[index] ?? {}, object?.levels ?? 1));
    }
    for (let i = 0; i < 16; ++i) gl.disableVertexAttribArray(i);
    for (const {name, location} of attributes) this.#bindAttribute(location, this.state.buffers[Number(name.slice(2))]);
  }

  #bindAttribute(location, binding) {
    const gl = this.#gl;
    const object = binding && this.objects.get(binding.object);
    if (!object) return gl.vertexAttrib4f(location, 0, 0, 0, 1);
    const isBytes = binding.format === 'bytes4';
    const size = isBytes ? 4 : Number(binding.format.slice(-1));
    gl.bindBuffer(gl.ARRAY_BUFFER, object.buffer);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, size, isBytes ? gl.UNSIGNED_BYTE : gl.FLOAT, isBytes, 4 * object.args[1], 4 * binding.offset);
    gl.vertexAttribDivisor(location, object.call === 'createVertexBufferForInstances' ? Math.max(object.args[2] ?? 1, 1) : 0);
  }

  #applyState(target) {
    const gl = this.#gl;
    const {state} = this;
    const constant = (name) => gl[name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()];
    const factor = {zero: 'ZERO', one: 'ONE', sourceColor: 'SRC_COLOR', oneMinusSourceColor: 'ONE_MINUS_SRC_COLOR',
      sourceAlpha: 'SRC_ALPHA', oneMinusSourceAlpha: 'ONE_MINUS_SRC_ALPHA', destinationColor: 'DST_COLOR',
      oneMinusDestinationColor: 'ONE_MINUS_DST_COLOR', destinationAlpha: 'DST_ALPHA', oneMinusDestinationAlpha: 'ONE_MINUS_DST_ALPHA'};
    const compare = {less: 'LESS', lessEqual: 'LEQUAL', equal: 'EQUAL', notEqual: 'NOTEQUAL', greater: 'GREATER',
      greaterEqual: 'GEQUAL', always: 'ALWAYS', never: 'NEVER'};
    const action = {keep: 'KEEP', zero: 'ZERO', set: 'REPLACE', invert: 'INVERT', incrementSaturate: 'INCR',
      decrementSaturate: 'DECR', incrementWrap: 'INCR_WRAP', decrementWrap: 'DECR_WRAP'};
    const able = (name, value) => gl[value ? 'enable' : 'disable'](constant(name));
    able('blend', true);
    gl.blendFunc(gl[factor[state.blend[0]]], gl[factor[state.blend[1]]]);
    able('depth_test', target.depth);
    gl.depthFunc(gl[compare[state.depth[1]]] ?? gl.LEQUAL);
    gl.depthMask(Boolean(state.depth[0]));
    able('cull_face', state.culling !== 'none');
    if (state.culling !== 'none') gl.cullFace({front: gl.FRONT, back: gl.BACK}[state.culling] ?? gl.FRONT_AND_BACK);
    gl.frontFace(gl.CCW); // as seen, they are clockwise: row 0 is on top
    gl.colorMask(...state.colorMask.map(Boolean));
    able('stencil_test', target.depth);
    const [reference, readMask, writeMask] = state.reference;
    gl.stencilMask(writeMask);
    for (const [side, face] of [['front', gl.FRONT], ['back', gl.BACK]]) {
      const [test, both, depthFail, fail] = state.stencil[side];
      gl.stencilFuncSeparate(face, gl[compare[test]], reference, readMask);
      gl.stencilOpSeparate(face, gl[action[fail]], gl[action[depthFail]], gl[action[both]]);
    }
    const [x, y, width, height] = (state.scissor ?? [0, 0, 0, 0]).map(Math.trunc);
    const isInside = width > 0 && height > 0 && x < target.width && y < target.height && x + width > 0 && y + height > 0;
    able('scissor_test', isInside);
    if (isInside) gl.scissor(x, y, width, height);
  }

  #draw(call, args) {
    const gl = this.#gl;
    const target = this.target();
    const linked = this.#program();
    const indices = this.objects.get(args[0]?.object);
    if (!target || !linked || !indices) return;
    const isInstanced = call === 'drawTrianglesInstanced';
    const [first = 0, triangles = -1] = isInstanced ? args.slice(2) : args.slice(1);
    const count = triangles < 0 ? indices.bytes.length / 2 - first : 3 * triangles;
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
    gl.viewport(0, 0, target.width, target.height);
    this.#applyState(target);
    this.#bindInputs(linked);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices.buffer);
    gl.drawElementsInstanced(gl.TRIANGLES, count, gl.UNSIGNED_SHORT, 2 * first, isInstanced ? args[1] : 1);
  }
}

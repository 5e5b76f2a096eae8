// -------------------------------------------------------------------------------------------- replay: the calls in WebGL

const isDraw = (name) => name === 'drawTriangles' || name === 'drawTrianglesInstanced';
const isStep = (name) => isDraw(name) || name === 'clear' || name === 'present'; // a call that changes a picture
const colorMaskBit = 1;
const depthBit = 2;
const stencilBit = 4;
const isSameSide = (one, other) => one?.object === other?.object && one?.side === other?.side;
const isFullClear = ({mask}) => (mask & 7) === 7;

const facesOf = (gl, {isCube, target}) => (isCube ? Array.from({length: 6}, (_, i) => gl.TEXTURE_CUBE_MAP_POSITIVE_X + i) : [target]);
const sizeOfLevel = ({width, height}, level) => ({width: Math.max(width >> level, 1), height: Math.max(height >> level, 1)});

// The indices of a draw.
const indicesOf = ({firstIndex, count}, buffer) => new Uint16Array(buffer.bytes.buffer).subarray(firstIndex, firstIndex + count);

// The lowest and the highest vertex of a draw.
function usedVertices(indices) {
  let [least, most] = [65535, 0];
  for (const each of indices) [least, most] = [Math.min(least, each), Math.max(most, each)];
  return [least, most];
}

// The layout of an attribute: its number of components, each a byte or a float.
const layoutOf = (format) => ({isBytes: format === 'bytes4', size: Number(format.slice(-1))});

// The numbers of constants of a block and of a stage.
const [blockRegisters, maxConstants] = [16, 256];

// Draws what the calls say. Everything that a draw depends on is in the state of its call, except contents of objects.
class Replayer {
  #gl;
  #file;
  #programs;         // the key is the hashes of both programs
  #linked = new Map();      // the key is the use and the key of the pair
  #samplers = new Map();
  #uniforms = {};
  #enabled = new Set();     // arrays of attributes
  #snapshots;
  #clears;
  #backs = new Map();       // back buffers by number
  #draws = true;            // true if calls draw into the back buffer
  #isBackCurrent = true;    // true if the back buffer has all draws
  objects = new Map();      // all objects by number; after going back, also objects that are created later
  warnings = new Set();
  observer = null;          // sees draws: {before(target, state, issue), twinOf(target) or undefined}
  at = -1;                  // the last call that was made

  // `mode` is 'ruffle' (only the first level of each texture) or 'flash' (all levels).
  constructor(gl, file, programs, mode) {
    this.#gl = gl;
    this.#file = file;
    this.#programs = programs;
    this.#snapshots = new Snapshots(gl, file.calls);
    // Calls that clear the back buffer entirely.
    this.#clears = file.calls.flatMap((call, index) => (call.call === 'clear' && !call.state.target && isFullClear(call) ? [index] : []));
    this.mode = mode;
  }

  // The settings of the last step.
  get state() {
    return this.#file.calls[this.at]?.state;
  }

  // The back buffer, or null.
  get back() {
    return this.#backs.get(this.state?.backBuffer) ?? null;
  }

  // Goes to the state after a call, forward or back. If `draws` is false, the picture of the back buffer may be wrong. Draws
  // before the last call that clears the back buffer are left out, unless an observer sees them.
  to(index, draws = true) {
    const cleared = (this.#clears.findLast((each) => each <= index) ?? 0) - 1;
    const isAhead = this.#isBackCurrent && this.at <= index;
    const from = !draws ? index : !isAhead ? cleared : this.observer ? this.at : Math.max(this.at, cleared);
    if (from !== this.at) this.#goTo(from);
    while (this.at < index) {
      this.#draws = draws && this.at >= from;
      this.#makeNext();
      this.#snapshots.passed(this.at);
    }
  }

  // Makes the call after `at`.
  #makeNext() {
    const call = this.#file.calls[++this.at];
    if (call.backBuffer) this.#configure(call.backBuffer);
    else if (isDraw(call.call)) this.#draw(call);
    else if (call.call === 'clear') this.#clear(call);
    else if (call.call.startsWith('create')) this.#create(call);
    else if (call.object) this.#upload(call);
  }

  // Goes to the last snapshot at or before a call, or to the beginning, unless this would not save calls.
  #goTo(index) {
    const at = this.#snapshots.goTo(index, this.at);
    if (at === null) return;
    if (at === undefined) return this.#reset();
    this.at = at;
    this.#isBackCurrent = false;
  }

  #reset() {
    const gl = this.#gl;
    this.#snapshots.clear();
    for (const {buffer, texture, targets} of this.objects.values()) {
      gl.deleteBuffer(buffer ?? null);
      gl.deleteTexture(texture ?? null);
      targets.forEach((target) => releaseTarget(gl, target));
    }
    this.#backs.forEach((target) => releaseTarget(gl, target));
    for (const list of [this.objects, this.#backs]) list.clear();
    this.#isBackCurrent = true;
    this.at = -1;
  }

  // Releases a program that was replaced, and goes to the beginning, because it may have drawn into textures.
  forget(key) {
    for (const use of Object.keys(linkUses)) {
      this.#gl.deleteProgram(this.#linked.get(`${use} ${key}`)?.program ?? null);
      this.#linked.delete(`${use} ${key}`);
    }
    this.#reset();
  }

  // Releases all objects of WebGL.
  dispose() {
    const gl = this.#gl;
    this.#reset();
    for (const {program} of this.#linked.values()) gl.deleteProgram(program ?? null);
    for (const sampler of this.#samplers.values()) gl.deleteSampler(sampler);
    for (const buffer of Object.values(this.#uniforms)) gl.deleteBuffer(buffer);
  }

  // --------------------------------------------------------------------------------------------------------- resources

  #create({object: number, size, isIndices, levels, isHalf, ...shape}) {
    const gl = this.#gl;
    const object = this.objects.get(number) ?? {number, targets: []};
    if (size !== undefined) {
      object.bytes = new Uint8Array(size);
      object.target = isIndices ? gl.ELEMENT_ARRAY_BUFFER : gl.ARRAY_BUFFER;
      object.buffer ??= gl.createBuffer();
      gl.bindBuffer(object.target, object.buffer);
      gl.bufferData(object.target, object.bytes, gl.DYNAMIC_DRAW);
    } else {
      Object.assign(object, shape, {isFloat: isHalf && gl.getExtension('EXT_color_buffer_float') !== null, levels: 1});
      object.target = shape.isCube ? gl.TEXTURE_CUBE_MAP : gl.TEXTURE_2D;
      object.texture ??= gl.createTexture();
      this.#bind(object);
      for (const face of facesOf(gl, object)) this.#allocate(object, face, 0);
      this.#uploadLevels(object, {levels, isHalf});
    }
    this.#snapshots.willChange(object, true);
    this.objects.set(number, object);
  }

  #allocate(object, face, level) {
    const gl = this.#gl;
    const {width, height} = sizeOfLevel(object, level);
    const type = object.isFloat ? gl.HALF_FLOAT : gl.UNSIGNED_BYTE;
    gl.texImage2D(face, level, formatOf(gl, object), width, height, 0, gl.RGBA, type, null);
  }

  // Sets the pixels of a level: RGBA in bytes, or half floats.
  #setPixels(object, face, level, begin, isHalf) {
    const gl = this.#gl;
    const {width, height} = sizeOfLevel(object, level);
    const bytes = this.#file.bytes({begin, size: (isHalf ? 8 : 4) * width * height});
    const set = (type, pixels) => gl.texSubImage2D(face, level, 0, 0, width, height, gl.RGBA, type, pixels);
    if (isHalf && object.isFloat) set(gl.HALF_FLOAT, new Uint16Array(bytes.slice().buffer));
    else if (isHalf) this.warnings.add(`texture ${object.number}: this browser does not draw into half floats`);
    else if (object.isFloat) set(gl.FLOAT, Float32Array.from(bytes, (each) => each / 255));
    else set(gl.UNSIGNED_BYTE, bytes);
  }

  #bind({target, texture}) {
    this.#gl.activeTexture(this.#gl.TEXTURE0);
    this.#gl.bindTexture(target, texture);
  }

  #upload({object: number, ...content}) {
    const object = this.objects.get(number);
    this.#snapshots.willChange(object);
    if (object.buffer) this.#uploadItems(object, content);
    else this.#uploadLevels(object, content);
  }

  #uploadItems(object, {at, ...place}) {
    const gl = this.#gl;
    object.bytes.set(this.#file.bytes(place), at);
    gl.bindBuffer(object.target, object.buffer);
    gl.bufferSubData(object.target, 0, object.bytes);
  }

  // Uploads whole levels. agalc has decoded them, and has replaced textures that it cannot decode by a pattern.
  #uploadLevels(object, {levels, isHalf}) {
    const gl = this.#gl;
    this.#bind(object);
    for (const [side, level, begin] of levels) {
      if (level > 0 && this.mode === 'ruffle') continue;
      const face = facesOf(gl, object)[side];
      if (level > 0) this.#allocate(object, face, level);
      this.#setPixels(object, face, level, begin, isHalf);
      object.levels = Math.max(object.levels, level + 1);
    }
    gl.texParameteri(object.target, gl.TEXTURE_MAX_LEVEL, object.levels - 1);
  }

  // ----------------------------------------------------------------------------------------------------------- targets

  #configure({number, width, height, antiAlias, depthAndStencil: depth}) {
    const gl = this.#gl;
    if (this.#backs.has(number)) releaseTarget(gl, this.#backs.get(number));
    this.#backs.delete(number);
    if (width > 0) this.#backs.set(number, makeOwnTarget(gl, {width, height, depth, samples: Math.min(antiAlias, gl.getParameter(gl.MAX_SAMPLES))}));
  }

  // Returns the current target, or null if there is none.
  target() {
    const gl = this.#gl;
    const {target, outputs: others} = this.state;
    if (target === null) return this.back;
    const object = this.objects.get(target.object);
    let found = object.targets.find(({side, depth, sides}) =>
      side === target.side && depth === target.depth && sides.length === others.length && sides.every((each, i) => isSameSide(each, others[i])));
    if (!found) {
      const faceOf = ({object: number, side}) => facesOf(gl, this.objects.get(number))[side] ?? this.objects.get(number).target;
      const {texture, width, height, isFloat} = object;
      const outputs = others.map((each) => each && {face: faceOf(each), texture: this.objects.get(each.object).texture});
      found = makeTarget(gl, {texture, face: faceOf(target), width, height, isFloat, depth: target.depth, side: target.side, samples: 0, sides: others, outputs});
      object.targets.push(found);
    }
    return found;
  }

  // The depths of the current target: {width, height, depths}; null without a depth buffer.
  readDepths() {
    const target = this.target();
    return target?.depth ? readDepths(this.#gl, target) : null;
  }

  // The pixels of the current target, or of a rectangle of it.
  read(rectangle) {
    const target = this.target();
    return target ? readTarget(this.#gl, target, rectangle) : {width: 1, height: 1, pixels: new Uint8Array(4)};
  }

  // Returns the rectangle of the back buffer that a call may have changed. It must be the last call that was made.
  boundsOf(call) {
    if (call.call === 'present') return [0, 0, 0, 0];
    if (call.call !== 'drawTriangles' || !call.indices) return wholeOf(this.back);
    const [least, most] = usedVertices(indicesOf(call, this.objects.get(call.indices)));
    const {width, height} = this.back;
    const positions = this.positions(least, most - least + 1);
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let i = 0; i < positions.length; i += 4) {
      const w = positions[i + 3];
      if (!(w > 0)) return wholeOf(this.back);
      const [x, y] = [((positions[i] / w + 1) * width) / 2, ((positions[i + 1] / w + 1) * height) / 2];
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    const near = (value, end) => Math.min(Math.max(value, 0), end);
    [left, top] = [near(Math.floor(left) - 1, width), near(Math.floor(top) - 1, height)];
    return [left, top, Math.max(near(Math.ceil(right) + 1, width) - left, 0), Math.max(near(Math.ceil(bottom) + 1, height) - top, 0)];
  }

  // Returns the pixels of a level of a texture, or of a face of a cube.
  readTexture(number, level = 0, face = 0) {
    const gl = this.#gl;
    const object = this.objects.get(number);
    const resolved = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, resolved);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, facesOf(gl, object)[face], object.texture, level);
    const picture = readTarget(gl, {framebuffer: resolved, resolved, isFloat: object.isFloat, ...sizeOfLevel(object, level)});
    gl.deleteFramebuffer(resolved);
    return picture;
  }

  // ------------------------------------------------------------------------------------------------------------- draws

  // Returns the target that a call will change, or null if the call must not change it.
  #changedTarget() {
    const target = this.target();
    if (this.state.target !== null)
      for (const each of [this.state.target, ...this.state.outputs]) each && this.#snapshots.willChange(this.objects.get(each.object));
    else if (!this.#draws) {
      this.#isBackCurrent = false;
      return null;
    }
    return target;
  }

  // Clears the target. Masks and the scissor rectangle do not apply.
  #clear(call) {
    const {color, depth, stencil, mask} = call;
    const gl = this.#gl;
    const target = this.#changedTarget();
    if (!target) return;
    if (this.state.target === null && isFullClear(call)) this.#isBackCurrent = true;
    gl.disable(gl.SCISSOR_TEST);
    gl.colorMask(true, true, true, true);
    gl.depthMask(true);
    gl.stencilMask(0xff);
    const twin = this.observer?.twinOf?.(target);
    for (const each of twin ? [target, twin] : [target]) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, each.framebuffer);
      if (each === target && mask & colorMaskBit)
        for (const output of drawInto(gl, target)) gl.clearBufferfv(gl.COLOR, output, color.map(Number));
      if (target.depth && mask & depthBit) gl.clearBufferfv(gl.DEPTH, 0, [depth]);
      if (target.depth && mask & stencilBit) gl.clearBufferiv(gl.STENCIL, 0, [stencil]);
    }
  }

  #program(use) {
    const {program} = this.state;
    if (program === null) return null;
    const name = `${use} ${program}`;
    if (!this.#linked.has(name)) this.#linked.set(name, linkPair(this.#gl, this.#programs[program], use));
    const linked = this.#linked.get(name);
    if (linked.problem) this.warnings.add(linked.problem);
    return linked.problem ? null : linked;
  }

  // The first `count` constants of a stage.
  constantsOf(stage, count = maxConstants) {
    const bytes = new Uint8Array(16 * count);
    for (let first = 0; first < Math.min(count, maxConstants); first += blockRegisters) {
      const begin = this.state.constants[((stage === 'vertex' ? 0 : maxConstants) + first) / blockRegisters];
      bytes.set(this.#file.bytes({begin, size: 16 * Math.min(blockRegisters, count - first)}), 16 * first);
    }
    return new Float32Array(bytes.buffer);
  }

  // The state of a sampler. An edited program determines it, unless a call has set the state after the program.
  samplerOf(index) {
    const {program, samplers} = this.state;
    const {isEdited = false, reflection} = this.#programs[program] ?? {};
    const [edited] = (isEdited && reflection.fragment.agal.samplers.find((each) => each.index === index)?.states) || [];
    const recorded = samplers[index] ?? {};
    return edited && !recorded.isSet && !edited.special.includes('ignoresampler') ? edited : recorded;
  }

  #sampler({wrap = 'clamp', filter = 'nearest', mip = 'mipnone'}, levels) {
    const state = {wrap, filter, mip: levels > 1 ? mip : 'mipnone'};
    const key = Object.values(state).join();
    if (!this.#samplers.has(key)) this.#samplers.set(key, makeSampler(this.#gl, state));
    return this.#samplers.get(key);
  }

  #bindInputs({program, blocks, samplers, attributes}) {
    const gl = this.#gl;
    gl.useProgram(program);
    for (const {stage, binding, count, isUsed} of blocks) {
      if (!isUsed) continue;
      this.#uniforms[stage] ??= gl.createBuffer();
      gl.bindBuffer(gl.UNIFORM_BUFFER, this.#uniforms[stage]);
      gl.bufferData(gl.UNIFORM_BUFFER, this.constantsOf(stage, count), gl.DYNAMIC_DRAW);
      gl.bindBufferBase(gl.UNIFORM_BUFFER, binding, this.#uniforms[stage]);
    }
    for (const {unit, index} of samplers) {
      const object = this.objects.get(this.state.textures[index]);
      gl.activeTexture(gl.TEXTURE0 + unit);
      if (object) gl.bindTexture(object.target, object.texture);
      else [gl.TEXTURE_2D, gl.TEXTURE_CUBE_MAP].forEach((target) => gl.bindTexture(target, null));
      gl.bindSampler(unit, this.#sampler(this.samplerOf(index), object?.levels ?? 1));
    }
    this.#enabled.forEach((each) => gl.disableVertexAttribArray(each));
    this.#enabled.clear();
    for (const {name, location} of attributes) this.#bindAttribute(location, this.state.attributes[Number(name.slice(2))]);
  }

  #bindAttribute(location, attribute) {
    const gl = this.#gl;
    if (!attribute) return gl.vertexAttrib4f(location, 0, 0, 0, 1);
    const {object, offset, format, stride, instances} = attribute;
    const {isBytes, size} = layoutOf(format);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.objects.get(object).buffer);
    gl.enableVertexAttribArray(location);
    this.#enabled.add(location);
    gl.vertexAttribPointer(location, size, isBytes ? gl.UNSIGNED_BYTE : gl.FLOAT, isBytes, stride, offset);
    gl.vertexAttribDivisor(location, instances);
  }

  #applyState(target) {
    const gl = this.#gl;
    const {blend, depth, culling, colorMask, stencil, scissor} = this.state;
    const {factor, compare, action} = this.#file.constants; // the names of constants of WebGL, by the words of Stage3D
    const able = (name, value) => gl[value ? 'enable' : 'disable'](gl[name]);
    able('BLEND', true);
    gl.blendFunc(gl[factor[blend.source]], gl[factor[blend.destination]]);
    able('DEPTH_TEST', target.depth);
    gl.depthFunc(gl[compare[depth.compare]]);
    gl.depthMask(depth.write);
    able('CULL_FACE', culling !== 'none');
    if (culling !== 'none') gl.cullFace({front: gl.FRONT, back: gl.BACK}[culling] ?? gl.FRONT_AND_BACK);
    gl.frontFace(gl.CCW); // front faces appear clockwise, because row 0 is on top
    gl.colorMask(...[...'rgba'].map((channel) => colorMask.includes(channel)));
    able('STENCIL_TEST', target.depth);
    gl.stencilMask(stencil.writeMask);
    for (const [side, face] of [['front', gl.FRONT], ['back', gl.BACK]]) {
      const {compare: test, pass, depthFail, stencilFail} = stencil[side];
      gl.stencilFuncSeparate(face, gl[compare[test]], stencil.reference, stencil.readMask);
      gl.stencilOpSeparate(face, gl[action[stencilFail]], gl[action[depthFail]], gl[action[pass]]);
    }
    able('SCISSOR_TEST', scissor !== null);
    if (scissor) gl.scissor(...scissor);
  }

  #draw({indices, firstIndex, count, instances}) {
    const gl = this.#gl;
    if (!indices) return;
    const target = this.#changedTarget();
    if (!target || !this.#program('draw')) return;
    const issue = (use, {framebuffer}) => {
      const linked = this.#program(use);
      if (!linked) return;
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      if (framebuffer === target.framebuffer) drawInto(gl, target, linked.outputs);
      gl.viewport(0, 0, target.width, target.height);
      this.#bindInputs(linked);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.objects.get(indices).buffer);
      gl.drawElementsInstanced(gl.TRIANGLES, count, gl.UNSIGNED_SHORT, 2 * firstIndex, instances);
    };
    this.#applyState(target);
    if (this.observer) {
      this.observer.before(target, this.state, issue);
      this.#applyState(target);
    }
    issue('draw', target);
  }

  // The positions of vertices in clip space, as the vertex program of the next draw computes them: four numbers each.
  positions(first, count) {
    const gl = this.#gl;
    const linked = this.#program('positions');
    const target = this.target();
    const out = new Float32Array(4 * Math.max(count, 0));
    if (!linked || !target || count <= 0) return out;
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
    this.#bindInputs(linked);
    const buffer = gl.createBuffer();
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, out.byteLength, gl.STREAM_READ);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArrays(gl.POINTS, first, count);
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, out);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    gl.deleteBuffer(buffer);
    return out;
  }
}

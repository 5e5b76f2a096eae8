// -------------------------------------------------------------------------------------------- replay: the calls in WebGL

const isDraw = (name) => name === 'drawTriangles' || name === 'drawTrianglesInstanced';
const isStep = (name) => isDraw(name) || name === 'clear' || name === 'present'; // a call that changes a picture
const colorMaskBit = 1;
const depthBit = 2;
const stencilBit = 4;
const isFirstOutput = (name, args) => name === 'setRenderToTexture' && !(args[4] > 0); // other outputs: oc1 to oc3
const isSameSide = (one, other) => one?.object === other?.object && one?.side === other?.side;
const isFullClear = (args) => ((args[6] ?? 7) & 7) === 7;

const facesOf = (gl, {isCube, target}) => (isCube ? Array.from({length: 6}, (_, i) => gl.TEXTURE_CUBE_MAP_POSITIVE_X + i) : [target]);
const sizeOfLevel = ({width, height}, level) => ({width: Math.max(width >> level, 1), height: Math.max(height >> level, 1)});

// The target after each call: {object, side}, or null for the back buffer.
function findTargets(calls) {
  let target = null;
  return calls.map(({call, args}) => {
    if (isFirstOutput(call, args)) target = args[0] ? {object: args[0].object, side: args[3] ?? 0} : null;
    if (call === 'setRenderToBackBuffer' || call === 'present') target = null;
    return target;
  });
}

// Calls that clear the back buffer entirely.
function findClears(calls) {
  const targets = findTargets(calls);
  return calls.flatMap(({call, args}, index) => (call === 'clear' && targets[index] === null && isFullClear(args) ? [index] : []));
}

const defaults = () => ({
  program: 0,
  buffers: [],       // vertex streams: {object, offset, format}
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
  others: [],        // the sides of the outputs oc1 to oc3, {object, side}; empty if the target is the back buffer
});

// Returns the number of the first index of a draw, and the number of its indices.
function indexRange(indices, args, isInstanced) {
  const [first = 0, triangles = -1] = args.slice(isInstanced ? 2 : 1);
  return [first, triangles < 0 ? indices.bytes.length / 2 - first : 3 * triangles];
}

// The lowest and the highest vertex of a draw.
function usedVertices(indices, args, isInstanced) {
  const [first, count] = indexRange(indices, args, isInstanced);
  let [least, most] = [65535, 0];
  for (const each of new Uint16Array(indices.bytes.buffer).subarray(first, first + count)) [least, most] = [Math.min(least, each), Math.max(most, each)];
  return [least, most];
}

// The layout of an attribute: its number of components, each a byte or a float.
const layoutOf = (format) => ({isBytes: format === 'bytes4', size: Number(format.slice(-1))});

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
  #made = new Map();        // all objects by number, including objects that are created after `at`
  #backs = [];              // all back buffers that were made
  #draws = true;            // true if calls draw into the back buffer
  #isBackCurrent = true;    // true if the back buffer has all draws
  objects = new Map();
  warnings = new Set();
  counter = null;           // counts the fragments of draws
  at = -1;                  // the last call that was made

  // `mode` is 'ruffle' (only the first level of each texture) or 'flash' (all levels).
  constructor(gl, file, programs, mode) {
    this.#gl = gl;
    this.#file = file;
    this.#programs = programs;
    this.#snapshots = new Snapshots(gl, file.calls);
    this.#clears = findClears(file.calls);
    this.mode = mode;
    this.state = defaults();
    this.back = null;
  }

  // Goes to the state after a call, forward or back. If `draws` is false, the picture of the back buffer may be wrong.
  to(index, draws = true) {
    const from = !draws ? index : this.#isBackCurrent && this.at <= index ? this.at : (this.#clears.findLast((each) => each <= index) ?? 0) - 1;
    if (from !== this.at) this.#goTo(from);
    while (this.at < index) {
      this.#draws = draws && this.at >= from;
      this.#makeNext();
      this.#snapshots.passed(this);
    }
  }

  // Makes the call after `at`. Line 1 is the head, so the first call is in line 2.
  #makeNext() {
    const call = this.#file.calls[this.at + 1];
    try {
      this.#make(call);
    } catch (error) {
      throw new Error(`line ${this.at + 3} of calls.jsonl (${call.call}): ${error.message}`);
    }
    ++this.at;
  }

  // Goes to the last snapshot at or before a call, or to the beginning, unless this would not save calls.
  #goTo(index) {
    const snapshot = this.#snapshots.goTo(index, this.at);
    if (snapshot === null) return;
    if (snapshot === undefined) return this.#reset();
    Object.assign(this, snapshot);
    this.#isBackCurrent = false;
  }

  #reset() {
    const gl = this.#gl;
    this.#snapshots.clear();
    for (const {buffer, texture, targets = []} of this.#made.values()) {
      gl.deleteBuffer(buffer ?? null);
      gl.deleteTexture(texture ?? null);
      targets.forEach((target) => releaseTarget(gl, target));
    }
    this.#backs.forEach((target) => releaseTarget(gl, target));
    for (const list of [this.objects, this.#made]) list.clear();
    this.#backs = [];
    this.#isBackCurrent = true;
    [this.back, this.state, this.at] = [null, defaults(), -1];
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

  #make({call, on, args, result, made}) {
    if (call.startsWith('create')) made && this.#create(call, result, args, made);
    else if (call.startsWith('upload')) this.#upload(this.objects.get(on), args, made);
    else if (isDraw(call)) this.#draw(call, args);
    else this.#set(call, args);
  }

  #set(call, args) {
    const {state} = this;
    const [first, second, third, fourth] = args;
    const setConstants = () => this.#setConstants(call, args);
    const all = {
      configureBackBuffer: () => this.#configure(args),
      clear: () => this.#clear(args),
      present: () => this.#setTarget([null]),
      setProgram: () => this.#setProgram(first?.object ?? 0),
      setProgramConstantsFromVector: setConstants,
      setProgramConstantsFromMatrix: setConstants,
      setProgramConstantsFromByteArray: setConstants,
      setVertexBufferAt: () => (state.buffers[first] = second ? {object: second.object, offset: third ?? 0, format: fourth ?? 'float4'} : undefined),
      setTextureAt: () => (state.textures[first] = second?.object ?? 0),
      setSamplerStateAt: () => (state.samplers[first] = {wrap: second, filter: third, mip: fourth}),
      setBlendFactors: () => (state.blend = [first, second]),
      setDepthTest: () => (state.depth = [first, second]),
      setCulling: () => (state.culling = first),
      setColorMask: () => (state.colorMask = args.slice(0, 4)),
      setStencilReferenceValue: () => (state.reference = [first, second ?? 255, third ?? 255]),
      setScissorRectangle: () => (state.scissor = first ? numbersOf(first.rectangle) : null),
      setRenderToBackBuffer: () => this.#setTarget([null]),
      setRenderToTexture: () => this.#setTarget(args),
      setStencilActions: () => this.#setStencil(args),
    };
    all[call]?.();
  }

  #setStencil([face = 'frontAndBack', compare = 'always', both = 'keep', depthFail = 'keep', fail = 'keep']) {
    for (const side of ['front', 'back'])
      if (face === side || face === 'frontAndBack') this.state.stencil[side] = [compare, both, depthFail, fail];
  }

  // A texture cannot be sampled while it is a target. Without a texture for the first output, the back buffer is the target.
  #setTarget([texture, depth = false, , side = 0, output = 0]) {
    const {state} = this;
    const chosen = texture ? {object: texture.object, side} : null;
    if (output > 0) state.others[output - 1] = chosen;
    else state.target = chosen && {...chosen, depth};
    if (!state.target) state.others = [];
    if (texture) state.textures = state.textures.map((each) => (each === texture.object ? 0 : each));
  }

  #setProgram(number) {
    this.state.program = number;
    const pair = this.#programs[this.objects.get(number)?.key];
    for (const {index, states} of pair?.reflection?.fragment?.agal?.samplers ?? [])
      if (!states[0]?.special.includes('ignoresampler')) this.state.samplers[index] = states[0] ?? {};
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

  #create(call, number, args, {size, levels, isHalf, ...shape}) {
    const gl = this.#gl;
    const object = this.#made.get(number) ?? {number, call, args, targets: []};
    this.#made.set(number, object);
    if (size !== undefined) {
      object.bytes = new Uint8Array(size);
      object.target = call === 'createIndexBuffer' ? gl.ELEMENT_ARRAY_BUFFER : gl.ARRAY_BUFFER;
      object.buffer ??= gl.createBuffer();
      gl.bindBuffer(object.target, object.buffer);
      gl.bufferData(object.target, object.bytes, gl.DYNAMIC_DRAW);
    } else if (levels) {
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

  #upload(object, args, made) {
    if (!object || !made) return;
    this.#snapshots.willChange(object);
    if (object.buffer) this.#uploadItems(object, made);
    else if (object.texture) this.#uploadLevels(object, made);
    else object.key = `${args[0].blob} ${args[1].blob}`;
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

  #configure([width, height, antiAlias = 0, depth = true]) {
    this.back = null;
    if (!(width > 0 && height > 0)) return;
    const gl = this.#gl;
    const samples = antiAlias > 1 ? Math.min(4, gl.getParameter(gl.MAX_SAMPLES)) : 0;
    this.back = makeOwnTarget(gl, {width, height, depth, samples});
    this.#backs.push(this.back);
  }

  // Returns the current target, or null if there is none.
  target() {
    const gl = this.#gl;
    const {target} = this.state;
    if (target === null) return this.back;
    const object = this.objects.get(target.object);
    const others = this.outputs();
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

  // Returns the sides of the outputs oc1 to oc3, up to the last output that is drawn; null for an output that is not drawn. An output
  // is not drawn if its texture has another size than the texture of the first output.
  outputs() {
    const sizeOf = ({object}) => [this.objects.get(object).width, this.objects.get(object).height].join();
    const {target, others} = this.state;
    const sides = Array.from(others, (each) => (each && sizeOf(each) === sizeOf(target) ? {...each} : null));
    return sides.slice(0, sides.findLastIndex(Boolean) + 1);
  }

  // The pixels of the current target, or of a rectangle of it.
  read(rectangle) {
    const target = this.target();
    return target ? readTarget(this.#gl, target, rectangle) : {width: 1, height: 1, pixels: new Uint8Array(4)};
  }

  // Returns the rectangle of the back buffer that a call may have changed. It must be the last call that was made.
  boundsOf({call, args}) {
    const indices = this.objects.get(args[0]?.object);
    if (!isDraw(call) || call === 'drawTrianglesInstanced' || !indices) return call === 'present' ? [0, 0, 0, 0] : wholeOf(this.back);
    const [least, most] = usedVertices(indices, args, false);
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
      for (const each of [this.state.target, ...this.outputs()]) each && this.#snapshots.willChange(this.objects.get(each.object));
    else if (!this.#draws) {
      this.#isBackCurrent = false;
      return null;
    }
    return target;
  }

  // Clears the target. Masks and the scissor rectangle do not apply.
  #clear(args) {
    const [red = 0, green = 0, blue = 0, alpha = 1, depth = 1, stencil = 0, mask = 0xffffffff] = args;
    const gl = this.#gl;
    const target = this.#changedTarget();
    if (!target) return;
    if (this.state.target === null && isFullClear(args)) this.#isBackCurrent = true;
    gl.disable(gl.SCISSOR_TEST);
    gl.colorMask(true, true, true, true);
    gl.depthMask(true);
    gl.stencilMask(0xff);
    const twin = this.counter?.twinOf(target);
    for (const each of twin ? [target, twin] : [target]) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, each.framebuffer);
      if (each === target && mask & colorMaskBit)
        for (const output of drawInto(gl, target)) gl.clearBufferfv(gl.COLOR, output, numbersOf([red, green, blue, alpha]));
      if (target.depth && mask & depthBit) gl.clearBufferfv(gl.DEPTH, 0, [depth]);
      if (target.depth && mask & stencilBit) gl.clearBufferiv(gl.STENCIL, 0, [stencil]);
    }
  }

  #program(use) {
    const {key} = this.objects.get(this.state.program) ?? {};
    if (key === undefined) return null;
    const name = `${use} ${key}`;
    if (!this.#linked.has(name)) this.#linked.set(name, linkPair(this.#gl, this.#programs[key], use));
    const linked = this.#linked.get(name);
    if (linked.problem) this.warnings.add(linked.problem);
    return linked.problem ? null : linked;
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
    this.#enabled.forEach((each) => gl.disableVertexAttribArray(each));
    this.#enabled.clear();
    for (const {name, location} of attributes) this.#bindAttribute(location, this.state.buffers[Number(name.slice(2))]);
  }

  #bindAttribute(location, binding) {
    const gl = this.#gl;
    const object = binding && this.objects.get(binding.object);
    if (!object) return gl.vertexAttrib4f(location, 0, 0, 0, 1);
    const {isBytes, size} = layoutOf(binding.format);
    gl.bindBuffer(gl.ARRAY_BUFFER, object.buffer);
    gl.enableVertexAttribArray(location);
    this.#enabled.add(location);
    gl.vertexAttribPointer(location, size, isBytes ? gl.UNSIGNED_BYTE : gl.FLOAT, isBytes, 4 * object.args[1], 4 * binding.offset);
    gl.vertexAttribDivisor(location, object.call === 'createVertexBufferForInstances' ? Math.max(object.args[2] ?? 1, 1) : 0);
  }

  #applyState(target) {
    const gl = this.#gl;
    const {state} = this;
    const {factor, compare, action} = this.#file.constants; // the names of constants of WebGL, by the words of Stage3D
    const able = (name, value) => gl[value ? 'enable' : 'disable'](gl[name]);
    able('BLEND', true);
    gl.blendFunc(gl[factor[state.blend[0]]], gl[factor[state.blend[1]]]);
    able('DEPTH_TEST', target.depth);
    gl.depthFunc(gl[compare[state.depth[1]]] ?? gl.LEQUAL);
    gl.depthMask(Boolean(state.depth[0]));
    able('CULL_FACE', state.culling !== 'none');
    if (state.culling !== 'none') gl.cullFace({front: gl.FRONT, back: gl.BACK}[state.culling] ?? gl.FRONT_AND_BACK);
    gl.frontFace(gl.CCW); // front faces appear clockwise, because row 0 is on top
    gl.colorMask(...state.colorMask.map(Boolean));
    able('STENCIL_TEST', target.depth);
    const [reference, readMask, writeMask] = state.reference;
    gl.stencilMask(writeMask);
    for (const [side, face] of [['front', gl.FRONT], ['back', gl.BACK]]) {
      const [test, both, depthFail, fail] = state.stencil[side];
      gl.stencilFuncSeparate(face, gl[compare[test]], reference, readMask);
      gl.stencilOpSeparate(face, gl[action[fail]], gl[action[depthFail]], gl[action[both]]);
    }
    const [x, y, width, height] = (state.scissor ?? [0, 0, 0, 0]).map(Math.trunc);
    const isInside = width > 0 && height > 0 && x < target.width && y < target.height && x + width > 0 && y + height > 0;
    able('SCISSOR_TEST', isInside);
    if (isInside) gl.scissor(x, y, width, height);
  }

  #draw(call, args) {
    const gl = this.#gl;
    const indices = this.objects.get(args[0]?.object);
    if (!indices || !this.#program('draw')) return;
    const target = this.#changedTarget();
    if (!target) return;
    const isInstanced = call === 'drawTrianglesInstanced';
    const [first, count] = indexRange(indices, args, isInstanced);
    const issue = (linked, {framebuffer}) => {
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      if (framebuffer === target.framebuffer) drawInto(gl, target, linked.outputs);
      gl.viewport(0, 0, target.width, target.height);
      this.#bindInputs(linked);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices.buffer);
      gl.drawElementsInstanced(gl.TRIANGLES, count, gl.UNSIGNED_SHORT, 2 * first, isInstanced ? args[1] : 1);
    };
    this.#applyState(target);
    issue(this.#program('draw'), target);
    const counting = this.counter && this.#program('count');
    if (counting) this.counter.count(target, counting.program, this.state, (twin) => issue(counting, twin));
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

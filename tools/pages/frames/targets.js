// ------------------------------------------------------------------------------------- targets: framebuffers of a replay

function addRenderbuffer(gl, {samples, width, height}, format, attachment) {
  const buffer = gl.createRenderbuffer();
  gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
  gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, width, height);
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, buffer);
  return buffer;
}

// Completes {texture, face, width, height, depth, samples, outputs}. `outputs` has {texture, face}, or null, for each of the outputs
// oc1 to oc3. Draws write `framebuffer`, and reads use `resolved`: these differ if there are several samples.
function makeTarget(gl, target) {
  target.resolved = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, target.resolved);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, target.face, target.texture, 0);
  target.outputs?.forEach((each, i) => each && gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT1 + i, each.face, each.texture, 0));
  target.renderbuffers = [];
  target.framebuffer = target.resolved;
  if (target.samples > 0) {
    target.framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
    target.renderbuffers.push(addRenderbuffer(gl, target, gl.RGBA8, gl.COLOR_ATTACHMENT0));
  }
  if (target.depth) target.renderbuffers.push(addRenderbuffer(gl, target, gl.DEPTH24_STENCIL8, gl.DEPTH_STENCIL_ATTACHMENT));
  return target;
}

// Selects outputs of the bound framebuffer for drawing: all, or only the outputs `written` by a program. Returns their numbers.
function drawInto(gl, {outputs = []}, written = null) {
  const chosen = [true, ...outputs].map((each, i) => (each && (!written || written.includes(i)) ? gl.COLOR_ATTACHMENT0 + i : gl.NONE));
  if (outputs.length > 0) gl.drawBuffers(chosen);
  return chosen.flatMap((each, i) => (each === gl.NONE ? [] : [i]));
}

function makeTexture(gl, format, {width, height}) {
  const texture = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
  return texture;
}

// Makes a target, with a texture that is released with it.
function makeOwnTarget(gl, {width, height, depth, samples, isFloat}) {
  const texture = makeTexture(gl, formatOf(gl, {isFloat}), {width, height});
  return makeTarget(gl, {texture, face: gl.TEXTURE_2D, width, height, depth, samples, isFloat, owned: true});
}

function releaseTarget(gl, {framebuffer, resolved, renderbuffers, texture, owned}) {
  gl.deleteFramebuffer(framebuffer);
  gl.deleteFramebuffer(resolved);
  renderbuffers.forEach((each) => gl.deleteRenderbuffer(each));
  if (owned) gl.deleteTexture(texture);
}

const formatOf = (gl, {isFloat}) => (isFloat ? gl.RGBA16F : gl.RGBA8);
const wholeOf = ({width, height}) => [0, 0, width, height];

// Copies a rectangle between framebuffers of one size: `bits` as for gl.blitFramebuffer.
function copyRectangle(gl, from, to, [x, y, width, height], bits) {
  gl.disable(gl.SCISSOR_TEST);
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
  gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, to);
  gl.blitFramebuffer(x, y, x + width, y + height, x, y, x + width, y + height, bits, gl.NEAREST);
}

// The pixels of a rectangle of a target, in bytes; row 0 is on top. Samples are averaged in the whole target, because drivers may round
// differently in a part of it.
function readTarget(gl, target, [x, y, width, height] = wholeOf(target)) {
  if (target.framebuffer !== target.resolved) copyRectangle(gl, target.framebuffer, target.resolved, wholeOf(target), gl.COLOR_BUFFER_BIT);
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, target.resolved);
  const pixels = new Uint8ClampedArray(4 * width * height);
  const floats = target.isFloat && new Float32Array(pixels.length);
  gl.readPixels(x, y, width, height, gl.RGBA, floats ? gl.FLOAT : gl.UNSIGNED_BYTE, floats || new Uint8Array(pixels.buffer));
  if (floats) pixels.set(floats.map((each) => 255 * each));
  return {width, height, pixels: new Uint8Array(pixels.buffer)};
}

// Draws the depths of a texture as colors: red, green and blue are the 24 bits.
const depthShaders = {
  vertex: `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }`,
  fragment: `#version 300 es
precision highp float;
uniform highp sampler2D depths;
out vec4 color;
void main() {
  highp uint bits = uint(round(texelFetch(depths, ivec2(gl_FragCoord.xy), 0).r * 16777215.0));
  color = vec4(float(bits >> 16), float((bits >> 8) & 255u), float(bits & 255u), 255.0) / 255.0;
}`,
};

// Reads the depths of a target that has a depth buffer: {width, height, depths}. Of several samples, the driver chooses one.
function readDepths(gl, target) {
  const {width, height} = target;
  const texture = makeTexture(gl, gl.DEPTH24_STENCIL8, target);
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
  const copy = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, copy);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_STENCIL_ATTACHMENT, gl.TEXTURE_2D, texture, 0);
  copyRectangle(gl, target.framebuffer, copy, wholeOf(target), gl.DEPTH_BUFFER_BIT);
  const colors = makeOwnTarget(gl, {width, height, depth: false, samples: 0});
  const program = linkShaders(gl, depthShaders);
  const arrays = gl.createVertexArray(); // without the attributes of draws
  gl.bindVertexArray(arrays);
  gl.bindFramebuffer(gl.FRAMEBUFFER, colors.framebuffer);
  for (const test of [gl.BLEND, gl.DEPTH_TEST, gl.STENCIL_TEST, gl.CULL_FACE]) gl.disable(test);
  gl.colorMask(true, true, true, true);
  gl.viewport(0, 0, width, height);
  gl.useProgram(program);
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.bindSampler(0, null);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  gl.bindVertexArray(null);
  const {pixels} = readTarget(gl, colors);
  releaseTarget(gl, colors);
  gl.deleteVertexArray(arrays);
  gl.deleteProgram(program);
  gl.deleteFramebuffer(copy);
  gl.deleteTexture(texture);
  return {width, height, depths: Float32Array.from({length: width * height}, (_, i) => (65536 * pixels[4 * i] + 256 * pixels[4 * i + 1] + pixels[4 * i + 2]) / 16777215)};
}

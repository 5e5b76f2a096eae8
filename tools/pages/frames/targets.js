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

// Makes a target, with a texture that is released with it.
function makeOwnTarget(gl, {width, height, depth, samples}) {
  const texture = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
  return makeTarget(gl, {texture, face: gl.TEXTURE_2D, width, height, depth, samples, owned: true});
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

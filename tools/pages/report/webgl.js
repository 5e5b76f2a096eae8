// ------------------------------------------------------------ webgl: for the pages that draw, the playground and frames

// Links two shaders. `prepare` sets up the program before it is linked. Throws an error with a message for the user.
function linkShaders(gl, texts, prepare = () => {}) {
  const program = gl.createProgram();
  const shaders = [['vertex', gl.VERTEX_SHADER], ['fragment', gl.FRAGMENT_SHADER]].map(([stage, type]) => {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, texts[stage]);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    return [stage, shader];
  });
  prepare(program);
  gl.linkProgram(program);
  const isLinked = gl.getProgramParameter(program, gl.LINK_STATUS) || gl.isContextLost();
  const [stage, failed] = (!isLinked && shaders.find(([, shader]) => !gl.getShaderParameter(shader, gl.COMPILE_STATUS))) || [];
  const log = failed ? gl.getShaderInfoLog(failed) : gl.getProgramInfoLog(program);
  for (const [, shader] of shaders) gl.deleteShader(shader); // the shader is deleted with the program
  if (!isLinked) throw new Error(failed ? `the ${stage} shader does not compile: ${log}` : `the shaders do not link: ${log}`);
  return program;
}

// Returns whether a wrap mode repeats the texture along an axis, "u" or "v". A mode that is missing repeats both.
function repeatsAlong(wrap, axis) {
  return ({clamp: '', repeat: 'uv', repeat_u_clamp_v: 'u', clamp_u_repeat_v: 'v'}[wrap] ?? 'uv').includes(axis);
}

// Creates the sampler for the fields of a texture fetch. Fields that are missing are linear, miplinear and repeat.
function makeSampler(gl, {wrap, filter, mip, anisotropy = 1}) {
  const linear = filter !== 'nearest';
  const minFilter = {
    mipnone: linear ? gl.LINEAR : gl.NEAREST,
    mipnearest: linear ? gl.LINEAR_MIPMAP_NEAREST : gl.NEAREST_MIPMAP_NEAREST,
    miplinear: linear ? gl.LINEAR_MIPMAP_LINEAR : gl.NEAREST_MIPMAP_LINEAR,
  }[mip] ?? gl.LINEAR_MIPMAP_LINEAR;
  const mode = (axis) => (repeatsAlong(wrap, axis) ? gl.REPEAT : gl.CLAMP_TO_EDGE);
  const sampler = gl.createSampler();
  gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, minFilter);
  gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, linear ? gl.LINEAR : gl.NEAREST);
  gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_S, mode('u'));
  gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_T, mode('v'));
  const anisotropic = anisotropy > 1 && gl.getExtension('EXT_texture_filter_anisotropic');
  if (anisotropic) gl.samplerParameterf(sampler, anisotropic.TEXTURE_MAX_ANISOTROPY_EXT, anisotropy);
  return sampler;
}

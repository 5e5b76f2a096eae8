// ------------------------------------------------------------------------------------ linking: programs of pairs in WebGL

// Replaces what a fragment shader writes by a number, so that blending counts fragments.
function countingShader(glsl) {
  const outputs = [...glsl.matchAll(/layout\(location = \d+\) out vec4 (\w+);/g)].map(([, name]) => `${name} = vec4(agal_amount);`);
  return `${glsl.replace('void main()', 'uniform float agal_amount;\n\nvoid agal_main()')}\nvoid main() {\nagal_main();\n${outputs.join('\n')}\n}\n`;
}

// The uses of a pair: its draws, counts of their fragments, and positions of their vertices.
const linkUses = {
  draw: {},
  count: {fragment: countingShader},
  positions: {outputs: ['gl_Position']},
};

function bindBlock(gl, program, stage, {block, binding, count}) {
  const index = gl.getUniformBlockIndex(program, block);
  if (index !== gl.INVALID_INDEX) gl.uniformBlockBinding(program, index, binding);
  return {stage, binding, count, isUsed: index !== gl.INVALID_INDEX};
}

// {program, blocks, samplers, attributes, outputs}, or {problem}.
function linkPair(gl, pair, use) {
  if (pair.problem !== undefined) return {problem: `a program cannot be drawn: ${pair.problem}`};
  const program = gl.createProgram();
  for (const [type, stage] of [[gl.VERTEX_SHADER, 'vertex'], [gl.FRAGMENT_SHADER, 'fragment']]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, linkUses[use][stage]?.(pair[stage].glsl) ?? pair[stage].glsl);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  if (linkUses[use].outputs) gl.transformFeedbackVaryings(program, linkUses[use].outputs, gl.INTERLEAVED_ATTRIBS);
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return {problem: `the driver rejects a program: ${gl.getProgramInfoLog(program)}`};
  gl.useProgram(program);
  const linked = {program, blocks: [], samplers: [], attributes: pair.reflection.vertex.agal.attributes,
    outputs: pair.reflection.fragment.agal.outputs.colors.map(({location}) => location)};
  for (const stage of ['vertex', 'fragment']) {
    const {uniforms, samplers} = pair.reflection[stage].agal;
    if (uniforms.layout) linked.blocks.push(bindBlock(gl, program, stage, uniforms.layout));
    for (const {active, name, index} of samplers) {
      if (!active) continue;
      const unit = linked.samplers.length;
      gl.uniform1i(gl.getUniformLocation(program, name), unit);
      linked.samplers.push({unit, index});
    }
  }
  return linked;
}

// A sampler for the states of Stage3D.
function makeSampler(gl, {wrap = 'clamp', filter = 'nearest', mip = 'mipnone'}, levels) {
  const linear = filter !== 'nearest';
  const min = {
    mipnone: linear ? gl.LINEAR : gl.NEAREST,
    mipnearest: linear ? gl.LINEAR_MIPMAP_NEAREST : gl.NEAREST_MIPMAP_NEAREST,
    miplinear: linear ? gl.LINEAR_MIPMAP_LINEAR : gl.NEAREST_MIPMAP_LINEAR,
  }[levels > 1 ? mip : 'mipnone'];
  const repeats = {repeat: 'uv', repeat_u_clamp_v: 'u', clamp_u_repeat_v: 'v'}[wrap] ?? '';
  const sampler = gl.createSampler();
  gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, min);
  gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, linear ? gl.LINEAR : gl.NEAREST);
  gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_S, repeats.includes('u') ? gl.REPEAT : gl.CLAMP_TO_EDGE);
  gl.samplerParameteri(sampler, gl.TEXTURE_WRAP_T, repeats.includes('v') ? gl.REPEAT : gl.CLAMP_TO_EDGE);
  return sampler;
}

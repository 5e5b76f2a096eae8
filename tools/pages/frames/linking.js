// ------------------------------------------------------------------------------------ linking: programs of pairs in WebGL

// Replaces what a fragment shader writes by 1/255, so that blending counts fragments. The shader runs first if `runs`, and may
// discard its fragment.
function countingShader(glsl, runs) {
  const outputs = [...glsl.matchAll(/layout\(location = \d+\) out vec4 (\w+);/g)].map(([, name]) => `${name} = vec4(1.0 / 255.0);`);
  return `${glsl.replace('void main()', 'void agal_main()')}\nvoid main() {\n${runs ? 'agal_main();\n' : ''}${outputs.join('\n')}\n}\n`;
}

// The uses of a pair: its draws, counts of their fragments, all fragments of their triangles, and positions of their vertices.
const linkUses = {
  draw: {},
  count: {fragment: (glsl) => countingShader(glsl, true)},
  cover: {fragment: (glsl) => countingShader(glsl, false)},
  positions: {outputs: ['gl_Position']},
};

function bindBlock(gl, program, stage, {block, binding, count}) {
  const index = gl.getUniformBlockIndex(program, block);
  if (index !== gl.INVALID_INDEX) gl.uniformBlockBinding(program, index, binding);
  return {stage, binding, count, isUsed: index !== gl.INVALID_INDEX};
}

// Returns {program, blocks, samplers, attributes, outputs}, or {problem}.
function linkPair(gl, pair, use) {
  if (pair.problem !== undefined) return {problem: `a program cannot be drawn: ${pair.problem}`};
  const {fragment = (text) => text, outputs} = linkUses[use];
  const texts = {vertex: pair.vertex.glsl, fragment: fragment(pair.fragment.glsl)};
  let program;
  try {
    program = linkShaders(gl, texts, (each) => outputs && gl.transformFeedbackVaryings(each, outputs, gl.INTERLEAVED_ATTRIBS));
  } catch (error) {
    return {problem: `the driver rejects a program: ${error.message}`};
  }
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

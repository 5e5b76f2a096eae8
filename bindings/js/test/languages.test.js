// Tests that both modules write every language of agalc. They lack only what needs SPIRV-Tools and SPIRV-Cross
// (AGAL_WITH_KHRONOS).
import assert from 'node:assert/strict';
import { agalTest, fragmentText, loadTranslator, needsTranslate, vertexText } from './support.js';

const text = 'tex ft0, v0, fs0 <2d, linear, repeat>\nmul oc, ft0, fc0\n';
const textTargets = (agal) => agal.list('targets').filter(({ name, binary }) => !binary && name !== 'spvasm');
const codesOf = ({ diagnostics }) => diagnostics.map(({ code }) => code);

agalTest('writes every target except spvasm', (agal) => {
  const targets = agal.list('targets').map(({ name }) => name);
  const rejected = targets.filter((target) => !agal.compile(text, { target }).ok);
  assert.deepEqual(rejected, ['spvasm']);
  assert.deepEqual(codesOf(agal.compile(text, { target: 'spvasm' })), ['AGAL4096']);
  assert.ok(textTargets(agal).length >= 15);
});

agalTest('writes MSL and HLSL', (agal) => {
  for (const target of ['msl12', 'msl20', 'msl24']) {
    const { code } = agal.compile(text, { target });
    assert.match(code, /^fragment FragmentOutput main0\(/m, target);
    assert.match(code, /fs0\.sample\(fs0_sampler, /, target);
  }
  for (const target of ['hlsl50', 'hlsl51']) {
    const { code } = agal.compile(text, { target });
    assert.match(code, /oc : SV_Target0\b/, target);
    assert.match(code, /fs0\.Sample\(fs0_sampler, /, target);
  }
  // The playground shows one version of each family.
  for (const family of ['msl', 'hlsl']) {
    const versions = textTargets(agal).filter(({ name }) => name.startsWith(family));
    const codes = versions.map(({ name: target }) => agal.compile(text, { target }).code);
    assert.deepEqual([versions.length > 1, new Set(codes).size], [true, 1]);
  }
  const { vertex, fragment } = agal.link(vertexText, fragmentText, { target: 'msl' });
  assert.match(vertex.code, /float4 v0 \[\[user\(locn0\)\]\]/);
  assert.match(fragment.code, /float4 v0 \[\[user\(locn0\)\]\]/);
});

agalTest('declares as many varyings in HLSL as it is told', (agal) => {
  const hlsl = (options) => agal.compile(vertexText, { target: 'hlsl50', ...options }).code;
  const declared = (options) => hlsl(options).match(/out float4 v\d/g);
  assert.deepEqual(declared({}), ['out float4 v0']);
  assert.deepEqual(declared({ varyings: 3 }), ['out float4 v0', 'out float4 v1', 'out float4 v2']);
  assert.deepEqual(codesOf(agal.compile('mov oc, v1', { target: 'hlsl50', varyings: 1 })), ['AGAL4014']);
  for (const varyings of [0, 32, 'all'])
    assert.throws(() => declared({ varyings }), { name: 'TypeError', message: /varyings; expected 1 to 31/ });
});

agalTest('its own writer is the only one', (agal) => {
  for (const { name: target } of textTargets(agal)) {
    const { code } = agal.compile(text, { target });
    assert.equal(agal.compile(text, { target, writer: 'own' }).code, code, target);
    const crossed = codesOf(agal.compile(text, { target, writer: 'cross' }));
    assert.deepEqual(crossed, [target === 'wgsl' ? 'AGAL4007' : 'AGAL4096'], target);
  }
});

agalTest('the validator of SPIR-V is absent, whatever is asked', (agal) => {
  for (const target of ['spv', 'wgsl', 'msl20', 'hlsl50']) {
    const products = [undefined, true, false].map((validateSpirv) => agal.compile(text, { target, validateSpirv }));
    for (const { ok, diagnostics } of products) assert.deepEqual([ok, diagnostics], [true, []]);
    for (const { code, words } of products) assert.deepEqual([code, words], [products[0].code, products[0].words]);
  }
});

agalTest('the smaller module writes the same', async (agal, context) => {
  if (needsTranslate.skip) return context.skip(needsTranslate.skip);
  const translator = await loadTranslator();
  const [vertex, fragment] = [vertexText, fragmentText].map((each) => agal.assemble(each).bytecode);
  for (const { name: target } of agal.list('targets')) {
    for (const program of [vertex, fragment]) {
      const [expected, found] = [agal, translator].map((each) => each.compile(program, { target }));
      assert.deepEqual([found.code, found.words, found.messages], [expected.code, expected.words, expected.messages]);
      assert.deepEqual(found.reflection, expected.reflection);
    }
    const [expected, found] = [agal, translator].map((each) => each.link(vertex, fragment, { target }));
    assert.deepEqual([found.vertex, found.fragment], [expected.vertex, expected.fragment]);
    assert.deepEqual(codesOf(found), target === 'spvasm' ? ['AGAL4096'] : []);
  }
});

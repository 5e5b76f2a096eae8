// Tests the functions that take programs.
import assert from 'node:assert/strict';
import { agalTest, fragmentText, vertexText } from './support.js';

agalTest('assembles and disassembles', (agal) => {
  const { ok, bytecode } = agal.assemble(fragmentText);
  assert.equal(ok, true);
  assert.equal(bytecode[0], 0xa0);
  const back = agal.disassemble(bytecode, { header: false });
  assert.equal(back.ok, true);
  assert.deepEqual(agal.assemble(back.assembly, { stage: 'fragment' }).bytecode, bytecode);
});

agalTest('compiles to text', (agal) => {
  for (const target of ['wgsl', 'essl100', 'essl300', 'glsl330']) {
    const result = agal.compile(fragmentText, { target });
    assert.equal(result.ok, true, result.messages);
    assert.equal(result.stage, 'fragment');
    assert.match(result.code, /main/);
    assert.equal(result.words, undefined);
    assert.deepEqual(result.diagnostics, []);
    assert.equal(result.messages, '');
  }
});

agalTest('compiles to words', (agal) => {
  const result = agal.compile(fragmentText, { target: 'spv' });
  assert.ok(result.words instanceof Uint32Array);
  assert.equal(result.words[0], 0x07230203);
  assert.equal(result.code, undefined);
});

const read = ({ ok, stage, code, words, container, interface: found, reflection, steps, diagnostics, messages }) => ({
  ...{ ok, stage, code, words, container, found, reflection, steps, diagnostics, messages },
});

agalTest('compiles several programs like one', (agal) => {
  const warned = '//! agal 1 fragment\nmov oc, v0\nmov oc, v0';
  const programs = [vertexText, agal.assemble(fragmentText).bytecode, 'mov oc', warned, '', vertexText];
  const essl300 = { target: 'essl300' };
  for (const options of [
    { ...essl300, reflect: false },
    { ...essl300, bindingsOnly: true },
    { ...essl300, reflect: false, steps: true },
    { ...essl300, reflect: false, emit: 'b0' },
    { target: 'spv', reflect: false },
    essl300,
  ]) {
    const expected = programs.map((program) => read(agal.compile(program, options)));
    assert.deepEqual(agal.compileAll(programs, options).map(read), expected);
    assert.deepEqual(expected.map((each) => each.ok), [true, true, false, true, false, true]);
    assert.equal(expected[3].diagnostics[0].code, 'AGAL3744');
  }
});

agalTest('compiles a thousand programs', (agal) => {
  const options = { target: 'wgsl', reflect: false };
  const programs = Array.from({ length: 1000 }, (_, i) => `mov oc, fc${i % 28}`);
  const texts = agal.compileAll(programs, options).map((each) => each.code);
  assert.deepEqual(texts, programs.map((program) => agal.compile(program, options).code));
});

agalTest('rejects wrong arguments of compileAll', (agal) => {
  const options = { target: 'essl300', reflect: false };
  const programs = [vertexText];
  assert.deepEqual(agal.compileAll([], options), []);
  assert.throws(() => agal.compileAll([1], options), TypeError);
  assert.throws(() => agal.compileAll(programs, { clippZ: 'zero-to-one' }), TypeError);
});

agalTest('takes bytecode in every form', (agal) => {
  const { bytecode } = agal.assemble(fragmentText);
  const expected = agal.compile(bytecode, { target: 'wgsl' }).code;
  const shifted = new Uint8Array(bytecode.length + 3);
  shifted.set(bytecode, 3);
  const forms = [
    Buffer.from(bytecode),
    bytecode.slice().buffer,
    shifted.subarray(3),
    new DataView(bytecode.slice().buffer),
  ];
  for (const form of forms) assert.equal(agal.compile(form, { target: 'wgsl' }).code, expected);
  for (const wrong of [undefined, null, 1, {}, [0xa0]]) assert.throws(() => agal.compile(wrong), TypeError);
});

agalTest('describes the interface', (agal) => {
  const { reflection } = agal.compile(fragmentText, { target: 'wgsl' });
  assert.equal(reflection.agal.stage, 'fragment');
  assert.equal(agal.compile(fragmentText, { target: 'wgsl', reflect: false }).reflection, undefined);
  const alone = agal.reflect(fragmentText, { target: 'wgsl', reflect: false });
  assert.deepEqual(alone.reflection, reflection);
  assert.deepEqual(JSON.parse(JSON.stringify(alone)).reflection, reflection);
});

agalTest('tells the steps of a compilation', (agal) => {
  const { steps } = agal.compile(fragmentText, { target: 'wgsl', steps: true });
  assert.equal(steps[0].step, 'ast');
  assert.equal(steps.at(-1).step, 'wgsl');
  for (const { summary, text } of steps) assert.ok(summary.length > 0 && text.length > 0);
  assert.equal(agal.compile(fragmentText, { target: 'wgsl' }).steps, undefined);
});

agalTest('joins pairs', (agal) => {
  const result = agal.link(vertexText, fragmentText, { target: 'wgsl', singleModule: true });
  assert.equal(result.ok, true, result.messages);
  assert.match(result.both, /fn vertex_main\(/);
  assert.match(result.both, /fn fragment_main\(/);
  assert.equal(result.vertex, undefined);
});

agalTest('links pairs', (agal) => {
  const { ok, vertex, fragment, reflection, messages } = agal.link(vertexText, fragmentText, { target: 'wgsl' });
  assert.equal(ok, true, messages);
  assert.match(vertex.code, /@vertex/);
  assert.match(fragment.code, /@fragment/);
  assert.equal(vertex.stage, 'vertex');
  assert.ok(reflection);
  const swapped = agal.link(fragmentText, vertexText, { target: 'wgsl' });
  assert.equal(swapped.ok, false);
  assert.equal(swapped.vertex, undefined);
  assert.ok(swapped.diagnostics.length > 0);
});

agalTest('reports what is wrong with a program', (agal) => {
  const result = agal.compile('mov fc0, v0\nmov oc, v0\n', { target: 'wgsl', stage: 'fragment', name: 'a.frag.agal' });
  assert.equal(result.ok, false);
  assert.equal(result.code, undefined);
  assert.equal(result.reflection, undefined);
  const [first] = result.diagnostics;
  assert.equal(first.code, 'AGAL3652');
  assert.equal(first.severity, 'error');
  assert.deepEqual([first.file, first.line, first.column], ['a.frag.agal', 1, 5]);
  assert.match(result.messages, /^a\.frag\.agal:1:5: error\[AGAL3652\]/);
});

agalTest('validates, with lints', (agal) => {
  assert.equal(agal.validate(fragmentText).ok, true);
  const text = 'mov ft0, ft0\nmov oc, v0\n';
  const strict = agal.validate(text, { stage: 'fragment' });
  assert.equal(strict.ok, false);
  const lax = agal.validate('mov ft0, v0\nmov ft0, ft0\nmov oc, ft0\n', { lint: 'all' });
  assert.equal(lax.ok, true);
  assert.ok(
    lax.diagnostics.some(({ code }) => code === 'AGAL6004'),
    lax.messages,
  );
});

agalTest('explains and lists', (agal) => {
  assert.match(agal.explain('AGAL3652'), /constant/);
  assert.throws(() => agal.explain('no such word'), { name: 'TypeError', message: "unknown word 'no such word'" });
  assert.ok(agal.list('options').some(({ name }) => name === 'clip-z'));
  assert.ok(agal.list('targets').some(({ name }) => name === 'wgsl'));
  assert.ok(agal.list('opcodes').some(({ name }) => name === 'm44'));
  assert.ok(agal.list('diagnostics').some(({ code }) => code === 'AGAL3652'));
  assert.throws(() => agal.list('nothing'), { name: 'TypeError', message: "unknown table 'nothing'" });
  assert.match(agal.version, /^agalc \d+\.\d+\.\d+$/);
  assert.equal(agal.abiVersion, 1);
});

agalTest('survives hostile programs', (agal) => {
  const programs = [vertexText, fragmentText].map((text) => agal.assemble(text).bytecode);
  let state = 1;
  const random = (limit) => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % limit;
  for (let i = 0; i < 3000; ++i) {
    const program = programs[i % 2].slice(0, random(4) === 0 ? random(60) : 100);
    for (let change = random(5); change > 0 && program.length > 0; --change)
      program[random(program.length)] = random(256);
    const results = [
      agal.compile(program, { target: 'wgsl', validate: ['strict', 'warn', 'off'][i % 3] }),
      agal.disassemble(program),
      agal.validate(program, { lint: 'all' }),
      agal.interpret(program),
      agal.link(program, programs[1], { target: 'essl300' }),
    ];
    for (const { ok, diagnostics, messages } of results) {
      assert.equal(ok, !diagnostics.some(({ severity }) => severity === 'error'));
      assert.equal(
        diagnostics.some(({ code }) => code.startsWith('AGAL_')),
        false,
        messages,
      );
    }
  }
  const nothing = agal.compile(new Uint8Array(0));
  assert.equal(nothing.ok, false);
  assert.equal(agal.compile('\ud800 \0 mov').ok, false);
});

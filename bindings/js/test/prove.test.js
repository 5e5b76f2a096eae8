// Tests the answers of proofs, and confirms counterexamples with the interpreter.
import assert from 'node:assert/strict';
import { agalTest, fragmentText, vertexText } from './support.js';

agalTest('proves equal programs', (agal) => {
  const { words } = agal.compile(fragmentText);
  for (const other of [undefined, 'mul oc, fc0, v0', words, new Uint8Array(words.buffer)]) {
    const { ok, proof, text } = agal.prove(fragmentText, other);
    assert.equal(ok, true);
    assert.deepEqual([proof.verdict, proof.class, proof.rules], ['equal', 'exact', []], text);
  }
});

agalTest('names the rules that an equality needs', (agal) => {
  const { proof, text } = agal.prove('mul ft0, v0, fc0\nadd oc, ft0, fc1');
  assert.deepEqual([proof.verdict, proof.class], ['equal', 'rounding']);
  assert.deepEqual(proof.rules, [{ name: 'fma-as-sum', class: 'rounding', count: 4 }]);
  assert.equal(text, 'spv: equal up to rounding: fma-as-sum (4)\n');
});

agalTest('shows inputs for which programs differ', (agal) => {
  const pairs = [
    [fragmentText, 'add oc, v0, fc0'],
    ['slt ft0, v0.x, fc3.x\nmov oc, ft0', 'sge ft0, fc3.x, v0.x\nmov oc, ft0'],
    [vertexText, vertexText.replace('m44 op, va0, vc0', 'm44 op, va0, vc4')],
    ['mov vt0, iid\nadd op, va1, vt0.x', 'mov vt0, iid\nsub op, va1, vt0.x'],
  ];
  for (const [program, other] of pairs) {
    const { proof, text } = agal.prove(program, other, { otherName: 'tuned', agalVersion: 3 });
    assert.equal(proof.verdict, 'different', text);
    assert.match(text, /^tuned: different: /);
    const { output, pixel, expected, found, inputs } = proof.counterexample;
    const [register, lane] = output.split('.');
    const value = (text) => agal.interpret(text, inputs, { agalVersion: 3 }).outputs[pixel][register]['xyzw'.indexOf(lane)];
    assert.deepEqual([value(program), value(other)].map(Math.fround), [expected, found].map(Math.fround), text);
    assert.notEqual(expected, found);
    assert.notEqual(proof.expected, proof.found);
  }
});

agalTest('says what is missing, and that the budget is spent', (agal) => {
  const missing = agal.prove('mov oc, v0\nmov oc1, v1', 'mov oc, v0', { agalVersion: 2 }).proof;
  assert.deepEqual([missing.verdict, missing.reason, missing.counterexample], ['different', 'it does not write oc1', undefined]);
  const { proof } = agal.prove(fragmentText, undefined, { budget: 3 });
  assert.deepEqual([proof.verdict, proof.reason], ['not decided', 'the budget of terms is spent']);
});

agalTest('takes what is assumed', (agal) => {
  const assume = ['fc0.x=2', 'fc0.y=2', 'fc0.z=2', 'fc0.w=2'];
  assert.equal(agal.prove('mul oc, v0, fc0', 'add oc, v0, v0', { assume }).proof.verdict, 'equal');
});

agalTest('reports what cannot be compared', (agal) => {
  const { ok, proof, diagnostics } = agal.prove(fragmentText, vertexText);
  assert.deepEqual([ok, proof, diagnostics[0].code], [false, undefined, 'AGAL1120']);
  assert.equal(agal.prove('mov fc0, v0', fragmentText).ok, false);
  assert.match(agal.prove(fragmentText, undefined, { target: 'wgsl' }).messages, /only SPIR-V/);
  assert.throws(() => agal.prove(fragmentText, undefined, { map: 'mvp' }), /NAME=REGISTER/);
  assert.throws(() => agal.prove(fragmentText, null), TypeError);
});

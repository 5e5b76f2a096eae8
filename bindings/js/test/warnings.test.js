// The warnings of a translation are made when they are read.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../src/index.node.js';
import { needsWasm, wasmUrl } from './support.js';

// fc24 is more than the guaranteed minimum of GLSL ES 1.00.
const warned = `//! agal 1 fragment
mov ft1, fc0
add ft5, v0, fc24
add ft0, ft5, fc19
mov oc, ft0
`;
const options = { target: 'essl100', constants: 'plain', reflect: false };

/** Calls `work` with modules whose functions count their calls. */
async function counting(work) {
  /** @type {Record<string, number>} */
  const calls = {};
  const Original = WebAssembly.Instance;
  WebAssembly.Instance = class extends Original {
    get exports() {
      const counted = Object.entries(super.exports).map(([name, value]) => [
        name,
        typeof value !== 'function' ? value : (...args) => ((calls[name] = (calls[name] ?? 0) + 1), value(...args)),
      ]);
      return Object.fromEntries(counted);
    }
  };
  try {
    await work(calls);
  } finally {
    WebAssembly.Instance = Original;
  }
}

test('are not made before they are read', needsWasm, async () => {
  await counting(async (calls) => {
    const agal = await load({ wasm: wasmUrl('agalc.wasm') });
    const { bytecode } = agal.assemble(warned);
    const before = calls.agal_result_diagnostics;
    const result = agal.compile(bytecode, options);
    assert.ok(result.ok);
    assert.equal(typeof result.code, 'string');
    assert.equal(calls.agal_result_diagnostics, before);
    assert.deepEqual(result.diagnostics.map(({ code }) => code), ['AGAL4020']);
    assert.equal(calls.agal_result_diagnostics, before + 1);
    assert.match(result.messages, / warning\[AGAL4020\]: /);
    assert.equal(result.diagnostics, result.diagnostics);
    assert.equal(calls.agal_result_diagnostics, before + 1);
  });
});

test('are those of the call, whatever has changed since', needsWasm, async () => {
  const agal = await load({ wasm: wasmUrl('agalc.wasm') });
  const { bytecode } = agal.assemble(warned);
  const changing = { ...options, name: 'first' };
  const result = agal.compile(bytecode, changing);
  bytecode.fill(0);
  changing.name = 'second';
  assert.equal(result.diagnostics.length, 1);
  assert.equal(result.diagnostics[0].file, 'first');
});

test('are those of the call, also when one object serves several calls', needsWasm, async () => {
  const agal = await load({ wasm: wasmUrl('agalc.wasm') });
  const { bytecode } = agal.assemble(warned);
  const changing = { ...options, name: 'first' };
  const results = [agal.compile(bytecode, changing), agal.compile(bytecode, changing)];
  changing.name = 'second';
  results.push(agal.compile(bytecode, changing));
  changing.name = 'third';
  changing.rename = ['fc24=light']; // a list is not compared with the list of the next call
  results.push(agal.compile(bytecode, changing));
  assert.deepEqual(results.map(({ diagnostics }) => diagnostics[0].file), ['first', 'first', 'second', 'third']);
});

test('are properties like all others', needsWasm, async () => {
  const agal = await load({ wasm: wasmUrl('agalc.wasm') });
  const { bytecode } = agal.assemble(warned);
  const result = agal.compile(bytecode, options);
  const copy = { ...result };
  assert.deepEqual(copy.diagnostics, result.diagnostics);
  assert.deepEqual(JSON.parse(JSON.stringify(result)).diagnostics, result.diagnostics);
  const clean = agal.compile(agal.assemble('//! agal 1 fragment\nmov oc, fc0').bytecode, options);
  assert.deepEqual(Object.keys(result), Object.keys(clean));
});

test('of a pair are read later, too', needsWasm, async () => {
  const agal = await load({ wasm: wasmUrl('agalc.wasm') });
  const vertex = agal.assemble('//! agal 1 vertex\nmov op, va0\nmov v0, va1').bytecode;
  const { bytecode } = agal.assemble(warned);
  const result = agal.link(vertex, bytecode, options);
  assert.ok(result.ok);
  assert.ok(result.diagnostics.some(({ code }) => code === 'AGAL4020'));
});

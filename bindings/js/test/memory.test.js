// Tests that memory does not grow for any sequence of calls.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../src/index.node.js';
import { fragmentText, needsWasm, vertexText, wasmUrl } from './support.js';

const calls = 100_000;

test(`does not grow over ${calls.toLocaleString('en')} calls`, needsWasm, async () => {
  const memories = [];
  const Original = WebAssembly.Instance;
  WebAssembly.Instance = class extends Original {
    constructor(module, imports) {
      super(module, imports);
      memories.push(this.exports.memory);
    }
  };
  try {
    const agal = await load({ wasm: wasmUrl('agalc.wasm') });
    const [vertex, fragment] = [vertexText, fragmentText].map((text) => agal.assemble(text).bytecode);
    const wgsl = { target: 'wgsl' };
    const turn = (i) => {
      agal.compile(fragment, wgsl);
      agal.compile(vertex.subarray(0, i % vertex.length), wgsl);
      agal.link(vertex, fragment, { target: 'essl300', flipY: i % 2 === 0 });
      agal.validate('mov oc, x', { name: `program ${i}` });
      agal.interpret(fragment, { constants: { fc0: [1, 2, 3, 4] } });
      agal.disassemble(fragment);
      agal.explain('mov');
      try {
        agal.compile(fragment, { target: 'nothing' });
      } catch {
        // a TypeError
      }
    };
    const callsInTurn = 8;
    for (let i = 0; i < 200; ++i) turn(i);
    const before = memories.at(-1).buffer.byteLength;
    for (let i = 200; i < calls / callsInTurn; ++i) turn(i);
    assert.equal(memories.length, 1);
    assert.equal(memories[0].buffer.byteLength, before);
  } finally {
    WebAssembly.Instance = Original;
  }
});

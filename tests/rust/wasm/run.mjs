// Translates programs with the module that is the first argument: it imports nothing, and its memory does not grow.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
assert.deepEqual(WebAssembly.Module.imports(module), []);
const { exports } = new WebAssembly.Instance(module, {});
const programs = ['tex ft0, v0, fs0 <2d, linear>\nmul oc, ft0, fc0', 'mov fc0, v0'].map((text) => {
  const bytes = new TextEncoder().encode(text);
  const address = exports.space(bytes.length);
  new Uint8Array(exports.memory.buffer).set(bytes, address);
  return [address, bytes.length];
});

/** @param {number} i */
function translate(i) {
  const size = exports.translate(...programs[i]);
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.text(), size));
}

assert.match(translate(0), /textureSample\(fs0, fs0_sampler, v0\.xy\) \* fc\[0\]/);
assert.match(translate(1), /error\[AGAL3652\]: fc0 is a constant and cannot be written/);
const turns = (count) => Array.from({ length: count }, (_, i) => translate(i % 2));
turns(1000);
const before = exports.memory.buffer.byteLength;
turns(5000);
assert.equal(exports.memory.buffer.byteLength, before);

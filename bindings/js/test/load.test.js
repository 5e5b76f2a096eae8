// Tests loading of modules, and recovery after one stops.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { load } from '../src/index.node.js';
import { brokenModule } from './broken_module.js';
import { agalTest, fragmentText, loadTranslator, needsTranslate, needsWasm, vertexText, wasmUrl } from './support.js';

const wgsl = { target: 'wgsl' };

test('loads modules from everything that may have one', needsWasm, async () => {
  const url = wasmUrl('agalc.wasm');
  const bytes = readFileSync(url);
  const sources = [
    url,
    url.href,
    bytes,
    new Uint8Array(bytes).buffer,
    await WebAssembly.compile(bytes),
    Promise.resolve(url),
    new Response(bytes),
    new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } }),
  ];
  for (const wasm of sources) assert.equal((await load({ wasm })).compile(fragmentText, wgsl).ok, true);
});

test('refuses what is not a module', async () => {
  await assert.rejects(load({ wasm: 1 }), TypeError);
  await assert.rejects(load({ wasm: new Uint8Array(3) }), WebAssembly.CompileError);
  await assert.rejects(load({ wasm: '/no/such/file.wasm' }), { code: 'ENOENT' });
  await assert.rejects(load({ wasm: new Response('', { status: 404 }) }), /404/);
});

test('refuses arguments whose module would be ignored', async () => {
  for (const argument of [null, 'agalc.wasm', new URL('file:///agalc.wasm'), new Uint8Array(3), { wsam: 'agalc.wasm' }])
    await assert.rejects(load(argument), { name: 'TypeError', message: /load/ });
});

test('refuses modules of other programs', async () => {
  const wasm = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0); // it does not export anything
  await assert.rejects(load({ wasm }), { name: 'TypeError', message: 'wasm: this is not a module of agalc' });
});

agalTest('gives each caller an own instance', async (agal) => {
  const other = await load({ wasm: wasmUrl('agalc.wasm') });
  assert.notEqual(other, agal);
  assert.equal(other.compile(fragmentText, wgsl).code, agal.compile(fragmentText, wgsl).code);
});

test('turns a trap into a result', async () => {
  const agal = await load({ wasm: brokenModule() });
  for (let i = 0; i < 3; ++i) {
    const result = agal.compile(fragmentText);
    assert.equal(result.ok, false);
    assert.equal(result.diagnostics[0].code, 'AGAL_INTERNAL_ERROR');
    assert.match(result.messages, /agalc stopped/);
  }
  assert.equal(agal.interpret(fragmentText, {}).ok, false);
  assert.equal((await agal.extract(new Uint8Array(3))).ok, false);
  assert.throws(() => agal.explain('mov'), { name: 'Error' });
});

test('says when memory runs out', async () => {
  const agal = await load({ wasm: brokenModule() });
  const result = agal.compile(new Uint8Array(100_000)); // more than the memory of this module
  assert.equal(result.diagnostics[0].code, 'AGAL_OUT_OF_MEMORY');
});

test('translates', needsTranslate, async () => {
  const translator = await loadTranslator();
  assert.equal(translator.assemble, undefined);
  assert.match(translator.version, /^agalc \d/);
});

test('translates the same as the whole module', { skip: needsWasm.skip ?? needsTranslate.skip }, async () => {
  const agal = await load({ wasm: wasmUrl('agalc.wasm') });
  const translator = await loadTranslator();
  const [vertex, fragment] = [vertexText, fragmentText].map((text) => agal.assemble(text).bytecode);
  for (const target of ['wgsl', 'essl100', 'essl300', 'spv']) {
    const options = { target, constants: target === 'essl100' ? 'plain' : undefined };
    const plain = (result) => JSON.parse(JSON.stringify(result));
    assert.deepEqual(plain(translator.compile(vertex, options)), plain(agal.compile(vertex, options)));
    assert.deepEqual(plain(translator.link(vertex, fragment, options)), plain(agal.link(vertex, fragment, options)));
  }
  assert.deepEqual(translator.validate(vertex.subarray(0, 20)), agal.validate(vertex.subarray(0, 20)));
});

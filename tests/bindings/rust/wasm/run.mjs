// Translates programs with the module that is the first argument, in Node and in Chromium. The module must not import
// anything, and its memory must not grow.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, need } from '../../../../bindings/js/test/support.js';
import { Browser } from '../../../web/browser/browser.js';
import { serve } from '../../../web/browser/server.js';

/** What a module makes of two programs, and by how much its memory grows over thousands of translations. */
async function use(/** @type {BufferSource} */ bytes) {
  const module = await WebAssembly.compile(bytes);
  const { exports } = await WebAssembly.instantiate(module, {});
  const programs = ['tex ft0, v0, fs0 <2d, linear>\nmul oc, ft0, fc0', 'mov fc0, v0'].map((text) => {
    const encoded = new TextEncoder().encode(text);
    const address = exports.space(encoded.length);
    new Uint8Array(exports.memory.buffer).set(encoded, address);
    return [address, encoded.length];
  });
  const translate = (i) => {
    const size = exports.translate(...programs[i]);
    return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.text(), size));
  };
  const texts = [translate(0), translate(1)];
  const turns = (count) => Array.from({ length: count }, (_, i) => translate(i % 2));
  turns(1000);
  const before = exports.memory.buffer.byteLength;
  turns(5000);
  const growth = exports.memory.buffer.byteLength - before;
  return { imports: WebAssembly.Module.imports(module), texts, growth };
}

function check({ imports, texts, growth }) {
  assert.deepEqual(imports, []);
  assert.match(texts[0], /textureSample\(fs0, fs0_sampler, v0\.xy\) \* fc\[0\]/);
  assert.match(texts[1], /error\[AGAL3652\]: fc0 is a constant and cannot be written/);
  assert.equal(growth, 0);
}

/** What the module does in a page. @param {string} chromium @param {string} module */
async function useInPage(chromium, module) {
  const folder = mkdtempSync(join(tmpdir(), 'agalc-rust-'));
  copyFileSync(module, join(folder, 'module.wasm'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  const server = await serve(folder);
  const browser = new Browser(chromium);
  try {
    await browser.open(`${server.url}/index.html`);
    return await browser.evaluate(`fetch('module.wasm').then((file) => file.arrayBuffer()).then(${use})`);
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
  }
}

check(await use(readFileSync(process.argv[2])));
const chromium = findChromium();
const { skip } = need('chromium', chromium === '' ? 'there is no Chromium' : '');
if (skip === undefined) check(await useInPage(chromium, process.argv[2]));
else console.log(`not in a page: ${skip}`);

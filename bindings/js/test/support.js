// Requirements of tests: the modules, which may not be built, and tools that a machine may not have.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import test from 'node:test';
import { load } from '../src/index.node.js';
import { load as loadTranslate } from '../src/translate.node.js';

export { findChromium } from '../src/play/packages.js';

const here = dirname(fileURLToPath(import.meta.url));
export const packageFolder = join(here, '..');
export const root = join(packageFolder, '..', '..');

const folders = [process.env.AGAL_WASM, join(root, 'build', 'web'), join(packageFolder, 'dist')];
const folder = folders
  .map((each) => each && resolve(each))
  .find((each) => each && existsSync(join(each, 'agalc.wasm')));

/** Returns the URL of a module, if it is built. */
export function wasmUrl(name) {
  const path = folder === undefined ? '' : join(folder, name);
  return existsSync(path) ? pathToFileURL(path) : undefined;
}

/** Returns options for a test with a requirement. Without it the test is skipped, or fails if AGAL_REQUIRE names it. */
export function need(name, missing) {
  if (missing === '') return {};
  const required = (process.env.AGAL_REQUIRE ?? '').split(',').includes(name);
  return required ? {} : { skip: missing };
}

/** The folder of the modules; undefined if there is none. */
export const wasmFolder = folder;

/**
 * Returns the folder of a development package in AGAL_NODE_TOOLS, this package, or the output of ./tools/lab/bundlers;
 * '' if it is not installed.
 */
export function tool(name) {
  const places = [process.env.AGAL_NODE_TOOLS, packageFolder, join(root, 'build', 'bundlers')];
  const paths = places.filter(Boolean).map((place) => join(place, 'node_modules', name));
  return paths.find((path) => existsSync(path)) ?? '';
}

export const needsWasm = need(
  'wasm',
  wasmUrl('agalc.wasm') === undefined ? 'agalc.wasm is not built: run ./tools/web' : '',
);
export const needsTranslate = need(
  'wasm',
  wasmUrl('agalc-translate.wasm') === undefined ? 'agalc-translate.wasm is not built' : '',
);

let shared;
/** Returns an instance that most tests share. */
export const loadAgal = () => (shared ??= load({ wasm: wasmUrl('agalc.wasm') }));
export const loadTranslator = () => loadTranslate({ wasm: wasmUrl('agalc-translate.wasm') });

/** Defines a test of the whole module. */
export const agalTest = (name, body) => test(name, needsWasm, async (context) => body(await loadAgal(), context));

export const fragmentText = 'mul ft0, v0, fc0\nmov oc, ft0\n';
export const vertexText = 'm44 op, va0, vc0\nmov v0, va1\n';

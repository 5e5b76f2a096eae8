// Loads the AGAL converters of other packages as functions that prepare a program and convert it to text. The
// converters are bundled like in a page, because OpenFL's modules call `require` for each register, which takes
// milliseconds in Node.
import { createRequire } from 'node:module';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = ['esbuild', 'openfl', '@awayjs/stage'];

const openflSource = `
export { default as Converter } from 'openfl/lib/_gen/openfl/_internal/formats/agal/AGALConverter.js';
export { default as ByteArrayData } from 'openfl/lib/_gen/openfl/utils/ByteArrayData.js';
`;

const awaySource = `
export { AGALTokenizer } from '@awayjs/stage/dist/lib/aglsl/AGALTokenizer.js';
export { AGLSLParser } from '@awayjs/stage/dist/lib/aglsl/AGLSLParser.js';
export { ByteArray } from '@awayjs/core';
`;

// @awayjs/core as a whole requires a browser. The converter needs only its ByteArray and a store of settings.
const awayCore = `
export { ByteArray } from '@awayjs/core/dist/lib/utils/ByteArray.js';
export const ConfigManager = { instance: { addStore: (name, settings) => settings } };
`;

const awayPlugin = {
  name: 'away',
  setup(/** @type {any} */ build) {
    build.onResolve({ filter: /^@awayjs\/core$/ }, () => ({ path: 'core', namespace: 'away' }));
    build.onLoad({ filter: /.*/, namespace: 'away' }, () => ({
      contents: awayCore,
      resolveDir: build.initialOptions.absWorkingDir,
    }));
  },
};

/** @param {string} folder that has node_modules @param {string} contents @param {any[]} plugins */
async function importBundled(folder, contents, plugins = []) {
  const { build } = createRequire(join(folder, 'package.json'))('esbuild');
  const out = mkdtempSync(join(tmpdir(), 'agalc-bench-'));
  try {
    const outfile = join(out, 'bundle.mjs');
    const stdin = { contents, resolveDir: folder };
    await build({ stdin, outfile, plugins, absWorkingDir: folder, bundle: true, format: 'esm', logLevel: 'error' });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** @param {string} folder @param {string} name */
const titleOf = (folder, name) =>
  `${name} ${createRequire(join(folder, 'package.json'))(`${name}/package.json`).version}`;

/** @param {string} folder */
async function loadOpenfl(folder) {
  const { Converter, ByteArrayData } = await importBundled(folder, openflSource);
  return {
    name: titleOf(folder, 'openfl'),
    prepare(/** @type {Uint8Array} */ bytecode) {
      const bytes = ByteArrayData.fromArrayBuffer(bytecode.slice().buffer);
      const isFragment = bytecode[6] === 1;
      return () => Converter.convertToGLSL(bytes, isFragment ? [] : null);
    },
  };
}

/**
 * Loads the converter of a newer OpenFL, which Haxe has compiled into a file (tests/lab/bench/rivals/OpenflConverter.hx).
 * @param {string} file
 */
export function loadCompiledOpenfl(file) {
  // OpenFL reads the address of its page.
  /** @type {any} */ (globalThis).location ??= { href: '' };
  const { OpenflConverter } = createRequire(file)(file);
  return {
    name: `OpenFL ${OpenflConverter.version}`,
    prepare: (/** @type {Uint8Array} */ bytecode) => OpenflConverter.prepare(bytecode.slice().buffer, bytecode[6] === 1),
  };
}

/** @param {string} folder */
export async function loadAway(folder) {
  const { AGALTokenizer, AGLSLParser, ByteArray } = await importBundled(folder, awaySource, [awayPlugin]);
  const tokenizer = new AGALTokenizer();
  const parser = new AGLSLParser();
  return {
    name: titleOf(folder, '@awayjs/stage'),
    prepare(/** @type {Uint8Array} */ bytecode) {
      const bytes = new ByteArray(bytecode.length);
      bytes.setArrayBuffer(bytecode.slice().buffer);
      return () => {
        bytes.position = 0;
        return parser.parse(tokenizer.decribeAGALByteArray(bytes), 'highp', true);
      };
    },
  };
}

/** @param {string} folder */
export const isInstalled = (folder) => packages.every((name) => existsSync(join(folder, 'node_modules', name)));

/** Loads both converters. Throws an error that explains the installation if they are missing. @param {string} folder */
export async function loadPeers(folder) {
  const missing = packages.filter((name) => !existsSync(join(folder, 'node_modules', name)));
  if (missing.length > 0)
    throw new Error(`not installed in ${folder}: ${missing.join(', ')}; ./tools/lab/bench --rivals installs them`);
  return [await loadOpenfl(folder), await loadAway(folder)];
}

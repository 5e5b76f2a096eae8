// The AGAL converters of other packages, as functions that prepare a program and convert it to text.
import { createRequire, register } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @param {string} folder that has node_modules */
export function loadOpenfl(folder) {
  const require = createRequire(join(folder, 'package.json'));
  const generated = join(folder, 'node_modules/openfl/lib/_gen/openfl');
  const { default: Converter } = require(join(generated, '_internal/formats/agal/AGALConverter.js'));
  const { default: ByteArrayData } = require(join(generated, 'utils/ByteArrayData.js'));
  return {
    name: `openfl ${require('openfl/package.json').version}`,
    prepare(/** @type {Uint8Array} */ bytecode) {
      const bytes = ByteArrayData.fromArrayBuffer(bytecode.slice().buffer);
      const isFragment = bytecode[6] === 1;
      return () => Converter.convertToGLSL(bytes, isFragment ? [] : null);
    },
  };
}

/** @param {string} folder that has node_modules */
export async function loadAway(folder) {
  const at = pathToFileURL(`${folder}/`);
  register('./away_hooks.js', { parentURL: import.meta.url, data: at.href });
  const file = (/** @type {string} */ path) => new URL(`node_modules/@awayjs/${path}.js`, at).href;
  const { AGALTokenizer } = await import(file('stage/dist/lib/aglsl/AGALTokenizer'));
  const { AGLSLParser } = await import(file('stage/dist/lib/aglsl/AGLSLParser'));
  const { ByteArray } = await import(file('core/dist/lib/utils/ByteArray'));
  const { version } = createRequire(join(folder, 'package.json'))('@awayjs/stage/package.json');
  const tokenizer = new AGALTokenizer();
  const parser = new AGLSLParser();
  return {
    name: `@awayjs/stage ${version}`,
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

/** Both, or an explanation how to install them. @param {string} folder */
export async function loadPeers(folder) {
  for (const name of ['openfl', '@awayjs/stage'])
    if (!existsSync(join(folder, 'node_modules', name)))
      throw new Error(`${name} is not installed in ${folder}: npm install --prefix ${folder} --ignore-scripts openfl @awayjs/stage`);
  return [loadOpenfl(folder), await loadAway(folder)];
}

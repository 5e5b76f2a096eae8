// Makes the elements of the compiler and the editor for the page of frames: bundle.mjs EDITOR MODULE FILE, where EDITOR is the
// folder that tools/lab/codemirror makes, and MODULE agalc-editing.wasm. The first line names the compiler, and the hash of the script
// for the security policy of the page.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { Agal } from '../../../bindings/js/src/agal.js';

const [editor, module, file] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(fileURLToPath(import.meta.url));
const bytes = readFileSync(module);
const {version} = new Agal(await WebAssembly.compile(bytes));
const hashOf = (content, encoding) => createHash('sha256').update(content).digest(encoding);
const { build } = createRequire(join(editor, 'package.json'))('esbuild-wasm');

// Redirects imports in the playground's modules to files in other folders.
const places = {
  name: 'places',
  setup(builder) {
    builder.onResolve({ filter: /^\.\/codemirror\/codemirror\.js$/ }, () => ({ path: join(editor, 'codemirror.js') }));
    builder.onResolve({ filter: /^\.\/client\.js$/ }, () => ({ path: join(here, 'client.js') }));
    builder.onResolve({ filter: /^\.\/spirv_grammar\.js$/ }, () => ({ path: 'spirv_grammar.js', namespace: 'text' }));
    builder.onResolve({ filter: /^licenses\.txt$/ }, ({ path }) => ({ path, namespace: 'text' }));
    builder.onLoad({ filter: /.*/, namespace: 'text' }, ({ path }) => {
      if (path === 'licenses.txt') return { contents: readFileSync(join(editor, path), 'utf8'), loader: 'text' };
      return { contents: 'export default {};' }; // SPIR-V is not among the languages of the page
    });
  },
};

const { outputFiles } = await build({
  absWorkingDir: here,
  entryPoints: ['editing.js'],
  bundle: true,
  format: 'iife',
  globalName: 'editing',
  minify: true,
  target: 'es2022',
  write: false,
  plugins: [places],
});
const [script] = outputFiles.map(({ contents }) => contents);

// Base 85, as tools/lib/report/encodings.hpp describes it.
function base85(data) {
  const whole = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
  const codes = Buffer.alloc((5 * whole.length) / 4);
  for (let at = 0; at < whole.length; at += 4) {
    let number = whole.readUInt32BE(at);
    for (let i = (5 * at) / 4 + 4; i >= (5 * at) / 4; --i, number = Math.floor(number / 85)) codes[i] = number % 85 === 20 ? 125 : 40 + (number % 85);
  }
  return codes.toString('latin1', 0, codes.length - (whole.length - data.length));
}

const elementOf = (id, content) => `<script type="text/plain" id="${id}">${base85(deflateSync(content, { level: 9 }))}</script>\n`;
const head = `<!-- ${version}, ${hashOf(bytes, 'hex').slice(0, 12)}; 'sha256-${hashOf(script, 'base64')}' -->\n`;
writeFileSync(file, head + elementOf('editor', script) + elementOf('module', bytes));

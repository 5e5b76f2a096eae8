// Makes one script of the compiler and the editor for the page of frames: bundle.mjs EDITOR MODULE FILE, where EDITOR is the
// folder that tools/lab/codemirror makes, and MODULE agalc.wasm. The script names its compiler: makeEditing.compiler.
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
const compiler = {version, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 12)};
const { build } = createRequire(join(editor, 'package.json'))('esbuild-wasm');

// Redirects imports in the playground's modules to files in other folders.
const places = {
  name: 'places',
  setup(builder) {
    builder.onResolve({ filter: /^\.\/codemirror\/codemirror\.js$/ }, () => ({ path: join(editor, 'codemirror.js') }));
    builder.onResolve({ filter: /^\.\/client\.js$/ }, () => ({ path: join(here, 'client.js') }));
    builder.onResolve({ filter: /^\.\/spirv_grammar\.js$/ }, () => ({ path: 'spirv_grammar.js', namespace: 'text' }));
    builder.onResolve({ filter: /^(agalc\.wasm|licenses\.txt)$/ }, ({ path }) => ({ path, namespace: 'text' }));
    builder.onLoad({ filter: /.*/, namespace: 'text' }, ({ path }) => {
      if (path === 'agalc.wasm') return { contents: deflateSync(bytes, { level: 9 }).toString('base64'), loader: 'text' };
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
// The script is a function, which the page calls after its first picture. `</script` would end the script in the page.
const body = outputFiles[0].text.replaceAll('</script', '<\\/script');
writeFileSync(file, `function makeEditing() {\n${body}return editing;\n}\nmakeEditing.compiler = ${JSON.stringify(compiler)};\n`);

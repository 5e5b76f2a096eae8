// Bundles CodeMirror as one module: bundle.js FOLDER, where FOLDER has the packages of package.json, and parts.js.
// Writes codemirror.js, and licenses.txt with the license of each package in the bundle.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2]);
const { build } = createRequire(join(folder, 'package.json'))('esbuild-wasm');

const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: ['parts.js'],
  outfile: 'codemirror.js',
  bundle: true,
  format: 'esm',
  minify: true,
  target: 'es2022',
  banner: { js: '// CodeMirror, by its license: licenses.txt' },
  metafile: true,
});

const packageOf = (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
const used = Object.entries(metafile.outputs['codemirror.js'].inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
const packages = [...new Set(used.map(([path]) => packageOf(path)).filter(Boolean))].sort();

// A license text that several packages have is written once.
const byText = new Map();
for (const name of packages) {
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
  const text = readFileSync(join(folder, 'node_modules', name, 'LICENSE'), 'utf8').trim();
  byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
}
writeFileSync(join(folder, 'licenses.txt'), [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`).join('\n\n'));

// Tests the types, if TypeScript is installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import test from 'node:test';
import { need, packageFolder, root, tool } from './support.js';

const compiler = join(tool('typescript'), 'bin', 'tsc');
const needs = need('typescript', tool('typescript') === '' ? 'TypeScript is not installed' : '');
// Checking the libraries of TypeScript, too, would take most of the time.
const common = {
  noEmit: true,
  strict: true,
  skipDefaultLibCheck: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
};

/** Names that the samples use without defining them. The text around the samples introduces them. */
const preamble = `
import { load, type Agal } from 'agalc';
declare const agal: Agal;
declare const bytecode: Uint8Array, vertexBytes: Uint8Array, fragmentBytes: Uint8Array, program: Uint8Array;
declare function createPipeline(vertex: string | undefined, fragment: string | undefined, reflection: object): void;
`;
const nodeModules = "declare module 'node:fs/promises' { export function readFile(path: string): Promise<Uint8Array>; }\n";

/** Returns the samples of a page as modules, by name. A call that the page says to be rejected must be rejected. */
function samplesOf(page) {
  const text = readFileSync(page, 'utf8');
  const samples = [...text.matchAll(/^( *)```(?:js|ts|javascript|typescript|mjs|mts)\n([^]*?)^ *```$/gm)].map(([, indent, code]) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  const used = samples.filter((code) => /\bagal\b|from 'agalc/.test(code));
  return used.map((code, i) => {
    const checked = code.replaceAll(/^(?=.*\/\/ \w+Error: )/gm, '// @ts-expect-error\n');
    const whole = code.includes("from 'agalc") ? checked : preamble.replace('load, ', '') + checked;
    return [`${basename(page, '.md')}-${i}.mts`, `${whole}\nexport {};\n`];
  });
}

/** Calls `body` with a folder that has the package as a dependency. */
function withProject(options, body) {
  const folder = mkdtempSync(join(tmpdir(), 'agalc-types-'));
  try {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(packageFolder, join(folder, 'node_modules', 'agalc'));
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...common, ...options }, files: ['types.ts'] }),
    );
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    copyFileSync(join(packageFolder, 'test', 'types.ts'), join(folder, 'types.ts'));
    body(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const options of [{ module: 'nodenext' }, { module: 'esnext', moduleResolution: 'bundler' }])
  test(`the types fit (module ${options.module})`, needs, () =>
    withProject(options, (folder) => {
      const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
      assert.equal(status, 0, stdout);
    }),
  );

test('the samples of all pages fit the types', needs, () =>
  withProject({ module: 'nodenext' }, (folder) => {
    const docs = join(root, 'docs');
    const pages = [join(packageFolder, 'README.md'), join(root, 'README.md'), ...readdirSync(docs).filter((name) => name.endsWith('.md')).map((name) => join(docs, name))];
    const samples = pages.flatMap(samplesOf);
    assert.ok(samples.length > 10);
    for (const [name, code] of samples) writeFileSync(join(folder, name), code);
    writeFileSync(join(folder, 'node.d.ts'), nodeModules);
    const files = [...samples.map(([name]) => name), 'node.d.ts'];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...common, module: 'nodenext' }, files }));
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  }),
);

// The sources call the library with the functions and structures that declarations.js declares.
test('the sources for browsers fit the declarations', needs, () => {
  const folder = mkdtempSync(join(tmpdir(), 'agalc-sources-'));
  try {
    for (const name of ['src', 'index.d.ts', 'translate.d.ts']) cpSync(join(packageFolder, name), join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const compilerOptions = { ...common, module: 'nodenext', allowJs: true, checkJs: true, skipLibCheck: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['src/index.js', 'src/translate.js'] }));
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

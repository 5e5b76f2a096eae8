// Tests the types, if TypeScript is installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, mkdirSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { need, packageFolder, tool } from './support.js';

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

// The sources call the library with the functions and structures that declarations.d.ts declares.
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

// Tests that ./tools/release makes the npm package and the wheel, with checksums and notes, and that it rejects
// versions that disagree.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { commandUrl } from '../../../bindings/js/test/command_module.js';
import { need, root, wasmFolder } from '../../../bindings/js/test/support.js';

const needs = need('wasm', commandUrl === undefined ? 'agalc-command.wasm is not built: run ./tools/web' : '');
const library = process.env.AGAL_LIBRARY ?? '';
const hasWheel = ['python3', '/usr/bin/python3'].some(
  (python) => spawnSync(python, ['-I', '-c', 'import setuptools, wheel']).status === 0,
);
const needsWheel = needs.skip ? needs : need('python3', hasWheel && library !== '' ? '' : 'wheels cannot be built here');
const { version } = JSON.parse(readFileSync(join(root, 'bindings', 'js', 'package.json'), 'utf8'));

let folder = '';
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'agalc-release-'));
});
after(() => rmSync(folder, { recursive: true }));

/** @param {string} tree @param {string[]} args */
const release = (tree, ...args) =>
  spawnSync(join(tree, 'tools', 'release'), args, {
    env: { ...process.env, AGAL_WASM: wasmFolder, AGAL_LIBRARY: library },
    encoding: 'utf8',
  });

test('makes the npm package and the wheel, with checksums and notes', needsWheel, () => {
  const output = join(folder, 'files');
  const { status, stderr } = release(root, '--unreleased', '--output', output, 'npm', 'wheel');
  assert.equal(status, 0, stderr);
  const names = readdirSync(output).sort();
  const wheel = names.find((name) => name.endsWith('.whl')) ?? '';
  assert.deepEqual(names, ['SHA256SUMS', wheel, `agalc-${version}.tgz`, 'notes.md'].sort());
  assert.match(wheel, new RegExp(`^agalc-${version.replaceAll('.', '\\.')}-py3-none-(many)?linux_.*\\.whl$`));
  const sums = readFileSync(join(output, 'SHA256SUMS'), 'utf8');
  assert.equal(sums.trim().split('\n').length, names.length - 1);
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: output });
  const notes = readFileSync(join(output, 'notes.md'), 'utf8');
  assert.match(notes, new RegExp(`^# agalc ${version}\n\n`));
  assert.doesNotMatch(notes, /^## /m);
});

test('an interrupted run changes nothing, and the next one gives the same files', needs, () => {
  const output = join(mkdtempSync(join(folder, 'interrupted-')), 'files');
  const make = () => release(root, '--unreleased', '--output', output, 'npm');
  const sums = () => readFileSync(join(output, 'SHA256SUMS'), 'utf8');
  // This npm ends itself and tools/release when it has written a part of the package.
  const bin = mkdtempSync(join(folder, 'bin-'));
  writeFileSync(
    join(bin, 'npm'),
    '#!/bin/sh\nfor folder; do :; done\necho half >"$folder/agalc.tgz"\ntouch "$0.ran"\nkill -TERM 0\nexit 1\n',
    { mode: 0o755 },
  );
  const interrupt = () => {
    rmSync(join(bin, 'npm.ran'), { force: true });
    // setsid starts a new process group. The signal goes to all of its processes, and not to this test.
    const { status, stderr } = spawnSync('setsid', ['--wait', join(root, 'tools', 'release'), '--unreleased', '--output', output, 'npm'], {
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, AGAL_WASM: wasmFolder },
      encoding: 'utf8',
    });
    assert.equal(existsSync(join(bin, 'npm.ran')), true, stderr);
    assert.notEqual(status, 0);
  };
  interrupt();
  assert.deepEqual(readdirSync(dirname(output)), []);
  assert.equal(make().status, 0);
  const complete = sums();
  interrupt();
  assert.deepEqual(readdirSync(dirname(output)), ['files']);
  assert.equal(sums(), complete);
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: output });
  assert.equal(make().status, 0);
  assert.equal(sums(), complete);
});

/** Returns a copy of the files that the script reads before it creates any. */
function copyOfTree() {
  const tree = mkdtempSync(join(folder, 'tree-'));
  const files = [
    'CMakeLists.txt',
    'CHANGELOG.md',
    'README.md',
    'docs/ci.md',
    'docs/embedding.md',
    'docs/first-port.md',
    'docs/first-shader.md',
    'docs/problems.md',
    'tools/release',
    'tools/lab/help.sh',
    'bindings/js/README.md',
    'bindings/js/package.json',
    'bindings/python/pyproject.toml',
    'bindings/rust/agal/Cargo.toml',
    'bindings/rust/agal-sys/Cargo.toml',
    'bindings/rust/agal-naga/Cargo.toml',
    'packaging/vcpkg/agal/vcpkg.json',
  ];
  for (const file of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(root, file), join(tree, file));
  }
  return tree;
}

test('refuses versions that disagree', () => {
  const places = [
    ['bindings/python/pyproject.toml', /^version = .*$/m, 'version = "9.9.9"'],
    ['bindings/rust/agal-naga/Cargo.toml', /^agal-sys = { version = "[^"]*"/m, 'agal-sys = { version = "9.9.9"'],
    ['docs/ci.md', /agalc-[0-9.]*\.tgz(?![^]*agalc-[0-9.]*\.tgz)/, 'agalc-9.9.9.tgz'], // the last occurrence
  ];
  for (const [name, pattern, wrong] of places) {
    const tree = copyOfTree();
    const file = join(tree, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, wrong));
    const { status, stderr } = release(tree, '--unreleased', 'npm');
    assert.equal(status, 1);
    assert.ok(stderr.includes(`${name} has the version '`) && stderr.includes('9.9.9'), stderr);
  }
});

test('refuses a version that the changelog does not have', () => {
  const tree = copyOfTree();
  writeFileSync(join(tree, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- New.\n');
  const { status, stderr } = release(tree, 'npm');
  assert.equal(status, 1);
  assert.match(stderr, /CHANGELOG\.md has no section/);
});

test('keeps the files of a folder that is not its own', () => {
  const tree = copyOfTree();
  const output = mkdtempSync(join(folder, 'own-'));
  writeFileSync(join(output, 'keep'), 'text');
  const { status, stderr } = release(tree, '--unreleased', '--output', output, 'npm');
  assert.equal(status, 1);
  assert.match(stderr, /is not empty, and not of an earlier release/);
  assert.deepEqual(readdirSync(output), ['keep']);
});

test('refuses unknown parts', () => assert.equal(release(root, 'snap').status, 2));

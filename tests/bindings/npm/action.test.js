// Tests the GitHub Action and the template for GitLab. Runs the commands of their files like those services, in a
// project of 20 shaders, with Node and a shell. The commands install the package that `npm pack` makes.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { commandUrl } from '../../../bindings/js/test/command_module.js';
import { need, packageFolder, root, wasmFolder } from '../../../bindings/js/test/support.js';

const unreachable = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ENOTCACHED)\b/;
const needs = need('wasm', commandUrl === undefined ? 'agalc-command.wasm is not built: run ./tools/web' : '');

let folder = '';
let archive = '';
let project = '';

before(() => {
  if (needs.skip !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'agalc-action-'));
  const env = { ...process.env, AGAL_WASM: wasmFolder };
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: packageFolder,
    env,
    encoding: 'utf8',
  });
  archive = join(folder, packed.trim().split('\n').at(-1) ?? '');
  project = join(folder, 'project');
  mkdirSync(join(project, 'shaders', 'ui'), { recursive: true });
  for (let i = 0; i < 19; ++i)
    writeFileSync(
      join(project, 'shaders', i % 2 === 0 ? 'ui' : '.', `program ${i}.frag.agal`),
      `mul ft0, v0, fc${i}\nmov oc, ft0\n`,
    );
  writeFileSync(join(project, 'shaders', 'wrong.frag.agal'), 'mov ft0, v0\nmov fc0, ft0\nmov oc, v0\n');
});

after(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

/** A step of action.yml: its command, its environment and its condition. @param {string} text */
function stepOf(text) {
  const value = (/** @type {string} */ key) => text.match(new RegExp(`^(?:    - |      )${key}: (.*)$`, 'm'))?.[1];
  const environment = text.match(/^ {6}env:\n((?: {8}.*\n)*)/m)?.[1] ?? '';
  const run = text.match(/^ {6}run: \|\n((?: {8}.*\n?)*)/m)?.[1] ?? '';
  return {
    condition: value('if'),
    environment: [...environment.matchAll(/^ {8}(\w+): (.*)$/gm)].map(([, name, text]) => [name, text]),
    run: run.replaceAll(/^ {8}/gm, ''),
  };
}

/**
 * Runs the action in the project, as a runner does: each step in a shell, with the folders that earlier steps added to
 * the PATH.
 * @param {Record<string, string>} inputs
 */
function runAction(inputs) {
  const text = readFileSync(join(root, 'action.yml'), 'utf8');
  const declared = [...text.matchAll(/^ {2}(\w+):\n {4}description: .*\n {4}default: (.*)$/gm)];
  /** @type {Record<string, string>} */
  const values = Object.fromEntries(declared.map(([, name, value]) => [name, value.replace(/^"(.*)"$/, '$1')]));
  for (const name of Object.keys(inputs)) assert.ok(name in values, `the action has no input ${name}`);
  Object.assign(values, inputs);
  /** @type {Record<string, string>} */
  const github = {
    server_url: 'https://github.invalid',
    action_repository: 'OWNER/agalc',
    action_ref: 'v0.1.0',
    action_path: root,
  };
  const expand = (/** @type {string} */ each) =>
    each.replaceAll(/\$\{\{ (inputs|github)\.(\w+) \}\}/g, (_, kind, name) => {
      const value = (kind === 'inputs' ? values : github)[name];
      assert.notEqual(value, undefined, name);
      return value;
    });
  const pathFile = join(folder, 'path');
  writeFileSync(pathFile, '');
  let status = 0;
  let output = '';
  for (const step of text.split(/^(?= {4}- )/m).slice(1).map(stepOf)) {
    assert.ok(step.condition === undefined || step.condition === "inputs.files != ''", step.condition);
    if (step.condition !== undefined && values.files === '') continue;
    const added = readFileSync(pathFile, 'utf8').split('\n').filter(Boolean);
    const env = {
      ...process.env, // variables of this machine that npm needs
      PATH: [...added, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
      GITHUB_ACTIONS: 'true',
      GITHUB_PATH: pathFile,
      RUNNER_TEMP: join(folder, 'runner'),
      ...Object.fromEntries(step.environment.map(([name, value]) => [name, expand(value)])),
    };
    const script = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', expand(step.run)];
    const ran = spawnSync('bash', script, { cwd: project, env, encoding: 'utf8' });
    output += ran.stdout + ran.stderr;
    status = ran.status ?? -1;
    if (status !== 0) break;
  }
  return { status, output };
}

test('the action lints 20 shaders, with annotations and SARIF, without a compiler', needs, (context) => {
  const { status, output } = runAction({ files: 'shaders/**/*.agal', package: archive, junit: 'agalc.xml' });
  if (unreachable.test(output)) return context.skip('npm has no network');
  assert.equal(status, 1, output);
  assert.match(output, /^::error file=shaders\/wrong\.frag\.agal,line=2,col=5,title=AGAL3652::fc0 is a constant/m);
  assert.match(output, /^20 programs: 19 accepted, 1 rejected/m);
  const sarif = JSON.parse(readFileSync(join(project, 'agalc.sarif'), 'utf8'));
  const [place] = sarif.runs[0].results[0].locations;
  assert.equal(place.physicalLocation.artifactLocation.uri, 'shaders/wrong.frag.agal');
  assert.equal(place.physicalLocation.region.startLine, 2);
  assert.match(readFileSync(join(project, 'agalc.xml'), 'utf8'), /tests="20"/);
});

test('the action accepts valid shaders, and only installs without files', needs, (context) => {
  const valid = runAction({ files: 'shaders/ui/*.agal', package: archive });
  if (unreachable.test(valid.output)) return context.skip('npm has no network');
  assert.equal(valid.status, 0, valid.output);
  assert.doesNotMatch(valid.output, /^::error/m);
  const installed = runAction({ package: archive });
  assert.equal(installed.status, 0, installed.output);
  assert.match(installed.output, /^agalc [0-9.]+$/m);
});

test('the action fails if nothing matches, and if the package is not there', needs, (context) => {
  const none = runAction({ files: 'shaders/*.none', package: archive });
  if (unreachable.test(none.output)) return context.skip('npm has no network');
  assert.equal(none.status, 1, none.output);
  assert.match(none.output, /AGAL1047/);
  assert.notEqual(runAction({ package: join(folder, 'missing.tgz') }).status, 0);
});

test('the template for GitLab lints the same shaders', needs, (context) => {
  const text = readFileSync(join(root, 'packaging', 'ci', 'agalc.gitlab-ci.yml'), 'utf8');
  const linesOf = (/** @type {string} */ key) =>
    [...(text.match(new RegExp(`^  ${key}:\\n((?: {4}.*\\n)*)`, 'm'))?.[1] ?? '').matchAll(/^ {4}- (.*)$/gm)].map(
      ([, line]) => line,
    );
  const variables = [...(text.match(/^ {2}variables:\n((?: {4}.*\n)*)/m)?.[1] ?? '').matchAll(/^ {4}(\w+): "?([^"\n]*)"?$/gm)];
  assert.ok(variables.length > 0 && linesOf('script').length > 0);
  const home = join(folder, 'gitlab');
  const script = [...linesOf('before_script'), ...linesOf('script')].join('\n').replaceAll('/tmp/agalc', join(home, 'agalc'));
  const env = {
    ...process.env,
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    ...Object.fromEntries(variables.map(([, name, value]) => [name, value])),
    AGALC_PACKAGE: archive,
  };
  mkdirSync(home);
  cpSync(join(project, 'shaders'), join(home, 'shaders'), { recursive: true });
  const { status, stderr } = spawnSync('sh', ['-ec', script], { cwd: home, env, encoding: 'utf8' });
  if (unreachable.test(stderr)) return context.skip('npm has no network');
  assert.equal(status, 1, stderr);
  assert.match(stderr, /^20 programs: 19 accepted, 1 rejected/m);
  assert.ok(existsSync(join(home, 'agalc.xml')));
});

test('from the file of the package to the first shader', needs, (context) => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const install = ['install', '--no-audit', '--no-fund', `../${basename(archive)}`];
  const installed = spawnSync('npm', install, { cwd: empty, encoding: 'utf8' });
  if (unreachable.test(installed.stderr)) return context.skip('npm has no network');
  assert.equal(installed.status, 0, installed.stderr);
  writeFileSync(join(empty, 'x.frag.agal'), 'mov oc, v0\n');
  const compile = ['agalc', 'compile', 'x.frag.agal', '-o', 'x.wgsl'];
  const compiled = spawnSync('npx', compile, { cwd: empty, encoding: 'utf8' });
  assert.equal(compiled.status, 0, compiled.stderr);
  assert.match(readFileSync(join(empty, 'x.wgsl'), 'utf8'), /@fragment/);
});

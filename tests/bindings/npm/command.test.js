// Runs the tests of the native command with the command of the npm package, and compares it with the transcripts.
// tests/command/cli/npm.txt names the tests that do not apply. AGAL_TEST_CLI is the program that contains the tests.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { commandUrl } from '../../../bindings/js/test/command_module.js';
import { need, root } from '../../../bindings/js/test/support.js';

const needs = need('wasm', commandUrl === undefined ? 'agalc-command.wasm is not built: run ./tools/web' : '');
const list = join(root, 'tests', 'command', 'cli', 'npm.txt');
const lines = readFileSync(list, 'utf8').split('\n');
const leftOut = lines.filter((line) => /^[A-Z]/.test(line));
const commands = lines.filter((line) => line.startsWith('$ '));

/** @param {string} filter @param {string[]} more */
function run(filter, ...more) {
  const environment = {
    ...process.env,
    AGAL_TESTED_COMMAND: join(root, 'tests', 'bindings', 'npm', 'command', 'agalc'),
    AGAL_TESTED_WITHOUT: list,
  };
  const program = process.env.AGAL_TEST_CLI ?? '';
  return spawnSync(program, [`--gtest_filter=${filter}`, ...more], { env: environment, encoding: 'utf8' });
}

const namesOf = (/** @type {string} */ output) => [...output.matchAll(/^\[ +OK \] (\S+) /gm)].map((match) => match[1]);

// Each test starts the command many times, and each start takes Node a tenth of a second. With AGAL_EXHAUSTIVE, all
// tests are run; otherwise only the transcripts and the suite with the most coverage.
const all = process.env.AGAL_EXHAUSTIVE !== undefined;
const most = all
  ? ['Check', 'Extract', 'Files/Transcript', 'Input', 'Output', 'RunCommand', 'Subcommands', 'Usage']
  : ['Check', 'Files/Transcript'];
const long = all ? [] : ['Files/Transcript.MatchesTerminalOutput/unlisted'];

test('passes the tests of the command', needs, () => {
  const suites = all ? '' : most.map((suite) => `${suite}.*`).join(':');
  const { status, stdout, stderr } = run(`${suites}-${[...leftOut, ...long].join(':')}`, '--gtest_brief=0');
  assert.equal(status, 0, stdout + stderr);
  const passed = namesOf(stdout);
  for (const suite of most)
    assert.ok(passed.some((name) => name.startsWith(`${suite}.`)), `no test of ${suite} has run`);
});

// Whole suites are about commands that are not in the package. They are not run.
test('fails the tests that are left out', all ? needs : { skip: 'AGAL_EXHAUSTIVE is not set' }, () => {
  const single = leftOut.filter((name) => !name.includes('*'));
  assert.ok(single.length > 0);
  const passed = namesOf(run(single.join(':')).stdout);
  assert.deepEqual(passed, []);
});

test('the commands that are left out are in transcripts', () => {
  const transcripts = ['usage', 'files', 'targets', 'names', 'explain', 'ir', 'guesses', 'unlisted', 'hosts', 'prove', 'refusals'];
  const text = transcripts.map((name) => readFileSync(join(root, 'tests/command/cli/transcripts', `${name}.txt`), 'utf8')).join('');
  for (const command of commands) assert.ok(text.split('\n').includes(command), command);
});

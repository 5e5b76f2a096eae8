// The same as the command, if the environment variable AGALC names it.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import test from 'node:test';
import { loadAgal, need, needsWasm, root } from './support.js';

const agalc = process.env.AGALC ?? '';
const needs = needsWasm.skip ? needsWasm : need('agalc', agalc === '' ? 'AGALC does not name the command' : '');
const folder = join(root, 'corpus', 'techniques');
const programs = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.agal')) : [];

/** Runs the command on a file that it is given as the user would name it. */
function command(path, ...args) {
  const { stdout, stderr, status } = spawnSync(agalc, [...args, relative(root, path)], { cwd: root, encoding: 'utf8' });
  return { stdout, stderr, ok: status === 0 };
}

for (const target of ['essl300', 'essl100', 'wgsl'])
  test(`compiles to the ${target} of the command`, needs, async () => {
    const agal = await loadAgal();
    for (const name of programs) {
      const path = join(folder, name);
      const own = target === 'wgsl' ? [] : ['--writer=own'];
      const expected = command(path, 'compile', `--target=${target}`, ...own);
      const found = agal.compile(readFileSync(path, 'utf8'), { target, name: relative(root, path) });
      assert.equal(found.ok, expected.ok, `${name}: ${found.messages}${expected.stderr}`);
      if (found.ok) assert.equal(found.code, expected.stdout, name);
      else assert.equal(found.messages, expected.stderr, name);
    }
  });

test('assembles as the command', needs, async () => {
  const agal = await loadAgal();
  for (const name of programs) {
    const path = join(folder, name);
    const expected = execFileSync(agalc, ['as', path, '-o', '-']);
    assert.deepEqual(Buffer.from(agal.assemble(readFileSync(path, 'utf8'), { name: path }).bytecode), expected);
  }
});

const games = join(root, '../shared/games');
const swfs = existsSync(games) ? readdirSync(games).filter((name) => name.endsWith('.swf')) : [];
const lzma1 = await import('lzma1').catch(() => undefined);
const needsGames = needs.skip ? needs : need('shared-games', swfs.length > 0 ? '' : 'there are no games');
test(
  'extracts as the command',
  needsGames.skip ? needsGames : need('lzma1', lzma1 === undefined ? 'lzma1 is not installed: ./tools/bundlers' : ''),
  async () => {
    const agal = await loadAgal();
    for (const name of swfs) {
      const path = join(games, name);
      const { stdout } = spawnSync(agalc, ['extract', '--json', name], { cwd: dirname(path), encoding: 'utf8' });
      const expected = stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
      const { programs: found } = await agal.extract(readFileSync(path), name);
      assert.deepEqual(
        found.map(({ bytecode, ...rest }) => rest),
        expected,
        name,
      );
    }
  },
);

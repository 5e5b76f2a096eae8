// Compares the module with the command, if the environment variable AGALC names it.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import test from 'node:test';
import { deflated, lzma, swf, zip } from './containers.js';
import { loadAgal, need, needsWasm, root, vertexText } from './support.js';

const agalc = process.env.AGALC ?? '';
const needs = needsWasm.skip ? needsWasm : need('agalc', agalc === '' ? 'AGALC does not name the command' : '');
const folder = join(root, 'corpus', 'techniques');
const programs = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.agal')) : [];

/** Runs the command on a file, with the name that a user would give. */
function command(path, ...args) {
  const { stdout, stderr, status } = spawnSync(agalc, [...args, relative(root, path)], { cwd: root, encoding: 'utf8' });
  return { stdout, stderr, ok: status === 0 };
}

for (const target of ['essl300', 'essl100', 'wgsl'])
  test(`compiles to the ${target} of the command`, needs, async () => {
    const agal = await loadAgal();
    for (const name of programs) {
      const path = join(folder, name);
      const expected = command(path, 'compile', `--target=${target}`);
      const found = agal.compile(readFileSync(path, 'utf8'), { target, name: relative(root, path) });
      assert.equal(found.ok, expected.ok, `${name}: ${found.messages}${expected.stderr}`);
      if (found.ok) assert.equal(found.code, expected.stdout, name);
      else assert.equal(found.messages, expected.stderr, name);
    }
  });

test('writes every language as the own writer of the command does', needs, async () => {
  const agal = await loadAgal();
  const targets = agal.list('targets').filter(({ name }) => name !== 'spvasm');
  const made = mkdtempSync(join(tmpdir(), 'agalc-agreement-'));
  try {
    // If a language lacks a feature of a program, the command still writes the other languages.
    const names = targets.map(({ name }) => name).join();
    const paths = programs.map((name) => join('corpus', 'techniques', name));
    spawnSync(agalc, ['compile', ...paths, `--target=${names}`, '--writer=own', '-o', `${made}/`], { cwd: root });
    let count = 0;
    for (const path of paths)
      for (const { name: target, suffix, binary } of targets) {
        const file = join(made, basename(path, '.agal') + suffix);
        const { ok, code, words } = agal.compile(readFileSync(join(root, path), 'utf8'), { target, name: path });
        assert.equal(ok, existsSync(file), `${path} ${target}`);
        if (!ok) continue;
        const expected = readFileSync(file);
        const found = binary ? Buffer.from(words.buffer, words.byteOffset, words.byteLength) : Buffer.from(code);
        assert.ok(found.equals(expected), `${path} ${target}`);
        ++count;
      }
    assert.ok(count > 0.9 * targets.length * paths.length, `${count} products`);
  } finally {
    rmSync(made, { recursive: true });
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
const needsGames = needs.skip ? needs : need('shared', swfs.length > 0 ? '' : 'there are no games');
/** Extracts a file of a folder with the module and with the command, and compares programs and messages. */
async function extractsAsCommand(agal, folder, name) {
  const { stdout, stderr } = spawnSync(agalc, ['extract', '--json', name], { cwd: folder, encoding: 'utf8' });
  const expected = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const { programs: found, messages } = await agal.extract(readFileSync(join(folder, name)), name);
  assert.deepEqual(
    found.map(({ bytecode, ...rest }) => rest),
    expected,
    name,
  );
  const summary = /^1 file: .*\n$/m;
  assert.equal(messages, stderr.replace(summary, ''), name);
}

test('extracts as the command', needsGames, async () => {
  const agal = await loadAgal();
  for (const name of swfs) await extractsAsCommand(agal, games, name);
});

test('extracts from containers as the command', needs, async () => {
  const agal = await loadAgal();
  const data = {
    water: agal.assemble(vertexText).bytecode,
    'note.vert.agal': Buffer.from(vertexText),
    noise: randomBytes(20_000),
  };
  const movie = swf(data);
  const archive = zip({ 'a/': Buffer.alloc(0), 'a/game.swf': deflated(movie), ...data });
  const truncated = (file) => file.subarray(0, file.length >> 1);
  const made = mkdtempSync(join(tmpdir(), 'agalc-agreement-'));
  try {
    const files = {
      'zlib.swf': deflated(movie),
      'zlib-cut.swf': truncated(deflated(movie)),
      'lzma.swf': lzma(movie),
      'lzma-cut.swf': truncated(lzma(movie)),
      'all.zip': archive,
      'cut.zip': truncated(archive),
      'sum.zip': zip(data, { wrongSum: true }),
      'stored.zip': zip({ 'b.zip': archive }, { stored: true }),
    };
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(made, name), content);
      await extractsAsCommand(agal, made, name);
    }
  } finally {
    rmSync(made, { recursive: true });
  }
});

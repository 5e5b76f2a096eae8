// Tests agalc play without a player: its help, and its errors.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { moviesBelow, writeWhole } from '../../../bindings/js/src/play/files.js';
import { readOptions } from '../../../bindings/js/src/play/options.js';
import { convert } from '../../../bindings/js/src/play/port.js';
import { LogRecord } from '../../../bindings/js/src/play/record.js';

const tool = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'tools', 'capture');
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'agal-test-'));
  for (const name of ['game.swf', 'b.SWF', 'sub/a.swf', 'sub/a.txt']) writeWhole(join(folder, 'games', name), 'FWS');
});
after(() => rmSync(folder, { recursive: true }));

function run(...words) {
  const environment = { ...process.env, AGAL_PLAYER: join(folder, 'none') };
  const { status, stdout, stderr } = spawnSync(tool, words, { encoding: 'utf8', cwd: folder, env: environment });
  return { status, stdout, stderr };
}

test('Help is on stdout', () => {
  const { status, stdout, stderr } = run('--help');
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /^usage: agalc play GAME\.swf -o GAME\.capture/);
  assert.ok(stdout.split('\n').every((line) => line.length <= 120));
});

test('Usage errors have exit status 2', () => {
  const out = ['-o', 'out'];
  for (const [words, message] of [
    [[], /it takes one SWF file, or one folder/],
    [['games/game.swf', 'games', ...out], /it takes one/],
    [['games/game.swf'], /-o is missing/],
    [['games/game.swf', ...out, '--fast'], /error: unknown option '--fast'\n/],
    [['games/game.swf', ...out, '--host', 'three'], /unknown option '--host': it is an option of agalc port\n/],
    [['games/game.swf', ...out, '--seconds'], /error: --seconds needs a value\n/],
    [['games/game.swf', ...out, '--overwrite=1'], /error: --overwrite does not take a value\n/],
    [['games/game.swf', ...out, '--seconds', 'x'], /--seconds x: it takes a number from 0\.1 to 86400/],
    [['games/game.swf', ...out, '--size', '640'], /--size 640: it takes WIDTHxHEIGHT/],
    [['games/game.swf', ...out, '--frames', '1'], /--frames needs --screenshots/],
    [['games/game.swf', ...out, '--frames', '3..2'], /--frames 3\.\.2: it takes A\.\.B/],
    [['games/game.swf', ...out, '--frames', '0..2'], /--frames 0\.\.2: it takes A\.\.B/],
    [['games/game.swf', ...out, '--frames', '1..1001'], /at most 1000 frames/],
    [['games/game.swf', ...out, '--frames', 'click'], /--frames click needs --input FILE/],
    [['--listen', ...out], /--listen needs --frames/],
    [['--listen', '--frames', 'last'], /-o is missing/],
    [['games/game.swf', '--listen', '--frames', 'last', ...out], /--listen does not take a file/],
    [['games/game.swf', ...out, '--screenshots', 'x'], /--screenshots needs --browser/],
    [['games/game.swf', '-o', 'games/game.swf'], /the output would overwrite the input games\/game\.swf/],
    [['games/game.swf', '-o', 'games/sub'], /-o games\/sub: it is a folder; name the file to write/],
    [['games/game.swf', '-o', 'none/'], /-o none\/: it is a folder/],
    [['--listen', '--frames', 'last', '-o', 'games'], /-o games: it is a folder/],
    [['games', '-o', 'games/game.swf'], /-o games\/game\.swf: it is a file; name a folder/],
    [['games/game.swf', ...out, '--root', 'games/sub'], /--root games\/sub: games\/game\.swf is not in it/],
  ]) {
    const { status, stdout, stderr } = run(...words);
    assert.deepEqual([status, stdout], [2, ''], words.join(' '));
    assert.match(stderr, message);
    assert.match(stderr, /--help describes the options/);
  }
});

test('agalc port passes --host and --emit to agalc batch', () => {
  const emitted = (...words) => {
    const options = readOptions('port', [join(folder, 'games', 'game.swf'), '-o', join(folder, 'ported'), ...words]);
    const printed = [];
    const print = join(folder, 'print.mjs');
    writeWhole(print, "import { writeFileSync } from 'node:fs';\nwriteFileSync(process.env.AGAL_WORDS, process.argv.slice(2).join(' '));\n");
    process.env.AGAL_WORDS = join(folder, 'words');
    assert.equal(convert(options, [], [process.execPath, print], (line) => printed.push(line)), 0);
    assert.deepEqual(printed, []);
    return readFileSync(process.env.AGAL_WORDS, 'utf8').match(/ (?:--host|--emit) \S+/g).map((word) => word.trim());
  };
  assert.deepEqual(emitted(), ['--emit spv,essl300,wgsl,reflect']);
  assert.deepEqual(emitted('--host', 'three'), ['--host three']);
  assert.deepEqual(emitted('--host', 'pixi', '--emit', 'essl300,reflect'), ['--host pixi', '--emit essl300,reflect']);
});

/** The content of files of which the name does not say what they are. */
const foreign = {
  'real.agal': 'mov oc, v0\n', // a program
  'notes.txt': '// mine\n\nadd ft0, v0, fc0\n',
  'marked.log': '//! agal 2 fragment\n',
  'code.bin': Buffer.from([0xa0, 1, 0, 0, 0, 0xa1, 1]),
  'other.swf': 'CWS',
  'raw.capture': 'FWS',
  'pack.swc': 'PK\x03\x04',
  'x.spv': 'none',
  'x.wgsl': 'none',
  'x.dat': Buffer.from([3, 2, 0x23, 7]),
  'Main.as': 'package {}',
  'old.frames': `${'PK\x03\x04'.padEnd(30, '\0')}calls.jsonl`,
  'shot.png': Buffer.from('\x89PNG', 'latin1'),
};

test('An output does not replace a file of another kind', () => {
  const place = join(folder, 'foreign');
  for (const [name, content] of Object.entries(foreign)) {
    writeWhole(join(place, name), content);
    const { status, stderr } = run('games/game.swf', '-o', `foreign/${name}`);
    assert.equal(status, 2, name);
    assert.match(stderr, /would be overwritten, and it is an? /, name);
    assert.deepEqual(readFileSync(join(place, name)), Buffer.from(content), name);
  }
  writeWhole(join(place, 'a.capture'), '# game.swf, played for 1 s in Ruffle 0.1\nagalc-tap 1\n');
  writeWhole(join(place, 'empty'), '');
  for (const words of [['--frames', 'last', '-o', 'foreign/a.capture'], ['--listen', '--frames', 'last', '-o', 'foreign/a.capture']])
    assert.match(run(...(words[0] === '--listen' ? [] : ['games/game.swf']), ...words).stderr, /it is the log of a tapped game/);
  // These are replaced. The error is about the player, which is missing.
  for (const words of [['-o', 'foreign/a.capture'], ['-o', 'foreign/empty'], ['--frames', 'last', '-o', 'foreign/old.frames'], ['-o', '/dev/null']])
    assert.equal(run('games/game.swf', ...words).status, 3, words.join(' '));
});

test('An output does not replace an input or another output', () => {
  writeWhole(join(folder, 'in', 'steps.json'), '[]');
  writeWhole(join(folder, 'in', 'game.txt'), '[]');
  writeWhole(join(folder, 'in', 'game.png'), '[]');
  symlinkSync(join(folder, 'in', 'steps.json'), join(folder, 'in', 'link'));
  symlinkSync(join(folder, 'games', 'game.swf'), join(folder, 'in', 'game.capture'));
  const shots = ['--browser', '--screenshots', 'in'];
  for (const [words, message] of [
    [['--input', 'in/steps.json', '-o', 'in/steps.json'], /overwrite the input in\/steps\.json/],
    [['--input', 'in/steps.json', '-o', 'in/link'], /overwrite the input in\/steps\.json/],
    [['--input', 'in/link', '-o', './in/../in/steps.json'], /overwrite the input in\/link/],
    [['-o', 'in/game.capture'], /overwrite the input games\/game\.swf/],
    [['--input', 'in/game.txt', '--messages', 'in', '-o', 'out'], /overwrite the input in\/game\.txt/],
    [['--input', 'in/game.png', ...shots, '-o', 'out'], /overwrite the input in\/game\.png/],
    [['--messages', 'm', '-o', 'm/game.txt'], /two outputs would be written to m\/game\.txt/],
    [['--browser', '--screenshots', 's', '-o', 's/game.png'], /two outputs/],
    [['--browser', '--screenshots', 's', '--frames', '1', '-o', 's/game-002.png'], /two outputs/],
    [['--messages', 'in/steps.json', '-o', 'out'], /--messages in\/steps\.json: it is a file; name a folder/],
    [['--browser', '--screenshots', 'in/steps.json', '-o', 'out'], /--screenshots in\/steps\.json: it is a file/],
  ]) {
    const { status, stderr } = run('games/game.swf', ...words);
    assert.equal(status, 2, words.join(' '));
    assert.match(stderr, message, words.join(' '));
  }
  assert.equal(readFileSync(join(folder, 'in', 'steps.json'), 'utf8'), '[]');
});

test('Messages and pictures do not replace programs', () => {
  for (const [name, content, options] of [
    ['game.txt', 'mov oc, v0\n', ['--messages', 'kept']],
    ['game.png', 'FWS', ['--browser', '--screenshots', 'kept']],
    ['game-002.png', Buffer.from([0xa0, 1, 0, 0, 0, 0xa1]), ['--browser', '--screenshots', 'kept', '--frames', '2']],
  ]) {
    writeWhole(join(folder, 'kept', name), content);
    const { status, stderr } = run('games/game.swf', '-o', 'out', ...options);
    assert.equal(status, 2, name);
    assert.match(stderr, new RegExp(`${name} would be overwritten`));
    rmSync(join(folder, 'kept'), { recursive: true });
  }
});

test('What is missing is said, with exit status 3', () => {
  const absent = run('none.swf', '-o', 'out');
  assert.deepEqual([absent.status, absent.stderr], [3, 'agalc: error: none.swf: there is no such file or folder\n']);
  const player = run('games/game.swf', '-o', 'out');
  assert.equal(player.status, 3);
  assert.match(player.stderr, /^agalc: error: the npm package @ruffle-rs\/ruffle is not in .*: run agalc play --setup/);
});

test('SWF files of a folder are found in the order of their names', () => {
  assert.deepEqual(moviesBelow(join(folder, 'games')), ['b.SWF', 'game.swf', join('sub', 'a.swf')]);
});

test('A file is written completely or not at all', () => {
  const path = join(folder, 'written', 'file.txt');
  writeWhole(path, 'one');
  writeWhole(path, 'two');
  mkdirSync(join(folder, 'written', 'taken'));
  assert.throws(() => writeWhole(join(folder, 'written', 'taken'), 'three'));
  assert.deepEqual(readdirSync(join(folder, 'written')), ['file.txt', 'taken']);
});

test('Links are followed, and a device is not replaced', () => {
  const place = join(folder, 'links');
  mkdirSync(place);
  for (const [link, target] of [['a', 'b'], ['b', 'real'], ['c', join(folder, 'elsewhere')], ['d', '../links/sub/new']])
    symlinkSync(target, join(place, link));
  for (const [link, target] of [['a', 'links/real'], ['c', 'elsewhere'], ['d', 'links/sub/new']]) {
    writeWhole(join(place, link), link);
    assert.ok(lstatSync(join(place, link)).isSymbolicLink(), link);
    assert.equal(readFileSync(join(folder, target), 'utf8'), link);
  }
  symlinkSync('loop', join(place, 'loop'));
  assert.throws(() => writeWhole(join(place, 'loop'), 'x'));
  if (!existsSync('/dev/null')) return;
  writeWhole('/dev/null', 'x');
  assert.ok(lstatSync('/dev/null').isCharacterDevice());
});

// The two commands of the package, and its help. tests/command/cli tests the other commands in the same way.
test('A full disk has exit status 3', { skip: existsSync('/dev/full') ? false : 'there is no /dev/full' }, () => {
  const agalc = join(dirname(tool), '..', 'bindings', 'js', 'bin', 'agalc.js');
  for (const words of [['play', '--help'], ['port', '--help'], ['play', '-h']]) {
    const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'];
    const { status, stderr } = spawnSync(process.execPath, [agalc, ...words], { encoding: 'utf8', stdio });
    assert.equal(status, 3, words.join(' '));
    assert.match(stderr, /^agalc: error: ENOSPC/);
  }
});

test('Logs that the command did not write are kept', () => {
  const place = join(folder, 'logs');
  const paths = ['a.capture', 'sub/b.capture', 'c.frames'].map((name) => join(place, name));
  const foreign = () => new LogRecord(place).foreign(paths);
  assert.deepEqual(foreign(), []); // none exists
  writeWhole(paths[0], 'mine');
  assert.deepEqual(foreign(), [paths[0]]);
  const record = new LogRecord(place);
  for (const text of ['first', 'second']) for (const path of paths) record.write(path, text);
  assert.deepEqual(foreign(), []); // also before `finish`
  record.finish();
  assert.deepEqual(foreign(), []);
  assert.equal(readFileSync(join(place, '.agal-captures'), 'utf8').split('\n').length, 4);
  writeWhole(paths[1], 'second, edited');
  assert.deepEqual(foreign(), [paths[1]]);
  writeWhole(paths[2], 'first'); // an older content
  assert.deepEqual(foreign(), [paths[1], paths[2]]);
});

test('The commands that name logs refuse to replace other logs, before they play', () => {
  for (const [command, words, log] of [
    ['play', ['games', '-o', 'kept'], 'kept/game.capture'],
    ['play', ['games', '-o', 'kept', '--frames', 'last'], 'kept/b.frames'],
    ['port', ['games/game.swf', '-o', 'work'], 'work/captures/game.capture'],
    ['port', ['games', '-o', 'work2'], 'work2/captures/sub/a.capture'],
  ]) {
    writeWhole(join(folder, log), 'mine');
    const agalc = join(dirname(tool), '..', 'bindings', 'js', 'bin', 'agalc.js');
    const env = { ...process.env, AGAL_PLAYER: join(folder, 'none') };
    const start = (...more) => spawnSync(process.execPath, [agalc, command, ...words, ...more], { encoding: 'utf8', cwd: folder, env });
    const refused = start();
    assert.equal(refused.status, 2, refused.stderr);
    assert.match(refused.stderr, new RegExp(`would be replaced.*${log}.*--overwrite`));
    const allowed = start('--overwrite');
    assert.equal(allowed.status, 3, allowed.stderr); // the player is missing
    assert.match(allowed.stderr, new RegExp(`note: --overwrite replaces ${log}`));
    assert.equal(readFileSync(join(folder, log), 'utf8'), 'mine');
  }
});

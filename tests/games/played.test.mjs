// The games, tapped and played in Ruffle by tools/capture: what they upload is what expected/ says.
//
// The environment names agalc (AGALC) and the folder with the SWF files (AGAL_GAMES). The facility `ruffle` is what
// ./tools/setup --player installs; without it, the program missing-facility (AGAL_MISSING_FACILITY) decides whether
// that is a failure.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Browser, killAll } from '../../bindings/js/src/play/browser.js';
import { readInput } from '../../bindings/js/src/play/input.js';
import { keyNames, loadPlayer, whatIsMissing } from '../../bindings/js/src/play/packages.js';
import { play } from '../../bindings/js/src/play/play.js';
import { tapFile } from '../../bindings/js/src/play/tap.js';
import { removeTemporaryFolders } from '../../bindings/js/src/play/temporary.js';

const missing = whatIsMissing();
if (missing !== '') {
  const { status } = spawnSync(process.env.AGAL_MISSING_FACILITY, ['ruffle', missing], { stdio: 'inherit' });
  process.exit(status ?? 1);
}

const here = dirname(fileURLToPath(import.meta.url));
const tool = join(here, '..', '..', 'tools', 'capture');
const agalc = process.env.AGALC;
const games = process.env.AGAL_GAMES;
const maxSeconds = 60; // for a game on a slow machine
const browser = new Browser(loadPlayer());

after(() => browser.close());
process.on('exit', () => {
  killAll();
  removeTemporaryFolders();
});

const disassembled = new Map();
function disassemble(hex) {
  if (!disassembled.has(hex))
    disassembled.set(hex, execFileSync(agalc, ['dis', '-'], { input: Buffer.from(hex, 'hex'), encoding: 'utf8' }));
  return disassembled.get(hex);
}

const expected = (name) => readFileSync(join(here, 'expected', `${name}.txt`), 'utf8');

const tapped = async (file, bytes) => (await tapFile(agalc, file)).bytes ?? bytes;
const unchanged = async (file, bytes) => bytes;

let slowest = 0; // seconds from the start of Chromium to the last upload

const start = (name, change, options) =>
  play(browser, { url: `/${name}.swf`, folder: games, change }, { seconds: maxSeconds, limit: 2 * maxSeconds, ...options });

// A click on the third quarter, and a digit, until the game has begun and notices them.
const clicks = Array.from({ length: 20 }, (_, i) => [{ at: i + 0.5, click: [200, 40] }, { at: i + 1, text: '3' }]).flat();
const inputs = { Click: readInput(JSON.stringify(clicks), keyNames()) };

for (const file of readdirSync(join(here, 'expected')).sort()) {
  const name = basename(file, '.txt');
  test(`${name} uploads what is expected`, async () => {
    const pairs = expected(name).split('//! agal 1 vertex').length - 1;
    const began = performance.now();
    const { kind, reason, log, messages } = await start(name, tapped, {
      input: inputs[name],
      enough: (each) => each.pairs.length >= pairs && each.draws >= pairs, // a draw follows all uploads
    });
    slowest = Math.max(slowest, (performance.now() - began) / 1000);
    assert.deepEqual([kind, reason, messages.errors], ['played', '', []]);
    assert.equal(log.pairs.flatMap(({ vertex, fragment }) => [vertex, fragment]).map(disassemble).join(''), expected(name));
  });
}

test('A tapped game that does not upload draws what it draws without the tap', async () => {
  const draw = async (change, seconds) => {
    let picture;
    const { log } = await start('Click', change, { seconds, picture: (at, png) => (picture = png) });
    assert.equal(log.uploads, 0);
    return picture;
  };
  // Until both have begun, on a slow machine.
  let pictures;
  for (const seconds of [1.5, 5, 15]) {
    pictures = [await draw(unchanged, seconds), await draw(tapped, seconds)];
    if (pictures[0].equals(pictures[1]) && pictures[0].length > 300) break; // an empty picture is smaller
  }
  assert.ok(pictures[0].length > 300, `${pictures[0].length} bytes`);
  assert.ok(pictures[0].equals(pictures[1]), pictures.map((each) => each.toString('base64')).join('\n'));
});

/** The files below a folder, in the order of their names. */
const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(folder, entry.name)).map((each) => `${entry.name}/${each}`) : [entry.name],
    )
    .sort();

/** Processes that have a text in their command line. */
const processesWith = (text) =>
  readdirSync('/proc').filter((entry) => {
    try {
      return /^\d+$/.test(entry) && readFileSync(join('/proc', entry, 'cmdline'), 'latin1').includes(text);
    } catch {
      return false; // it has ended
    }
  });

/** Runs tools/capture on games in a folder of its own, with its own folder for temporary files. */
function withCommand(names, body) {
  const folder = mkdtempSync(join(tmpdir(), 'agal-test-'));
  try {
    const temporary = join(folder, 'tmp');
    for (const name of ['games/sub', 'out', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
    for (const [from, to] of names) cpSync(join(games, `${from}.swf`), join(folder, 'games', `${to}.swf`));
    const run = (...options) => {
      const words = ['games', '-o', 'out', '--agalc', agalc, ...options];
      const environment = { ...process.env, TMPDIR: temporary };
      const { status, stdout, stderr } = spawnSync(tool, words, { encoding: 'utf8', cwd: folder, env: environment });
      assert.deepEqual(readdirSync(temporary), []);
      assert.deepEqual(processesWith(temporary), []);
      assert.equal(stderr, '');
      return { status, lines: stdout.split('\n') };
    };
    body(run, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('The command says how each game of a folder ended, and leaves nothing behind', () => {
  withCommand([['Click', 'Click'], ['Bytecode', 'sub/Bytecode']], (run, folder) => {
    writeFileSync(join(folder, 'games', 'text.swf'), 'text');
    writeFileSync(join(folder, 'out', 'text.capture'), 'of an earlier run');
    const { status, lines } = run('--seconds', '2', '--screenshots', 'pictures');
    assert.deepEqual([...lines, status], [
      'Click.swf: nothing uploaded in 2 s',
      'sub/Bytecode.swf: 1 pair, 2 programs, 1 upload',
      'text.swf: not played: this is not a SWF file (AGAL1090)',
      '3 games: 1 uploaded programs, 1 uploaded nothing, 1 could not be tapped',
      '',
      1,
    ]);
    assert.deepEqual(filesBelow(join(folder, 'out')), ['Click.capture', 'sub/Bytecode.capture']);
    assert.deepEqual(filesBelow(join(folder, 'pictures')), ['Click.png', 'sub/Bytecode.png']);
    const log = readFileSync(join(folder, 'out', 'sub', 'Bytecode.capture'), 'utf8');
    assert.match(log, /^# sub\/Bytecode.swf, played for 2 s in Ruffle \d.*\nagalc-tap 1 /);
  });
});

test('A game that does not end a frame is ended at the limit, and what it uploaded is kept', () => {
  withCommand([['Endless', 'Endless']], (run, folder) => {
    const ended = /^Endless\.swf: 1 pair, 2 programs, 1 upload; slow, ended after \d+ s: /;
    // On a slow machine, the first limit may be over before the game begins.
    for (const limit of [2 * slowest + 3, 5 * slowest + 10, 120]) {
      const { status, lines } = run('--seconds', '1', '--limit', limit.toFixed(1));
      if (ended.test(lines[0])) {
        assert.equal(status, 0);
        break;
      }
      assert.match(lines[0], /^Endless\.swf: nothing uploaded in \d+ s: slow/);
      assert.equal(status, 1);
      assert.notEqual(limit, 120);
    }
    assert.match(readFileSync(join(folder, 'out', 'Endless.capture'), 'utf8'), /upload;number=1;/);
  });
});

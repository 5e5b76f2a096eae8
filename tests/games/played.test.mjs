// The games, tapped and played in Ruffle by capture/: what they upload is what expected/ says.
//
// The environment names agalc (AGALC) and the folder with the SWF files (AGAL_GAMES). The facility `ruffle` is what
// ./tools/setup --player installs; without it, the program missing-facility (AGAL_MISSING_FACILITY) decides whether
// that is a failure.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Browser, killAll } from '../../capture/browser.js';
import { readInput } from '../../capture/input.js';
import { keyNames, loadPlayer, whatIsMissing } from '../../capture/packages.js';
import { play } from '../../capture/play.js';
import { tapFile } from '../../capture/tap.js';
import { removeTemporaryFolders } from '../../capture/temporary.js';

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
  play(browser, { name: `${name}.swf`, folder: games, change }, { seconds: maxSeconds, limit: 2 * maxSeconds, ...options });

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

/** Processes that have a text in their command line. */
const processesWith = (text) =>
  readdirSync('/proc').filter((entry) => {
    try {
      return /^\d+$/.test(entry) && readFileSync(join('/proc', entry, 'cmdline'), 'latin1').includes(text);
    } catch {
      return false; // it has ended
    }
  });

test('The command says how each game of a folder ended, and leaves nothing behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agal-test-'));
  try {
    const temporary = join(folder, 'tmp');
    for (const name of ['games/sub', 'out', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
    for (const [from, to] of [['Click', 'Click'], ['Endless', 'Endless'], ['Bytecode', 'sub/Bytecode']])
      cpSync(join(games, `${from}.swf`), join(folder, 'games', `${to}.swf`));
    writeFileSync(join(folder, 'games', 'text.swf'), 'text');
    writeFileSync(join(folder, 'out', 'text.capture'), 'of an earlier run');
    const limit = Math.ceil(2 * slowest + 3); // they are played at the same time
    const words = [join(folder, 'games'), '-o', join(folder, 'out'), '--agalc', agalc, '-j', '3', '--seconds', '3',
      '--limit', String(limit), '--screenshots', join(folder, 'pictures')];
    const { status, stdout, stderr } = spawnSync(tool, words, { encoding: 'utf8', env: { ...process.env, TMPDIR: temporary } });
    const lines = stdout.split('\n');
    assert.equal(lines[0], 'Click.swf: nothing uploaded in 3 s', stdout + stderr);
    assert.match(lines[1], /^Endless\.swf: (stopped|the player failed) after \d+ s: .*; until then 1 pair, 2 programs, 1 upload$/);
    assert.equal(lines[2], 'sub/Bytecode.swf: 1 pair, 2 programs, 1 upload');
    assert.equal(lines[3], 'text.swf: not played: this is not a SWF file (AGAL1090)');
    assert.equal(lines[4], '4 games: 1 uploaded programs, 1 uploaded nothing, 1 could not be run to the end, 1 could not be tapped');
    assert.equal(status, 1);
    assert.deepEqual(readdirSync(join(folder, 'out'), { recursive: true }).sort(),
      ['Click.capture', 'Endless.capture', 'sub', 'sub/Bytecode.capture']);
    assert.ok(existsSync(join(folder, 'pictures', 'sub', 'Bytecode.png')));
    assert.deepEqual(readdirSync(temporary), []);
    assert.deepEqual(processesWith(temporary), []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// Tests the games, tapped and played by agalc play. Their uploads must equal expected/.
//
// The environment names agalc (AGALC) and the folder with the SWF files (AGAL_GAMES). ./tools/setup --player installs
// the facility `ruffle`; without it, the program missing-facility (AGAL_MISSING_FACILITY) decides whether that is a
// failure. Pictures also need Chromium. With AGAL_EXHAUSTIVE, the frames of more games are drawn.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Browser, killAll } from '../../../bindings/js/src/play/browser/browser.js';
import { play } from '../../../bindings/js/src/play/browser/play.js';
import { killWorkers, playInNode } from '../../../bindings/js/src/play/node_play.js';
import {
  loadBrowserPlayer, packages, whatIsMissing, whatIsMissingForPictures,
} from '../../../bindings/js/src/play/packages.js';
import { tapFile } from '../../../bindings/js/src/play/tap.js';
import { removeTemporaryFolders, temporaryFolder } from '../../../bindings/js/src/play/temporary.js';
import { need } from '../../../bindings/js/test/support.js';
import { entriesOf, linesOf as callLines, readPng } from '../play/archive.mjs';

const missing = whatIsMissing();
if (missing !== '') {
  const { status } = spawnSync(process.env.AGAL_MISSING_FACILITY, ['ruffle', missing], { stdio: 'inherit' });
  process.exit(status ?? 1);
}

const here = dirname(fileURLToPath(import.meta.url));
const tool = join(here, '..', '..', '..', 'tools', 'capture');
const agalc = process.env.AGALC;
const games = process.env.AGAL_GAMES;
const maxHang = 300; // seconds, on a slow machine
const pictures = need('chromium', whatIsMissingForPictures());
const browser = pictures.skip ? undefined : new Browser(loadBrowserPlayer());

after(() => browser?.close());
process.on('exit', () => {
  killAll();
  killWorkers();
  removeTemporaryFolders();
});

const disassembled = new Map();
function disassemble(hex) {
  if (!disassembled.has(hex))
    disassembled.set(hex, execFileSync(agalc, ['dis', '-'], { input: Buffer.from(hex, 'hex'), encoding: 'utf8' }));
  return disassembled.get(hex);
}

const expected = (name) => readFileSync(join(here, 'expected', `${name}.txt`), 'utf8');

/** Plays one of the games without a browser. @param {string} name @param {object} options @param {number} [version] of SWF */
function playGame(name, options, version) {
  const path = join(games, `${name}.swf`);
  const tapped = join(temporaryFolder(), 'game.swf');
  const { bytes } = tapFile([agalc], path);
  if (version !== undefined) bytes[3] = version;
  writeFileSync(tapped, bytes);
  const given = { packages: packages(), agalc: [agalc], seconds: 3, limit: maxHang, memory: 1024, ...options };
  return playInNode({ path, tapped, url: `/${name}.swf`, folder: games }, given);
}

const plays = new Map();
/** Plays a game with its input, or returns the result of the first such play. @param {string} name */
function firstPlay(name) {
  if (!plays.has(name)) plays.set(name, playGame(name, { input: inputs[name] }));
  return plays.get(name);
}

// A click on the third quarter, and a digit.
const inputs = { Click: JSON.stringify([{ at: 1, click: [200, 40] }, { at: 2, text: '3' }]) };

const linesOf = (log) => log.lines.map((line) => line.replace(/^(agalc-tap 1) \S+/, '$1'));

for (const file of readdirSync(join(here, 'expected')).sort()) {
  const name = basename(file, '.txt');
  test(`${name} uploads what is expected`, async () => {
    const { kind, reason, log, messages } = await firstPlay(name);
    assert.deepEqual([kind, reason, messages.errors], ['played', '', []]);
    const { pairs } = log;
    assert.equal(pairs.flatMap(({ vertex, fragment }) => [vertex, fragment]).map(disassemble).join(''), expected(name));
    assert.ok(log.draws >= pairs.length, `${log.draws} draws`);
  });
}

/** The fragment programs of a log, without their first lines. */
const fragmentsOf = ({ pairs }) => pairs.map(({ fragment }) => disassemble(fragment).split('\n').slice(1, -1).join(' '));

test('Other objects keep properties that have the names of methods', async () => {
  const { messages, log } = await firstPlay('Ordinary');
  const said = messages.all.map((line) => / (ordinary .*?) *(?:color:.*)?$/.exec(line)?.[1]).filter((line) => line);
  assert.deepEqual(said, [
    'ordinary parsed u 7 1',
    'ordinary variables yes no',
    'ordinary empty   true',
    'ordinary written {"upload":1} setCulling drawTriangles',
    'ordinary items upload 5 5',
    'ordinary own 14 21 9 49',
    'ordinary known true false false',
  ]);
  assert.deepEqual(fragmentsOf(log), ['mov oc, v0', 'add oc, v0, fc1', 'mul oc, v0, fc2']);
});

test('Methods that are called by joined names are logged', async () => {
  const { log } = await firstPlay('Joined');
  assert.deepEqual(fragmentsOf(log), ['mov oc, v0', 'mul oc, v0, fc0', 'add oc, v0, fc1']);
  assert.deepEqual([log.uploads, log.unseen.size], [3, 0]);
});

test('A draw without a call that set a program is noted', async () => {
  const { log } = await firstPlay('Hidden');
  assert.deepEqual([log.uploads, [...log.unseen]], [1, ['upload']]);
});

test('A game that is played again tells the same, line by line', async () => {
  const first = await firstPlay('OptionTables');
  const second = await playGame('OptionTables', {});
  assert.deepEqual(linesOf(first.log), linesOf(second.log));
  assert.equal(first.seconds, second.seconds);
});

for (const version of [13, 18])
  test(`A log names the classes that upload, for version ${version} of SWF`, async () => {
    const { log } = await playGame('Effects', {}, version);
    const uploads = log.lines.join('').match(/;stack=[^;]*/g) ?? [];
    assert.ok(uploads.some((stack) => /Effect/.test(stack)), uploads[0]);
  });

test('A tapped game that does not upload draws what it draws without the tap', pictures, async () => {
  const draw = async (change, seconds) => {
    let picture;
    const game = { url: '/Click.swf', folder: games, change };
    const options = { seconds, limit: maxHang, picture: (at, png) => (picture = png) };
    const { log } = await play(browser, game, options);
    assert.equal(log.uploads, 0);
    return picture;
  };
  const tapped = (file, bytes) => tapFile([agalc], file).bytes ?? bytes;
  // Waits until both have begun, on a slow machine.
  let drawn;
  for (const seconds of [1.5, 5, 15]) {
    drawn = [await draw((file, bytes) => bytes, seconds), await draw(tapped, seconds)];
    if (drawn[0].equals(drawn[1]) && drawn[0].length > 300) break; // an empty picture is smaller
  }
  assert.ok(drawn[0].length > 300, `${drawn[0].length} bytes`);
  assert.ok(drawn[0].equals(drawn[1]), drawn.map((each) => each.toString('base64')).join('\n'));
});

/** The files below a folder, in the order of their names, without the record of the command. */
const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== '.agal-captures')
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

/** Runs agalc play on games in a folder of its own, with its own folder for temporary files. */
function withCommand(names, body) {
  const folder = mkdtempSync(join(tmpdir(), 'agal-test-'));
  try {
    const temporary = join(folder, 'tmp');
    for (const name of ['games/sub', 'out', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
    for (const [from, to] of names) cpSync(join(games, `${from}.swf`), join(folder, 'games', `${to}.swf`));
    const run = (...options) => {
      const words = ['games', '-o', 'out', '--agalc', agalc, '--limit', String(maxHang), ...options];
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
  withCommand([['Click', 'Click'], ['Bytecode', 'sub/Bytecode'], ['Bytecode', 'text']], (run, folder) => {
    run('--seconds', '2');
    writeFileSync(join(folder, 'games', 'text.swf'), 'text');
    const { status, lines } = run('--seconds', '2', '--messages', 'said');
    assert.deepEqual([...lines, status], [
      'Click.swf: nothing uploaded in 2 s: it ran without an error, and may wait for input (--input auto)',
      'sub/Bytecode.swf: 1 pair, 2 programs, 1 upload',
      'text.swf: not played: this is not a SWF file, and does not contain one (AGAL1090)',
      '3 games: 1 uploaded programs, 1 uploaded nothing, 1 could not be tapped',
      '',
      1,
    ]);
    assert.deepEqual(filesBelow(join(folder, 'out')), ['Click.capture', 'sub/Bytecode.capture']);
    assert.deepEqual(filesBelow(join(folder, 'said')), ['Click.txt', 'sub/Bytecode.txt']);
    const log = readFileSync(join(folder, 'out', 'sub', 'Bytecode.capture'), 'utf8');
    assert.match(log, /^# sub\/Bytecode.swf, played for 2 s in Ruffle \d.*\nagalc-tap 1 /);
  });
});

test('The usual input starts a game that waits for a click', () => {
  withCommand([['Click', 'Click']], (run) => {
    const { status, lines } = run('--input', 'auto');
    assert.match(lines[0], /^Click\.swf: \d+ pairs?, /);
    assert.equal(status, 0);
  });
});

test('A script that does not end is ended, and what it uploaded is kept', () => {
  withCommand([['Endless', 'Endless']], (run, folder) => {
    const { status, lines } = run('--seconds', '1');
    assert.match(lines[0], /^Endless\.swf: 1 pair, 2 programs, 1 upload; /);
    assert.equal(status, 0);
    assert.match(readFileSync(join(folder, 'out', 'Endless.capture'), 'utf8'), /upload;number=1;/);
  });
});

test('A game that traces much, and forges lines of the log, does not end the others', () => {
  withCommand([['Tracing', 'A'], ['Bytecode', 'B'], ['Computed', 'C']], (run, folder) => {
    const { status, lines } = run('--seconds', '2', '-j', '1', '--messages', 'said');
    assert.deepEqual([...lines.slice(0, 2), status], ['A.swf: 1 pair, 2 programs, 1 upload', 'B.swf: 1 pair, 2 programs, 1 upload', 1]);
    assert.match(lines[2], /^C\.swf: nothing uploaded in 2 s: it draws with programs, but no call of upload was seen: /);
    assert.ok(statSync(join(folder, 'said', 'A.txt')).size < 400e6);
    assert.ok(statSync(join(folder, 'out', 'A.capture')).size < 10000);
  });
});

test('A game that is played again has the same log, byte by byte', () => {
  withCommand([['OptionTables', 'OptionTables']], (run, folder) => {
    const log = () => (run('--seconds', '2'), readFileSync(join(folder, 'out', 'OptionTables.capture'), 'utf8'));
    assert.equal(log(), log());
  });
});

test('Frames of a game that computes the names of methods are not called complete', pictures, () => {
  withCommand([['Computed', 'Computed']], (run) => {
    const { status, lines } = run('--seconds', '10', '--frames', '2..2');
    assert.match(lines[0], /^Computed\.swf: frame 2, .*; frame 2 draws with a program to which no upload was seen: /);
    assert.equal(status, 1);
  });
});

test('Frames are recorded in a browser, with what they draw and their pictures', pictures, () => {
  withCommand([['Effects', 'Effects']], (run, folder) => {
    const never = run('--seconds', '1', '--frames', '99999..99999');
    assert.match(never.lines[0], /^Effects\.swf: nothing recorded; frame 99999 is not among the \d+ frames? presented in 1 s \(--seconds\)$/);
    assert.deepEqual([never.status, filesBelow(join(folder, 'out'))], [1, []]);
    const { status, lines } = run('--seconds', '20', '--frames', '2..3');
    assert.match(lines[0], /^Effects\.swf: frames 2\.\.3, \d+ calls, 6 draws, \d+ KB$/);
    assert.equal(status, 0);
    assert.deepEqual(filesBelow(join(folder, 'out')), ['Effects.frames']);
    const entries = entriesOf(readFileSync(join(folder, 'out', 'Effects.frames')));
    const [head, ...calls] = callLines(entries);
    assert.deepEqual([head.format, head.file, head.frames], ['agalc-frames', 'Effects.swf', [2, 3]]);
    const named = new Set(JSON.stringify(calls).match(/"blob":"[0-9a-f]{32}"/g).map((text) => text.slice(8, -1)));
    assert.deepEqual([...entries.keys()].filter((name) => name.startsWith('blobs/')), [...named].map((hash) => `blobs/${hash}`));
    assert.match(entries.get('game.capture').toString(), /^# Effects\.swf, played for .*\nagalc-tap 1 /);
    for (const frame of [2, 3]) {
      const { width, height, pixels } = readPng(entries.get(`frame-${frame}.png`));
      assert.deepEqual([width, height], [320, 80]);
      // The background above the squares, and a pixel of the first square.
      assert.deepEqual([...pixels.subarray(0, 4)], [26, 26, 38, 255]);
      assert.notDeepEqual([...pixels.subarray(4 * (40 * 320 + 40), 4 * (40 * 320 + 41))], [26, 26, 38, 255]);
    }
  });
});

// The driver of Vulkan that Chromium installs, which rounds like Ruffle in Chromium.
const swiftshader = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** Compares frames with the pictures of the player, in the command. @param {string} file */
function compareWithVulkan(file) {
  if (!existsSync(swiftshader)) return;
  const environment = { ...process.env, VK_ICD_FILENAMES: swiftshader };
  const { status, stdout, stderr } = spawnSync(agalc, ['replay', file, '--compare'], { encoding: 'utf8', env: environment });
  if (!/AGAL1155/.test(stderr)) assert.equal(status, 0, stdout + stderr); // 1155: without Vulkan
}

test('The page and the command draw recorded frames as the player drew them', pictures, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agal-test-'));
  try {
    const names = ['Effects', 'Settings', ...(process.env.AGAL_EXHAUSTIVE ? ['Names', 'OptionTables', 'SamplerOptions'] : [])];
    const pixels = { Settings: 320 * 192 };
    for (const name of names) {
      const file = join(folder, `${name}.frames`);
      const words = [join(games, `${name}.swf`), '--frames', '2..3', '-o', file, '--agalc', agalc, '--seconds', '60', '--limit', String(maxHang)];
      assert.equal(spawnSync(tool, words, { encoding: 'utf8' }).status, 0);
      execFileSync(agalc, ['replay', file, '--page', join(folder, `${name}.html`)]);
      compareWithVulkan(file);
      writeFileSync(join(folder, `${name}.swf`), 'FWS');
    }
    for (const name of names) {
      const { page, context } = await browser.open({ url: `/${name}.swf`, folder, change: (_, bytes) => bytes });
      const problems = [];
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(`http://localhost/${name}.html`);
      const results = await page.evaluate(async () => {
        await window.ready;
        return window.replay.results;
      });
      assert.deepEqual(results.map(({ frame, total }) => [frame, total]), [2, 3].map((frame) => [frame, pixels[name] ?? 320 * 80]));
      for (const { total, close } of results) assert.ok(close >= 0.999 * total, `${name}: ${close} of ${total} pixels`);
      // Each step shows its draw, in both directions. The steps of Settings, several hundred, would take minutes.
      if (name === 'Settings') {
        assert.deepEqual(problems, []);
        await context.close();
        continue;
      }
      const shown = await page.evaluate(() => {
        const dispatch = (key) => window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
        const pictures = (key) => window.replay.steps.map(() => (dispatch(key), document.getElementById('picture').toDataURL()));
        dispatch('ArrowRight'); // steps to the last step, which presents the frame
        const back = pictures('ArrowLeft');
        const forward = pictures('ArrowRight');
        dispatch('ArrowLeft');
        window.replay.showDetails();
        const parts = document.querySelectorAll('#details [role=tab]:enabled').length;
        return { back: back.slice(0, -1).reverse().slice(1), forward: forward.slice(0, -2), different: new Set(back).size, parts };
      });
      assert.deepEqual(shown.forward, shown.back);
      assert.ok(shown.different >= 3, `${shown.different} different pictures`);
      assert.equal(shown.parts, 6);
      assert.deepEqual(problems, []);
      await context.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('The last frame is recorded, and the first after a step', pictures, () => {
  withCommand([['Bytecode', 'Bytecode']], (run, folder) => {
    const frames = () => callLines(entriesOf(readFileSync(join(folder, 'out', 'Bytecode.frames'))))[0].frames;
    assert.match(run('--seconds', '2', '--frames', 'last').lines[0], /^Bytecode\.swf: frame \d+, \d+ calls, 1 draw, \d+ KB$/);
    assert.ok(frames()[0] > 2);
    writeFileSync(join(folder, 'input.json'), JSON.stringify([{ at: 1, click: [10, 10] }]));
    const { lines } = run('--seconds', '20', '--frames', 'click', '--input', 'input.json');
    assert.match(lines[0], /^Bytecode\.swf: frame \d+, \d+ calls, 1 draw, \d+ KB$/);
    assert.ok(frames()[0] > 2);
  });
});

test('Pictures are drawn in a browser', pictures, () => {
  withCommand([['Bytecode', 'Bytecode']], (run, folder) => {
    run('--seconds', '2', '--browser', '--screenshots', 'pictures', '--frames', '1');
    assert.deepEqual(filesBelow(join(folder, 'pictures')), ['Bytecode-001.png', 'Bytecode.png']);
  });
});

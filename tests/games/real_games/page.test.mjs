// The page of `agalc replay` in Chromium: the pictures of its steps, the history of pixels, overdraw, edited shaders. Without
// Chromium: the compiler in the page.
//
// The environment names agalc (AGALC). With AGAL_EXHAUSTIVE, the last frames of ../shared/games are recorded and looked at, too;
// AGAL_FRAMES names a folder of files of frames to take instead.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import { whatIsMissing, whatIsMissingForPictures } from '../../../bindings/js/src/play/packages.js';
import { png } from '../../../bindings/js/src/play/frames/zip.js';
import { findChromium, loadAgal, need, wasmUrl } from '../../../bindings/js/test/support.js';
import { Browser } from '../../web/browser/browser.js';
import { writeHalfFloats, writeHandmade, writeOutputs, writeTextures } from './handmade.mjs';
import { compareHistories, countEarlyWork, levelsOfDraws, pixelsOfPng } from './in_page.mjs';
import { textures } from './textures.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const agalc = process.env.AGALC;
const games = join(root, '..', 'shared', 'games');
const pixels = 100; // looked at in each frame
const chromium = findChromium();
const pictures = need('chromium', chromium === '' ? 'there is no Chromium' : '');
let page;
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agal-test-'));
  if (chromium !== '') page = new Browser(chromium, { width: 1600, height: 1000 });
});

after(async () => {
  await page?.close();
  rmSync(folder, { recursive: true });
});

/** Opens the page of a file of frames, and lets `body` use it. @param {string} frames */
async function withPage(frames, body) {
  const html = `${frames}.html`;
  execFileSync(agalc, ['replay', frames, '--page', html]);
  await page.open(pathToFileURL(html).href);
  await page.evaluate('window.ready');
  await body();
  assert.deepEqual(page.problems, []);
}

/** The text of the elements that a selector of the page finds. @param {string} selector */
const texts = (selector) => page.evaluate((all) => [...document.querySelectorAll(all)].map((node) => node.textContent), selector);
const textOf = async (selector) => (await texts(selector))[0];

/** Chooses an option of a list. @param {string} selector @param {string} value */
const select = (selector, value) => page.evaluate(({ of, option }) => {
  const list = document.querySelector(of);
  list.value = option;
  list.dispatchEvent(new Event('change'));
}, { of: selector, option: value });

/** A handmade file. @param {number} antiAlias */
function handmade(antiAlias) {
  const path = join(folder, `handmade-${antiAlias}.frames`);
  writeHandmade(path, agalc, antiAlias);
  return path;
}

/** The bytes of a data element of a page. @param {string} html @param {string} id */
function dataOf(html, id) {
  const [, text] = new RegExp(`id="${id}">([^<]*)<`).exec(html);
  const groups = text.padEnd(5 * Math.ceil(text.length / 5), '|').match(/.{5}/g); // base 85: tools/lib/report/encodings.hpp
  const bytes = Buffer.alloc(4 * groups.length);
  groups.forEach((group, i) => bytes.writeUInt32BE([...group].reduce((number, digit) => 85 * number + (digit === '}' ? '<' : digit).charCodeAt(0) - 40, 0), 4 * i));
  return inflateSync(bytes);
}

/** Skips a test without the editor, or fails if AGAL_REQUIRE names CodeMirror. */
function skipWithoutEditor(context) {
  const { skip } = need('codemirror', 'agalc is built without the editor: run ./tools/test, or set AGAL_FRAMES_EDITOR (docs/frames.md)');
  assert.ok(skip, 'agalc is built without the editor');
  context.skip(skip);
}

test('The page names the compiler that it contains, which is the one that was built', async (context) => {
  const html = `${handmade(0)}.html`;
  execFileSync(agalc, ['replay', join(folder, 'handmade-0.frames'), '--page', html]);
  const text = readFileSync(html, 'utf8');
  const [, compiler] = / data-compiler="([^"]*)"/.exec(text);
  if (compiler === '') return skipWithoutEditor(context);
  const nameOf = (version, bytes) => `${version}, ${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;
  assert.equal(nameOf(execFileSync(agalc, ['--version'], { encoding: 'utf8' }).split('\n')[0], dataOf(text, 'module')), compiler);
  const built = wasmUrl('agalc-editing.wasm');
  if (built === undefined) return context.skip('agalc-editing.wasm is not built');
  const made = 'the page has another compiler than the one that was built: run ./tools/lab/frames-editor, and build agalc again';
  assert.equal(compiler, nameOf((await loadAgal()).version, readFileSync(built)), made);
});

for (const antiAlias of [0, 4])
  test(`The history of pixels is what the pictures of the draws say, with antiAlias ${antiAlias}`, pictures, async () => {
    await withPage(handmade(antiAlias), async () => {
      for (const frame of [2, 3])
        for (const target of ['back', '7 0']) {
          const { problems, entries } = await page.evaluate(compareHistories, { frame, count: pixels, target });
          assert.deepEqual(problems, []);
          assert.ok(entries > pixels, `${entries} entries`);
        }
    });
  });

function recordedFrames() {
  const recorded = process.env.AGAL_FRAMES ?? join(folder, 'games');
  if (!process.env.AGAL_FRAMES) spawnSync(join(root, 'tools', 'capture'), [games, '-o', recorded, '--frames', 'last', '--agalc', agalc]);
  return readdirSync(recorded).filter((name) => name.endsWith('.frames')).map((name) => join(recorded, name));
}

const wanted = process.env.AGAL_FRAMES || (process.env.AGAL_EXHAUSTIVE && existsSync(games));
const player = process.env.AGAL_FRAMES ? {} : need('ruffle', whatIsMissing() || whatIsMissingForPictures());
const unwanted = { skip: 'neither AGAL_EXHAUSTIVE with ../shared/games nor AGAL_FRAMES is there' };
const recorded = pictures.skip ? pictures : wanted ? player : unwanted;

test('The history of pixels of real games is what the pictures of the draws say', recorded, async () => {
  let looked = 0;
  for (const file of recordedFrames()) {
    const copy = join(folder, basename(file));
    cpSync(file, copy);
    await withPage(copy, async () => {
      const last = await page.evaluate(() => window.replay.steps.filter(({ call, target }) => isDraw(call.call) && !target).at(-1)?.call.frame);
      if (last === undefined) return;
      const { problems, entries, steps } = await page.evaluate(compareHistories, { frame: last, count: pixels, target: 'back' });
      console.log(`${basename(file)}: ${pixels} pixels, ${steps} steps, ${entries} entries`);
      assert.deepEqual(problems, [], file);
      looked += pixels;
    });
  }
  assert.ok(looked > 0);
});

test('The pictures of all steps are the same forward, backward, and drawn from the beginning', pictures, async () => {
  const both = [[0, undefined], [4, 30_000]];
  for (const [antiAlias, bytes] of process.env.AGAL_EXHAUSTIVE ? [...both, [4, undefined], [0, 0]] : both)
    await withPage(handmade(antiAlias), async () => {
      await page.evaluate(async (most) => {
        if (most === undefined) return;
        Object.assign(limits, { pictureBytes: most, snapshotBytes: most });
        document.getElementById('mode').dispatchEvent(new Event('change')); // begins again
        await window.ready;
      }, bytes);
      const results = await page.evaluate(async () => {
        const key = (name) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, cancelable: true, bubbles: true }));
        const shown = () => document.getElementById('picture').toDataURL();
        const details = () => {
          window.replay.showDetails();
          return ['tab-vertices', 'tab-constants', 'tab-state'].map((tab) => (document.getElementById(tab).click(), document.getElementById('panel').innerText));
        };
        const { steps } = window.replay;
        const again = [];
        for (const { number } of steps) {
          window.replay.select(number);
          again.push([shown(), details()]);
        }
        const back = steps.map((_, i) => (i > 0 && key('ArrowLeft'), [shown(), details()])).reverse();
        const jumps = steps.map((_, i) => {
          const number = (i * 7) % steps.length;
          window.replay.select(number);
          return [number, shown(), details()];
        });
        const drawn = [];
        const gl = newContext();
        const file = await readFrames();
        const programs = JSON.parse(await inflate(document.getElementById('programs')));
        for (const { index } of steps) {
          const replayer = new Replayer(gl, file, programs, 'ruffle');
          replayer.to(index);
          drawn.push(canvasOf(replayer.read(), true).toDataURL());
          replayer.dispose();
        }
        return { again, back, jumps, drawn };
      });
      assert.deepEqual(results.back, results.again);
      assert.deepEqual(results.again.map(([picture]) => picture), results.drawn);
      for (const [number, ...shown] of results.jumps) assert.deepEqual(shown, results.again[number]);
      assert.ok(new Set(results.drawn).size > 15);
    });
});

/** Opens a tab. @param {string} name */
const openTab = (name) => page.evaluate((id) => (window.replay.showDetails(), document.getElementById(id).click()), `tab-${name}`);

test('A click on a pixel lists its draws, their programs’ results and the tests that fail; the address keeps it', pictures, async () => {
  const html = `${handmade(0)}.html`;
  await withPage(handmade(0), async () => {
    const click = async (x, y) => {
      const box = await page.evaluate(() => document.getElementById('picture').getBoundingClientRect().toJSON());
      await page.click(box.x + (box.width * (x + 0.5)) / 96, box.y + (box.height * (y + 0.5)) / 64);
      await page.waitFor(`document.getElementById('pixel-title').textContent === 'Pixel ${x}, ${y}' && document.querySelector('#pixel-entries .entry')`);
    };
    await click(1, 1);
    assert.deepEqual(await texts('#pixel-entries .entry'), ['clear26 51 77 255', 'draw 17 program 1gives 0.00312 0.879 0.15 0.25, outside of the scissor rectangle']);
    await click(40, 20);
    await page.waitFor("document.querySelectorAll('#pixel-entries .entry').length > 4");
    const entries = await texts('#pixel-entries .entry');
    assert.equal(entries[0], 'clear26 51 77 255');
    assert.deepEqual(entries.slice(1), ['draw 14 program 1gives 0.0938 0.305 0.188 124 78 48 255', 'draw 15 program 1gives 0.396 0.74 0.75 1, fails the depth test',
      'draw 17 program 1gives 0.0844 0.612 0.15 0.2523 97 46 207', 'draw 18 program 1gives 0.74 0.599 0.75 1, the color mask is empty',
      'draw 19 program 1gives 0.413 0 0.375 1105 0 46 255']);
    await page.evaluate(() => document.querySelectorAll('#pixel-entries .entry')[1].click());
    const title = await textOf('#where');
    assert.equal(title, 'Draw 14, step 19 of 26');
    await openTab('textures');
    const address = '#draw=14&pixel=40,20&tab=textures';
    assert.equal(await page.evaluate('location.hash'), address);
    const copied = await page.evaluate(async () => {
      let text;
      navigator.clipboard.writeText = async (given) => (text = given);
      document.querySelector('#address button').click();
      await new Promise((resolve) => setTimeout(resolve));
      return text;
    });
    assert.ok(copied.endsWith(`.html${address}`), copied);
    assert.equal(await textOf('#compared'), 'The file has no picture of the player to compare with.');
    // With the pictures of a player: frame 2 as drawn, except for one step in a channel; frame 3 with two other pixels.
    const drawn = await page.evaluate(() => window.replay.steps.filter(({ call }) => call.call === 'present').map(({ number }) => [...window.replay.picture(number).pixels]));
    drawn[0][0] += 1;
    for (const at of [0, 400]) drawn[1][at] += 2;
    const pictures = Object.fromEntries(drawn.map((bytes, i) => [i + 2, png(96, 64, Buffer.from(bytes))]));
    writeHandmade(join(folder, 'handmade-0.frames'), agalc, 0, false, pictures);
    execFileSync(agalc, ['replay', join(folder, 'handmade-0.frames'), '--page', html]);
    await page.open(`${pathToFileURL(html).href}?again${address}`);
    await page.waitFor("document.querySelectorAll('#pixel-entries .entry').length > 4");
    assert.deepEqual(await texts('#pixel-entries .entry'), entries);
    assert.equal(await textOf('#where'), title);
    await page.evaluate('window.ready');
    assert.equal(await textOf('#compared'), 'All pixels of frame 2 and 99.97 % of the pixels of frame 3 are as in the player, give or take 1 in 255.');
    assert.equal(await page.evaluate(() => document.querySelector('[role=tab][aria-selected=true]').textContent), 'textures');
    await page.evaluate(() => (window.replay.select(14), window.replay.showDetails())); // draws into a smaller texture
    await page.waitFor("document.getElementById('pixel-entries').textContent === 'No draw of this frame covers it.'");
    await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
    assert.deepEqual(await page.evaluate(() => [document.getElementById('pixel').hidden, location.hash]), [true, '#draw=11&tab=textures']);
  });
});

// Tests that share one opening of the page, in this order.
const shared = [
  ['Rows name programs, triangles and targets; they can be searched, grouped and walked by keys', async () => {
    // Before the first picture, the page makes the draws that it needs: not the draws of an earlier frame into the back buffer.
    assert.deepEqual(await page.evaluate('window.early'), { draws: 12, programs: 3, contexts: 2, rows: 0, editors: 0 });
    // A page has at most 2.5 MB with the 1.66 MB of a recorded game with 301 draws.
    assert.ok(statSync(join(folder, 'handmade-0.frames.html')).size < 840_000);
    const rows = () => texts('#list .row');
    const key = (name) => page.evaluate((which) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: which, bubbles: true })), name);
    const search = (text) => page.evaluate((value) => {
      const box = document.getElementById('search');
      box.value = value;
      box.dispatchEvent(new Event('input'));
    }, text);
    await key('Home');
    assert.deepEqual((await rows()).slice(0, 5), ['frame 2', 'cleartexture 7', 'draw 1 program 12 triangles · texture 7', 'draw 2 program 22 triangles · texture 7', 'clearback buffer']);
    await key('End');
    assert.equal(await textOf('#where'), 'Present, step 26 of 26');
    await search('program 3 back');
    assert.deepEqual(await rows(), ['frame 2', 'draw 3 program 32 triangles · back buffer', 'draw 10 program 32 triangles · back buffer',
      'frame 3', 'draw 13 program 32 triangles · back buffer', 'draw 20 program 32 triangles · back buffer']);
    assert.equal(await textOf('#matches'), '4 of 26 steps');
    await key('ArrowDown');
    await key('ArrowDown');
    assert.match(await textOf('#where'), /^Draw 10,/);
    const { hash } = await page.evaluate(async () => Object.values(JSON.parse(await inflate(document.getElementById('programs')))).find(({ fragment }) => /kil/.test(fragment.agal)).fragment);
    await search(hash.slice(0, 8));
    assert.equal(await textOf('#matches'), '4 of 26 steps');
    await search('water');
    assert.equal(await textOf('#matches'), 'No step has these words.');
    await search('');
    await page.evaluate(() => document.getElementById('grouped').click());
    await key('Home');
    assert.deepEqual((await rows()).filter((row) => row.includes(':')).slice(0, 2), ['clear and present: 6 steps', 'program 1: 12 steps']);
    // Nothing has to be scrolled to reach a part; in a narrow window, nothing is wider than the window.
    const layout = () => page.evaluate(() => {
      const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
      const letter = document.querySelector('.shader .output .line').getBoundingClientRect().width / (0.6 * 12);
      return { page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight], picture: boxOf('#picture').width,
        bottoms: ['#picture', '[role=tab]', '.shader .source', '.shader .output'].map((each) => boxOf(each).bottom), letters: letter };
    });
    await key('ArrowDown');
    await page.evaluate(() => (window.replay.select(24), window.replay.showDetails()));
    const sizes = {};
    for (const [width, height] of [[1366, 768], [1920, 1080], [768, 1024], [390, 844]]) {
      await page.emulate(width, height);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
      const { page: [wide, high], picture, bottoms, letters } = await layout();
      assert.ok(wide <= width, `${width}: the page has a width of ${wide}`);
      if (width > 1000) assert.ok(high <= height && Math.max(...bottoms) <= height, `${width}: ${high} ${bottoms}`);
      assert.ok(letters > 40, `${width}: a line has ${letters} letters`);
      sizes[width] = picture;
    }
    assert.ok(sizes[1920] > sizes[1366], JSON.stringify(sizes));
    await page.emulate(1600, 1000);
    await page.evaluate(() => document.getElementById('grouped').click());
  }],
  ['Overdraw counts fragments, also those that do not change a color', async () => {
    const counts = await page.evaluate(() => {
      const at = ({ counts, width }, x, y) => counts[y * width + x];
      const all = window.replay.steps.filter(({ call, target }) => call.frame === 3 && !target);
      return all.map((step) => [step.title, at(window.replay.counting.overdraw(step), 48, 31), at(window.replay.counting.overdraw(step), 1, 1)]);
    });
    assert.deepEqual(counts.map(([, first]) => first), [0, 1, 2, 2, 2, 3, 3, 3, 3, 3]);
    assert.deepEqual(counts.map(([, , corner]) => corner), counts.map(() => 0));
    await select('#show', 'overdraw');
    assert.match(await textOf('#legend'), /Fragments of a pixel since the frame began: .* on average\./);
    const shown = (x, y) => page.evaluate((at) => [...document.getElementById('picture').getContext('2d').getImageData(...at, 1, 1).data].join(), [x, y]);
    await page.evaluate(() => window.replay.select(window.replay.steps.find(({ draw }) => draw === 14).number));
    await select('#show', 'picture');
    const [red, green, blue] = (await shown(40, 20)).split(',');
    for (const [channel, value] of Object.entries({ red, green, blue })) {
      await select('#show', channel);
      assert.equal(await shown(40, 20), [value, value, value, 255].join(), channel);
    }
    await select('#show', 'depth');
    assert.equal(await textOf('#legend'), 'Depth from 0.25 (black) to 1 (white).');
    assert.equal(await shown(1, 1), '255,255,255,255');
    await select('#show', 'picture');
    assert.equal(await textOf('#legend'), '');
    await select('#zoom', '8');
    assert.deepEqual(await page.evaluate(() => { const { width, height } = document.getElementById('picture').getBoundingClientRect(); return [width, height]; }), [768, 512]);
    await select('#zoom', '0');
  }],
  ['An edited program determines the states of its samplers, unless a call has set them after the program', async () => {
    const states = await page.evaluate(async () => {
      const programs = JSON.parse(await inflate(document.getElementById('programs')));
      const file = await readFrames();
      const replayer = new Replayer(newContext(), file, programs, 'ruffle');
      const samplersOf = (key) => programs[key]?.reflection.fragment.agal.samplers ?? [];
      const index = file.calls.findIndex(({ state }) => state && samplersOf(state.program).length > 0);
      const { program, samplers } = file.calls[index].state;
      const draw = () => {
        replayer.forget(program);
        replayer.to(index);
        return [replayer.samplerOf(0).filter, replayer.samplerOf(0).wrap].join();
      };
      const edit = (isEdited, special) => {
        const reflection = structuredClone(programs[program].reflection);
        reflection.fragment.agal.samplers[0].states = [{ wrap: 'clamp', filter: 'nearest', mip: 'mipnone', special }];
        programs[program] = { ...programs[program], reflection, isEdited };
        return draw();
      };
      const shown = [draw(), edit(false, []), edit(true, []), edit(true, ['ignoresampler'])];
      samplers[0] = { ...samplers[0], isSet: true };
      return [...shown, edit(true, [])];
    });
    assert.deepEqual(states, ['linear,repeat', 'linear,repeat', 'nearest,clamp', 'linear,repeat', 'linear,repeat']);
  }],
  ['Constants of m44 are a matrix, textures have all levels, and triangles are lines', async () => {
    await page.evaluate(() => window.replay.select(24));
    await select('#mode', 'flash');
    await page.evaluate('window.ready');
    await openTab('constants');
    const rows = await texts('.matrix tbody tr');
    assert.deepEqual(rows, ['vc00.2000.7→ x', 'vc100.200.7→ y', 'vc20010→ z', 'vc30001→ w']);
    await openTab('textures');
    assert.deepEqual(await texts('.levels figcaption'), ['level 0, 4×4', 'level 1, 2×2', 'level 2, 1×1']);
    await openTab('vertices');
    const lines = await page.evaluate(() => {
      const { width, height } = document.querySelector('.wire');
      const { data } = document.querySelector('.wire').getContext('2d').getImageData(0, 0, width, height);
      const drawn = Array.from({ length: width * height }, (_, i) => i).filter((i) => data[4 * i + 3] > 0);
      const part = (of, size) => [Math.min(...of) / size, Math.max(...of) / size].map((each) => Math.round(20 * each) / 20);
      return [part(drawn.map((i) => i % width), width), part(drawn.map((i) => Math.floor(i / width)), height)];
    });
    assert.deepEqual(lines, [[0.75, 0.95], [0.05, 0.25]]); // the upper right corner
  }],
];

test('One page', pictures, async (t) => {
  await page.prepare(`(${countEarlyWork})()`);
  await withPage(handmade(0), async () => {
    for (const [name, body] of shared) await t.test(name, body);
  });
});

test('Textures in half floats have values above one', pictures, async () => {
  const path = join(folder, 'half.frames');
  writeHalfFloats(path, agalc);
  await withPage(path, async () => {
    const values = await page.evaluate(() => window.replay.steps.map(({ number }) => [...window.replay.picture(number).pixels.subarray(0, 4)]));
    assert.deepEqual(values, [[0, 0, 0, 255], [32, 128, 64, 255], [255, 255, 128, 255], [255, 64, 128, 255], [255, 64, 128, 255]]);
    const back = await page.evaluate(() => (window.replay.select(1), window.replay.showDetails(), document.getElementById('tab-textures').click(), document.querySelectorAll('.levels canvas').length));
    assert.equal(back, 1);
    assert.equal(await page.evaluate(() => [...document.querySelector('.levels canvas').getContext('2d').getImageData(0, 0, 1, 1).data].join()), '128,255,64,255');
  });
});

test('Each format of textures has the same pixels in the page and in a draw of the command', pictures, async () => {
  const path = join(folder, 'textures.frames');
  writeTextures(path, agalc, textures);
  await withPage(path, async () => {
    const warnings = await page.evaluate(() => (window.replay.showDetails(), document.getElementById('warnings').textContent));
    const shown = await page.evaluate(levelsOfDraws, { wanted: textures.map(({ levels }) => levels.map(([, face, level]) => [face, level])) });
    for (const [i, { name, levels, needs }] of textures.entries()) {
      const draw = join(folder, name);
      execFileSync(agalc, ['replay', path, '--draw', String(i + 1), '--as', 'flash', '-o', draw], { stdio: 'ignore' });
      for (const [k, [file, , , first]] of levels.entries()) {
        const written = await page.evaluate(pixelsOfPng, { base64: readFileSync(join(draw, file)).toString('base64') });
        assert.deepEqual(shown[i][k], written, `${name}, ${file}`);
        if (needs && warnings.includes(needs)) continue; // agalc is built without a library, so that both show the pattern
        assert.equal(written.slice(0, 4).join(), first, `${name}, ${file}`);
      }
    }
  });
});

for (const [name, texture, problem] of [
  ['texture that cannot be decoded', { format: 'compressed', width: 16, height: 16,
    uploads: [['uploadCompressedTextureFromByteArray', Buffer.from('ATF'), 0]] }, /texture \d+: its header is malformed \(line \d+\)/],
  ['video', { video: true, uploads: [] }, /texture \d+: videos are not recorded \(line \d+\)/],
])
  test(`A ${name} is a pattern, and a warning in the page and of the command`, pictures, async () => {
    const path = join(folder, 'unknown.frames');
    const draw = join(folder, `unknown ${name}`);
    writeTextures(path, agalc, [texture]);
    for (const output of [['--page', join(folder, 'unknown.html')], ['--draw', '1', '-o', draw]]) {
      const { status, stderr } = spawnSync(agalc, ['replay', path, ...output], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      assert.match(stderr, /AGAL1157/);
      assert.match(stderr, problem);
    }
    await withPage(path, async () => {
      await page.evaluate(() => window.replay.select(1));
      await openTab('textures');
      assert.match(await page.evaluate(() => document.getElementById('warnings').innerText), problem);
      const shown = await page.evaluate(() => [...document.querySelector('.levels canvas').getContext('2d').getImageData(0, 0, 9, 1).data]);
      assert.deepEqual([shown.slice(0, 4), shown.slice(-4)], [[255, 0, 255, 255], [0, 0, 0, 255]]);
      const written = await page.evaluate(pixelsOfPng, { base64: readFileSync(join(draw, 'fs0.png')).toString('base64') });
      assert.deepEqual(written.slice(0, 36), shown);
    });
  });

test('An asynchronous upload is drawn like a synchronous one', pictures, async () => {
  const path = join(folder, 'asynchronous.frames');
  writeTextures(path, agalc, ['uploadFromByteArrayAsync', 'uploadFromByteArray'].map((method) =>
    ({ format: 'bgra', width: 2, height: 2, uploads: [[method, Buffer.from('red green blue..'), 0, 0]] })));
  await withPage(path, async () => {
    assert.equal(await textOf('#warnings'), '');
    const [first, second] = await page.evaluate(() => [1, 2].map((number) => [...window.replay.picture(number).pixels]));
    assert.deepEqual(second, first);
    assert.ok(new Set(first).size > 4);
  });
});

test('Links lead from a program of a report to its first draw, and from a draw to its programs', pictures, async () => {
  const game = join(folder, 'game');
  mkdirSync(game);
  writeHandmade(join(game, 'handmade.frames'), agalc, 0);
  writeFileSync(join(game, 'handmade.swf'), Buffer.from('RldTCg8AAAAAAAEBAAAA', 'base64')); // without tags
  const report = join(game, 'report.html');
  execFileSync(agalc, ['batch', game, '-o', join(game, 'out'), '--emit', 'spv', '--report', report, '-q']);
  const follow = async (selector) => {
    await page.waitFor(`document.querySelector(${JSON.stringify(selector)})`);
    await page.open(await page.evaluate((of) => document.querySelector(of).href, selector));
  };
  await page.open(pathToFileURL(report).href);
  await page.waitFor("document.querySelector('#list .row')");
  await page.evaluate(() => [...document.querySelectorAll('#list .row')].find((row) => row.textContent.includes('fragment · 1 token')).click());
  await page.waitFor("document.querySelector('header.program')");
  const hash = await textOf('header.program .hash code');
  await follow('.pair .recorded');
  await page.waitFor("location.pathname.endsWith('/handmade.frames.html') && window.replay?.step && document.querySelector('.language .hash')");
  await page.evaluate('window.ready');
  assert.equal(await page.evaluate(() => location.hash), `#draw=${await page.evaluate('window.replay.step.draw')}`);
  assert.ok((await textOf('.language .hash')).startsWith(hash));
  await follow('.language a');
  await page.waitFor("location.pathname.endsWith('/report.html') && document.querySelector('header.program .hash code')");
  assert.equal(await textOf('header.program .hash code'), hash);
  assert.deepEqual(page.problems, []);
});

test('A draw has several outputs, in the page and in the command', pictures, async () => {
  const path = join(folder, 'outputs.frames');
  writeOutputs(path, agalc);
  await withPage(path, async () => {
    const { drawn, words } = await page.evaluate(() => {
      const step = window.replay.steps.find(({ call }) => isDraw(call.call));
      window.replay.select(step.number);
      window.replay.showDetails();
      document.getElementById('tab-state').click();
      const picture = window.replay.picture(window.replay.steps.length - 1);
      return { drawn: [...picture.pixels], words: document.getElementById('details').innerText };
    });
    assert.match(words, /oc1\s+texture 8/);
    const at = (x, y) => drawn.slice(4 * (64 * y + x), 4 * (64 * y + x) + 4);
    const cleared = [0, 0, 128, 255];
    assert.deepEqual([at(1, 16), at(33, 16), at(62, 16)], [cleared, cleared, cleared]); // one call clears both textures
    assert.notDeepEqual(at(30, 16), cleared); // the first texture alone has the second draw
    const [one, other] = [at(16, 16), at(48, 16)];
    assert.notDeepEqual(one, cleared);
    one.slice(0, 3).forEach((value, i) => assert.ok(Math.abs(other[i] - ([255, 191, 255][i] - value / [1, 0.75, 1][i])) < 4, `${one} ${other}`));
    mkdirSync(join(folder, 'outputs'));
    writeFileSync(join(folder, 'outputs', 'frame-2.png'), png(64, 32, Buffer.from(drawn)));
    const { status, stderr } = spawnSync(agalc, ['replay', path, '--reference', join(folder, 'outputs')], { encoding: 'utf8' });
    if (!/AGAL1155/.test(stderr)) assert.equal(status, 0, stderr); // 1155: without Vulkan
  });
});

test('An edited shader draws the frame, its errors are shown, and the reset brings it back', pictures, async (context) => {
  await withPage(handmade(0), async () => {
    const compiler = await page.evaluate('compilerOfPage');
    if (compiler === '') return skipWithoutEditor(context);
    const pixel = () => page.evaluate(() => [...document.getElementById('picture').getContext('2d').getImageData(83, 9, 1, 1).data].join());
    const type = async (text) => {
      await page.evaluate(() => document.querySelector('.shaders .cm-content').focus());
      await page.type(text);
    };
    const state = (text) => page.waitFor(`document.querySelector('.shaders .toolbar')?.textContent.includes(${JSON.stringify(text)})`);
    const output = () => textOf('.shader .output');
    await state('Reset');
    const before = await pixel();
    await type('mov oc, fc0.xxyy\n');
    await state('Edited: the frame is drawn with these programs.');
    const edited = await pixel();
    assert.notEqual(edited, before);
    assert.match(await output(), /oc = fc\.c\[0\]\.xxyy/);
    await page.evaluate('window.ready');
    await page.open(`${pathToFileURL(join(folder, 'handmade-0.frames.html')).href}?again`); // the edit survives
    await state('Edited: the frame is drawn with these programs.');
    assert.equal(await textOf('.shaders .cm-content'), 'mov oc, fc0.xxyy');
    assert.equal(await pixel(), edited);
    await type('mov oc, fc0.xxyy\nmov ft0 fx1\n');
    await state('Not drawn: 1 error in the fragment program.');
    assert.equal(await pixel(), edited);
    assert.match(await textOf('.messages .diagnostic.error'), /line 2/);
    // The message is below the editor, above the output, and visible.
    const [editor, message, translated] = await page.evaluate(() => ['.editor', '.messages .diagnostic', '.output'].map((each) => document.querySelector(each).getBoundingClientRect().toJSON()));
    assert.ok(message.top >= editor.bottom && message.bottom <= 1000 && (message.bottom <= translated.top || message.right <= translated.left), JSON.stringify([editor, message, translated]));
    assert.equal(await output(), 'Not translated, because of errors in the fragment program.');
    assert.ok(await page.evaluate(() => document.getElementById('tab-fragment').classList.contains('faulty')));
    await page.evaluate(() => document.querySelector('.shaders .toolbar button').click());
    await page.waitFor("document.querySelector('.shaders .toolbar button').hidden");
    assert.equal(await pixel(), before);
    assert.deepEqual(await texts('.messages .diagnostic'), []);
    assert.equal(await page.evaluate('localStorage.length'), 0);
    await page.evaluate('window.ready');
    assert.equal((await page.evaluate(compareHistories, { frame: 3, count: 10, target: 'back' })).problems.length, 0);
    assert.equal((await textOf('.compiler')).trim(), compiler);
    const languages = await texts('.language option');
    assert.ok(languages.length > 7 && !languages.includes('SPIR-V'), languages.join());
    await select('.language select', 'wgsl');
    await page.waitFor("document.querySelector('.shader .output').textContent.includes('@fragment')");
    await openTab('vertex');
    await page.waitFor("document.querySelector('.shader .output').textContent.includes('@vertex')");
  });
});


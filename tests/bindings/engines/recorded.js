// The tests of `agalc replay --frame last --engine E`: the program draws the frame, and the picture is the player's. The pictures of
// handmade frames are drawn by the page of `agalc replay --page`.
//
// AGAL_FRAMES names a folder with files of frames of games. Without it, two games of ../shared/games are played; with AGAL_EXHAUSTIVE, all
// twelve that draw a frame.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { png } from '../../../bindings/js/src/play/frames/zip.js';
import { whatIsMissing, whatIsMissingForPictures } from '../../../bindings/js/src/play/packages.js';
import { writeCube, writeHandmade } from '../../games/real_games/handmade.mjs';
import { setSamples } from './draws.js';
import { Pages, agalc, installed, root } from './engines.js';

// Percentages of pixels within one step in 255. The player draws upside down, so that edges through the middle of pixels are in another row, and
// the samples of edges are at other places: a game with antialiasing is also drawn without samples, and then compared with the page without
// samples.
const least = 99.8;
const leastWithSamples = 97;
// Programs that draw on Vulkan, with Mesa, are compared with `agalc replay` on the same device, whose textures have more than eight bits. They
// may be this much farther from the player's picture, in percent.
const leastOnVulkan = 99.6;
const maxFarther = 1;
// Of a cube, the file has the first level only. Engines compute the others, and sample them where two sides meet. SDL rounds them otherwise.
const leastOfHandmade = { targets: 99.9, cube: 99, cubeOnVulkan: 98.5 };

const all = [
  'away3d_particles_basic',
  'boogen_ships',
  'book_chapter04',
  'citrus_starling',
  'easyagal_basic',
  'flare3d_switch_color',
  'handson_followfire',
  'registers_stage15',
  'registers_stage9',
  'scorpio2d_quadbatch',
  'stage3dguide_alight',
  'yogurt3d_skinning',
];
const some = ['away3d_particles_basic', 'citrus_starling'];
const games = process.env.AGAL_EXHAUSTIVE ? all : some;

const folder = join(root, '..', 'shared', 'games');
const recordings = process.env.AGAL_FRAMES;

function missingGames() {
  if (recordings) return undefined;
  if (!existsSync(folder)) return `neither AGAL_FRAMES nor ${folder} is there`;
  return whatIsMissing() || whatIsMissingForPictures();
}

/** Returns the file with the last frame of a game, which is played once. */
function record(game) {
  if (recordings) return join(recordings, `${game}.frames`);
  const path = join(installed, 'recorded', `${game}.frames`);
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const args = [join(folder, `${game}.swf`), '--frames', 'last', '--seconds', '15', '-o', path, '--agalc', agalc];
  const { status, stderr } = spawnSync(join(root, 'tools', 'capture'), args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return path;
}

/** Writes what the page of the frames draws, without samples, as the file of a picture. */
async function writePictureOfPage(pages, frames, path) {
  const html = join(installed, 'frames.html');
  execFileSync(agalc, ['replay', frames, '--page', html], { stdio: 'pipe' });
  await pages.open('frames.html');
  const { width, height, base64 } = await pages.evaluate(`await (async () => {
    await window.ready;
    const programs = JSON.parse(await inflate(element('programs')));
    const file = await readFrames();
    for (const { backBuffer } of file.calls) if (backBuffer) backBuffer.antiAlias = 0;
    const replayer = new Replayer(newContext(), file, programs, 'ruffle');
    replayer.to(file.calls.length - 1);
    const { width, height, pixels } = replayer.read();
    const parts = Array.from({ length: Math.ceil(pixels.length / 8192) }, (_, i) => String.fromCharCode(...pixels.subarray(8192 * i, 8192 * (i + 1))));
    return { width, height, base64: btoa(parts.join('')) };
  })()`);
  writeFileSync(path, png(width, height, Buffer.from(base64, 'base64')));
}

/**
 * Tests the programs of engines.
 * @param {string[]} engines
 * @param {(pages: Pages, engine: string) => { finish: (home: string) => void, draw: (home: string, name: string) => Promise<number>,
 *   onVulkan?: boolean }} testerOf returns functions that make a program ready, and that draw with it: the percentage of pixels within one
 *   step of its frame.png
 */
export function testFrames(engines, testerOf) {
  const pages = new Pages();
  before(async () => {
    rmSync(join(installed, 'recorded'), { recursive: true, force: true });
    await pages.start();
  });
  after(() => pages.close());
  for (const engine of engines) describe(engine, () => testEngine(engine, pages, testerOf(pages, engine)));
}

function testEngine(engine, pages, { finish, draw, onVulkan = false }) {
  /** Writes the program of the last frame, ready to be run. */
  function write(name, frames) {
    const home = join(installed, engine, 'frames', name);
    rmSync(home, { recursive: true, force: true });
    mkdirSync(dirname(home), { recursive: true });
    execFileSync(agalc, ['replay', frames, '--frame', 'last', '--engine', engine, '-o', home], { stdio: 'pipe' });
    finish(home);
    return home;
  }

  async function check(t, home, name, expected) {
    const close = await draw(home, name);
    t.diagnostic(`${close.toFixed(3)} % within one step`);
    assert.ok(close >= expected, `${close} %`);
  }

  /** Compares with the page of frames. On Vulkan, with `agalc replay` on the same device. */
  async function checkWithoutPlayer(t, home, name, frames, expected) {
    setSamples(home, 1);
    const picture = join(home, 'frame.png');
    if (onVulkan) copyFileSync(replay(name, frames), picture);
    else await writePictureOfPage(pages, frames, picture);
    await check(t, home, name, expected);
  }

  /** Returns the picture of the last frame that `agalc replay` draws on Vulkan. */
  function replay(name, frames) {
    const folder = join(installed, 'replayed', name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    execFileSync(agalc, ['replay', frames, '-o', folder], { stdio: 'pipe' });
    return join(folder, readdirSync(folder).filter((each) => each.endsWith('.png')).sort().at(-1));
  }

  const materialsOf = (home) => JSON.parse(readFileSync(join(home, 'materials.json'), 'utf8')).materials;

  test('draws into textures, before the frame and in it, with stencil tests, color masks and a scissor rectangle', async (t) => {
    const frames = join(installed, 'targets.frames');
    writeHandmade(frames, agalc, 0, true);
    const home = write('targets', frames);
    const path = join(home, 'frame.json');
    if (existsSync(path)) {
      const { targets, steps } = JSON.parse(readFileSync(path, 'utf8'));
      assert.equal(Object.keys(targets).length, 2);
      assert.deepEqual(steps.map(({ draws }) => draws[0].draw), [undefined, 12, 14]); // the first one is before the frames
      const created = new Set(materialsOf(home).map(({ create }) => create));
      for (const { create } of steps.flatMap(({ draws }) => draws)) assert.ok(created.has(create), create);
    }
    await checkWithoutPlayer(t, home, 'targets', frames, leastOfHandmade.targets);
  });

  test('draws a cube', async (t) => {
    const frames = join(installed, 'cube.frames');
    writeCube(frames, agalc);
    await checkWithoutPlayer(t, write('cube', frames), 'cube', frames, onVulkan ? leastOfHandmade.cubeOnVulkan : leastOfHandmade.cube);
  });

  for (const game of games)
    test(`${game}: the picture is the player's`, { skip: missingGames() || false }, async (t) => {
      const frames = record(game);
      const home = write(game, frames);
      if (onVulkan) {
        await pages.openEmpty();
        const picture = replay(game, frames);
        const ofReplay = 100 * (1 - (await pages.differenceOf(picture, join(home, 'frame.png'), 1)));
        t.diagnostic(`agalc replay: ${ofReplay.toFixed(3)} % within one step`);
        await check(t, home, game, ofReplay - maxFarther);
        copyFileSync(picture, join(home, 'frame.png'));
        return check(t, home, game, leastOnVulkan);
      }
      const hasSamples = materialsOf(home).some(({ targets }) => targets.some(({ samples }) => samples > 1));
      await check(t, home, game, hasSamples ? leastWithSamples : least);
      if (hasSamples) await checkWithoutPlayer(t, home, game, frames, least);
    });
}

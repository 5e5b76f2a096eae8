// `agalc replay --frame last --engine E`: the program draws the frame, in one scene for each step, and the picture is the player's. The
// pictures of handmade frames are drawn by the page of `agalc replay --page`.
//
// AGAL_FRAMES names a folder with files of frames of games. Without it, two games of ../shared/games are played; with AGAL_EXHAUSTIVE, all
// twelve that draw a frame.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { png } from '../../../bindings/js/src/play/frames/zip.js';
import { whatIsMissing, whatIsMissingForPictures } from '../../../bindings/js/src/play/packages.js';
import { writeCube, writeHandmade } from '../../games/real_games/handmade.mjs';
import { Pages, agalc, compileTypeScript, endWithout, installed, missingInBrowser, missingTypeScript, root, scriptEngines } from './engines.js';

const games = [
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
// Percentages of pixels within one step in 255. The player draws upside down, so that edges through the middle of pixels are in another row, and
// the samples of edges are at other places: a game with antialiasing is also drawn without samples, and then compared with the page without
// samples.
const least = 99.8;
const leastWithSamples = 97;
// Of a cube, the file has the first level only. Engines compute the others, and sample them where two sides meet.
const leastOfHandmade = { targets: 99.9, cube: 99 };

const folder = join(root, '..', 'shared', 'games');
const recordings = process.env.AGAL_FRAMES;
const lacking = missingInBrowser(scriptEngines) ?? missingTypeScript();
if (lacking) endWithout(lacking);

function missingGames() {
  if (recordings) return undefined;
  if (!existsSync(folder)) return `neither AGAL_FRAMES nor ${folder} is there`;
  return whatIsMissing() || whatIsMissingForPictures();
}

/** Returns the file with the last frame of a game. */
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

const pages = new Pages();
before(async () => {
  rmSync(join(installed, 'recorded'), { recursive: true, force: true });
  await pages.start();
});
after(() => pages.close());

/** Writes what the page of the frames draws, without samples, as the file of a picture. */
async function writePictureOfPage(frames, path) {
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

for (const engine of scriptEngines)
  describe(engine, () => {
    /** Writes the program of the last frame, ready to be opened. */
    function write(name, frames) {
      const home = join(installed, engine, 'frames', name);
      rmSync(home, { recursive: true, force: true });
      mkdirSync(dirname(home), { recursive: true });
      execFileSync(agalc, ['replay', frames, '--frame', 'last', '--engine', engine, '-o', home], { stdio: 'pipe' });
      symlinkSync(join(installed, engine, 'node_modules'), join(home, 'node_modules'));
      if (existsSync(join(home, 'materials.ts'))) compileTypeScript(home, 'materials.ts');
      return home;
    }

    const frameOf = (home) => JSON.parse(readFileSync(join(home, 'frame.json'), 'utf8'));

    /** Opens the program. Returns the percentage of pixels within one step of frame.png. */
    async function draw(t, name) {
      await pages.open(`${engine}/frames/${name}/index.html`);
      const { total, equal, close } = await pages.evaluate('await window.drawn');
      await pages.save('canvas', `${engine}-${name}-frame.png`);
      const percent = (count) => (100 * count) / total;
      t.diagnostic(`${percent(close).toFixed(3)} % within one step, ${percent(equal).toFixed(3)} % equal`);
      return percent(close);
    }

    async function drawWithoutSamples(t, name, home, frames) {
      const path = join(home, 'frame.json');
      writeFileSync(path, JSON.stringify({ ...frameOf(home), samples: 1 }));
      await writePictureOfPage(frames, join(home, 'frame.png'));
      return draw(t, name);
    }

    test('draws into textures, before the frame and in it, with stencil tests, color masks and a scissor rectangle', async (t) => {
      const frames = join(installed, 'targets.frames');
      writeHandmade(frames, agalc, 0, true);
      const home = write('targets', frames);
      const { targets, steps } = frameOf(home);
      assert.equal(Object.keys(targets).length, 2);
      assert.deepEqual(steps.map(({ draws }) => draws[0].draw), [undefined, 12, 14]); // the first one is before the frames
      const { materials } = JSON.parse(readFileSync(join(home, 'materials.json'), 'utf8'));
      const created = new Set(materials.map(({ create }) => create));
      for (const { create } of steps.flatMap(({ draws }) => draws)) assert.ok(created.has(create), create);
      const close = await drawWithoutSamples(t, 'targets', home, frames);
      assert.ok(close >= leastOfHandmade.targets, `${close} %`);
    });

    test('draws a cube', async (t) => {
      const frames = join(installed, 'cube.frames');
      writeCube(frames, agalc);
      const close = await drawWithoutSamples(t, 'cube', write('cube', frames), frames);
      assert.ok(close >= leastOfHandmade.cube, `${close} %`);
    });

    for (const game of games) {
      if (!process.env.AGAL_EXHAUSTIVE && !some.includes(game)) continue;
      test(`${game}: the picture is the player's`, { skip: missingGames() || false }, async (t) => {
        const frames = record(game);
        const home = write(game, frames);
        const close = await draw(t, game);
        const hasSamples = frameOf(home).samples > 1;
        assert.ok(close >= (hasSamples ? leastWithSamples : least), `${close} %`);
        if (!hasSamples) return;
        const plain = await drawWithoutSamples(t, game, home, frames);
        assert.ok(plain >= least, `${plain} % without samples`);
      });
    }
  });

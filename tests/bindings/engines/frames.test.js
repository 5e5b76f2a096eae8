// Recorded frames, drawn with the materials that `agalc batch --host` writes for their logs: the pictures are what the player drew, or
// for the handmade frames with cubes, what the page of the frames draws. AGAL_FRAMES names a folder with files of frames of games; without
// it, games of ../shared/games are played.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { after, before, beforeEach, describe } from 'node:test';
import { whatIsMissing, whatIsMissingForPictures } from '../../../bindings/js/src/play/packages.js';
import { programsOfCube, writeCube } from '../../games/real_games/handmade.mjs';
import { Pages, agalc, compileTypeScript, endWithout, importMap, installed, missingInBrowser, missingTypeScript, root, scriptEngines } from './engines.js';
import { captureLog } from './log.js';

const games = ['away3d_particles_basic', 'citrus_starling'];
// Percentages of the pixels that are within one step in 255. The player draws upside down, so that the samples of edges are at other
// places: they may differ where the game has antialiasing.
const least = 99.9;
const leastWithSamples = 97;
// The file of the cube does not have mip levels. Engines compute them, and sample them where two sides meet.
const leastOfCube = 99;

const folder = join(root, '..', 'shared', 'games');
const recordings = process.env.AGAL_FRAMES;
const lacking = missingInBrowser(scriptEngines) ?? missingTypeScript();
if (lacking) endWithout(lacking);

function missingGames() {
  if (recordings) return undefined;
  if (!existsSync(folder)) return `neither AGAL_FRAMES nor ${folder} is there`;
  return whatIsMissing() || whatIsMissingForPictures();
}

const recorded = new Map(); // the files of frames by game

/** Returns the name of a file with a frame of a game. @param {string} game */
function record(game) {
  if (recordings) return join(recordings, `${game}.frames`);
  if (!recorded.has(game)) {
    const path = join(installed, 'recorded', `${game}.frames`);
    mkdirSync(dirname(path), { recursive: true });
    const args = [join(folder, `${game}.swf`), '--frames', '20..20', '--seconds', '60', '-o', path, '--agalc', agalc];
    const { status, stderr } = spawnSync(join(root, 'tools', 'capture'), args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    recorded.set(game, path);
  }
  return recorded.get(game);
}

/** The functions of a module that draw into the back buffer, and the programs of their pairs. @param {string} port the folder of the module */
function pairsOf(port) {
  const agal = ({ shader }) => readFileSync(join(port, shader.replace(/\.essl300\.glsl$/, '.agal')), 'utf8');
  return JSON.parse(readFileSync(join(port, 'materials.json'), 'utf8'))
    .materials.filter(({ targets }) => targets[0].kind === 'backBuffer')
    .map(({ create, vertex, fragment }) => ({ create, vertex: agal(vertex), fragment: agal(fragment) }));
}

const pages = new Pages();
before(() => pages.start());
after(() => pages.close());

for (const engine of scriptEngines)
  describe(engine, () => {
    const home = join(installed, engine, 'frames');
    const port = join(home, 'port');

    /** Opens a page that can draw the frames of `game.frames` with their materials. @param {string[]} inputs with the log */
    async function open(...inputs) {
      execFileSync(agalc, ['batch', ...inputs, '--host', engine, '-o', 'port', '--quiet'], { cwd: home, stdio: 'pipe' });
      execFileSync(agalc, ['replay', 'game.frames', '--page', 'index.html'], { cwd: home });
      // The page of a file does not load anything.
      const html = readFileSync(join(home, 'index.html'), 'utf8').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
      const canvas = '<canvas id="antialiased"></canvas><canvas id="plain"></canvas>';
      writeFileSync(join(home, 'index.html'), html.replace('</head>', `${importMap(engine)}</head>`).replace('</body>', `${canvas}</body>`));
      cpSync(join(root, 'examples', engine, 'renderer.js'), join(home, 'renderer.js'));
      cpSync(join(root, 'tests', 'bindings', 'engines', 'pages', 'frame.js'), join(home, 'frame.js'));
      if (existsSync(join(port, 'materials.ts'))) compileTypeScript(port, 'materials.ts');
      await pages.open(`${engine}/frames/index.html`);
    }

    /** Draws into a canvas. Returns the numbers of draws and samples, and the percentage of pixels within one step. */
    async function draw(t, game, canvas) {
      const result = await pages.evaluate(`await Promise.all([import('./frame.js'), import('./renderer.js'), import('./port/materials.js')])
        .then(([{ drawFrame }, { Renderer }, materials]) => drawFrame(document.getElementById('${canvas}'), Renderer, materials,
          ${JSON.stringify(pairsOf(port))}, ${canvas === 'antialiased'}))`);
      await pages.save(canvas, `${engine}-${game}-${canvas}.png`);
      const percent = (count) => (100 * count) / result.total;
      t.diagnostic(`${canvas}: ${result.draws} draws, ${percent(result.equal).toFixed(3)} % equal, ${percent(result.close).toFixed(3)} % within one step`);
      assert.ok(result.draws > 0);
      return { draws: result.draws, samples: result.samples, close: percent(result.close) };
    }

    beforeEach(() => {
      rmSync(home, { recursive: true, force: true });
      mkdirSync(home, { recursive: true });
    });

    test('draws with a cube: the picture is that of the page', async (t) => {
      writeCube(join(home, 'game.frames'), agalc);
      const formats = 'setVertexBufferAt=0,createVertexBuffer:4:7,0,float3;setVertexBufferAt=1,createVertexBuffer:4:7,3,float4';
      const states = [`${formats};setDepthTest=false,always`];
      writeFileSync(join(home, 'cube.capture'), captureLog([{ ...programsOfCube(agalc), constants: { vc: [], fc: [] }, states }]));
      await open('cube.capture');
      const { draws, close } = await draw(t, 'cube', 'plain');
      assert.equal(draws, 2);
      assert.ok(close >= leastOfCube, `${close} % of the pixels are within one step`);
    });

    for (const game of games)
      test(`${game}: the picture of a frame is the player's`, { skip: missingGames() || false }, async (t) => {
        cpSync(record(game), join(home, 'game.frames'));
        await open('game.frames');
        const { samples, close } = await draw(t, game, 'antialiased');
        assert.ok(close >= (samples > 0 ? leastWithSamples : least), `${close} % of the pixels are within one step`);
        if (samples === 0) return;
        const plain = await draw(t, game, 'plain');
        assert.ok(plain.close >= least, `${plain.close} % of the pixels are within one step of the page without antialiasing`);
      });
  });

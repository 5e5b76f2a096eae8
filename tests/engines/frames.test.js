// Recorded frames of games, drawn with the materials that `agalc batch --host` writes for their logs: the pictures are what the
// player drew. AGAL_FRAMES names a folder with files of frames; without it, games of ../shared/games are played.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { whatIsMissing, whatIsMissingForPictures } from '../../bindings/js/src/play/packages.js';
import { Pages, agalc, compileTypeScript, endWithout, importMap, installed, missingInBrowser, missingTypeScript, root } from './engines.js';

const engines = ['three', 'pixi'];
const games = ['away3d_particles_basic', 'citrus_starling'];
// Percentages of the pixels that are within one step in 255. The player draws upside down, so that the samples of edges are at other
// places: they may differ where the game has antialiasing.
const least = 99.9;
const leastWithSamples = 97;

const folder = join(root, '..', 'shared', 'games');
const recordings = process.env.AGAL_FRAMES;
const lacking = missingInBrowser(engines) ?? missingTypeScript() ?? missingGames();
if (lacking) endWithout(lacking);

function missingGames() {
  if (recordings) return undefined;
  if (!existsSync(folder)) return ['shared', `neither AGAL_FRAMES nor ${folder} is there`];
  const player = whatIsMissing() || whatIsMissingForPictures();
  return player ? ['chromium', player] : undefined;
}

/** The last frame of a game. @param {string} game @param {string} path of the file to write */
function record(game, path) {
  if (recordings) return cpSync(join(recordings, `${game}.frames`), path);
  const args = [join(folder, `${game}.swf`), '--frames', 'last', '-o', path, '--agalc', agalc];
  const { status, stderr } = spawnSync(join(root, 'tools', 'capture'), args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

/** The functions of a module, and the programs of their pairs. @param {string} port the folder of the module */
function pairsOf(port) {
  const module = readdirSync(port).find((name) => /^materials\.(ts|js)$/.test(name));
  const quoted = `load\\( ?'([^']+)\\.essl300\\.glsl' ?\\)`;
  const functions = new RegExp(`function (create\\w+)[^]*?${quoted}[^]*?${quoted}`, 'g');
  const agal = (path) => readFileSync(join(port, `${decodeURIComponent(path)}.agal`), 'utf8');
  return [...readFileSync(join(port, module), 'utf8').matchAll(functions)].map(([, create, vertex, fragment]) => ({
    create,
    vertex: agal(vertex),
    fragment: agal(fragment),
  }));
}

const pages = new Pages();
before(() => pages.start());
after(() => pages.close());

for (const engine of engines)
  describe(engine, () => {
    const home = join(installed, engine, 'frames');
    const port = join(home, 'port');

    for (const game of games)
      test(`${game}: the picture of the last frame is the player's`, async (t) => {
        rmSync(home, { recursive: true, force: true });
        mkdirSync(home, { recursive: true });
        record(game, join(home, 'game.frames'));
        execFileSync(agalc, ['batch', 'game.frames', '--host', engine, '-o', 'port', '--quiet'], { cwd: home, stdio: 'pipe' });
        execFileSync(agalc, ['replay', 'game.frames', '--page', 'index.html'], { cwd: home });
        // The page of a file does not load anything.
        const html = readFileSync(join(home, 'index.html'), 'utf8').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
        const canvas = '<canvas id="antialiased"></canvas><canvas id="plain"></canvas>';
        writeFileSync(join(home, 'index.html'), html.replace('</head>', `${importMap(engine)}</head>`).replace('</body>', `${canvas}</body>`));
        cpSync(join(root, 'tools', 'lib', 'port', 'draw', `${engine}.js`), join(home, 'renderer.js'));
        cpSync(join(root, 'tests', 'engines', 'pages', 'frame.js'), join(home, 'frame.js'));
        if (existsSync(join(port, 'materials.ts'))) compileTypeScript(port, 'materials.ts');
        await pages.open(`${engine}/frames/index.html`);
        const draw = async (canvas) => {
          const result = await pages.evaluate(`await Promise.all([import('./frame.js'), import('./renderer.js'), import('./port/materials.js')])
            .then(([{ drawFrame }, { Renderer }, materials]) => drawFrame(document.getElementById('${canvas}'), Renderer, materials,
              ${JSON.stringify(pairsOf(port))}, ${canvas === 'antialiased'}))`);
          await pages.save(canvas, `${engine}-${game}-${canvas}.png`);
          const percent = (count) => (100 * count) / result.total;
          t.diagnostic(`${canvas}: ${result.draws} draws, ${percent(result.equal).toFixed(3)} % equal, ${percent(result.close).toFixed(3)} % within one step`);
          assert.ok(result.draws > 0);
          return { samples: result.samples, close: percent(result.close) };
        };
        const { samples, close } = await draw('antialiased');
        assert.ok(close >= (samples > 0 ? leastWithSamples : least), `${close} % of the pixels are within one step`);
        if (samples === 0) return;
        const plain = await draw('plain');
        assert.ok(plain.close >= least, `${plain.close} % of the pixels are within one step of the page without antialiasing`);
      });
  });

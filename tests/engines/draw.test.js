// `agalc replay --draw N --engine E`: the program in the folder draws in Chromium what `agalc render` draws from the folder's scene.
// The draws are from a handmade file, and from games if AGAL_FRAMES names a folder with their files of frames.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { writeHandmade } from '../games/handmade.mjs';
import { Pages, agalc, compileTypeScript, endWithout, installed, missingInBrowser, missingTypeScript, pictures } from './engines.js';

const engines = ['three', 'pixi', 'babylon'];
const maxDifferent = 1 / 1000;
const lacking = missingInBrowser(engines) ?? missingTypeScript();
if (lacking) endWithout(lacking);

const recordings = process.env.AGAL_FRAMES;
const draws = [
  { game: 'handmade', draw: 1 },
  { game: 'citrus_starling', draw: 2 },
  { game: 'away3d_particles_basic', draw: 2 },
];

const pages = new Pages();
before(() => pages.start());
after(() => pages.close());

for (const engine of engines)
  describe(engine, () => {
    for (const { game, draw } of draws) {
      const name = `${game}.frames`;
      const isMissing = game !== 'handmade' && !(recordings && existsSync(join(recordings, name)));
      test(`draw ${draw} of ${game}: the picture is that of agalc render`, { skip: isMissing && `AGAL_FRAMES does not have ${name}` }, async () => {
        const home = join(installed, engine, 'draws');
        const folder = join(home, game);
        mkdirSync(home, { recursive: true });
        rmSync(folder, { recursive: true, force: true });
        if (game === 'handmade') writeHandmade(join(home, name), agalc, 0);
        const frames = game === 'handmade' ? join(home, name) : join(recordings, name);
        execFileSync(agalc, ['replay', frames, '--draw', String(draw), '--engine', engine, '-o', folder], { stdio: 'pipe' });
        mkdirSync(pictures, { recursive: true });
        const picture = `${engine}-${game}-draw.png`;
        execFileSync(agalc, ['render', join(folder, 'scene.json'), '--backend', 'interp', '-o', join(pictures, picture)], { stdio: 'pipe' });

        const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        assert.deepEqual(dependencies, JSON.parse(readFileSync(join(installed, engine, 'package.json'), 'utf8')).dependencies);
        symlinkSync(join(installed, engine, 'node_modules'), join(folder, 'node_modules'));
        if (engine !== 'three') compileTypeScript(folder, 'materials.ts');
        await pages.open(`${engine}/draws/${game}/index.html`);
        await pages.evaluate('await window.drawn');
        const different = await pages.difference('canvas', picture, `${engine}-${game}-drawn.png`);
        assert.ok(different <= maxDifferent, `${(100 * different).toFixed(3)} % of the pixels differ`);
      });
    }
  });

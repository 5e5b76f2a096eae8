// `agalc replay --draw N --engine E`: the program in the folder draws in Chromium what `agalc render` draws from the folder's scene.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { draws, maxBySamples, maxDifferent, setSamples, writeDraw } from './draws.js';
import { Pages, compileTypeScript, endWithout, installed, missingInBrowser, missingTypeScript, scriptEngines } from './engines.js';

const lacking = missingInBrowser(scriptEngines) ?? missingTypeScript();
if (lacking) endWithout(lacking);

const pages = new Pages();
before(() => pages.start());
after(() => pages.close());

for (const engine of scriptEngines)
  describe(engine, () => {
    for (const { game, draw, skip } of draws) {
      test(`draw ${draw} of ${game}: the picture is that of agalc render`, { skip }, async () => {
        const name = `${game}-${draw}`;
        const folder = join(installed, engine, 'draws', name);
        const picture = writeDraw(engine, { game, draw }, folder);

        const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        const { target } = JSON.parse(readFileSync(join(folder, 'scene.json'), 'utf8'));
        const { materials } = JSON.parse(readFileSync(join(folder, 'materials.json'), 'utf8'));
        assert.deepEqual(materials.map(({ flipped }) => flipped), target.kind === 'texture' ? [false, true] : [false]);
        for (const { vertex } of materials) assert.ok(existsSync(join(folder, vertex.shader)), vertex.shader);
        assert.deepEqual(dependencies, JSON.parse(readFileSync(join(installed, engine, 'package.json'), 'utf8')).dependencies);
        symlinkSync(join(installed, engine, 'node_modules'), join(folder, 'node_modules'));
        if (existsSync(join(folder, 'materials.ts'))) compileTypeScript(folder, 'materials.ts');
        await pages.open(`${engine}/draws/${name}/index.html`);
        await pages.evaluate('await window.drawn');
        const different = await pages.difference('canvas', picture, `${engine}-${name}-drawn.png`);
        assert.ok(different <= maxDifferent, `${(100 * different).toFixed(3)} % of the pixels differ`);
        if (draw !== 1) return;

        setSamples(folder, 4);
        await pages.open(`${engine}/draws/${name}/index.html`);
        await pages.evaluate('await window.drawn');
        const antialias = await pages.evaluate(`document.getElementById('canvas').getContext('webgl2').getContextAttributes().antialias`);
        assert.equal(antialias, true);
        const atEdges = await pages.difference('canvas', picture, `${engine}-${name}-samples.png`);
        assert.ok(atEdges <= maxBySamples[4], `with samples, ${(100 * atEdges).toFixed(3)} % of the pixels differ`);
      });
    }
  });

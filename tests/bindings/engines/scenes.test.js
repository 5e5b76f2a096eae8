// Scenes of several draws (scenes.js) with the modules of `agalc batch` for engines in JavaScript.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import {
  Pages, compileTypeScript, endWithout, importMap, installed, missingInBrowser, missingTypeScript, root, scriptEngines,
} from './engines.js';
import { batch, log } from './game.js';
import { testDescriptions, testScenes } from './scenes.js';

const lacking = missingInBrowser(scriptEngines) ?? missingTypeScript();
if (lacking) endWithout(lacking);

const pages = new Pages();
before(() => pages.start());
after(() => pages.close());

for (const engine of scriptEngines)
  describe(engine, () => {
    const home = join(installed, engine, 'scenes');
    const port = join(home, 'port');

    before(async () => {
      rmSync(home, { recursive: true, force: true });
      assert.equal(batch(engine, log(), port), '');
      if (existsSync(join(port, 'materials.ts'))) compileTypeScript(port, 'materials.ts');
      cpSync(join(root, 'tests', 'bindings', 'engines', 'pages', 'steps.js'), join(home, 'steps.js'));
      cpSync(join(root, 'examples', engine, 'renderer.js'), join(home, 'renderer.js'));
      writeFileSync(join(home, 'index.html'), `<!doctype html>\n<meta charset="utf-8">\n${importMap(engine)}\n`);
      await pages.open(`${engine}/scenes/index.html`);
    });

    async function drawSteps(name, scene) {
      const pixels = await pages.evaluate(`await Promise.all([import('./steps.js'), import('./renderer.js'), import('./port/materials.js')])
        .then(([{ drawSteps }, { Renderer }, materials]) => {
          const canvas = document.createElement('canvas');
          canvas.id = '${name}';
          document.body.append(canvas);
          return drawSteps(canvas, Renderer, materials, ${JSON.stringify(scene)});
        })`);
      await pages.save(name, `${engine}-scene-${name}.png`);
      return pixels;
    }

    testScenes(drawSteps);
    testDescriptions(() => JSON.parse(readFileSync(join(port, 'materials.json'), 'utf8')).materials, (create) => create, true);
  });

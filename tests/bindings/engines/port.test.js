// The modules of `agalc batch` for engines in JavaScript: they have the right types, and what their materials draw in Chromium is
// what `agalc render` draws with the states of the log.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import {
  Pages, agalc, compileTypeScript, endWithout, importMap, installed, missingInBrowser, missingTypeScript, root, scriptEngines,
} from './engines.js';
import { batch, log, maxDifferent, moduleFiles, pairs, programsOf, renderAll, renderFlipped, testRepetition } from './game.js';
import { captureLog } from './log.js';

// The types of a function of the module, the types that bind.d.ts has, and the types of the engine are the same.
const use = `import type { Material, Textures } from './bind.js';
import { createPair1 } from './materials.js';
type IsAny<T> = 0 extends 1 & T ? true : false;
type Last<T extends unknown[]> = T extends [...unknown[], infer L] ? L : never;
type Given = Last<Parameters<typeof createPair1>>;
export const unknown: [IsAny<Material>, IsAny<Textures['plane']>] = [false, false];
export const given = (fs0: Textures['plane']): Given => ({ fs0 });
export const made = (...args: Parameters<typeof createPair1>): Promise<Material> => createPair1(...args);
`;

const lacking = missingInBrowser(scriptEngines) ?? missingTypeScript();
if (lacking) endWithout(lacking);

const page = (engine) => `<!doctype html>
<meta charset="utf-8">
${importMap(engine)}
${Object.values(pairs)
  .flat()
  .map(({ create }) => `<canvas id="${create}" width="256" height="256"></canvas>`)
  .join('\n')}
`;

const pages = new Pages();
before(async () => {
  renderAll();
  renderFlipped();
  await pages.start();
});
after(() => pages.close());

for (const engine of scriptEngines)
  describe(engine, () => {
    const folder = join(installed, engine, 'port');

    before(() => {
      rmSync(folder, { recursive: true, force: true });
      assert.equal(batch(engine, log(), folder), '');
    });

    test('the module has types, and fits the types of the engine', async () => {
      writeFileSync(join(folder, 'use.ts'), use);
      compileTypeScript(folder, 'use.ts');
      await open();
    });

    // Opens the page that all functions of the module draw in.
    async function open() {
      cpSync(join(root, 'examples', engine, 'renderer.js'), join(folder, 'renderer.js'));
      writeFileSync(join(folder, 'index.html'), page(engine));
      await pages.open(`${engine}/port/index.html`);
    }

    // Draws a scene with a function of the module, and compares the picture with a picture of agalc render.
    async function compare(scene, create, picture, name) {
      await pages.evaluate(`await Promise.all([import('./renderer.js'), import('./materials.js'), import('/scene/scenes.js')])
        .then(async ([{ Renderer }, { ${create} }, { loadScene }]) => {
          const scene = await loadScene('${scene}');
          const renderer = await Renderer.create(document.getElementById('${create}'));
          renderer.clear(scene.background);
          await renderer.draw([{ create: ${create}, ...scene }]);
        })`);
      const different = await pages.difference(create, `${picture}.png`, `${engine}-${name}.png`);
      assert.ok(different <= maxDifferent, `${(100 * different).toFixed(3)} % of the pixels differ`);
    }

    for (const [scene, draws] of Object.entries(pairs))
      for (const { create, picture } of draws)
        test(`${create}: the picture is that of agalc render`, () => compare(scene, create, picture, create));

    testRepetition(engine, folder);
    test('with --flip-y, the same faces are drawn upside down', async () => {
      batch(engine, log(), folder, ['--flip-y']);
      compileTypeScript(folder, 'use.ts');
      await open();
      for (const { create, picture } of pairs.lit) await compare('lit', create, `${picture}-flipped`, `${create}-flipped`);
    });
  });

test('merged shards give the same module', () => {
  const folder = join(installed, 'states', 'shards');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'game.capture'), log());
  const runBatch = (...args) => {
    const options = ['batch', '--host', 'three', '--quiet', '-o', ...args];
    const { status, stderr } = spawnSync(agalc, options, { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };
  runBatch('merged', 'game.capture', '--shard', '1/2');
  assert.equal(existsSync(join(folder, 'merged', 'materials.js')), false);
  runBatch('merged', 'game.capture', '--shard', '2/2');
  runBatch('merged', '--merge-manifests');
  runBatch('whole', 'game.capture');
  for (const file of moduleFiles(join(folder, 'whole'))) {
    const [merged, whole] = ['merged', 'whole'].map((name) => readFileSync(join(folder, name, file), 'utf8'));
    assert.equal(merged, whole, file);
  }
});

test('states that need a hand are reported, with what to write', () => {
  const states = `setBlendFactors=sourceColor,zero;setDepthTest=true,greater;setColorMask=true,false,false,true`;
  const folder = join(installed, 'states', 'port');
  const logOf = (state) => captureLog([{ ...programsOf('sprites'), constants: { vc: [], fc: [] }, states: [state] }]);
  const stencil = 'setStencilActions=front,equal,zero,keep,keep';
  for (const engine of scriptEngines) {
    rmSync(folder, { recursive: true, force: true });
    assert.equal(batch(engine, logOf(states), folder), ''); // bind.js sets these states
    const reported = batch(engine, logOf(`${states};${stencil}`), folder);
    assert.match(reported, /AGAL1168\]: createPair1: a material of \S+ cannot have the reference value of the stencil test, which a log does not have; it has 0/);
    assert.match(reported, /cannot have the stencil test of one face; it has the same test for both faces/);
    const [, advice] = /help: (set .* to .*)/.exec(reported);
    const module = ['materials.js', 'materials.ts'].map((name) => join(folder, name)).find(existsSync);
    assert.ok(readFileSync(module, 'utf8').includes(advice), advice);
  }
});

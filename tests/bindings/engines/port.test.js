// The modules of `agalc batch --host three|pixi|babylon`: they have the right types, and what their materials draw in Chromium is
// what `agalc render` draws with the states of the log.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import {
  Pages, agalc, compileTypeScript, endWithout, importMap, installed, missingInBrowser, missingTypeScript, root,
} from './engines.js';
import { batch, log, maxDifferent, pairs, programsOf, renderAll, renderFlipped, testRepetition } from './game.js';
import { captureLog } from './log.js';

const engines = {
  three: {
    files: ['materials.d.ts', 'materials.js', 'materials.json'],
    reference: 'material.stencilRef',
    use: `import type { RawShaderMaterial, Texture } from 'three';
import { createPair1 } from './materials.js';
export const made = (fs0: Texture): Promise<RawShaderMaterial> => createPair1({ fs0 });
`,
  },
  pixi: {
    files: ['materials.ts', 'materials.json'],
    reference: 'state.stencil',
    use: `import type { TextureSource } from 'pixi.js';
import { createPair1, type Material } from './materials.js';
export const made = (fs0: TextureSource): Promise<Material> => createPair1({ fs0 });
`,
  },
  babylon: {
    files: ['materials.ts', 'materials.json'],
    reference: 'material.stencil.funcRef',
    use: `import type { BaseTexture } from '@babylonjs/core/Materials/Textures/baseTexture.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { createPair1 } from './materials.js';
export const made = (scene: Scene, fs0: BaseTexture): Promise<unknown> => createPair1(scene, { fs0 });
`,
  },
};

const lacking = missingInBrowser(Object.keys(engines)) ?? missingTypeScript();
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

for (const [engine, { files, use }] of Object.entries(engines))
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

    testRepetition(engine, files, folder);
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
  for (const file of engines.three.files) {
    const [merged, whole] = ['merged', 'whole'].map((name) => readFileSync(join(folder, name, file), 'utf8'));
    assert.equal(merged, whole, file);
  }
});

test('states that need a hand are reported, with what to write', () => {
  const states = `setBlendFactors=sourceColor,zero;setDepthTest=true,greater;setColorMask=true,false,false,true`;
  const folder = join(installed, 'states', 'port');
  rmSync(folder, { recursive: true, force: true });
  const logOf = (state) => captureLog([{ ...programsOf('sprites'), constants: { vc: [], fc: [] }, states: [state] }]);
  // The files of the engines set these states themselves.
  for (const engine of Object.keys(engines)) assert.equal(batch(engine, logOf(states), folder), '');
  const stencil = 'setStencilActions=front,equal,zero,keep,keep';
  for (const [engine, { reference, files }] of Object.entries(engines)) {
    const reported = batch(engine, logOf(`${states};${stencil}`), folder);
    assert.match(reported, /AGAL1168\]: createPair1: a material of \S+ cannot have the reference value of the stencil test, which a log does not have; it has 0/);
    assert.match(reported, /cannot have the stencil test of one face; it has the same test for both faces/);
    assert.ok(reported.includes(`help: set ${reference} to`), reported);
    assert.ok(readFileSync(join(folder, files[0]), 'utf8').includes(`set ${reference} to`));
  }
});

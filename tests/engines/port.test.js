// The modules of `agalc batch --host three|pixi|babylon`: they have the right types, and what their materials draw in Chromium is
// what `agalc render` draws with the states of the log.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import {
  Pages, agalc, compileTypeScript, endWithout, importMap, installed, missingInBrowser, missingTypeScript, refresh, render, root,
} from './engines.js';
import { captureLog } from './log.js';

const maxDifferent = 1 / 1000;
const scenes = join(root, 'examples', 'scene');
const engines = {
  three: {
    files: ['materials.d.ts', 'materials.js'],
    use: `import type { RawShaderMaterial, Texture } from 'three';
import { createPair1 } from './materials.js';
export const made = (fs0: Texture): Promise<RawShaderMaterial> => createPair1({ fs0 });
`,
  },
  pixi: {
    files: ['materials.ts'],
    use: `import type { TextureSource } from 'pixi.js';
import { createPair1, type Material } from './materials.js';
export const made = (fs0: TextureSource): Promise<Material> => createPair1({ fs0 });
`,
  },
  babylon: {
    files: ['materials.ts'],
    use: `import type { BaseTexture } from '@babylonjs/core/Materials/Textures/baseTexture.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { createPair1 } from './materials.js';
export const made = (scene: Scene, fs0: BaseTexture): Promise<unknown> => createPair1(scene, { fs0 });
`,
  },
};

const lacking = missingInBrowser(Object.keys(engines)) ?? missingTypeScript();
if (lacking) endWithout(lacking);

const readScene = (name) => JSON.parse(readFileSync(join(scenes, `${name}.json`), 'utf8'));

/** A scene of examples/scene with other members, drawn by agalc render. The files of its textures stay where they are. */
function renderVariant(name, variant, change) {
  const folder = join(installed, 'variants');
  mkdirSync(folder, { recursive: true });
  const scene = readScene(name);
  change(scene);
  for (const file of Object.values(scene.textures)) cpSync(join(scenes, file), join(folder, file));
  const path = join(folder, `${variant}.json`);
  writeFileSync(path, JSON.stringify(scene));
  return render(name, path, variant);
}

// Makes the three quads behind, or the three in front, a point.
const without = (first) => (scene) => {
  for (let i = first; i < first + 12; ++i) scene.attributes.va0[i] = [0, 0, 0];
};

// Each function of the modules, the scene that it draws, and the picture that agalc render draws for the states.
const blended = 'setBlendFactors=one,oneMinusSourceAlpha';
const nearer = 'setDepthTest=true,less';
const pairs = {
  sprites: [
    { create: 'createPair1', picture: 'sprites', state: `${blended};setDepthTest=false,always` },
    { create: 'createPair1_2', picture: 'opaque', state: 'setDepthTest=false,always' },
  ],
  lit: [
    { create: 'createPair2', picture: 'lit', state: `${blended};${nearer}` },
    { create: 'createPair2_2', picture: 'front', state: `${blended};${nearer};setCulling=back` },
    { create: 'createPair2_3', picture: 'back', state: `${blended};${nearer};setCulling=front` },
  ],
};

/** The bytecode of a pair. */
const programsOf = (name) => {
  const assemble = (stage) => execFileSync(agalc, ['as', join(scenes, `${name}.${stage}.agal`), '-o', '-']);
  return { vertex: assemble('vert'), fragment: assemble('frag') };
};

function log() {
  return captureLog(
    Object.entries(pairs).map(([name, draws]) => {
      const { constants, attributes } = readScene(name);
      const formats = Object.entries(attributes).map(
        ([register, rows]) => `setVertexBufferAt=${register[2]},createVertexBuffer:24:4,0,float${rows[0].length}`,
      );
      return {
        ...programsOf(name),
        constants: { vc: constants.vc0.flat(), fc: (constants.fc0 ?? []).flat() },
        states: draws.map(({ state }) => [...formats, state].join(';')),
      };
    }),
  );
}

/** Runs `agalc batch` with a log that it writes beside the output folder. @returns {string} what it says */
function batch(engine, text, folder) {
  mkdirSync(folder, { recursive: true });
  const cwd = dirname(folder);
  writeFileSync(join(cwd, 'game.capture'), text);
  const args = ['batch', 'game.capture', '--host', engine, '-o', basename(folder), '--quiet'];
  const { status, stderr } = spawnSync(agalc, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stderr;
}

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
  refresh('scene');
  for (const name of Object.keys(pairs)) render(name);
  renderVariant('sprites', 'opaque', (scene) => (scene.blend = false));
  renderVariant('lit', 'front', without(0));
  renderVariant('lit', 'back', without(12));
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

    test('the module has types, and fits the types of the engine', () => {
      writeFileSync(join(folder, 'use.ts'), use);
      compileTypeScript(folder, 'use.ts');
    });

    for (const [scene, draws] of Object.entries(pairs))
      for (const { create, picture } of draws)
        test(`${create}: the picture is that of agalc render`, async () => {
          cpSync(join(root, 'tests', 'engines', 'pages', `${engine}.js`), join(folder, 'draw.js'));
          writeFileSync(join(folder, 'index.html'), page(engine));
          await pages.open(`${engine}/port/index.html`);
          await pages.evaluate(`await Promise.all([import('./draw.js'), import('./materials.js'), import('/scene/scenes.js')])
            .then(async ([{ draw }, { ${create} }, { loadScene }]) =>
              draw(document.getElementById('${create}'), ${create}, await loadScene('${scene}')))`);
          const different = await pages.difference(create, `${picture}.png`, `${engine}-${create}.png`);
          assert.ok(different <= maxDifferent, `${(100 * different).toFixed(3)} % of the pixels differ`);
        });

    test('another run does not change the module', () => {
      const read = () => files.map((file) => readFileSync(join(folder, file), 'utf8'));
      const once = read();
      batch(engine, log(), folder);
      assert.deepEqual(read(), once);
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

test('states that an engine does not have are reported', () => {
  const states = `setBlendFactors=sourceColor,zero;setDepthTest=true,greater;setColorMask=true,false,false,true`;
  const folder = join(installed, 'states', 'port');
  rmSync(folder, { recursive: true, force: true });
  const changed = captureLog([{ ...programsOf('sprites'), constants: { vc: [], fc: [] }, states: [states] }]);
  const three = batch('three', changed, folder);
  assert.match(three, /AGAL1168\]: createPair1: a material of three\.js cannot have the color mask ra; it has rgba/);
  assert.equal(three.match(/AGAL1168/g)?.length, 1);
  const pixi = batch('pixi', changed, folder);
  assert.match(pixi, /cannot have the depth test greater; it has less/);
  assert.match(pixi, /cannot have the blend factors sourceColor, zero; it has normal/);
  assert.match(pixi, /cannot have the color mask ra; it has rgba/);
  const babylon = batch('babylon', changed, folder);
  assert.match(babylon, /cannot have the blend factors sourceColor, zero; it has ALPHA_PREMULTIPLIED_PORTERDUFF/);
});

// docs/first-shader.md and docs/first-port.md, followed as they are written: their files, and their commands of agalc, with the
// packages that ./tools/lab/engines has installed. What they draw is what the pages say.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { Pages, compileTypeScript, endWithout, importMap, installed, missingInBrowser, missingTypeScript, namesVersion, root, run } from './engines.js';
import { batch, log, maxDifferent, renderAll } from './game.js';

const lacking = missingInBrowser(['three', 'pixi']) ?? missingTypeScript();
if (lacking) endWithout(lacking);

/** A tutorial: its files, by name, and its commands. The name of a file is the last word in backticks before its text. */
function tutorial(page) {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const files = {};
  const commands = [];
  for (const [, before, language, block] of text.matchAll(/((?:(?!```)[^])*)^```(\w*)\n([^]*?)^```$/gm)) {
    const name = before.match(/`([\w-]+(?:\.\w+)+)`[^`]*$/)?.[1];
    if (language === 'sh') commands.push(...block.trimEnd().split('\n'));
    else if (name) files[name] = block;
  }
  return { text, files, commands };
}

/** Makes the folder of a tutorial, next to the packages of an engine. */
function folderOf(engine) {
  const folder = join(installed, engine, 'tutorial');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  symlinkSync('../node_modules', join(folder, 'node_modules'));
  return folder;
}

/** A page with the promise `drawn`, which ends when its module does. */
const withEnd = (page) =>
  page.replace('<canvas', `<script>
  window.drawn = new Promise((resolve, reject) => {
    window.end = resolve;
    for (const kind of ['error', 'unhandledrejection'])
      window.addEventListener(kind, ({ message, reason }) => reject(reason ?? new Error(message)));
  });
</script>
<canvas`).replace(/<\/script>\n$/, 'window.end();\n</script>\n');

const pages = new Pages();
before(async () => {
  renderAll();
  await pages.start();
});
after(() => pages.close());

/** @param {string} text @param {string} engine */
function checkVersion(text, engine) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'examples', engine, 'package.json'), 'utf8'));
  for (const [name, version] of Object.entries(dependencies)) assert.ok(namesVersion(text.replaceAll('@', ' '), version), `${name} ${version}`);
}

describe('first-shader.md', () => {
  const { text, files, commands } = tutorial('first-shader.md');

  test('installs the version of three.js that the examples have', () => checkVersion(text, 'three'));

  test('draws an orange square on black', async () => {
    assert.deepEqual(Object.keys(files), ['tint.vert.agal', 'tint.frag.agal', 'index.html']);
    const folder = folderOf('three');
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    writeFileSync(join(folder, 'index.html'), withEnd(files['index.html']));
    const translation = commands.filter((command) => command.startsWith('npx agalc '));
    assert.equal(translation.length, 1);
    run(translation[0].replace('npx ', ''), folder);
    await pages.open('three/tutorial/index.html');
    await pages.evaluate('await window.drawn');
    const colors = `(() => {
      const canvas = document.getElementById('canvas');
      const { bytes } = read(canvas.getContext('webgl2'), canvas.width, canvas.height);
      return [[128, 128], [10, 10]].map(([x, y]) => [...bytes.slice(4 * (256 * y + x), 4 * (256 * y + x) + 3)]);
    })()`;
    assert.deepEqual(await pages.evaluate(colors), [[255, 128, 0], [0, 0, 0]]);
  });
});

describe('first-port.md', () => {
  const { text, files, commands } = tutorial('first-port.md');

  test('installs the version of PixiJS that the examples have', () => checkVersion(text, 'pixi'));

  test('draws the sprites of a game', async () => {
    assert.deepEqual(Object.keys(files), ['sprite.ts']);
    assert.ok(commands.includes('npx agalc port game.swf --host pixi -o out'), 'what `batch` below stands for');
    const folder = folderOf('pixi');
    batch('pixi', log(), join(folder, 'out', 'shaders'), ['--report', 'report.html']);
    const search = commands.find((command) => command.startsWith('grep '));
    assert.match(run(search, folder), /createPair1/);
    writeFileSync(join(folder, 'sprite.ts'), files['sprite.ts']);
    compileTypeScript(folder, 'sprite.ts');
    writeFileSync(join(folder, 'index.html'), `<!doctype html>${importMap('pixi')}<canvas id="canvas" width="256" height="256"></canvas>`);
    await pages.open('pixi/tutorial/index.html');
    await pages.evaluate(`await Promise.all([import('./sprite.js'), import('/scene/scenes.js')]).then(async ([{ draw }, { loadScene }]) => {
      const scene = await loadScene('sprites');
      await draw(document.getElementById('canvas'), { ...scene, texture: scene.textures.fs0.image });
    })`);
    const different = await pages.difference('canvas', 'sprites.png', 'pixi-tutorial.png');
    assert.ok(different <= maxDifferent, `${(100 * different).toFixed(3)} % of the pixels differ`);
  });
});

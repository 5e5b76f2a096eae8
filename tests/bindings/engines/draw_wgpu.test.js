// `agalc replay --draw N --engine wgpu`: rustfmt and Clippy have no objections to the program in the folder, and it draws on Vulkan what
// `agalc render` draws from the folder's scene.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { draws, maxBySamples, maxDifferent, setSamples, writeDraw } from './draws.js';
import { Pages, endWithout, installed, pictures, root } from './engines.js';
import { cargo, missingWgpu, runCrate, withClippy } from './native.js';

const lacking = missingWgpu();
if (lacking) endWithout(lacking);

const home = join(installed, 'draw-wgpu');
const pages = new Pages();
before(async () => {
  await pages.start();
  await pages.openEmpty();
});
after(() => pages.close());

/** Writes the folder of a draw, with the versions of crates that are installed. @returns {string} the name of the picture */
function write(which, folder) {
  const picture = writeDraw('wgpu', which, folder);
  cpSync(join(root, 'examples', 'wgpu', 'Cargo.lock'), join(folder, 'Cargo.lock'));
  return picture;
}

for (const { game, draw, skip } of draws)
  test(`draw ${draw} of ${game}: the picture is that of agalc render`, { skip }, async () => {
    const name = `${game}-${draw}`;
    const folder = join(home, name);
    const picture = write({ game, draw }, folder);
    for (const [samples, most] of Object.entries(draw === 1 ? maxBySamples : { 1: maxDifferent })) {
      setSamples(folder, Number(samples));
      runCrate(folder, join(pictures, `wgpu-${name}-drawn.png`));
      const different = await pages.differenceOfFiles(`wgpu-${name}-drawn.png`, picture);
      assert.ok(different <= most, `${samples} samples: ${(100 * different).toFixed(3)} % of the pixels differ`);
    }
  });

test('it has the crates of the example', () => {
  const dependencies = (text) => /\[dependencies\][^]*?\n\n/.exec(text)[0];
  write(draws[0], join(home, 'checked'));
  const example = readFileSync(join(root, 'examples', 'wgpu', 'Cargo.toml'), 'utf8');
  assert.equal(dependencies(readFileSync(join(home, 'checked', 'Cargo.toml'), 'utf8')), dependencies(example));
});

// The first draw does not have textures. The cube has one.
for (const which of [draws[0], draws.find(({ game }) => game === 'cube')])
  describe(`the program of draw ${which.draw} of ${which.game}`, () => {
    const folder = join(home, 'checked');
    before(() => write(which, folder));
    test('rustfmt does not change it', () => {
      const options = ['--edition', '2021', '--check', 'main.rs'];
      const { status, stdout } = spawnSync('rustfmt', options, { cwd: folder, encoding: 'utf8' });
      assert.equal(status, 0, stdout);
    });
    test('Clippy does not warn', withClippy, () => {
      const { status, stderr } = cargo(folder, 'clippy', '--', '-D', 'warnings');
      assert.equal(status, 0, stderr);
    });
  });

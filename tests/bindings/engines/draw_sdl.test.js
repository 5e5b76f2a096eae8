// `agalc replay --draw N --engine sdl`: the program in the folder compiles without a warning, and draws on Vulkan what `agalc render`
// draws from the folder's scene.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { draws, maxBySamples, maxDifferent, setSamples, writeDraw } from './draws.js';
import { Pages, endWithout, installed, pictures } from './engines.js';
import { compileProgram, execute, library, missingSdl, styleOfSdl } from './native.js';

const lacking = missingSdl();
if (lacking) endWithout(lacking);

const home = join(installed, 'draw-sdl');
const pages = new Pages();
before(async () => {
  await pages.start();
  await pages.openEmpty();
});
after(() => pages.close());

for (const { game, draw, skip } of draws)
  test(`draw ${draw} of ${game}: the picture is that of agalc render`, { skip }, async () => {
    const name = `${game}-${draw}`;
    const folder = join(home, name);
    const picture = writeDraw('sdl', { game, draw }, folder);
    for (const [samples, most] of Object.entries(draw === 1 ? maxBySamples : { 1: maxDifferent })) {
      setSamples(folder, Number(samples));
      compileProgram(folder, join(home, `${name}.program`));
      execute(join(home, `${name}.program`), [join(pictures, `sdl-${name}-drawn.png`)], folder);
      const different = await pages.differenceOfFiles(`sdl-${name}-drawn.png`, picture);
      assert.ok(different <= most, `${samples} samples: ${(100 * different).toFixed(3)} % of the pixels differ`);
    }
  });

const config = library && join(library, 'lib', 'cmake', 'SDL3');
const withCMake = { skip: existsSync(config) && spawnSync('cmake', ['--version']).status === 0 ? false : 'there is no CMake with SDL' };
test('CMake builds the program', withCMake, () => {
  const folder = join(home, 'built');
  writeDraw('sdl', draws[0], folder);
  for (const args of [['-B', 'build', `-DSDL3_DIR=${config}`], ['--build', 'build']]) {
    const { status, stderr, stdout } = spawnSync('cmake', args, { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  }
});

const withFormatter = { skip: spawnSync('clang-format', ['--version']).status === 0 ? false : 'there is no clang-format' };
test('the program is formatted as SDL is', withFormatter, () => {
  const folder = join(home, 'formatted');
  writeDraw('sdl', draws[0], folder);
  const args = [styleOfSdl(), '--dry-run', '-Werror', 'draw.c'];
  const { status, stderr } = spawnSync('clang-format', args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});

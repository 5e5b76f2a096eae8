// examples/wgpu and examples/sdl, as ./tools/lab/engines builds them: what they draw on Vulkan is what `agalc render` draws.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { Pages, commandsOf, endWithout, installed, missingCrates, namesVersion, pictures, refresh, render, root, run } from './engines.js';
import { cargo } from './native.js';

const engines = { wgpu: { crate: 'wgpu' }, sdl: { crate: 'sdl3-sys' } };
const scenes = ['lit', 'sprites'];
const maxDifferent = 1 / 1000;

const lacking = missingCrates(Object.keys(engines));
if (lacking) endWithout(lacking);

const pages = new Pages();
before(async () => {
  refresh('scene');
  for (const scene of scenes) render(scene);
  await pages.start();
  await pages.openEmpty();
});
after(() => pages.close());

for (const [engine, { crate }] of Object.entries(engines))
  describe(engine, () => {
    const folder = join(installed, engine);
    const guide = readFileSync(join(root, 'docs', 'engines', `${engine}.md`), 'utf8');
    const commands = commandsOf(join(engine, 'src', 'main.rs'));

    before(() => {
      refresh(engine);
      rmSync(join(folder, 'shaders'), { recursive: true, force: true });
      for (const command of commands) run(command, folder);
    });

    test('there is a command for each scene, and the page has it', () => {
      assert.equal(commands.length, scenes.length);
      for (const command of commands) {
        const line = `    npx ${command.replaceAll('../scene/', '').replace('-o shaders', '-o out')}\n`;
        assert.ok(guide.includes(line), line);
      }
    });

    test('the page names the version', () => {
      const [, version] = readFileSync(join(folder, 'Cargo.toml'), 'utf8').match(new RegExp(`^${crate} = .*"=([0-9.]+)"`, 'm'));
      assert.ok(namesVersion(guide, version), version);
    });

    test('it compiles without a warning', () => {
      const { status, stderr } = cargo(folder, 'build', '--locked');
      assert.equal(status, 0, stderr);
      assert.doesNotMatch(stderr, /warning/);
    });

    for (const scene of scenes)
      test(`${scene}: the picture is that of agalc render`, async () => {
        const picture = `${engine}-${scene}.png`;
        const { status, stderr } = cargo(folder, 'run', '--locked', '--quiet', '--', scene, join(pictures, picture));
        assert.equal(status, 0, stderr);
        assert.doesNotMatch(stderr, /VUID/, 'the validation layer has objections');
        const different = await pages.differenceOfFiles(picture, `${scene}.png`);
        assert.ok(different <= maxDifferent, `${(100 * different).toFixed(3)} % of the pixels differ`);
      });
  });

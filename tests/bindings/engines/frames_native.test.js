// `agalc replay --frame last --engine E` for SDL and wgpu: the program draws the frame on Vulkan.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { endWithout, installed, pictures, root } from './engines.js';
import { compileProgram, execute, missingSdl, missingWgpu, runCrate } from './native.js';
import { testFrames } from './recorded.js';

const lacking = missingSdl() ?? missingWgpu();
if (lacking) endWithout(lacking);

/** The functions that draw with an engine. They write a picture. */
const programs = {
  sdl: {
    finish: () => {},
    run(home, picture) {
      compileProgram(home, join(home, 'draw'));
      execute(join(home, 'draw'), [picture], home);
    },
  },
  wgpu: {
    finish: (home) => cpSync(join(root, 'examples', 'wgpu', 'Cargo.lock'), join(home, 'Cargo.lock')),
    run: runCrate,
  },
};

testFrames(Object.keys(programs), (pages, engine) => ({
  onVulkan: true,
  finish: programs[engine].finish,
  async draw(home, name) {
    const picture = `${engine}-${name}-frame.png`;
    mkdirSync(pictures, { recursive: true });
    programs[engine].run(home, join(pictures, picture));
    await pages.openEmpty();
    return 100 * (1 - (await pages.differenceOf(join(pictures, picture), join(home, 'frame.png'), 1)));
  },
}));

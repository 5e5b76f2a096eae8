// `agalc replay --frame last --engine E` for engines in JavaScript: the program draws the frame in Chromium, in one scene for each step.
import { existsSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compileTypeScript, endWithout, installed, missingInBrowser, missingTypeScript, scriptEngines } from './engines.js';
import { testFrames } from './recorded.js';

const lacking = missingInBrowser(scriptEngines) ?? missingTypeScript();
if (lacking) endWithout(lacking);

testFrames(scriptEngines, (pages, engine) => ({
  finish(home) {
    symlinkSync(join(installed, engine, 'node_modules'), join(home, 'node_modules'));
    if (existsSync(join(home, 'materials.ts'))) compileTypeScript(home, 'materials.ts');
  },
  async draw(home, name) {
    await pages.open(`${engine}/frames/${basename(home)}/index.html`);
    const { total, close } = await pages.evaluate('await window.drawn');
    await pages.save('canvas', `${engine}-${name}-frame.png`);
    return (100 * close) / total;
  },
}));

// The examples for engines in JavaScript, as ./tools/lab/engines installs them: what they draw in Chromium is what `agalc render` draws.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { Pages, endWithout, installed, missingInBrowser, namesVersion, refresh, render, root, run, scriptEngines, scriptsOf } from './engines.js';

const scenes = ['lit', 'sprites'];
// Rounding decides on which side of an edge a pixel falls.
const maxDifferent = 1 / 1000;

const lacking = missingInBrowser(scriptEngines);
if (lacking) endWithout(lacking);

const pages = new Pages();
before(async () => {
  refresh('scene');
  for (const scene of scenes) render(scene);
  await pages.start();
});
after(() => pages.close());

for (const engine of scriptEngines)
  describe(engine, () => {
    const guide = readFileSync(join(root, 'docs', 'engines', `${engine}.md`), 'utf8');

    before(async () => {
      refresh(engine);
      for (const scene of scenes) run(scriptsOf(engine)[scene], join(installed, engine));
      await pages.open(`${engine}/index.html`);
      await pages.evaluate('await window.drawn');
    });

    for (const scene of scenes) {
      test(`${scene}: the picture is that of agalc render`, async () => {
        const different = await pages.difference(scene, `${scene}.png`, `${engine}-${scene}.png`);
        assert.ok(different <= maxDifferent, `${(100 * different).toFixed(3)} % of the pixels differ`);
      });

      test(`${scene}: the page has the command`, () => {
        const command = scriptsOf(engine)[scene].replaceAll('../scene/', '').replace('-o shaders', '-o out');
        assert.ok(guide.includes(`    npx ${command}\n`), command);
      });
    }

    test('the page names the version', () => {
      const { dependencies } = JSON.parse(readFileSync(join(root, 'examples', engine, 'package.json'), 'utf8'));
      for (const version of Object.values(dependencies)) assert.ok(namesVersion(guide, version), version);
    });
  });

// Runs the examples of the README.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agalTest, fragmentText, packageFolder, vertexText } from './support.js';
import { swf } from './containers.js';

const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
const AsyncFunction = (async () => {}).constructor;

agalTest('the examples of the README run', async (agal) => {
  assert.ok(examples.length > 8);
  const bytecode = agal.assemble(fragmentText).bytecode;
  const vertexBytes = agal.assemble(vertexText).bytecode;
  const values = {
    load: () => agal,
    agal,
    bytecode,
    program: bytecode,
    vertexBytes,
    fragmentBytes: bytecode,
    readFile: () => swf({ Water: bytecode }),
    createPipeline: assert.ok,
    console: { log: assert.ok, error: assert.fail },
  };
  for (const example of examples) {
    const code = example.replace(/^import .*\n/gm, '').replace('const agal = await load();', '');
    const run = new AsyncFunction(...Object.keys(values), `{ ${code} }`)(...Object.values(values));
    const throws = /\/\/ (\w+Error): (.*)/.exec(example);
    if (throws === null) await run;
    else await assert.rejects(run, { name: throws[1], message: throws[2] });
  }
});

agalTest('the README names every function', (agal) => {
  const names = [agal, Object.getPrototypeOf(agal), Object.getPrototypeOf(Object.getPrototypeOf(agal))].flatMap(
    Object.getOwnPropertyNames,
  );
  for (const name of new Set(names))
    if (name !== 'constructor' && name[0] !== '_') assert.match(readme, new RegExp(`### .*\\b${name}\\b`));
});

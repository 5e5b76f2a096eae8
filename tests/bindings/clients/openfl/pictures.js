// Draws every program of AGAL 1 of both corpora with an unmodified OpenFL, translated beforehand to 0xB0, and compares
// the pictures with the interpreter's:
//
//     node pictures.js FOLDER [--write-docs FILE] [NAME]
//
// FOLDER has the page that ./tools/lab/openfl bundles. NAME is a regular expression for the names of programs.
import { relative } from 'node:path';
import { bytecodeOf, corpora, filesIn, writeInto } from '../../../../bindings/js/bench/programs.js';
import { findChromium, loadAgal } from '../../../../bindings/js/test/support.js';
import { Browser } from '../../../web/browser/browser.js';
import { serve } from '../../../web/browser/server.js';
import { differenceOf, fragmentJobs, vertexJobs } from './jobs.js';

const [folder, ...rest] = process.argv.slice(2);
const page = rest[0] === '--write-docs' ? rest.splice(0, 2)[1] : undefined;
const [part = ''] = rest;

const agal = await loadAgal();

/** One line that says why agalc does not translate a program. */
const reasonOf = (messages) => messages.split('\n')[0].replace(/^[^ ]*: (error)/, '$1');

/** Returns why a program is refused or its pictures are wrong; {} if its pictures are those of the interpreter. */
async function outcomeOf(browser, bytecode, seed) {
  const { refused, jobs } = (bytecode[6] === 1 ? fragmentJobs : vertexJobs)(agal, bytecode, seed);
  if (refused !== undefined) return { refused: reasonOf(refused) };
  let compared = 0;
  for (const { pixels, ...job } of jobs) {
    const { error, pixels: drawn } = await browser.evaluate(`draw(${JSON.stringify(job)})`);
    if (error !== undefined) return { wrong: error.split('\n')[0] };
    const difference = differenceOf(pixels, Buffer.from(drawn, 'base64'));
    if (difference !== '') return { wrong: `the picture differs: ${difference}` };
    compared += pixels.length;
  }
  return compared < 5 ? { wrong: `only ${compared} pixels can be compared` } : {};
}

async function drawCorpus(browser, [title, corpus]) {
  const counts = { programs: 0, refused: 0, same: 0 };
  const others = [];
  for (const [i, file] of filesIn(corpus).entries()) {
    const name = relative(corpus, file);
    const bytecode = new RegExp(part).test(name) ? bytecodeOf(file, agal) : undefined;
    if (bytecode === undefined || bytecode[1] !== 1) continue;
    ++counts.programs;
    const { ok, messages } = agal.validate(bytecode);
    if (!ok) {
      ++counts.refused;
      others.push([name, `the player refuses it: ${reasonOf(messages)}`]);
      continue;
    }
    const { refused, wrong } = await outcomeOf(browser, bytecode, i).catch((error) => ({ wrong: `it fails: ${error.message}` }));
    if (refused === undefined && wrong === undefined) ++counts.same;
    else others.push([name, refused ?? wrong]);
  }
  return { title, ...counts, others };
}

const server = await serve(folder);
const browser = new Browser(findChromium());
try {
  await browser.open(`${server.url}/index.html`);
  await browser.evaluate("import('/page.js').then(() => {})");
  const rows = [];
  for (const corpus of corpora) rows.push(await drawCorpus(browser, corpus));
  for (const { title, others } of rows) for (const [name, reason] of others) console.log(`${title}: ${name}: ${reason}`);
  const table = [
    '| Programs of AGAL 1 | All | Rejected by the player | Same as the interpreter | Not the same |',
    '|---|---:|---:|---:|---:|',
    ...rows.map(({ title, programs, refused, same }) => {
      const share = ((100 * same) / Math.max(1, programs - refused)).toFixed(1);
      return `| ${title} | ${programs} | ${refused} | ${same} (${share} %) | ${programs - refused - same} |`;
    }),
    '',
  ].join('\n');
  console.log(table);
  if (page !== undefined) writeInto(page, 'pictures', table);
} finally {
  await browser.close();
  server.close();
}

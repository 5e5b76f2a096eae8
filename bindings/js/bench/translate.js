// Compares agalc's WebAssembly with the AGAL converters of OpenFL and AwayJS, in one process on the same programs:
//
//     node bench/translate.js PACKAGES [--openfl FILE] [--write-docs FILE] [FOLDER OF .agal FILES]...
//
// ./tools/lab/bench --rivals runs this. PACKAGES is the folder where it has installed this folder's package.json. FILE is
// OpenFL's converter, compiled by Haxe (tests/lab/bench/rivals/OpenflConverter.hx). A converter that is missing is not
// measured. The default folders are corpus and ../shared/corpus. AGAL_WASM may name the folder of the modules, and
// AGAL_REPETITIONS sets the number of rounds. A figure is the mean time for one program in ns over all programs of its
// row. The time of a program is its minimum over the rounds, which alternate between the converters. The last column is
// the time of compileAll, whose calls convert different programs: processors predict it less well than one program that
// is repeated. A figure is the minimum of several processes, because the same code takes up to 6 % longer in some. --rows prints
// the figures of one process as JSON. --write-docs puts the table into a page.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { load } from '../src/index.node.js';
import { load as loadTranslate } from '../src/translate.node.js';
import { isInstalled, loadAway, loadCompiledOpenfl } from './peers.js';
import { bytecodeOf, classes, corpora, filesIn, moduleAt, sizes, tokensOf, writeInto } from './programs.js';

const rounds = Number(process.env.AGAL_REPETITIONS ?? 15);
const processes = 4;
const calls = 8;
const inGroup = 16; // programs in a call of compileAll, as in a scene
const titleOfAll = 'GLSL ES 3.00, 16 in one call';
const targets = [
  ['WGSL', { target: 'wgsl' }],
  ['GLSL ES 3.00', { target: 'essl300' }],
  ['GLSL ES 1.00', { target: 'essl100', constants: 'plain' }],
];

/** Returns the programs of AGAL 1 that every converter translates. */
function commonPrograms(files, assembler, converters) {
  const programs = [];
  for (const file of files) {
    const bytecode = bytecodeOf(file, assembler);
    if (bytecode === undefined || bytecode[1] !== 1) continue;
    try {
      const prepared = converters.map((each) => each.prepare(bytecode));
      if (prepared.every((convert) => typeof convert() === 'string')) programs.push({ bytecode, prepared });
    } catch {
      continue; // a converter threw
    }
  }
  return programs;
}

/** Makes the engine join the parts of a text, which it otherwise puts off until WebGL takes the text. */
const joined = (/** @type {string} */ text) => text.charCodeAt(text.length >> 1);

/** Returns the time for one program in ns. */
function timeOf(convert) {
  const begin = process.hrtime.bigint();
  for (let call = 0; call < calls; ++call) joined(convert());
  return Number(process.hrtime.bigint() - begin) / calls;
}

/** Returns the mean over the programs for each converter. */
function timesOf(programs, count) {
  const sums = Array(count).fill(0);
  for (const { prepared } of programs) {
    const best = prepared.map(() => Infinity);
    for (let round = 0; round < rounds; ++round)
      prepared.forEach((convert, i) => (best[i] = Math.min(best[i], timeOf(convert))));
    best.forEach((time, i) => (sums[i] += time));
  }
  return sums.map((sum) => sum / programs.length);
}

/** Returns the mean over the programs if each call converts several. The time of a call is its minimum over the rounds. */
function timeInGroups(programs, convertAll) {
  let sum = 0;
  for (let i = 0; i < programs.length; i += inGroup) {
    const group = programs.slice(i, i + inGroup).map(({ bytecode }) => bytecode);
    let best = Infinity;
    for (let round = 0; round < rounds * calls; ++round) {
      const begin = process.hrtime.bigint();
      for (const text of convertAll(group)) joined(text);
      best = Math.min(best, Number(process.hrtime.bigint() - begin));
    }
    sum += best;
  }
  return sum / programs.length;
}

/** Returns one row of the table. */
function measure(title, programs, converters, convertAll) {
  const times = [...timesOf(programs, converters.length), timeInGroups(programs, convertAll)];
  return { title: `${title}, ${programs.length} programs`, times };
}

/** Returns the minimum of each figure over several processes. */
function fastest(/** @type {{ title: string, times: number[] }[][]} */ [first, ...others]) {
  return first.map(({ title, times }, row) => ({
    title,
    times: times.map((time, i) => Math.min(time, ...others.map((rows) => rows[row].times[i]))),
  }));
}

/** Returns the text of the tables. `rows` are of sizes and of corpora; the goals are for sizes. */
function tableOf({ ofSizes, ofCorpora }, converters, peers, hasOpenfl) {
  const header = ['Programs', ...converters.map((each) => each.name), titleOfAll];
  const lineOf = ({ title, times }) => {
    const cells = times.map((time, i) => {
      const ratio = i < peers ? '' : ` (${(time / times[0]).toFixed(2)})`;
      return `${Math.round(time).toLocaleString('en')}${ratio}`;
    });
    return `| ${[title, ...cells].join(' | ')} |`;
  };
  const worstOf = ({ times }) => Math.max(...times.slice(peers, converters.length).map((time) => time / times[0]));
  const [small, ...others] = ofSizes.map(worstOf);
  const goal = (/** @type {string} */ what, /** @type {number} */ worst, /** @type {number} */ most) =>
    `Goal: ${what}, at most ${most} of the time of OpenFL: ${worst <= most ? '**met**' : '**missed**'} (${worst.toFixed(2)}).`;
  const goals = [goal('1 to 5 tokens', small, 1.2), goal('more tokens', Math.max(...others), 1)];
  return [
    `| ${header.join(' | ')} |`,
    `|---|${'---:|'.repeat(header.length - 1)}`,
    ...[...ofSizes, ...ofCorpora].map(lineOf),
    '',
    ...(hasOpenfl ? goals : ['OpenFL was not measured.']),
    '',
  ].join('\n');
}

/** Takes an option with a value from the arguments. */
function optionOf(given, name) {
  const at = given.indexOf(name);
  return at < 0 ? undefined : resolve(given.splice(at, 2)[1] ?? '.');
}

const given = process.argv.slice(2);
const rowsAt = given.indexOf('--rows');
if (rowsAt >= 0) given.splice(rowsAt, 1);
const [openfl, page] = [optionOf(given, '--openfl'), optionOf(given, '--write-docs')];
const [packages, ...folders] = given;
if (packages === undefined) {
  console.error('usage: node bench/translate.js PACKAGES [--openfl FILE] [--write-docs FILE] [FOLDER]...');
  process.exit(2);
}
const peers = [];
if (openfl !== undefined) peers.push(loadCompiledOpenfl(openfl));
else console.error('bench: OpenFL is not measured: --openfl FILE measures it');
if (isInstalled(packages)) peers.push(await loadAway(resolve(packages)));
else console.error(`bench: AwayJS is not measured: its converter is not in ${packages}`);
if (peers.length === 0) process.exit(0);
const groups = folders.length > 0 ? folders.map((folder) => [folder, folder]) : corpora;
const translate = await loadTranslate(moduleAt('agalc-translate.wasm')).catch(() => load(moduleAt('agalc.wasm')));
const ours = targets.map(([name, options]) => {
  const chosen = { ...options, reflect: false };
  return { name: `agalc, ${name}`, prepare: (bytecode) => () => translate.compile(bytecode, chosen).code };
});
const converters = [...peers, ...ours];
const chosenForAll = { target: 'essl300', reflect: false };

/** Measures all rows of the table. */
async function rowsOf() {
  const agal = await load(moduleAt('agalc.wasm'));
  const found = groups.map(([title, folder]) => [title, commonPrograms(filesIn(folder), agal, converters)]);
  const all = found.flatMap(([, programs]) => programs);
  const inSize = (low, high) =>
    all.filter(({ bytecode }) => tokensOf(bytecode) >= low && tokensOf(bytecode) <= high);
  const convertAll = (programs) => translate.compileAll(programs, chosenForAll).map((result) => result.code);
  const measureAll = (/** @type {[string, any[]][]} */ rows) =>
    rows
      .filter(([, programs]) => programs.length > 0)
      .map(([title, programs]) => measure(title, programs, converters, convertAll));
  const bySize = [...classes, ...sizes].map(([title, low, high]) => [title, inSize(low, high)]);
  return { ofSizes: measureAll(bySize), ofCorpora: measureAll(found) };
}

if (rowsAt >= 0) {
  console.log(JSON.stringify(await rowsOf()));
  process.exit(0);
}
const measured = Array.from({ length: processes }, () => {
  const rows = execFileSync(process.execPath, [...process.argv.slice(1), '--rows'], { encoding: 'utf8' });
  return JSON.parse(rows);
});
const best = {
  ofSizes: fastest(measured.map((rows) => rows.ofSizes)),
  ofCorpora: fastest(measured.map((rows) => rows.ofCorpora)),
};
const table = tableOf(best, converters, peers.length, openfl !== undefined);
console.log(table);
if (page !== undefined) writeInto(page, 'converters', table);

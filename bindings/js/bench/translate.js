// Compares agalc's WebAssembly with the AGAL converters of OpenFL and AwayJS, in one process on the same programs:
//
//     node bench/translate.js PEERS [--write-docs FILE] [FOLDER OF .agal FILES]...
//
// PEERS is a folder with the packages of this folder's package.json. ./tools/lab/bench --converters installs them and
// runs this. The default folders are corpus and ../shared/corpus. AGAL_WASM may name the folder of the modules, and
// AGAL_REPETITIONS sets the number of rounds. A figure is the mean time for one program in ns over all programs of its
// row. The time of a program is its minimum over the rounds, which alternate between the converters. --write-docs puts
// the table into a page.
import { resolve } from 'node:path';
import { load } from '../src/index.node.js';
import { load as loadTranslate } from '../src/translate.node.js';
import { loadPeers } from './peers.js';
import { bytecodeOf, classes, corpora, filesIn, moduleAt, sizes, tokensOf, writeInto } from './programs.js';

const rounds = Number(process.env.AGAL_REPETITIONS ?? 15);
const calls = 8;
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

/** Returns the time for one program in ns. */
function timeOf(convert) {
  const begin = process.hrtime.bigint();
  for (let call = 0; call < calls; ++call) convert();
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

/** Returns one row of the table, and the largest ratio in it. */
function measure(title, programs, converters, peers) {
  const times = timesOf(programs, converters.length);
  const faster = Math.min(...times.slice(0, peers));
  const ratios = times.slice(peers).map((time) => time / faster);
  const cells = times.map((time, i) => {
    const ratio = i < peers ? '' : ` (${ratios[i - peers].toFixed(2)})`;
    return `${Math.round(time).toLocaleString('en')}${ratio}`;
  });
  return { line: `| ${[`${title}, ${programs.length} programs`, ...cells].join(' | ')} |`, worst: Math.max(...ratios) };
}

/** Returns the text of the tables. The target applies to the table of sizes. */
function tableOf(ofSizes, ofCorpora, converters) {
  const header = ['Programs', ...converters.map((each) => each.name)];
  const worst = (/** @type {{ worst: number }[]} */ rows) => Math.max(...rows.map((row) => row.worst)).toFixed(2);
  const verdict = Number(worst(ofSizes)) <= 1 ? '**met**' : '**missed**';
  return [
    `| ${header.join(' | ')} |`,
    `|---|${converters.map(() => '---:|').join('')}`,
    ...[...ofSizes, ...ofCorpora].map((row) => row.line),
    '',
    `Goal: not slower than the faster of the others at any size. ${verdict}: at most ${worst(ofSizes)} of its time ` +
      `by size, and ${worst(ofCorpora)} by corpus.`,
    '',
  ].join('\n');
}

function parseArguments(given) {
  const at = given.indexOf('--write-docs');
  const page = at < 0 ? undefined : given.splice(at, 2)[1];
  const [peers, ...folders] = given;
  if (peers === undefined || (at >= 0 && page === undefined)) {
    console.error('usage: node bench/translate.js PEERS [--write-docs FILE] [FOLDER]...');
    process.exit(2);
  }
  return { peers: resolve(peers), page, folders };
}

const { peers: peersFolder, page, folders } = parseArguments(process.argv.slice(2));
const groups = folders.length > 0 ? folders.map((folder) => [folder, folder]) : corpora;
const agal = await load(moduleAt('agalc.wasm'));
const translate = await loadTranslate(moduleAt('agalc-translate.wasm')).catch(() => agal);
const peers = await loadPeers(peersFolder);
const ours = targets.map(([name, options]) => {
  const chosen = { ...options, reflect: false };
  return { name: `agalc, ${name}`, prepare: (bytecode) => () => translate.compile(bytecode, chosen).code };
});
const converters = [...peers, ...ours];
const found = groups.map(([title, folder]) => [title, commonPrograms(filesIn(folder), agal, converters)]);
const inSize = (low, high) =>
  found
    .flatMap(([, programs]) => programs)
    .filter(({ bytecode }) => tokensOf(bytecode) >= low && tokensOf(bytecode) <= high);
const measureAll = (/** @type {[string, any[]][]} */ rows) =>
  rows
    .filter(([, programs]) => programs.length > 0)
    .map(([title, programs]) => measure(title, programs, converters, peers.length));
const bySize = measureAll([...classes, ...sizes].map(([title, low, high]) => [title, inSize(low, high)]));
const table = tableOf(bySize, measureAll(found), converters);
console.log(table);
if (page !== undefined) writeInto(page, 'converters', table);

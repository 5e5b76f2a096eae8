// Compares agalc's WebAssembly with the AGAL converters of OpenFL and AwayJS, in one process on the same programs:
//
//     npm install --prefix /tmp/peers --ignore-scripts esbuild openfl @awayjs/stage
//     node bench/translate.js /tmp/peers [FOLDER OF .agal FILES]...
//
// The default folders are corpus and ../shared/corpus. AGAL_WASM may name the folder of the modules. Each row is the
// mean time for one program, over all programs of the row, in ns; the smallest of several rounds, which alternate.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../src/index.node.js';
import { load as loadTranslate } from '../src/translate.node.js';
import { loadPeers } from './peers.js';

const rounds = 15;
const minRoundNs = 50e6;

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.agal'))
    .sort()
    .map((name) => join(folder, name));

/** @param {Uint8Array} bytecode */
const tokensOf = (bytecode) => (bytecode.length - 7) / 24;

/** @param {string} name */
function moduleAt(name) {
  const built = process.env.AGAL_WASM;
  return built === undefined ? {} : { wasm: resolve(built, name) };
}

/** The programs of AGAL 1 that every converter translates. */
function commonPrograms(files, assembler, converters) {
  const programs = [];
  for (const file of files) {
    const { bytecode } = assembler.assemble(readFileSync(file, 'utf8'), { name: file });
    if (bytecode === undefined || bytecode[1] !== 1) continue;
    try {
      const prepared = converters.map((each) => each.prepare(bytecode));
      if (prepared.every((convert) => typeof convert() === 'string')) programs.push({ bytecode, prepared });
    } catch {
      continue; // one of them throws
    }
  }
  return programs;
}

/** ns for one program. */
function timeRound(functions, turns) {
  const begin = process.hrtime.bigint();
  for (let turn = 0; turn < turns; ++turn) for (const convert of functions) convert();
  return Number(process.hrtime.bigint() - begin) / (turns * functions.length);
}

function timesOf(programs, count) {
  const columns = Array.from({ length: count }, (_, i) => programs.map((program) => program.prepared[i]));
  const turns = columns.map((functions) => {
    const once = timeRound(functions, 3) * functions.length;
    return Math.max(1, Math.ceil(minRoundNs / once));
  });
  const best = columns.map(() => Infinity);
  for (let round = 0; round < rounds; ++round)
    columns.forEach((functions, i) => (best[i] = Math.min(best[i], timeRound(functions, turns[i]))));
  return best;
}

function print(title, programs, converters, peers) {
  if (programs.length === 0) return console.log(`\n${title}: no programs`);
  const times = timesOf(programs, converters.length);
  const faster = Math.min(...times.slice(0, peers));
  console.log(`\n${title}: ${programs.length} programs`);
  converters.forEach(({ name }, i) => {
    const ratio = i < peers ? '' : `  ${(times[i] / faster).toFixed(2)} of the faster other`;
    console.log(`  ${name.padEnd(44)}${Math.round(times[i]).toLocaleString('en').padStart(12)} ns${ratio}`);
  });
}

const [peersFolder, ...folders] = process.argv.slice(2);
if (peersFolder === undefined) {
  console.error('usage: node bench/translate.js FOLDER-OF-PEERS [FOLDER]...');
  process.exit(2);
}
const root = fileURLToPath(new URL('../../..', import.meta.url));
const defaults = [join(root, 'corpus'), join(root, '../shared/corpus')].filter((folder) => existsSync(folder));
const agal = await load(moduleAt('agalc.wasm'));
const translate = await loadTranslate(moduleAt('agalc-translate.wasm')).catch(() => agal);
const ours = [
  ['WGSL', { target: 'wgsl', reflect: false }],
  ['GLSL ES 3.00', { target: 'essl300', reflect: false }],
  ['GLSL ES 1.00', { target: 'essl100', constants: 'plain', reflect: false }],
  ['GLSL ES 3.00, optimize: none', { target: 'essl300', optimize: 'none', reflect: false }],
  ['GLSL ES 3.00 and reflection', { target: 'essl300' }],
].map(([name, options]) => ({
  name: `agalc ${translate.version}, ${name}`,
  prepare: (bytecode) => () => translate.compile(bytecode, options).code,
}));
const peers = await loadPeers(resolve(peersFolder));
const converters = [...peers, ...ours];
const programs = commonPrograms((folders.length > 0 ? folders : defaults).flatMap(filesIn), agal, converters);

const sized = (low, high) => programs.filter(({ bytecode }) => tokensOf(bytecode) >= low && tokensOf(bytecode) <= high);
print('10 tokens', sized(10, 10), converters, peers.length);
print('90 to 110 tokens', sized(90, 110), converters, peers.length);
print('all programs', programs, converters, peers.length);

// Measures the cost of a program's interface in addition to its translation, in agalc's WebAssembly:
//
//     node bench/interface.js [--write-docs FILE]
//
// ./tools/lab/bench --interfaces runs this. AGAL_WASM may name the folder of the modules, and AGAL_REPETITIONS sets the
// number of rounds. A figure is the time of a translation with its interface as objects, divided by the time of the
// translation alone. Each round measures both alternately, and the figure is the median of the rounds. --write-docs
// puts the table into a page.
import { load } from '../src/index.node.js';
import { load as loadTranslate } from '../src/translate.node.js';
import { bytecodeOf, corpora, filesIn, moduleAt, sizes, tokensOf, writeInto } from './programs.js';

const rounds = Number(process.env.AGAL_REPETITIONS ?? 15);
const turns = 7;
const targets = [
  ['WGSL', 'wgsl'],
  ['GLSL ES 3.00', 'essl300'],
];
const maxPrograms = 100; // programs for one row of the table
const most = 1.25;

const assembler = await load(moduleAt('agalc.wasm'));
const agal = await loadTranslate(moduleAt('agalc-translate.wasm'));

/**
 * Returns the ratio between the time with and the time without the interface. Each program counts with its shortest
 * time, so that other processes do not affect it.
 */
function ratioOf(programs, target) {
  const options = [
    { target, reflect: false },
    { target, bindingsOnly: true },
  ];
  const sums = options.map(() => 0);
  for (const bytecode of programs) {
    const least = options.map(() => Infinity);
    for (let turn = 0; turn < turns; ++turn)
      options.forEach((each, i) => (least[i] = Math.min(least[i], timeOf(bytecode, each))));
    least.forEach((time, i) => (sums[i] += time));
  }
  return sums[1] / sums[0];
}

/** Returns the time of several translations. */
function timeOf(bytecode, options) {
  const begin = process.hrtime.bigint();
  for (let i = 0; i < 8; ++i) {
    const { code, interface: found } = agal.compile(bytecode, options);
    if (code === undefined || (found === undefined) === (options.bindingsOnly === true)) throw new Error('it is not translated');
  }
  return Number(process.hrtime.bigint() - begin);
}

const median = (/** @type {number[]} */ values) => values.sort((a, b) => a - b)[values.length >> 1];

/** Returns one row of the table. */
function rowOf(title, programs) {
  const ratios = targets.map(([, target]) => {
    const all = programs.filter((bytecode) => agal.compile(bytecode, { target }).ok);
    const step = Math.max(1, Math.floor(all.length / maxPrograms));
    const translated = all.filter((_, i) => i % step === 0);
    ratioOf(translated, target); // makes the engine compile the functions first
    return median(Array.from({ length: rounds }, () => ratioOf(translated, target)));
  });
  const cells = ratios.map((ratio) => ratio.toFixed(2));
  return { line: `| ${[title, ...cells].join(' | ')} |`, worst: Math.max(...ratios) };
}

const found = corpora.map(([title, folder]) => [
  title,
  filesIn(folder).flatMap((file) => bytecodeOf(file, assembler) ?? []),
]);
const all = found.flatMap(([, programs]) => programs);
const bySize = sizes.map(([title, low, high]) => [
  title,
  all.filter((bytecode) => tokensOf(bytecode) >= low && tokensOf(bytecode) <= high),
]);
const rows = [...bySize, ...found].map(([title, programs]) => rowOf(title, programs));
const worst = Math.max(...rows.map((row) => row.worst));
const table = [
  `| Programs | ${targets.map(([name]) => `To ${name}`).join(' | ')} |`,
  `|---|${targets.map(() => '---:|').join('')}`,
  ...rows.map((row) => row.line),
  '',
  `The target is a factor of at most ${most}: ${worst <= most ? '**met**' : '**missed**'} (${worst.toFixed(2)}).`,
  '',
].join('\n');
console.log(table);
const [, , option, page] = process.argv;
if (option === '--write-docs') writeInto(page, 'interfaces', table);

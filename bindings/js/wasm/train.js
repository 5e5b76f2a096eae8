// The training of agalc-translate.wasm, for ./tools/web --trained:
//
//     node train.js counts MODULE AGALC >FILE   translates corpus/ with a module that counts, and prints its counts as
//                                               text for llvm-profdata
//     node train.js compare MODULE OTHER AGALC  fails if the modules translate a program of corpus/ differently
//
// AGALC is agalc.wasm, which assembles the programs.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bytecodeOf, corpora, filesIn, tokensOf } from '../bench/programs.js';
import { load } from '../src/index.node.js';
import { load as loadTranslate } from '../src/translate.node.js';

const short = { essl100: { constants: 'plain' } };
const trained = ['essl300', 'wgsl', 'essl100'];
const targets = [...trained, 'spv', 'glsl120', 'glsl450', 'hlsl50', 'msl21'];

/** @param {string} file */
const translatorIn = (file) => loadTranslate({ wasm: readFileSync(file) });

/** Returns the programs of corpus/. @param {string} agalc */
async function programs(agalc) {
  const assembler = await load({ wasm: readFileSync(agalc) });
  return filesIn(corpora[0][1]).flatMap((file) => bytecodeOf(file, assembler) ?? []);
}

/** Returns the options of the translations to a target: without and with the interface. @param {string} target */
const optionsFor = (target) =>
  [{ reflect: false }, { bindingsOnly: true }].map((parts) => ({ target, ...short[target], ...parts }));

/**
 * Translates each program. Short programs are translated more often, so that what happens once in a translation counts as
 * much as what happens for each token.
 */
function run(agal, all) {
  const tokens = 100; // the tokens of all repetitions of a program
  for (const bytecode of all) {
    const times = Math.max(1, Math.round(tokens / tokensOf(bytecode)));
    for (const options of trained.flatMap(optionsFor)) {
      for (let i = 0; i < times; ++i) agal.compile(bytecode, options);
    }
  }
}

/** Returns the names of functions by their hashes. @param {Buffer} memory @param {number} at @param {number} end */
function namesIn(memory, at, end) {
  const names = new Map();
  const number = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = memory[at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < end) {
    if (memory[at] === 0) {
      ++at; // between the names of two files
      continue;
    }
    const size = number();
    if (number() !== 0) throw new Error('the names are compressed');
    for (const name of memory.latin1Slice(at, at + size).split('\x01'))
      names.set(createHash('md5').update(name, 'latin1').digest().readBigUInt64LE(0), name);
    at += size;
  }
  return names;
}

/** Returns the counts in the memory of a module as text. @param {WebAssembly.Exports} exports */
function countsIn(exports) {
  const memory = Buffer.from(exports.memory.buffer);
  const [begin, end, ...bounds] = [0, 1, 2, 3].map((bound) => exports.agal_counts_at(bound));
  const names = namesIn(memory, ...bounds);
  const lines = [':ir'];
  const size = 48; // the size of a record
  for (let at = begin; at < end; at += size) {
    const counters = at + memory.readInt32LE(at + 16);
    const count = memory.readUInt32LE(at + 32);
    const counts = Array.from({ length: count }, (_, i) => memory.readBigUInt64LE(counters + 8 * i));
    lines.push(names.get(memory.readBigUInt64LE(at)), memory.readBigUInt64LE(at + 8), count, ...counts, '');
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the text or the words of a translation. */
const productOf = (agal, bytecode, options) => {
  const { code, words, messages } = agal.compile(bytecode, options);
  return code ?? words?.join() ?? messages;
};

const [, , what, ...files] = process.argv;
const all = await programs(files.pop());
if (what === 'counts') {
  // The interface of the package does not give access to the functions of a module.
  const { Instance } = WebAssembly;
  let exports;
  WebAssembly.Instance = function (module, imports) {
    const instance = new Instance(module, imports);
    exports = instance.exports;
    return instance;
  };
  const agal = await translatorIn(files[0]);
  run(agal, all);
  process.stdout.write(countsIn(exports));
} else {
  const [one, other] = await Promise.all(files.map(translatorIn));
  for (const bytecode of all)
    for (const options of targets.flatMap(optionsFor))
      if (productOf(one, bytecode, options) !== productOf(other, bytecode, options))
        throw new Error(`the modules translate a program to different ${options.target}`);
}

// Completes opcodes, registers, options of samplers and words of AGALMacroAssembler from agalc's tables.
import { explanationOf, forVersion, versionOf } from './explanations.js';
import { make } from './shared.js';

let tables = {opcodes: [], registers: [], samplerOptions: [], macroWords: []};

// Stores the tables that the worker sends.
export function noteTables(given) {
  tables = given;
}

const option = (label, detail, type, version = 1) =>
  ({label, detail, type, info: () => explanationOf(label).then((text) => text && make('pre.hover', {}, forVersion(text, version)))});

function opcodeOptions(stage, version) {
  return tables.opcodes.filter((row) => !row.reserved && row.version <= version && (row.stage === 'any' || row.stage === stage))
    .map(({name, formula}) => option(name, formula, 'keyword'));
}

// Returns the words of AGALMacroAssembler: directives after a #, other words in a text that has such words.
function macroOptions(word, text) {
  if (!word.startsWith('#') && !/^\s*(alias|macro|#[a-z]+)\b/m.test(text)) return [];
  return tables.macroWords.map(({name, form}) => option(name, form, 'keyword'));
}

// Returns the registers that the program uses, and the first unused one of each kind.
function registerOptions(stage, version, text) {
  const options = [];
  for (const {name, noun, numbered, counts, stage: of, version: first} of tables.registers) {
    if (of !== stage || first > version) continue;
    const count = counts[version - 1] ?? counts.at(-1);
    const used = new Set([...text.matchAll(new RegExp(`\\b${name}(\\d*)\\b`, 'g'))].map(([, number]) => Number(number || 0)));
    const numbers = [...used].filter((number) => number < count).sort((a, b) => a - b);
    let free = 0;
    while (used.has(free)) ++free;
    if (free < count) numbers.push(free);
    for (const number of numbers)
      options.push(option(numbered || number > 0 ? `${name}${number}` : name, used.has(number) ? noun : `${noun}, not used yet`, 'variable', version));
  }
  return options;
}

// Returns the options of a sampler for the fields that the list does not have yet, and of fields whose options combine.
function samplerOptions(list) {
  const given = new Set([...list.matchAll(/\w+(?=\s*,)/g)].map(([word]) => word.toLowerCase()));
  const fields = new Set(tables.samplerOptions.filter(({name, combines}) => given.has(name) && !combines).map(({field}) => field));
  return tables.samplerOptions.filter(({name, field, accepted}) => accepted && !given.has(name) && !fields.has(field)).map(({name, field}) => option(name, field, 'property'));
}

// Returns the completions in a context of CodeMirror for a program of this stage, or null.
export function completionsFor(context, stage) {
  const {state, pos, explicit} = context;
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  if (before.includes('//')) return null;
  const word = /#?\w*$/.exec(before)[0];
  const from = pos - word.length;
  if (word === '' && !explicit && !before.endsWith('<')) return null;
  if (before.at(-1 - word.length) === '.') return null;
  const text = state.doc.toString();
  const version = versionOf(text);
  // A complete word is not offered again, because the offer would cover the text below.
  const offer = (options) => {
    const fitting = options.filter(({label}) => label.startsWith(word));
    return !explicit && fitting.length === 1 && fitting[0].label === word ? null : {from, options};
  };
  if (before.lastIndexOf('<') > before.lastIndexOf('>')) return offer(samplerOptions(before.slice(before.lastIndexOf('<') + 1)));
  if (/^\s*#?\w*$/.test(before)) return offer([...opcodeOptions(stage, version), ...macroOptions(word, text)]);
  return offer(registerOptions(stage, version, text));
}

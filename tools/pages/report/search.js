// ------------------------------------------------------------------------------------ search: words, filters and order

// Parses "27", "8-16", ">100" or "<10" as a test.
function rangeOf(text) {
  const bounds = /^(\d*)(?:-(\d*))?$/.exec(text);
  if (/^>\d+$/.test(text)) return (value) => value > Number(text.slice(1));
  if (/^<\d+$/.test(text)) return (value) => value < Number(text.slice(1));
  if (bounds === null) return () => false;
  const low = Number(bounds[1]);
  const high = bounds[2] === undefined ? low : bounds[2] === '' ? Infinity : Number(bounds[2]);
  return (value) => value >= low && value <= high;
}

const hasRule = (program, number) =>
  program.rules.some((rule) => rule.code.toLowerCase().endsWith(number)) ||
  program.lacking.some((lack) => lack.codes.some((code) => code.toLowerCase().endsWith(number)));

const questions = {
  op: (text) => (program) => program.opcodes.some((opcode) => opcode.name === text),
  rule: (text) => (program) => hasRule(program, text),
  origin: (text) => (program) => program.origins.some((origin) => origin.toLowerCase().includes(text)),
  proof: (text) => (program) => program.proofs.some((proof) => proof.answer.replaceAll(' ', '-').endsWith(text)),
  target: (text) => (program) => program.lacking.some((lack) => lack.target === text),
  tokens: (text) => {
    const fits = rangeOf(text);
    return (program) => !program.isFile && fits(program.tokens);
  },
};

// Returns the text that plain words are searched in.
function haystackOf(program) {
  if (program.haystack === undefined) {
    const codes = [...program.rules.map((rule) => rule.code), ...program.lacking.flatMap((lack) => lack.codes)];
    const words = [program.stem, program.label, program.hash, ...program.origins, ...codes, ...program.opcodes.map((op) => op.name)];
    program.haystack = words.join('\n').toLowerCase();
  }
  return program.haystack;
}

function questionOf(word) {
  const colon = word.indexOf(':');
  const ask = colon > 0 && Object.hasOwn(questions, word.slice(0, colon)) && colon + 1 < word.length;
  return ask ? questions[word.slice(0, colon)](word.slice(colon + 1)) : (program) => haystackOf(program).includes(word);
}

const filters = {
  stage: (program, value) => program.stage === value,
  status: (program, value) => program.status === value,
  version: (program, value) => String(program.version) === value && !program.isFile,
  certainty: (program, value) => program.certainty === value,
  use: (program, value) => program.use === value,
  file: (program, value) => program.origins.some((origin) => fileOf(origin) === value),
  lacks: (program, value) => program.lacking.some((lack) => lack.target === value),
  pair: (program, value) => (program.pairs.length > 0) === (value === 'yes'),
};

// Returns the rank of a program. Programs that the game drew come first, then programs that it uploaded. Without a
// capture, all ranks are equal.
function useRank({use}) {
  const order = Object.keys(uses);
  return order.includes(use) ? order.indexOf(use) : order.length;
}

// Returns the best rank among the sampler variants of a program, because they share a row.
function bestRank(program) {
  if (program.rank === undefined) {
    const best = Math.min(...program.variants.map(useRank));
    for (const variant of program.variants) variant.rank = best;
  }
  return program.rank;
}

const orders = {
  use: (a, b) => bestRank(a) - bestRank(b) || a.number - b.number,
  name: null,  // keeps the order of the manifest
  largest: (a, b) => b.tokens - a.tokens || a.number - b.number,
  smallest: (a, b) => a.tokens - b.tokens || a.number - b.number,
};

// Returns one row for all programs that differ only in the options of their samplers: the program with the best name,
// and all of them.
function foldVariants(found) {
  const isFound = new Set(found);
  const families = new Map();
  const membersOf = ({variants}) => {
    if (!families.has(variants)) families.set(variants, variants.filter((variant) => isFound.has(variant)));
    return families.get(variants);
  };
  return found.map((program) => ({program, members: membersOf(program)})).filter(({program, members}) => members[0] === program);
}

// Returns the programs for a query: {q, sort}, and the keys of `filters`.
function find(programs, view) {
  const tests = (view.q || '').toLowerCase().split(/\s+/).filter(Boolean).map(questionOf);
  for (const [name, filter] of Object.entries(filters))
    if (view[name]) tests.push((program) => filter(program, view[name]));
  const found = programs.filter((program) => tests.every((test) => test(program)));
  const order = Object.hasOwn(orders, view.sort || 'use') ? orders[view.sort || 'use'] : null;
  return order === null ? found : found.sort(order);
}

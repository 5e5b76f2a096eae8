// Analyzes the programs of a pair with agalc: diagnostics, products, reflection.
import { sourcesOfWords, splitText } from './source_lines.js';

export const stages = ['vertex', 'fragment'];

// The options that change the meaning of a program. Other options would change the bindings of the picture.
export const meaningOptions = ['ifg', 'domain', 'nrmZero', 'index', 'indirectOffset', 'unwritten', 'clamp', 'validate', 'optimize',
  'precision', 'profile', 'ignoreLimits', 'allowReserved', 'lenient', 'dialect'];

// The options of the interpreter. It does not write a program, so the rules for NaN are its own.
export const interpreterOptions = [...meaningOptions, 'nan'];

const camelCase = (text) => text.replace(/-([a-z])/g, (_, c) => c.toUpperCase());
export const isGiven = (text) => text.replace(/\/\/.*/g, '').trim() !== '';
export const nameOf = (stage) => `${stage} program`;
export const pick = (options, names) => Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));

function check(agal, text, stage, options) {
  if (!isGiven(text)) return {given: false, ok: false, diagnostics: []};
  const {ok, diagnostics} = agal.validate(text, {...options, stage, name: nameOf(stage), lint: 'all'});
  return {given: true, ok, diagnostics};
}

// Returns {code, words, sources}, without debug information. `named` is compiled with it; `plain`, which only words need,
// without it.
const productOf = (named, plain) => (named.words === undefined ? splitText(named.code) : {words: plain.words, sources: sourcesOfWords(named.words)});

// Returns the products for one target, {vertex, fragment, diagnostics}: of the pair, or of each program if the pair is rejected. A
// program with errors has {errors} instead of a product.
function productsFor(agal, texts, target, options, checks, isPair) {
  const out = {};
  const given = {...options, target, reflect: false};
  if (isPair) {
    const names = {vertexName: nameOf('vertex'), fragmentName: nameOf('fragment')};
    const link = (debugInfo) => agal.link(texts.vertex, texts.fragment, {...given, ...names, debugInfo});
    const named = link(true);
    const plain = named.vertex?.words && link(false);
    if (named.ok) return {vertex: productOf(named.vertex, plain?.vertex), fragment: productOf(named.fragment, plain?.fragment)};
    out.diagnostics = named.diagnostics;
  }
  for (const stage of stages.filter((each) => checks[each].given)) {
    const compile = (debugInfo) => agal.compile(texts[stage], {...given, stage, name: nameOf(stage), debugInfo});
    const named = checks[stage].ok ? compile(true) : checks[stage];
    if (!checks[stage].ok) out[stage] = {errors: named.diagnostics.filter(({severity}) => severity === 'error')};
    else if (named.ok) out[stage] = productOf(named, named.words && compile(false));
    else if (!isPair) out.diagnostics = [...(out.diagnostics ?? []), ...named.diagnostics];
  }
  return out;
}

// Returns the reflection: {vertex, fragment, varyings}.
function reflectionFor(agal, texts, target, options, checks, isPair) {
  if (isPair) return agal.link(texts.vertex, texts.fragment, {...options, target}).reflection;
  const out = {};
  for (const stage of stages)
    if (checks[stage].ok) out[stage] = agal.reflect(texts[stage], {...options, target, stage}).reflection;
  return out;
}

// Returns the data for the picture: both programs, compiled for the renderer.
export function drawingFor(agal, texts, target, options, drawOptions = {}) {
  const {ok, diagnostics, vertex, fragment, reflection} =
    agal.link(texts.vertex, texts.fragment, {...pick(options, meaningOptions), ...drawOptions, target});
  if (!ok) return {diagnostics};
  const bytecodeOf = (stage) => agal.assemble(texts[stage], {...pick(options, ['lenient', 'dialect']), stage}).bytecode;
  return {target, texts: {vertex: vertex.code, fragment: fragment.code}, reflection, bytecode: bytecodeOf('vertex'), fragmentBytecode: bytecodeOf('fragment')};
}

// Analyzes the programs. If the library rejects an option, only that is reported.
// `drawOptions` are options of the drawing alone.
export function analyze(agal, {texts, targets, interfaceTarget, drawTarget, options, drawOptions}) {
  const checks = {};
  for (const stage of stages) checks[stage] = check(agal, texts[stage], stage, options);
  const out = {checks, pair: null, products: {}, reflection: null, drawing: null};
  const both = checks.vertex.ok && checks.fragment.ok;
  let isPair = false;
  if (both) {
    const names = {vertexName: nameOf('vertex'), fragmentName: nameOf('fragment')};
    const {ok, diagnostics} = agal.link(texts.vertex, texts.fragment, {...pick(options, meaningOptions), ...names, reflect: false});
    isPair = ok;
    out.pair = {ok, diagnostics: ok ? [] : diagnostics};
  }
  for (const target of targets) out.products[target] = productsFor(agal, texts, target, options, checks, isPair);
  out.reflection = reflectionFor(agal, texts, interfaceTarget, options, checks, isPair) ?? null;
  if (isPair) out.drawing = drawingFor(agal, texts, drawTarget, options, drawOptions);
  return out;
}

// Returns the explanation of the word, or undefined.
export function explain(agal, {word}) {
  try {
    return agal.explain(word);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

// The tables of agalc, which do not depend on programs.
export function about(agal) {
  return {
    version: agal.version,
    targets: agal.list('targets'),
    tables: {opcodes: agal.list('opcodes'), registers: agal.list('registers'), samplerOptions: agal.list('sampler-options'),
      macroWords: agal.list('macro-words')},
    options: agal.list('options').filter(({choices}) => choices !== undefined)
      .map((option) => ({...option, key: camelCase(option.name)})),
  };
}

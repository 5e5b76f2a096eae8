// Analyzes the programs of a pair with agalc: diagnostics, products, reflection.

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

const productOf = ({code, words}) => ({code, words});

// Returns the products for one target: of the pair, or of each program if the programs are not a valid pair.
function productsFor(agal, texts, target, options, checks, isPair) {
  const names = {vertexName: nameOf('vertex'), fragmentName: nameOf('fragment')};
  if (isPair) {
    const {ok, diagnostics, vertex, fragment} = agal.link(texts.vertex, texts.fragment, {...options, ...names, target, reflect: false});
    return ok ? {vertex: productOf(vertex), fragment: productOf(fragment)} : {diagnostics};
  }
  const out = {};
  for (const stage of stages) {
    if (!checks[stage].ok) continue;
    const result = agal.compile(texts[stage], {...options, target, stage, name: nameOf(stage), reflect: false});
    if (result.ok) out[stage] = productOf(result);
    else out.diagnostics = [...(out.diagnostics ?? []), ...result.diagnostics];
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

// The worker that makes all calls of agalc, so that typing never waits for them.
import { load } from './agalc/src/index.js';
import { tracePixel, traceVertex } from './pixel.js';

const stages = ['vertex', 'fragment'];

// The options that change the meaning of a program. Other options would change the bindings of the picture.
const meaningOptions = ['ifg', 'domain', 'nrmZero', 'index', 'indirectOffset', 'unwritten', 'clamp', 'validate', 'optimize',
  'precision', 'profile', 'ignoreLimits', 'allowReserved', 'lenient', 'dialect'];

const camelCase = (text) => text.replace(/-([a-z])/g, (_, c) => c.toUpperCase());
const isGiven = (text) => text.replace(/\/\/.*/g, '').trim() !== '';
const nameOf = (stage) => `${stage} program`;
const pick = (options, names) => Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));

const ready = load();

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
function drawingFor(agal, texts, target, options) {
  const {ok, diagnostics, vertex, fragment, reflection} =
    agal.link(texts.vertex, texts.fragment, {...pick(options, meaningOptions), target});
  if (!ok) return {diagnostics};
  const {bytecode} = agal.assemble(texts.vertex, {...pick(options, ['lenient', 'dialect']), stage: 'vertex'});
  return {target, texts: {vertex: vertex.code, fragment: fragment.code}, reflection, bytecode};
}

// Analyzes the programs. If the library rejects an option, only that is reported.
function analyze(agal, {texts, targets, interfaceTarget, drawTarget, options}) {
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
  if (isPair) out.drawing = drawingFor(agal, texts, drawTarget, options);
  return out;
}

// Returns the steps of a program; undefined if this agalc does not have the steps.
function steps(agal, {text, stage, target, options}) {
  if (!isGiven(text)) return [];
  let result;
  try {
    result = agal.compile(text, {...options, stage, target, reflect: false, steps: true});
  } catch (error) {
    if (/unknown option/.test(error.message)) return undefined;
    throw error;
  }
  return result.steps ?? [];
}

// Proves that another program, or the SPIR-V of this program, computes the same results as this program.
function prove(agal, {text, other, stage, options}) {
  if (!isGiven(text)) return {missing: `There is no ${stage} program.`};
  if (other !== undefined && !isGiven(other)) return {missing: 'The other program is empty.'};
  const {ok, diagnostics, proof} = agal.prove(text, other, {...options, target: 'spv', stage, name: nameOf(stage), otherName: 'the other program'});
  return {ok, diagnostics, proof};
}

// ------------------------------------------------------------------------------------------------------------------ files

let found = new Map();

const isBytecode = (bytes) => bytes[0] === 0xa0 && bytes.length >= 7 && bytes[5] === 0xa1;

// Decodes a text file; undefined if the bytes are not text.
function textOf(bytes) {
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

// Returns the stage of the bytecode if the text assembles, otherwise a guess from the registers.
function stageOfText(agal, text, name) {
  const {bytecode} = agal.assemble(text, {name});
  if (bytecode !== undefined) return bytecode[6] === 0 ? 'vertex' : 'fragment';
  return /\bvert/.test(name) || /\b(?:v[act]\d|op\b)/.test(text.replace(/\/\/.*/g, '')) ? 'vertex' : 'fragment';
}

function openBytecode(agal, bytes, name) {
  const {ok, assembly, diagnostics} = agal.disassemble(bytes, {name});
  return ok ? {program: {stage: bytes[6] === 0 ? 'vertex' : 'fragment', text: assembly}, diagnostics} : {diagnostics};
}

// Describes the samplers. Variants of one class that differ only in the options of samplers have the same `family`.
function describeSamplers(agal, bytecode) {
  const {assembly = ''} = agal.disassemble(bytecode);
  return {samplers: [...new Set(assembly.match(/\b[vf]s\d+ <[^>]*>/g))], family: assembly.replace(/<[^>]*>/g, '<>')};
}

// Opens a file: returns a program as text, or the list of the programs in a container.
async function open(agal, {bytes, name}) {
  if (isBytecode(bytes)) return openBytecode(agal, bytes, name);
  const text = textOf(bytes);
  if (text !== undefined && isGiven(text)) return {program: {stage: stageOfText(agal, text, name), text}, diagnostics: []};
  const {programs, diagnostics} = await agal.extract(bytes, name);
  found = new Map(programs.map((program) => [program.hash, program.bytecode]));
  return {programs: programs.map(({bytecode, ...rest}) => ({...rest, ...describeSamplers(agal, bytecode)})), diagnostics};
}

function take(agal, {hash}) {
  return openBytecode(agal, found.get(hash), hash).program;
}

// Returns the data for a small picture of a pair in the file.
function drawing(agal, {hashes, target}) {
  const texts = Object.fromEntries(stages.map((stage) => [stage, take(agal, {hash: hashes[stage]})?.text]));
  if (stages.some((stage) => texts[stage] === undefined)) return undefined;
  return {texts, drawing: drawingFor(agal, texts, target, {})};
}

// ---------------------------------------------------------------------------------------------------------------- answers

// Returns the explanation of the word, or undefined.
function explain(agal, {word}) {
  try {
    return agal.explain(word);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const kinds = {
  about: (agal) => ({
    version: agal.version,
    targets: agal.list('targets'),
    tables: {opcodes: agal.list('opcodes'), registers: agal.list('registers'), samplerOptions: agal.list('sampler-options')},
    options: agal.list('options').filter(({choices}) => choices !== undefined)
      .map((option) => ({...option, key: camelCase(option.name)})),
  }),
  analyze,
  steps,
  prove,
  explain,
  open,
  take,
  drawing,
  tracePixel: (agal, argument) => tracePixel(agal, {...argument, options: pick(argument.options, meaningOptions)}),
  traceVertex: (agal, argument) => traceVertex(agal, {...argument, options: pick(argument.options, meaningOptions)}),
};

addEventListener('message', async ({data: {id, kind, argument}}) => {
  try {
    postMessage({id, value: await kinds[kind](await ready, argument)});
  } catch (error) {
    postMessage({id, error: String(error.message ?? error)});
  }
});

// The worker that makes all calls of agalc, so that typing never waits for them.
import { load } from './agalc/src/index.js';
import { about, analyze, drawingFor, explain, interpreterOptions, isGiven, nameOf, pick, stages } from './analysis.js';
import { tracePixel, traceVertex } from './pixel.js';
import { readRecording } from './recording.js';

const ready = load();

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

// The bytecode of all programs that were found in files, by hash. A list may still need programs of an earlier file.
const found = new Map();
const recorded = new Map(); // the largest recorded draw of a pair by the hashes of both programs
const keyOf = ({vertex, fragment}) => `${vertex} ${fragment}`;

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

// Returns true if `extract` took a text for assembly, and found errors in it.
const isAssembly = ({programs, diagnostics}) => programs.length === 0 && diagnostics.some(({code}) => code.startsWith('AGAL2'));

// Keeps the draws of recorded frames. Programs that are drawn together are pairs.
async function keepRecording(bytes, programs) {
  const byContent = new Map(programs.map((program) => [program.bytecode.join(), program]));
  for (const {programs: [first, second], draw} of await readRecording(bytes).catch(() => [])) {
    const [vertex, fragment] = [byContent.get(first?.join()), byContent.get(second?.join())];
    if (vertex === undefined || fragment === undefined) continue;
    recorded.set(keyOf({vertex: vertex.hash, fragment: fragment.hash}), draw);
    for (const [one, {hash}] of [[vertex, fragment], [fragment, vertex]])
      one.pairs = [...one.pairs.filter((pair) => pair.with !== hash), {with: hash, evidence: 'drawn together', isDrawn: true}];
  }
}

// Opens a file: returns a program as text, or the list of the programs in a container, such as source code.
async function open(agal, {bytes, name}) {
  if (isBytecode(bytes)) return openBytecode(agal, bytes, name);
  const text = textOf(bytes);
  const extracted = await agal.extract(bytes, name);
  if (text !== undefined && isGiven(text) && (agal.assemble(text, {name}).ok || isAssembly(extracted)))
    return {program: {stage: stageOfText(agal, text, name), text}, diagnostics: []};
  const {programs, diagnostics} = extracted;
  for (const {hash, bytecode} of programs) found.set(hash, bytecode);
  await keepRecording(bytes, programs);
  return {programs: programs.map(({bytecode, ...rest}) => ({...rest, ...describeSamplers(agal, bytecode)})), diagnostics};
}

function take(agal, {hash}) {
  return openBytecode(agal, found.get(hash), hash).program;
}

// Returns the data for a small picture of a pair in the file.
function drawing(agal, {hashes, target}) {
  const texts = Object.fromEntries(stages.map((stage) => [stage, take(agal, {hash: hashes[stage]})?.text]));
  if (stages.some((stage) => texts[stage] === undefined)) return undefined;
  return {texts, drawing: drawingFor(agal, texts, target, {}), draw: recorded.get(keyOf(hashes))};
}

// ---------------------------------------------------------------------------------------------------------------- answers

const kinds = {
  about,
  analyze,
  steps,
  prove,
  explain,
  open,
  take,
  drawing,
  recorded: (agal, {hashes}) => recorded.get(keyOf(hashes)),
  tracePixel: (agal, argument) => tracePixel(agal, {...argument, options: pick(argument.options, interpreterOptions)}),
  traceVertex: (agal, argument) => traceVertex(agal, {...argument, options: pick(argument.options, interpreterOptions)}),
};

addEventListener('message', async ({data: {id, kind, argument}}) => {
  try {
    postMessage({id, value: await kinds[kind](await ready, argument)});
  } catch (error) {
    postMessage({id, error: String(error.message ?? error)});
  }
});

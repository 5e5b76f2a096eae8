// Guesses the mesh, attributes, textures and constants that suit the programs. Comments of a program are used if they
// look like comments of corpus/: "// fc1  color of the edge", "// attributes  va0 position, va1 uv".
import { wordsFor } from './pictures.js';
import { attributeWords, defaultConstant, guessAttributes, guessMesh } from './scenes.js';

const lanes = 'xyzw';

// Returns the instructions of a text, {opcode, operands}, without components.
function instructionsOf(text) {
  return text.split(/\r\n|[\n\r\f\v]/).map((line) => {
    const [opcode, ...operands] = line.replace(/\/\/.*/, '').replace(/<[^>]*>?/g, '').match(/[^\s,[\]]+(?:\[[^\]]*\]\S*)?/g) ?? [''];
    return {opcode, operands: operands.map((operand) => (operand.includes('[') ? operand : operand.replace(/\..*/, '')))};
  }).filter(({opcode}) => opcode !== '');
}

const commentsOf = (text) => [...text.matchAll(/\/\/[! \t]*(.*)/g)].map((match) => match[1].trim());

// Returns the comments about constants: a map from the first register to {text, last}.
function notesOf(text) {
  const notes = new Map();
  for (const comment of commentsOf(text)) {
    const match = /^([vf]c)(\d+)(?:\.\.(?:[vf]c)?(\d+))?[\s:=]+(\S.*)$/.exec(comment);
    if (match !== null) notes.set(match[1] + match[2], {text: match[4], last: Number(match[3] ?? match[2])});
  }
  return notes;
}

// Returns the words that comments give to registers, if they are in `words`.
function wordsOf(text, register, words) {
  const found = {};
  for (const comment of commentsOf(text))
    for (const [, name, word] of comment.matchAll(new RegExp(`\\b(${register}\\d+)\\s+([\\w-]+)`, 'g')))
      if (words.includes(word)) found[name] = word;
  return found;
}

// --------------------------------------------------------------------------------------------------------------- matrices

const kindOfNote = (note) =>
  note === undefined ? null
  : /model-view-projection|\bmvp\b|world-view/i.test(note.text) ? 'model-view-projection'
  : /view-projection/i.test(note.text) ? 'view-projection'
  : /^model matrix|^world matrix/i.test(note.text) ? 'model'
  : /matri/i.test(note.text) ? 'numbers' : null;

// Guesses the kind of matrix of a multiplication from the source of its operand and the use of its result.
function kindOfUse(use, uses, positions) {
  if (use.stage === 'fragment' || use.opcode === 'm33') return use.stage === 'fragment' ? 'numbers' : 'model';
  if (!positions.has(use.operands[0])) return 'model';
  return uses.some((other) => other !== use && other.operands[0] === use.operands[1]) ? 'view-projection' : 'model-view-projection';
}

// Returns the constants that are rows of matrices: [{name, rows, kind}].
function findMatrices(stage, instructions, notes) {
  const uses = instructions.filter(({opcode, operands}) => /^m(44|34|33)$/.test(opcode) && /^[vf]c\d*$/.test(operands[2] ?? ''))
    .map((use) => ({...use, stage}));
  const positions = new Set(['op', 'vo']);
  for (const {opcode, operands} of instructions)
    if (opcode === 'mov' && positions.has(operands[0])) positions.add(operands[1]);
  const found = new Map();
  for (const use of uses) {
    const name = /\d$/.test(use.operands[2]) ? use.operands[2] : `${use.operands[2]}0`;
    const rows = use.opcode === 'm44' ? 4 : 3;
    const before = found.get(name);
    if (before !== undefined) before.rows = Math.max(before.rows, rows);
    else found.set(name, {name, rows, kind: kindOfNote(notes.get(name)) ?? kindOfUse(use, uses, positions)});
  }
  return [...found.values()];
}

// -------------------------------------------------------------------------------------------------------------- constants

// Splits a comment into a text for each component, such as "toward the light; shininess" or "time, amplitude". Returns
// [] if the numbers do not match.
function partsOf(note, read) {
  if (note === undefined) return [];
  const halves = note.text.split(/;\s*/);
  if (halves.length === 2) return [halves[0], halves[0], halves[0], halves[1]];
  const parts = note.text.split(/,\s*/);
  return parts.length > 1 && parts.length >= read.length && parts.length <= 4 ? parts : [];
}

const timeWords = /\b(time|seconds)\b/i;

function movesOf(note, parts, read) {
  if (note === undefined) return '';
  if (/\bscroll/i.test(note.text) && parts.length === 0) return read;
  if (parts.length > 0) return [...lanes].filter((lane, i) => timeWords.test(parts[i] ?? '')).join('');
  return timeWords.test(note.text) ? 'x' : '';
}

const isColor = (name, note, instructions) =>
  note !== undefined ? /\b(colou?r|tint)/i.test(note.text)
  : instructions.some(({opcode, operands}) =>
    ['mov', 'mul', 'add'].includes(opcode) && /^(oc|fo)/.test(operands[0] ?? '') && operands.slice(1).includes(name));

// Returns the registers that a stage needs from the application, according to its reflection, {name, index, read}, and
// the range [first, end) of registers that only relative addresses reach.
export function registersOf(agal) {
  const {layout, after} = agal.uniforms;
  if (!layout) return {named: [], reached: null};
  const letters = agal.uniforms.name;
  const within = (index) => after.ranges.some(({first, count}) => index >= first && index < first + count);
  const named = agal.registers.filter(({type, index}) => type === 'constant' && index < layout.count && within(index))
    .map(({name, index, read}) => ({name: `${letters}${index}`, index, read}));
  return {named, reached: after.indirect ? [0, layout.count] : null};
}

function guessConstants(stage, agal, text, instructions) {
  const notes = notesOf(text);
  const {named, reached} = registersOf(agal);
  const matrices = findMatrices(stage, instructions, notes)
    .filter(({name, rows}) => named.some((register) => register.name === name) && rows > 0);
  const inMatrix = new Set(matrices.flatMap(({name, rows}) => {
    const first = Number(name.slice(2));
    return Array.from({length: rows}, (_, i) => `${name.slice(0, 2)}${first + i}`);
  }));
  const registers = named.map(({name, read}) => {
    const note = notes.get(name);
    const parts = partsOf(note, read);
    const moves = movesOf(note, parts, read);
    return {
      name, read, parts, moves, note: note?.text ?? '', matrix: inMatrix.has(name),
      color: /x/.test(read) && /y/.test(read) && isColor(name, note, instructions),
      value: defaultConstant.map((value, i) => (moves.includes(lanes[i]) ? 1 : value)),
    };
  });
  return {stage, registers, matrices, reached};
}

const kindsOfSamplers = {sampler2D: '2d', samplerCube: 'cube', sampler3D: '3d', texture2D: '2d', textureCube: 'cube', texture3D: '3d'};

function guessTextures(agal, text) {
  const letter = agal.stage === 'vertex' ? 'vs' : 'fs';
  return agal.samplers.filter(({active}) => active).map(({name, type, states}) => {
    const kind = kindsOfSamplers[type] ?? states[0]?.dim ?? '2d';
    const mips = states.some(({mip}) => mip !== 'mipnone');
    return {name, kind, mips, stage: agal.stage, word: wordsOf(text, letter, wordsFor(kind))[name] ?? wordsFor(kind)[0]};
  });
}

// Returns the contents of attributes from comments. Without a comment, uses the guess of `agalc render`.
function wordsOfAttributes(attributes, text, bytecode) {
  const guessed = guessAttributes(bytecode);
  const comments = wordsOf(text, 'va', attributeWords);
  return Object.fromEntries(attributes.map(({name}) => [name, comments[name] ?? guessed[name] ?? attributeWords[0]]));
}

// Guesses everything that a pair needs from its reflection and the bytecode of its vertex program: {mesh, attributes,
// textures, constants: [vertex, fragment], …}.
export function guessScene(texts, {reflection, bytecode}) {
  const stages = ['vertex', 'fragment'];
  const instructions = Object.fromEntries(stages.map((stage) => [stage, instructionsOf(texts[stage])]));
  const agal = {vertex: reflection.vertex.agal, fragment: reflection.fragment.agal};
  const constants = stages.map((stage) => guessConstants(stage, agal[stage], texts[stage], instructions[stage]));
  const attributes = wordsOfAttributes(agal.vertex.attributes, texts.vertex, bytecode);
  return {
    mesh: guessMesh(attributes),
    attributes,
    constants,
    textures: stages.flatMap((stage) => guessTextures(agal[stage], texts[stage])),
    isInstanced: agal.vertex.instanceId !== undefined && agal.vertex.instanceId !== null,
    outputs: agal.fragment.outputs.colors,
  };
}

// Returns the text of the missing program: a vertex program for the varyings that a fragment program reads, or a
// fragment program that shows the first varying.
export function partnerOf(stage, reflection) {
  const {version, varyings} = reflection[stage].agal;
  const head = version > 1 ? `//! agal ${version} ` : '//! agal 1 ';
  if (stage === 'vertex') {
    const [first] = varyings;
    return `${head}fragment\n${first === undefined ? 'mov oc, fc0' : `mov oc, ${first.name}`}\n`;
  }
  const lines = varyings.map(({name}, i) => `mov ${name}, va${i + 1}`);
  const words = varyings.map((_, i) => `, va${i + 1} ${['uv', 'color', 'normal'][i] ?? 'uv2'}`).join('');
  return `${head}vertex\n// vc0..vc3    model-view-projection matrix\n// attributes  va0 position${words}\n\n` +
    `m44 op, va0, vc0\n${lines.map((line) => `${line}\n`).join('')}`;
}

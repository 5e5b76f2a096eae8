// Guesses the mesh, attributes, textures and constants that suit the programs. Uses comments of a program that look
// like comments of corpus/: "// fc1  color of the edge", "// attributes  va0 position, va1 uv".
import { attributeWords, defaultConstant, guessAttributes, guessMatrices, guessMesh, wordsFor } from './scenes.js';

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

// Returns the constants that are rows of matrices: [{name, rows, count, relative, kind}], as guessMatrices does. Comments win over guesses.
function findMatrices(letters, bytecode, notes) {
  return guessMatrices(bytecode).map(({first, rows, count, relative, kind}) => {
    const name = `${letters}${first}`;
    return {name, rows, count, relative, kind: kindOfNote(notes.get(name)) ?? kind};
  });
}

// -------------------------------------------------------------------------------------------------------------- constants

// Splits a comment into a text for each component, such as "toward the light; shininess" or "time, amplitude". Returns
// [] if the comment does not have a text for each component.
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

// Returns the sources that an output is a sum, a product or a copy of: "oc = ft1" after "ft1 = fc0 * ft0" has ft1, fc0 and ft0.
function partsOfOutputs(instructions) {
  const parts = new Set();
  const visited = new Set();
  const visit = (at) => {
    const {opcode, operands: [, ...sources]} = instructions[at];
    if (visited.has(at) || !['mov', 'mul', 'add'].includes(opcode)) return;
    visited.add(at);
    for (const source of sources) {
      parts.add(source);
      const writer = instructions.slice(0, at).findLastIndex(({operands}) => operands[0] === source);
      if (/^ft\d/.test(source) && writer >= 0) visit(writer);
    }
  };
  instructions.forEach(({operands: [destination]}, at) => /^(oc|fo)/.test(destination ?? '') && visit(at));
  return parts;
}

const isColor = (name, note, outputs) => (note !== undefined ? /\b(colou?r|tint)/i.test(note.text) : outputs.has(name));

// Returns the registers that a stage needs from the application, according to its reflection, {name, index, read}, and
// the number of registers that only relative addresses reach.
export function registersOf(agal) {
  const {layout, after} = agal.uniforms;
  if (!layout) return {named: [], reached: 0};
  const letters = agal.uniforms.name;
  const within = (index) => after.ranges.some(({first, count}) => index >= first && index < first + count);
  const named = agal.registers.filter(({type, index}) => type === 'constant' && index < layout.count && within(index))
    .map(({name, index, read}) => ({name: `${letters}${index}`, index, read}));
  return {named, reached: after.indirect ? layout.count : 0};
}

// Returns the ranges [first, end) of `reached` registers that are not in matrices.
function rangesBetween(matrices, reached, indirect) {
  const relative = matrices.filter((matrix) => matrix.relative).map(({name, count}) => ({first: Number(name.slice(2)), count}));
  let next = relative.length === 0 ? 0 : Math.min(...indirect.map(({offset}) => offset));
  const ranges = [];
  for (const {first, count} of [...relative.sort((a, b) => a.first - b.first), {first: reached, count: 0}]) {
    if (first > next) ranges.push([next, first]);
    next = Math.max(next, first + count);
  }
  return ranges;
}

function guessConstants(stage, agal, text, bytecode) {
  const outputs = partsOfOutputs(instructionsOf(text));
  const notes = notesOf(text);
  const {named, reached} = registersOf(agal);
  const matrices = findMatrices(agal.uniforms.name, bytecode, notes)
    .filter(({name, count, relative}) => (relative ? count > 0 && reached > 0 : named.some((register) => register.name === name)));
  const inMatrix = new Set(matrices.flatMap(({name, count}) => {
    const first = Number(name.slice(2));
    return Array.from({length: count}, (_, i) => `${name.slice(0, 2)}${first + i}`);
  }));
  const registers = named.map(({name, read}) => {
    const note = notes.get(name);
    const parts = partsOf(note, read);
    const moves = movesOf(note, parts, read);
    return {
      name, read, parts, moves, note: note?.text ?? '', matrix: inMatrix.has(name),
      color: /x/.test(read) && /y/.test(read) && isColor(name, note, outputs),
      value: defaultConstant.map((value, i) => (moves.includes(lanes[i]) ? 1 : value)),
    };
  });
  return {stage, registers, matrices, isReached: reached > 0, ranges: rangesBetween(matrices, reached, agal.indirect)};
}

const kindsOfSamplers = {sampler2D: '2d', samplerCube: 'cube', sampler3D: '3d', texture2D: '2d', textureCube: 'cube', texture3D: '3d'};

function guessTextures(agal, text, isActive) {
  const letter = agal.stage === 'vertex' ? 'vs' : 'fs';
  return agal.samplers.filter(({active}) => active === isActive).map(({name, type, states}) => {
    const kind = kindsOfSamplers[type] ?? states[0]?.dim ?? '2d';
    const mips = states.some(({mip}) => mip !== 'mipnone');
    return {name, kind, mips, stage: agal.stage, word: wordsOf(text, letter, wordsFor(kind))[name] ?? wordsFor(kind)[0]};
  });
}

// Returns the varyings of a fragment program that are texture coordinates.
const coordinatesIn = (text) => new Set(instructionsOf(text).filter(({opcode, operands: [, source]}) => opcode === 'tex' && /^v\d/.test(source ?? ''))
  .map(({operands: [, source]}) => source));

// Returns the contents of attributes from comments: {needed, unneeded}, by whether the compiled program has them. Without
// a comment, uses the guess of `agalc render`.
function wordsOfAttributes(attributes, text, bytecodes) {
  const guessed = guessAttributes(bytecodes.vertex, bytecodes.fragment);
  const comments = wordsOf(text, 'va', attributeWords);
  const names = attributes.map(({name}) => name);
  const wordOf = (name) => [name, comments[name] ?? guessed[name] ?? attributeWords[0]];
  return {
    needed: Object.fromEntries(names.map(wordOf)),
    unneeded: Object.fromEntries(Object.keys(guessed).filter((name) => !names.includes(name)).map(wordOf)),
  };
}

// Guesses everything that a pair needs from its reflection and bytecode: {mesh, attributes, textures,
// constants: [vertex, fragment], …}.
export function guessScene(texts, {reflection, bytecode, fragmentBytecode}) {
  const stages = ['vertex', 'fragment'];
  const bytecodes = {vertex: bytecode, fragment: fragmentBytecode};
  const agal = {vertex: reflection.vertex.agal, fragment: reflection.fragment.agal};
  const constants = stages.map((stage) => guessConstants(stage, agal[stage], texts[stage], bytecodes[stage]));
  const {needed, unneeded} = wordsOfAttributes(agal.vertex.attributes, texts.vertex, bytecodes);
  return {
    mesh: guessMesh(needed),
    attributes: needed,
    constants,
    textures: stages.flatMap((stage) => guessTextures(agal[stage], texts[stage], true)),
    // Inputs of instructions that the compiled programs do not have. The interpreter runs them.
    unneeded: {attributes: unneeded, textures: stages.flatMap((stage) => guessTextures(agal[stage], texts[stage], false))},
    isInstanced: agal.vertex.instanceId !== undefined && agal.vertex.instanceId !== null,
    outputs: agal.fragment.outputs.colors,
  };
}

const remark = '// Written by the page to draw the other program.';

// Returns the text of the missing program: a vertex program for the varyings that a fragment program reads, or a
// fragment program that shows the first varying. `text` is the other program.
export function partnerOf(stage, reflection, text) {
  const {version, varyings} = reflection[stage].agal;
  const head = version > 1 ? `//! agal ${version} ` : '//! agal 1 ';
  if (stage === 'vertex') {
    const [first] = varyings;
    return `${head}fragment\n${remark}\n${first === undefined ? 'mov oc, fc0' : `mov oc, ${first.name}`}\n`;
  }
  const lines = varyings.map(({name}, i) => `mov ${name}, va${i + 1}`);
  const coordinates = coordinatesIn(text);
  const others = coordinates.size > 0 ? ['color', 'normal'] : ['uv', 'color', 'normal'];
  const words = varyings.map(({name}, i) => `, va${i + 1} ${coordinates.has(name) ? 'uv' : others.shift() ?? 'uv2'}`).join('');
  return `${head}vertex\n${remark}\n//\n// vc0..vc3    model-view-projection matrix\n// attributes  va0 position${words}\n\n` +
    `m44 op, va0, vc0\n${lines.map((line) => `${line}\n`).join('')}`;
}

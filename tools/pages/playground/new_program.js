// Decides which inputs a program keeps that replaces another one in an editor.
import { emptyScene } from './inputs.js';

// Returns the numbers of characters that are equal at the beginning and at the end of two texts.
function commonEnds(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0, end = 0;
  while (start < most && before[start] === after[start]) ++start;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) ++end;
  return start + end;
}

// Returns true if a change replaces most of a program.
export const isNewProgram = (before, after) => 2 * commonEnds(before, after) < before.length;

const linesOf = (text) => text.split(/\r\n|[\n\r\f\v]/).map((line) => line.trim().replace(/\s+/g, ' ')).filter((line) => line !== '');
const rowsOf = {m33: 3, m34: 3, m44: 4};

// Returns the registers that lines name which both programs have: "fc0", "va1", "fs0", and all rows of a matrix.
function sharedRegisters(before, after) {
  const old = new Set(linesOf(before));
  const names = new Set();
  for (const line of linesOf(after).filter((each) => old.has(each)))
    for (const [, letters, first, last] of line.matchAll(/\b([vf][cs]|va)(\d+)(?:\.\.(?:[vf]c)?(\d+))?/g)) {
      const rows = letters.endsWith('c') ? (rowsOf[line.slice(0, 3)] ?? 1) : 1;
      for (let i = Number(first); i <= Number(last ?? Number(first) + rows - 1); ++i) names.add(`${letters}${i}`);
    }
  return names;
}

// Returns {scene, images} for a pair whose program of a stage was replaced: inputs of registers that both programs use in the same
// way stay, and other inputs of this stage get their defaults.
export function inputsAfter({scene, images}, stage, before, after) {
  const shared = sharedRegisters(before, after);
  const stays = (name) => name[0] !== stage[0] || shared.has(name);
  const kept = (entries) => [...entries].filter(([name]) => stays(name));
  const {mesh, instances, blend, output} = emptyScene();
  const maps = ['attributes', 'constants', 'matrices', 'textures'].map((key) => [key, Object.fromEntries(kept(Object.entries(scene[key])))]);
  return {
    scene: {...scene, ...(stage === 'vertex' ? {mesh, instances} : {blend, output}), ...Object.fromEntries(maps)},
    images: new Map(kept(images)),
  };
}

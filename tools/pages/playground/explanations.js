// The explanations of words and diagnostics. Each is requested once.
import { ask } from './client.js';

const known = new Map(); // promises by word

// Returns the version at the beginning of a program: "//! agal 2 fragment". The default is 1.
export const versionOf = (text) => Number(/^\s*\/\/!\s*agal\s+(\d)/.exec(text)?.[1] ?? 1);

// Omits the numbers of registers in profiles and other versions of AGAL.
export const forVersion = (explanation, version) =>
  explanation.split('\n').filter((line) => !/^ {4}[a-zA-Z]+( \d)? +\d+: /.test(line) || line.startsWith(`    AGAL ${version} `)).join('\n');

// Returns the explanation, or undefined for a word that agalc does not know.
export function explanationOf(word) {
  if (!known.has(word)) known.set(word, ask('explain', {word}));
  return known.get(word);
}

// The explanations of words and diagnostics. Each is requested once.
import { ask } from './client.js';

const known = new Map(); // promises by word

// Returns the explanation, or undefined for a word that agalc does not know.
export function explanationOf(word) {
  if (!known.has(word)) known.set(word, ask('explain', {word}));
  return known.get(word);
}

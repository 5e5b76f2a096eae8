// Extracts the code samples of a README as programs that can be run.

/** The fenced blocks of a language. @param {string} text @param {string} language */
export const blocks = (text, language) =>
  [...text.matchAll(/^( *)```(\w+)\n([^]*?)^ *```$/gm)]
    .filter(([, , name]) => name === language)
    .map(([, indent, , code]) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));

const withoutSpaces = (/** @type {string} */ text) => text.replaceAll(/\s/g, '');
const importLine = /^import .*\n/gm;

// The code that the samples after the first one depend on. The README introduces these names in its text.
const preamble = `import { load } from 'agalc';
const agal = await load();
const vertexBytes = agal.assemble('m44 op, va0, vc0\\nmov v0, va1').bytecode;
const fragmentBytes = agal.assemble('tex ft0, v0, fs0 <2d, linear>\\nmul oc, ft0, fc0').bytecode;
const bytecode = fragmentBytes;
const program = bytecode;
const createPipeline = (vertex, fragment, reflection) => {
  if (!vertex.includes('@vertex') || !fragment.includes('@fragment') || !reflection.varyings) throw new Error('link');
};
`;

/**
 * A sample as an ES module. One that loads agalc itself is left as it is.
 * @param {string} sample
 */
export function programOf(sample) {
  if (sample.includes("from 'agalc")) return sample;
  const imports = sample.match(importLine) ?? [];
  return `${imports.join('')}${preamble}{\n${sample.replaceAll(importLine, '')}}\n`;
}

/** Returns what a sample promises in comments: the error that a statement throws, and a line that it prints. */
export function promisesOf(/** @type {string} */ sample) {
  const error = /\/\/ (\w+Error: .*)$/m.exec(sample)?.[1];
  const printed = /^console\.log\(.*\); \/\/ (.*)$/m.exec(sample)?.[1];
  return { error, printed };
}

/** Returns true if a program printed the line, ignoring spaces. @param {string} output @param {string} line */
export const hasPrinted = (output, line) => output.split('\n').map(withoutSpaces).includes(withoutSpaces(line));

// The programs that benchmarks measure, and the places of their tables.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// Classes that together contain every program: the title of the row, and the minimum and maximum number of tokens.
export const classes = [
  ['1 to 5 tokens', 1, 5],
  ['6 to 15 tokens', 6, 15],
  ['16 tokens and more', 16, Infinity],
];

// Single sizes, in the same format.
export const sizes = [
  ['10 tokens', 10, 10],
  ['31 to 33 tokens', 31, 33],
  ['90 to 110 tokens', 90, 110],
];

const root = fileURLToPath(new URL('../../..', import.meta.url));
export const corpora = [
  ['our corpus', join(root, 'corpus')],
  ['real programs', join(root, '../shared/corpus')],
].filter(([, folder]) => existsSync(folder));

/** @param {string} folder @returns {string[]} */
export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.agal'))
    .sort()
    .map((name) => join(folder, name));

/** @param {Uint8Array} bytecode */
export const tokensOf = (bytecode) => (bytecode.length - 7) / 24;

/** Returns the options for loading a module: its path in AGAL_WASM, otherwise no options. @param {string} name */
export function moduleAt(name) {
  const built = process.env.AGAL_WASM;
  return built === undefined ? {} : { wasm: resolve(built, name) };
}

/** Returns the bytecode in a file, which may be assembly; undefined if it is not a program. */
export function bytecodeOf(file, assembler) {
  const firstByte = 0xa0;
  const content = readFileSync(file);
  return content[0] === firstByte
    ? Uint8Array.from(content)
    : assembler.assemble(content.toString(), { name: file }).bytecode;
}

/** Replaces the content between the table's marks in a page. */
export function writeInto(page, name, table) {
  const begin = `<!-- ${name}: begin -->\n`;
  const end = `<!-- ${name}: end -->\n`;
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${page} does not have the marks of the table`);
  writeFileSync(page, text.slice(0, from + begin.length) + table + text.slice(to));
}

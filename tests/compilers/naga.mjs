// Reads all WGSL and SPIR-V in a folder with naga, validates each module, and prints a line for each that naga refuses or
// in which it does not find an entry point: it takes SPIR-V that ends too early for a module without one. The last line
// has the number of modules.
//
//     node naga.mjs PACKAGE FOLDER
//
// PACKAGE is the folder of the npm package naga-wasm.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [package_, folder] = process.argv.slice(2).map((path) => resolve(path));
const { nagaVersion, parseSpirv, parseWgsl, validate, writeWgsl } = await import(pathToFileURL(join(package_, 'dist/node.js')));

const readers = new Map([
  ['.wgsl', (bytes) => parseWgsl(bytes.toString())],
  ['.spv', (bytes) => parseSpirv(new Uint8Array(bytes))],
]);

/** Why naga refuses the module, in one line; '' if it does not. */
function refusal(read, bytes) {
  let module, info;
  try {
    module = read(bytes);
    info = validate(module);
    if (!/@(vertex|fragment)\b/.test(writeWgsl(module, info))) return 'it has no entry point';
  } catch (error) {
    return String(error.formatted ?? error).replaceAll(/\s+/g, ' ').trim();
  } finally {
    info?.free();
    module?.free();
  }
  return '';
}

let count = 0;
for (const name of readdirSync(folder).sort()) {
  const read = readers.get(name.slice(name.lastIndexOf('.')));
  if (!read) continue;
  ++count;
  const reason = refusal(read, readFileSync(join(folder, name)));
  if (reason) console.log(`${name}: ${reason}`);
}
console.log(`${count} modules, naga ${nagaVersion}`);

// Reads all WGSL and SPIR-V in a folder with naga, and validates each module. Prints a line for each module that naga
// rejects, and for each that lacks an entry point according to naga, such as truncated SPIR-V. The last line has the
// number of modules.
//
//     node naga.mjs PACKAGE [--spirv] FOLDER
//
// PACKAGE is the folder of the npm package naga-wasm. --spirv writes the words of NAME.wgsl to NAME.wgsl.spv, with the
// coordinates and the depth of the text.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const spirv = process.argv[3] === '--spirv';
const [package_, folder] = [process.argv[2], process.argv.at(-1)].map((path) => resolve(path));
const { nagaVersion, parseSpirv, parseWgsl, validate, writeSpirv, writeWgsl } = await import(
  pathToFileURL(join(package_, 'dist/node.js'))
);
const flags = { adjustCoordinateSpace: false, clampFragDepth: false };

const readers = new Map([
  ['.wgsl', (bytes) => parseWgsl(bytes.toString())],
  ['.spv', (bytes) => parseSpirv(new Uint8Array(bytes))],
]);

/** Why naga refuses the module in a file, in one line; '' if it does not. */
function refusal(read, file) {
  let module, info;
  try {
    module = read(readFileSync(file));
    info = validate(module);
    if (!/@(vertex|fragment)\b/.test(writeWgsl(module, info))) return 'it has no entry point';
    if (spirv) writeFileSync(`${file}.spv`, writeSpirv(module, info, { flags }));
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
  const reason = refusal(read, join(folder, name));
  if (reason) console.log(`${name}: ${reason}`);
}
console.log(`${count} modules, naga ${nagaVersion}`);

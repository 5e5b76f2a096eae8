// Converts all AGAL bytecode in a folder with the converter of another package. Writes the text of NAME.agal to
// NAME.agal.glsl, or prints a line with the reason why the converter rejects it. The last line has the number of
// programs and the version of the package.
//
//     node converters.mjs PACKAGES NAME FOLDER
//
// NAME is openfl or awayjs. PACKAGES is the folder where ./tools/lab/converters has installed both.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadPeers } from '../../../bindings/js/bench/peers.js';

const [packages, name, folder] = process.argv.slice(2);
const peers = await loadPeers(resolve(packages));
const peer = peers.find((each) => each.name.includes(name === 'openfl' ? 'openfl' : 'awayjs'));

let count = 0;
for (const file of readdirSync(folder).sort()) {
  if (!file.endsWith('.agal')) continue;
  ++count;
  try {
    const text = peer.prepare(Uint8Array.from(readFileSync(join(folder, file))))();
    writeFileSync(join(folder, `${file}.glsl`), text);
  } catch (error) {
    const said = typeof error === 'string' ? error : error?.val?.message || error?.message;
    console.log(`${file}: ${String(said || 'it does not say why').replaceAll(/\s+/g, ' ').trim()}`);
  }
}
console.log(`${count} programs, ${peer.name}`);

// Checks the files that a command will write, before it plays a game: an output must not replace an input, another
// output, or a file of another kind.
import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from './options.js';

const headBytes = 65536;

/** The extensions of shaders (docs/cli.md), and of sources in which agalc extract searches. */
const shaders = /\.(spv|spvasm|glsl|metal|msl|hlsl|wgsl|ir)$/i;
const sources = /\.(as|hx)$/i;

/** An instruction of AGAL: its name, and the first register. */
const instruction = /^\s*[a-z0-9]{3}\s+(?:(?:[vf][tosc]?|i|s|d)\d+|o[cpd]\b)/i;

/** @param {string} path */
const regular = (path) => {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found?.isFile() ? found : undefined;
};

// The name of the first entry of a file of frames, and its place in the ZIP archive.
const firstOfFrames = 'calls.jsonl';
const atFirstName = 30;

function headOf(path) {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(headBytes);
    return bytes.subarray(0, readSync(file, bytes, 0, headBytes, 0));
  } finally {
    closeSync(file);
  }
}

/** Returns true if the first line that is not a comment is an instruction. @param {string} text */
function isAssembly(text) {
  if (/^(\ufeff)?\s*\/\/! agal /.test(text)) return true;
  const line = text.split(/\r?\n/).find((each) => !/^\ufeff?\s*((\/\/|#|;).*)?$/.test(each));
  return line !== undefined && instruction.test(line.replace('\ufeff', ''));
}

/**
 * Returns the kind of an existing file that somebody may have written or may need, and its name in messages; undefined
 * for any other file.
 * @param {string} path @returns {{kind?: 'log' | 'frames' | 'picture', name: string} | undefined}
 */
function sourceAt(path) {
  const head = headOf(path);
  const text = head.toString('latin1');
  if (/^[FCZ]WS/.test(text)) return { name: 'a SWF file' };
  if (text.startsWith('PK\x03\x04') && text.startsWith(firstOfFrames, atFirstName)) return { kind: 'frames', name: 'a file of frames' };
  if (text.startsWith('PK\x03\x04')) return { name: 'an archive' };
  if (path.endsWith('.agal') || (head[0] === 0xa0 && (head.length < 6 || head[5] === 0xa1))) return { name: 'a program in AGAL' };
  if (/^(\x03\x02\x23\x07|\x07\x23\x02\x03)/.test(text)) return { name: 'a SPIR-V module' };
  if (text.startsWith('\x89PNG')) return { kind: 'picture', name: 'a picture' };
  if (/^# .*, played for .* in Ruffle /.test(text) || text.includes('agalc-tap')) return { kind: 'log', name: 'the log of a tapped game' };
  if (shaders.test(path)) return { name: 'a shader' };
  if (sources.test(path)) return { name: 'a source in ActionScript or Haxe' };
  return isAssembly(head.toString('utf8')) ? { name: 'a program in AGAL' } : undefined;
}

/** Returns a name that is the same for all names of a file, which need not exist. @param {string} path */
function placeOf(path) {
  const found = regular(path);
  if (found) return `${found.dev}:${found.ino}`;
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return resolve(path);
  }
}

/**
 * @typedef {{path: string, kind: 'log' | 'frames' | 'picture' | 'messages', recorded?: boolean}} Output a file that will be
 *   written; the record of its folder decides whether a `recorded` file is replaced
 */

/** Returns the files that playing writes. @returns {Output[]} */
export function outputsOf(games, { isFolder, wanted, messages, screenshots, frames, seconds, listen, output }) {
  const kind = wanted ? 'frames' : 'log';
  if (listen) return [{ path: output, kind }];
  const pictures = screenshots === undefined || !(frames > 0) ? 0 : Math.ceil(seconds / frames);
  return games.flatMap(({ stem, log }) => [
    { path: log, kind, recorded: isFolder },
    ...(messages === undefined ? [] : [{ path: join(messages, `${stem}.txt`), kind: 'messages' }]),
    ...(screenshots === undefined ? [] : [{ path: join(screenshots, `${stem}.png`), kind: 'picture' }]),
    ...Array.from({ length: pictures }, (_, i) => ({ path: join(screenshots, `${stem}-${String(i + 1).padStart(3, '0')}.png`), kind: 'picture' })),
  ]);
}

/**
 * Throws a usage error if an output would replace something else.
 * @param {Output[]} outputs @param {(string | undefined)[]} inputs the files that the command reads
 */
export function checkOutputs(outputs, inputs) {
  const read = new Map(inputs.flatMap((path) => (path !== undefined && regular(path) ? [[placeOf(path), path]] : [])));
  const seen = new Set();
  for (const { path, kind, recorded } of outputs) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw new UsageError(`${path}: it is a folder, and the command would write a file there`);
    if (found && !found.isFile()) continue;
    const place = placeOf(path);
    if (read.has(place)) throw new UsageError(`the output would overwrite the input ${read.get(place)}: write it to another file`);
    if (seen.has(place)) throw new UsageError(`two outputs would be written to ${path}`);
    seen.add(place);
    const old = found && !recorded ? sourceAt(path) : undefined;
    if (old && old.kind !== kind)
      throw new UsageError(`${path} would be overwritten, and it is ${old.name}: write to another file, or remove it first`);
  }
}

/** Throws a usage error if a folder for outputs is a file. @param {string} option @param {string | undefined} path */
export function checkFolder(option, path) {
  if (path === '') throw new UsageError(`--${option} is empty: name a folder`);
  const found = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new UsageError(`--${option} ${path}: it is a file; name a folder`);
}

// The files that a game can reach: those in its folder, as http://localhost/. Other hosts do not answer.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

const looksLikeMovie = (bytes) => /^[FCZ]WS/.test(bytes.subarray(0, 3).toString('latin1'));

/** The file that a path of a URL names; undefined if it is outside the folder, or is not there. */
export function fileIn(folder, path) {
  try {
    const inside = realpathSync(folder);
    const file = realpathSync(join(inside, decodeURIComponent(path)));
    return file.startsWith(inside + sep) && statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @typedef {{url: string, folder: string, change: (file: string, bytes: Buffer) => Buffer}} Game its path in a folder, as a
 *   URL, and what is given in place of a SWF file there
 */

/** The file of a path, and its bytes; undefined: it is not there. @param {Game} game @param {string} path */
export function readGameFile({ url, folder, change }, path) {
  // A page above the game may have shown it: then paths are relative to the page, and not to the game.
  const below = url.slice(0, url.lastIndexOf('/') + 1);
  const beside = path.startsWith(below) ? path.slice(below.length) : path;
  const file = fileIn(folder, path) ?? fileIn(folder, beside);
  if (!file) return undefined;
  const bytes = readFileSync(file);
  return { file, bytes: looksLikeMovie(bytes) ? change(file, bytes) : bytes };
}

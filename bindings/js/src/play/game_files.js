// The files that a game can reach: the files in its folder, as http://localhost/. Other hosts do not answer.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

const looksLikeMovie = (bytes) => /^[FCZ]WS/.test(bytes.subarray(0, 3).toString('latin1'));

/** Returns the file for the path of a URL; undefined if it does not exist or is outside the folder. */
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
 * @typedef {{url: string, folder: string, change: (file: string, bytes: Buffer) => Buffer}} Game `url` is the game's
 *   path in `folder`, and `change` returns the served content of a SWF file
 */

/**
 * Returns the file for a path, and its bytes; undefined if it does not exist.
 * @param {Game} game @param {string} path
 */
export function readGameFile({ url, folder, change }, path) {
  // A page above the game may have embedded it. Paths are then relative to the page, not to the game.
  const below = url.slice(0, url.lastIndexOf('/') + 1);
  const beside = path.startsWith(below) ? path.slice(below.length) : path;
  const file = fileIn(folder, path) ?? fileIn(folder, beside);
  if (!file) return undefined;
  const bytes = readFileSync(file);
  return { file, bytes: looksLikeMovie(bytes) ? change(file, bytes) : bytes };
}

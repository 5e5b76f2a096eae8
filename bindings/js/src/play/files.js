// Files: reading, listing and writing them.
import { lstatSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

const maxLinks = 40;

/** Returns the file that a link leads to, which need not exist. @param {string} path @returns {string} */
function followed(path, links = maxLinks) {
  if (links === 0 || !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  return followed(resolve(dirname(path), readlinkSync(path)), links - 1);
}

/**
 * Writes a file completely or not at all. Links are followed; a device or pipe is written to directly.
 * @param {string} name @param {string | Uint8Array} content
 */
export function writeWhole(name, content) {
  const path = followed(name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) return writeFileSync(path, content);
  mkdirSync(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Returns the SWF files below a folder, relative to it, sorted by name. Links are not followed. */
export function moviesBelow(folder) {
  const found = [];
  const walk = (place) => {
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      const path = join(place, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (/\.swf$/i.test(entry.name) && lstatSync(path).isFile()) found.push(relative(folder, path));
    }
  };
  walk(folder);
  return found.sort((a, b) => (a < b ? -1 : 1));
}

/** Removes the extension of SWF files. @param {string} path */
export const stemOf = (path) => path.replace(/\.swf$/i, '');

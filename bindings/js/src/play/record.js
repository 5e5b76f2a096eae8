// The logs and frames in a folder, if the command chooses their names. Such a file is replaced only if an earlier run wrote
// it, and it has not changed since: another log may be longer than the new one (docs/adr/0052-sources-are-kept.md).
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { writeWhole } from './files.js';

const recordName = '.agal-captures';

const hashOf = (/** @type {string | Uint8Array} */ content) => createHash('sha256').update(content).digest('hex');

export class LogRecord {
  /** @type {Map<string, string[]>} the hashes of each name, the newest last */
  #hashes = new Map();

  /** Reads the record of a folder. @param {string} folder */
  constructor(folder) {
    this.folder = folder;
    this.path = join(folder, recordName);
    if (!existsSync(this.path)) return;
    for (const line of readFileSync(this.path, 'utf8').split('\n')) {
      const [, hash, name] = /^([0-9a-f]{64}) (.+)$/.exec(line) ?? [];
      if (name !== undefined) this.#hashesOf(name).push(hash);
    }
  }

  /** @param {string} name @returns {string[]} */
  #hashesOf(name) {
    const known = this.#hashes.get(name) ?? [];
    this.#hashes.set(name, known);
    return known;
  }

  /** Returns the paths of existing files that must not be replaced. @param {string[]} paths */
  foreign(paths) {
    return paths.filter((path) => existsSync(path) && !this.#hashesOf(relative(this.folder, path)).includes(hashOf(readFileSync(path))));
  }

  /** Lists a file, and then writes it. @param {string} path @param {string | Uint8Array} content */
  write(path, content) {
    const hash = hashOf(content);
    const name = relative(this.folder, path);
    const hashes = this.#hashesOf(name);
    if (hashes.at(-1) !== hash) {
      hashes.push(hash);
      mkdirSync(this.folder, { recursive: true });
      appendFileSync(this.path, `${hash} ${name}\n`);
    }
    writeWhole(path, content);
  }

  /** Removes the lines of contents that have been replaced. */
  finish() {
    const lines = [...this.#hashes].filter(([, hashes]) => hashes.length > 0).map(([name, hashes]) => `${hashes.at(-1)} ${name}\n`);
    if (lines.length > 0) writeWhole(this.path, lines.sort().join(''));
  }
}

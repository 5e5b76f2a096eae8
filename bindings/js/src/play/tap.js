// Runs agalc tap.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removal, temporaryFolder } from './temporary.js';

const maxSeconds = 60;

/**
 * Taps a file.
 * @param {string[]} agalc the command: a path, and words that come first
 * @param {string} path of a SWF file
 * @returns {{bytes?: Buffer, messages: string[]}} without bytes, the file cannot be tapped, and the last message is the
 * reason
 */
export function tapFile([command, ...words], path) {
  const folder = temporaryFolder();
  try {
    const out = join(folder, 'tapped.swf');
    const options = { encoding: 'utf8', timeout: maxSeconds * 1000, killSignal: 'SIGKILL' };
    const { status, error, stderr = '' } = spawnSync(command, [...words, 'tap', path, '-o', out, '-q'], options);
    const messages = [...stderr.matchAll(/\b(?:error|warning|note)\[(AGAL\d+)\]: (.*)/g)].map((m) => `${m[2]} (${m[1]})`);
    if (status === 0) return { bytes: readFileSync(out), messages };
    return { messages: messages.length > 0 ? messages : [stderr.trim().split('\n')[0] || String(error?.message ?? status)] };
  } finally {
    rmSync(folder, removal);
  }
}

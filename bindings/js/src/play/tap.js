// Runs agalc tap, which changes a SWF file so that it logs its uploads.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removal, temporaryFolder } from './temporary.js';

const maxSeconds = 60;

/**
 * Taps a file.
 * @param {string[]} agalc the command: its path, and its first arguments
 * @param {string} path of a SWF file
 * @param {string} [receiver] the address that gets the calls of its frames
 * @returns {{bytes?: Buffer, messages: string[]}} without `bytes` if the file cannot be tapped; the last message then
 *   has the reason
 */
export function tapFile([command, ...words], path, receiver) {
  const folder = temporaryFolder();
  try {
    const out = join(folder, 'tapped.swf');
    const options = { encoding: 'utf8', timeout: maxSeconds * 1000, killSignal: 'SIGKILL' };
    const { status, error, stderr = '' } = spawnSync(command, [...words, 'tap', path, '-o', out, '-q', ...(receiver ? ['--frames', '--receiver', receiver] : [])], options);
    const messages = [...stderr.matchAll(/\b(?:error|warning|note)\[(AGAL\d+)\]: (.*)/g)].map((m) => `${m[2]} (${m[1]})`);
    if (status === 0) return { bytes: readFileSync(out), messages };
    return { messages: messages.length > 0 ? messages : [stderr.trim().split('\n')[0] || String(error?.message ?? status)] };
  } finally {
    rmSync(folder, removal);
  }
}

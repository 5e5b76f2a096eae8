// Runs agalc tap.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, root } from './packages.js';
import { removal, temporaryFolder } from './temporary.js';

const maxSeconds = 60;

/** agalc: from the PATH, else from a build folder; '' if there is none. */
export function findAgalc() {
  const builds = ['install', 'release', 'test', 'dev'];
  const built = builds.map((build) => join(root, 'build', build, 'tools', 'agalc', 'agalc')).find(existsSync);
  return onPath('agalc') || built || '';
}

/** How a process ended: its exit status, or what went wrong, and the last text on stderr. */
const run = (file, args) =>
  new Promise((resolve) => {
    execFile(file, args, { timeout: maxSeconds * 1000, killSignal: 'SIGKILL' }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, problem: error?.message ?? '', stderr }),
    );
  });

/**
 * Taps a file.
 * @param {string} agalc the path of the command
 * @param {string} path of a SWF file
 * @returns {Promise<{bytes?: Buffer, messages: string[]}>} no bytes: it cannot be tapped, and the last message says why
 */
export async function tapFile(agalc, path) {
  const folder = temporaryFolder();
  try {
    const out = join(folder, 'tapped.swf');
    const { failed, problem, stderr } = await run(agalc, ['tap', path, '-o', out, '-q']);
    const messages = [...stderr.matchAll(/\b(?:error|warning|note)\[(AGAL\d+)\]: (.*)/g)].map((m) => `${m[2]} (${m[1]})`);
    if (!failed) return { bytes: await readFile(out), messages };
    return { messages: messages.length > 0 ? messages : [stderr.trim().split('\n')[0] || problem] };
  } finally {
    await rm(folder, removal);
  }
}

// Plays one game in a child process, without a browser, and collects its messages.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Log } from './log.js';
import { Messages } from './messages.js';
import { temporaryFolder } from './temporary.js';

const worker = fileURLToPath(new URL('./worker.js', import.meta.url));
const heap = 512; // MB, for JavaScript alone
const lookEvery = 1000; // milliseconds

const running = new Set(); // the processes that killWorkers ends

/** Ends all games at once, at the end of this process. */
export function killWorkers() {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * Resolves when the process has ended. `inTime` is false if it was killed after writing nothing for `limit` seconds.
 */
function ended(child, output, limit) {
  return new Promise((resolve, reject) => {
    let size = 0;
    let silent = 0;
    let inTime = true;
    const look = setInterval(() => {
      const now = statSync(output).size;
      silent = now === size ? silent + lookEvery / 1000 : 0;
      size = now;
      if (silent < limit) return;
      inTime = false;
      child.kill('SIGKILL');
    }, lookEvery);
    child.on('error', reject);
    child.on('close', (status, signal) => {
      clearInterval(look);
      running.delete(child);
      resolve({ inTime, how: signal ?? status });
    });
  });
}

/** Returns the outcome in the lines of a worker. @param {string} text */
function outcomeOf(text) {
  const outcome = { kind: '', reason: '', seconds: 0, log: new Log(), messages: new Messages(), blocked: new Set(), absent: new Set() };
  const say = {
    console(type, line) {
      outcome.messages.add(line);
      outcome.log.add(line);
    },
    size: (size) => (outcome.size = size),
    time: (seconds) => (outcome.seconds = seconds),
    absent: (path) => outcome.absent.add(path),
    blocked: (host) => outcome.blocked.add(host),
    played: () => (outcome.kind = 'played'),
    slow: (reason) => Object.assign(outcome, { kind: 'slow', reason }),
    failed: (reason) => Object.assign(outcome, { kind: 'failed', reason }),
  };
  const lines = text.split('\n');
  lines.pop(); // the last one is empty, or incomplete
  for (const line of lines) {
    const [kind, ...values] = JSON.parse(line);
    say[kind](...values);
  }
  return outcome;
}

/**
 * Plays a game.
 * @param {{path: string, tapped: string, url: string, folder: string}} game `tapped` is the output of agalc tap for
 *   `path`, and `url` is the path in `folder`, which the game can reach
 * @param {{packages: string, agalc: string[], seconds: number, limit: number, memory: number, input?: string, explore?: boolean,
 *   size?: {width: number, height: number}, runtime?: string}} options `input` is the text of --input
 */
export async function playInNode(game, { limit, ...options }) {
  const folder = temporaryFolder();
  const output = join(folder, 'output');
  const errors = join(folder, 'errors');
  const files = [openSync(output, 'w'), openSync(errors, 'w')];
  const environment = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, [`--max-old-space-size=${heap}`, worker], {
    stdio: ['pipe', ...files],
    env: environment,
  });
  running.add(child);
  files.forEach(closeSync);
  child.stdin.on('error', () => {}); // it has ended
  child.stdin.end(JSON.stringify({ ...game, ...options }));
  const { inTime, how } = await ended(child, output, limit);
  const outcome = outcomeOf(readFileSync(output, 'utf8'));
  if (!inTime) Object.assign(outcome, { kind: 'slow', reason: `it did not go on for ${limit} s` });
  if (outcome.kind === '') {
    const said = readFileSync(errors, 'utf8').split('\n').find((line) => /\S/.test(line));
    const reason = /heap out of memory/.test(said ?? '') ? 'it needs too much memory' : (said ?? `its process ended (${how})`);
    Object.assign(outcome, { kind: 'failed', reason });
  }
  return outcome;
}

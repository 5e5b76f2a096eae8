// Plays one game in a child process, without a browser, and collects its messages.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Log } from './log.js';
import { Messages } from './messages.js';
import { temporaryFolder } from './temporary.js';

const worker = fileURLToPath(new URL('./worker.js', import.meta.url));
const heap = 512; // MB, for JavaScript alone
const lookEvery = 1000; // milliseconds
const maxLine = 1024 * 1024; // characters of a line of the output; the worker shortens messages
const maxNames = 1000; // files and hosts that a game asks for in vain

const running = new Set(); // the processes that killWorkers ends

/** Ends all games at once, at the end of this process. */
export function killWorkers() {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * Reads the output of a process, and resolves when the process has ended. The process is killed when it wrote nothing for
 * `limit` seconds (`inTime` is then false), or when `take` returns false (`isAccepted` is then false).
 * @param {import('node:child_process').ChildProcess} child @param {number} limit
 * @param {(line: string) => boolean} take gets each line
 * @returns {Promise<{inTime: boolean, isAccepted: boolean, how: string | number | null}>}
 */
function ended(child, limit, take) {
  return new Promise((resolve, reject) => {
    let last = performance.now();
    let inTime = true;
    let isAccepted = true;
    let rest = ''; // the beginning of a line
    const read = (text) => {
      last = performance.now();
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      isAccepted &&= rest.length <= maxLine && lines.every(take);
      if (!isAccepted) child.kill('SIGKILL');
    };
    const look = setInterval(() => {
      if (performance.now() - last < limit * 1000) return;
      inTime = false;
      child.kill('SIGKILL');
    }, lookEvery);
    child.stdout?.setEncoding('utf8').on('data', (text) => isAccepted && read(text));
    child.on('error', reject);
    child.on('close', (status, signal) => {
      clearInterval(look);
      running.delete(child);
      resolve({ inTime, isAccepted, how: signal ?? status });
    });
  });
}

/** Returns an empty outcome, and the function that adds a line of a worker to it. The function returns false at a limit. */
function outcomeReader() {
  const outcome = { kind: '', reason: '', seconds: 0, log: new Log(), messages: new Messages(), blocked: new Set(), absent: new Set() };
  const say = {
    console(type, line) {
      outcome.messages.add(line);
      outcome.log.add(line);
    },
    size: (size) => (outcome.size = size),
    time: (seconds) => (outcome.seconds = seconds),
    absent: (path) => outcome.absent.size < maxNames && outcome.absent.add(path),
    blocked: (host) => outcome.blocked.size < maxNames && outcome.blocked.add(host),
    played: () => (outcome.kind = 'played'),
    slow: (reason) => Object.assign(outcome, { kind: 'slow', reason }),
    failed: (reason) => Object.assign(outcome, { kind: 'failed', reason }),
  };
  const take = (line) => {
    const [kind, ...values] = JSON.parse(line);
    say[kind](...values);
    return !outcome.log.overflowed;
  };
  return { outcome, take };
}

/** Returns what a process wrote to stderr before it ended: the first line that is not blank. @param {string} path */
function complaintIn(path) {
  const bytes = Buffer.alloc(maxLine);
  const file = openSync(path, 'r');
  const text = bytes.toString('utf8', 0, readSync(file, bytes));
  closeSync(file);
  return /heap out of memory/.test(text) ? 'it needs too much memory' : text.split('\n').find((line) => /\S/.test(line));
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
  const errors = join(folder, 'errors');
  const file = openSync(errors, 'w');
  const environment = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, [`--max-old-space-size=${heap}`, worker], {
    stdio: ['pipe', 'pipe', file],
    env: environment,
  });
  running.add(child);
  closeSync(file);
  child.stdin.on('error', () => {}); // it has ended
  child.stdin.end(JSON.stringify({ ...game, ...options }));
  const { outcome, take } = outcomeReader();
  const { inTime, isAccepted, how } = await ended(child, limit, take);
  if (!isAccepted) Object.assign(outcome, { kind: 'failed', reason: 'it logs too much' });
  if (!inTime) Object.assign(outcome, { kind: 'slow', reason: `it did not go on for ${limit} s` });
  if (outcome.kind === '') {
    const reason = complaintIn(errors) ?? `its process ended (${how})`;
    Object.assign(outcome, { kind: 'failed', reason });
  }
  return outcome;
}

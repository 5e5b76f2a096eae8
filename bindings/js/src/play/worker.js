// The process that plays one game in Node. It reads its task from stdin. It writes events to stdout as JSON lists, one
// per line and at once, so that they exist even if the process is killed.
import { readFileSync, writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { Clock } from './clock.js';
import { Explorer, readInput } from './input.js';
import { keyNames } from './keyboard.js';
import { Log } from './log.js';
import { Messages, failureIn, shortened, sizeOf } from './messages.js';
import { inputDevices } from './node_input.js';
import { openPage } from './node_page.js';
import { ruffleConfig } from './ruffle_config.js';
import { tapFile } from './tap.js';

const maxFrame = 250; // milliseconds of the game that a frame may take, however long the player works on it
const maxScript = 120; // seconds of the virtual clock after which Ruffle ends a script
const maxWork = 40; // seconds of the virtual clock for each second of the game, after the start
const maxStart = 600; // additional seconds for the start
const slowest = 12; // frames per second
const fastest = 60;
const megabyte = 1024 * 1024;
const turnsToLoad = 200000; // turns of the event loop

// V8's optimizing compiler works on the player for longer than most games are played: without it, a game takes half the
// processor time, and none was slower in ten minutes of play.
setFlagsFromString('--liftoff-only');

const task = JSON.parse(readFileSync(0, 'utf8'));
const log = new Log();
const messages = new Messages();
let failure = '';

/** Returns true if a message is worth keeping: it belongs to the log, or there are not too many messages yet. */
function isKept(text) {
  const lines = log.lines.length;
  log.add(text);
  return messages.add(text) || log.lines.length > lines;
}

function tell(kind, ...values) {
  if (kind === 'console') {
    const [type, text] = values;
    values[1] = shortened(text);
    if (failure === '') failure = failureIn(type, values[1]);
    if (!isKept(values[1])) return;
  }
  writeSync(1, `${JSON.stringify([kind, ...values])}\n`);
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

const own = readFileSync(task.tapped);
const game = {
  url: task.url,
  folder: task.folder,
  change: (file, bytes) => (file === task.path ? own : (tapFile(task.agalc, file).bytes ?? bytes)),
};

/** Loads the game, and sets its size. */
async function begin(clock, page) {
  let loaded = false;
  page.player.addEventListener('loadedmetadata', () => (loaded = true));
  const address = `http://localhost${task.url}`;
  const base = new URL('.', address).href;
  const config = { ...ruffleConfig(task.runtime), maxExecutionDuration: maxScript, publicPath: page.publicPath };
  page.player.ruffle().load({ ...config, url: address, base }).catch((error) => tell('console', 'error', String(error)));
  for (let i = 0; !loaded && failure === '' && i < turnsToLoad; ++i) {
    await turn();
    if (i % 100 === 0) clock.advance(1);
  }
  const metadata = page.player.ruffle().metadata;
  if (!metadata) throw new Error(failure || 'the player could not load the game');
  const size = sizeOf(metadata, task.size);
  Object.assign(page.size, { width: size.width, height: size.height });
  tell('size', size);
  page.player.ruffle().resume();
  page.player.dispatchEvent(new page.window.Event('focusin', { bubbles: true, composed: true })); // gives it the keyboard focus
  return { size, frameRate: metadata.frameRate };
}

/** Returns a function that sends the input until a time: the input of the task, and of the explorer. */
function inputOf(page, size) {
  const devices = inputDevices(page);
  const steps = task.input === undefined ? [] : readInput(task.input, keyNames);
  const explorer = task.explore ? new Explorer(size) : undefined;
  let exploring = explorer !== undefined;
  return (seconds) => {
    if (exploring && seconds >= explorer.end) {
      const more = explorer.next(seconds, log.pairs.length);
      exploring = more !== undefined;
      steps.push(...(more ?? []));
    }
    while (steps.length > 0 && steps[0].at <= seconds) steps.shift().act(devices);
  };
}

/** Returns the reason why playing has to end now, as kind and text; undefined if it continues. */
function problem(clock, began) {
  if (failure !== '') return ['failed', failure];
  if (log.overflowed) return ['failed', 'it logs too much'];
  if (process.memoryUsage.rss() > task.memory * megabyte) return ['failed', `it needs more than ${task.memory} MB (--memory)`];
  const spent = (clock.now - began) / 1000;
  if (spent > maxWork * task.seconds + maxStart) return ['slow', 'its scripts do too much'];
  return undefined;
}

async function play() {
  const clock = new Clock();
  const page = openPage(task.packages, clock, game, tell);
  const { size, frameRate } = await begin(clock, page);
  const period = 1000 / Math.min(Math.max(frameRate || 0, slowest), fastest);
  const input = inputOf(page, size);
  const began = clock.now;
  let played = 0; // milliseconds of the game
  let second = 0;
  let ending;
  while (played < task.seconds * 1000 && !ending) {
    const before = clock.now;
    input(played / 1000);
    clock.advance(period);
    await turn();
    played += Math.min(clock.now - before, maxFrame);
    ending = problem(clock, began);
    if (played >= 1000 * second) tell('time', played / 1000), (second = Math.floor(played / 1000) + 1);
  }
  tell('time', Math.min(played / 1000, task.seconds));
  tell(...(ending ?? ['played']));
}

process.on('uncaughtException', (error) => {
  tell('failed', failure || String(error?.message ?? error));
  process.kill(process.pid, 'SIGKILL');
});
process.env.TZ = 'UTC';
try {
  await play();
} catch (error) {
  tell('failed', failure || String(error?.message ?? error));
}
// Node would wait for the WebAssembly compiler.
process.kill(process.pid, 'SIGKILL');

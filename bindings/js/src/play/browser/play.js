// Plays one game in a browser in real time, and collects its messages and pictures.
import { Explorer } from '../input.js';
import { Log } from '../log.js';
import { Messages, failureIn, sizeOf } from '../messages.js';
import { sleep } from './browser.js';
import { own } from './server.js';

const respondSeconds = 30; // limit for each step of a running player
const closeSeconds = 5;

/** The reason why playing ended early. */
class Ending extends Error {
  /** @param {'failed' | 'slow' | 'enough'} kind @param {string} reason */
  constructor(kind, reason) {
    super(reason);
    this.kind = kind;
  }
}

/** Ends all steps when playing ends, so that no step waits for a player that hangs. */
export class Watch {
  #timers = [];
  #end;
  ended = new Promise((_, reject) => (this.#end = reject));

  constructor(limit) {
    this.ended.catch(() => {});
    this.#timers.push(setTimeout(() => this.end('slow', `the limit of ${limit} s is over`), limit * 1000));
  }

  end(kind, reason) {
    this.#end(new Ending(kind, reason));
  }

  /** Waits for a promise, at most until playing ends. */
  during(promise) {
    promise.catch(() => {}); // it may fail later
    return Promise.race([promise, this.ended]);
  }

  /** Waits for this many seconds, at most until playing ends. */
  sleep(seconds) {
    const wait = (resolve) => this.#timers.push(setTimeout(resolve, Math.max(seconds, 0) * 1000));
    return this.during(new Promise(wait));
  }

  /**
   * Waits for the player's response.
   * @param {string} what the step, for the message
   * @param {Promise<any>} promise
   * @param {() => unknown} [progress] returns a value that changes while data arrives: the limit is for the time without any
   */
  async step(what, promise, progress = () => 0) {
    let isOver = false;
    let timer;
    const look = (before) => {
      if (isOver) return;
      if (progress() === before) this.end('slow', `it did not respond for ${respondSeconds} s (${what})`);
      else wait();
    };
    // The immediate comes after messages that arrived while this process was busy with another game.
    const wait = (before = progress()) => (timer = setTimeout(() => setImmediate(look, before), respondSeconds * 1000));
    wait();
    try {
      return await this.during(promise);
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }

  close() {
    this.#timers.forEach(clearTimeout);
  }
}

function listen(page, { log, messages, watch, outcome, enough }) {
  page.on('console', (message) => {
    const text = message.text();
    messages.add(text);
    log.add(text);
    const failure = failureIn(message.type(), text);
    if (failure !== '') watch.end('failed', failure);
    if (enough?.(log)) watch.end('enough', '');
  });
  page.on('crash', () => watch.end('failed', 'its page crashed'));
  page.on('close', () => watch.end('failed', 'the browser ended'));
  page.on('pageerror', (error) => messages.add(String(error?.message ?? error)));
  page.on('dialog', (dialog) => dialog.dismiss().catch(() => {}));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== 'localhost') outcome.blocked.add(url.host);
  });
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (response.status() === 404 && url.host === 'localhost')
      outcome.absent.add(decodeURI(url.pathname.slice(1)) + url.search);
  });
}

// Loading the player and the game may take long, so only the limit ends it.
async function begin(page, watch, url, { size: wanted, runtime, receiver }) {
  await watch.during(page.goto(`http://localhost${own}page.html`, { timeout: 0 }));
  if (receiver) await watch.during(page.evaluate((frames) => wantFrames(frames), { ...receiver.wanted, address: receiver.address }));
  const size = sizeOf(await watch.during(page.evaluate(([path, kind]) => loadGame(path, kind), [url, runtime])), wanted);
  await watch.during(page.setViewportSize({ width: size.width, height: size.height }));
  await watch.during(page.evaluate(({ width, height }) => beginGame(width, height), size));
  return size;
}

/** Sends the explorer's input for unknown menus, until the explorer has no more steps. */
async function explore(page, { log, outcome, watch }) {
  const explorer = new Explorer(outcome.size);
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  for (let steps; (steps = explorer.next(passed(), log.pairs.length)); await watch.sleep(explorer.end - passed()))
    for (const { at, act } of steps) {
      await watch.sleep(at - passed());
      await watch.during(act(page));
    }
}

/** Returns the events of playing, sorted by time: input and pictures. At the same time, input comes first. */
function schedule(page, { seconds, input = [], frames = 0, picture, receiver }) {
  const steps = input.filter(({ at }) => at <= seconds);
  const events = steps.map(({ at, act }) => ({ at, act: () => act(page), what: 'input' }));
  if (receiver?.wanted.kind === 'click' && events.length > 0)
    events.push({ at: steps.at(-1).at, act: () => receiver.click(page.evaluate(() => clickFrame())), what: 'a frame' });
  const shot = (at) => async () => picture(at, await page.screenshot({ type: 'png' }));
  if (picture && frames > 0)
    for (let i = 1; i * frames < seconds; ++i) events.push({ at: i * frames, act: shot(i * frames), what: 'a picture' });
  events.push({ at: seconds, act: picture ? shot(seconds) : () => page.evaluate(() => 0), what: 'the end' });
  return events.sort((a, b) => a.at - b.at);
}

/** Pauses the game, and waits until the pictures and calls of all frames have arrived. */
export async function finishFrames(page, receiver, watch) {
  const progress = () => receiver.pieces;
  await watch.step('the end', page.evaluate(() => pauseGame()));
  const frame = await watch.step('the pictures', page.evaluate(() => endFrames()), progress);
  await watch.step(`the calls of frame ${frame}`, receiver.reached(frame), progress);
  receiver.recorder.choose(frame);
}

/**
 * Plays a game.
 * @param {import('./browser.js').Browser} browser
 * @param {{url: string, folder: string, change: (file: string, bytes: Buffer) => Buffer}} game `folder` has the game's
 *   files, `url` is the game's path in it, and `change` returns the served content of a SWF file
 * @param {{seconds: number, limit: number, size?: {width: number, height: number}, input?: {at: number, act: any}[],
 *   explore?: boolean, runtime?: string, frames?: number, picture?: (at: number, png: Buffer) => void, enough?: (log: Log) => boolean,
 *   receiver?: import('../frames/receiver.js').Receiver}} options
 *   `explore` sends input for unknown menus. Playing ends early when `enough` returns true or `receiver` has its frames.
 */
export async function play(browser, game, options) {
  const log = new Log();
  const messages = new Messages();
  const watch = new Watch(options.seconds + options.limit);
  const outcome = { kind: 'played', reason: '', seconds: 0, log, messages, blocked: new Set(), absent: new Set(),
    receiver: options.receiver };
  let context;
  let began = 0;
  try {
    const opened = await watch.during(browser.open(game, options.receiver));
    ({ context } = opened);
    listen(opened.page, { log, messages, watch, outcome, enough: options.enough });
    outcome.size = await begin(opened.page, watch, game.url, options);
    began = performance.now();
    options.receiver?.onDone(() => watch.end('enough', ''));
    if (options.explore) explore(opened.page, { log, outcome, watch }).catch(() => {}); // it ends when playing ends
    for (const { at, act, what } of schedule(opened.page, options)) {
      await watch.sleep(at - (performance.now() - began) / 1000);
      await watch.step(what, act());
    }
    if (options.receiver) await finishFrames(opened.page, options.receiver, watch);
  } catch (error) {
    if (error instanceof Ending && error.kind === 'enough') outcome.kind = 'played';
    else Object.assign(outcome, { kind: error.kind ?? 'failed', reason: error.message });
  }
  watch.close();
  const passed = began > 0 ? (performance.now() - began) / 1000 : 0;
  outcome.seconds = outcome.kind === 'played' ? Math.min(passed, options.seconds) : passed; // without the last picture's time
  const isClosed = outcome.kind === 'played' && (await Promise.race([context.close().then(() => true, () => false), sleep(closeSeconds)]));
  if (!isClosed) await browser.stop(); // a page that goes on would slow down the next game
  return outcome;
}

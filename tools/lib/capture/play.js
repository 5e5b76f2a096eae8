// Plays one game, and collects what it tells.
import { sleep } from './browser.js';
import { usualInput } from './input.js';
import { Log } from './log.js';
import { own } from './server.js';

const respondSeconds = 30; // for each step that a running player has to take
const maxMessages = 20000;
const maxSide = 4096;
const usualSize = { width: 800, height: 600 };
const exploreSeconds = 0.3; // between the steps of --input auto
const closeSeconds = 5;

/** Why the playing ended before its time. */
class Ending extends Error {
  /** @param {'failed' | 'slow' | 'enough'} kind @param {string} reason */
  constructor(kind, reason) {
    super(reason);
    this.kind = kind;
  }
}

/** Lets steps end when the playing has to: no step waits for a player that hangs. */
class Watch {
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

  /** Waits for something, but not longer than the playing goes on. */
  during(promise) {
    promise.catch(() => {}); // it may fail later
    return Promise.race([promise, this.ended]);
  }

  /** Waits this long, but not longer than the playing goes on. Nothing waits for the rest of the time after that. */
  sleep(seconds) {
    const wait = (resolve) => this.#timers.push(setTimeout(resolve, Math.max(seconds, 0) * 1000));
    return this.during(new Promise(wait));
  }

  /** Waits for something that the player answers. @param {string} what for the message */
  async step(what, promise) {
    const timer = setTimeout(
      () => this.end('slow', `it did not respond for ${respondSeconds} s (${what})`),
      respondSeconds * 1000,
    );
    this.#timers.push(timer);
    try {
      return await this.during(promise);
    } finally {
      clearTimeout(timer);
    }
  }

  close() {
    this.#timers.forEach(clearTimeout);
  }
}

/** What is known from the player's messages, apart from the log of the tap. */
class Messages {
  all = [];
  errors = []; // of ActionScript
  renderer = '';

  /** @param {string} type of the console @param {string} text */
  add(type, text) {
    if (this.all.length < maxMessages) this.all.push(text);
    this.renderer = /Used renderer: ([\w-]+)/.exec(text)?.[1] ?? this.renderer;
    const error = /^%cERROR%c core\/src\/avm2\S*%c ([^\n]*)/.exec(text);
    if (error && this.errors.length < 100) this.errors.push(error[1].replace(/ color: .*/, ''));
  }
}

/** The reason, if a message of the console says that the player fails; '' otherwise. */
function failureIn(type, text) {
  if (type !== 'error') return '';
  const ours = /^agalc-capture: (.*)/.exec(text)?.[1];
  return ours ?? /^(?!%c).*(panicked at [^\n]*(?:\n[^\n]+)?)/.exec(text)?.[1]?.replace(/\s*\n\s*/, ' ') ?? '';
}

function listen(page, { log, messages, watch, outcome, enough }) {
  page.on('console', (message) => {
    const text = message.text();
    messages.add(message.type(), text);
    log.add(text);
    const failure = failureIn(message.type(), text);
    if (failure !== '') watch.end('failed', failure);
    if (enough?.(log)) watch.end('enough', '');
  });
  page.on('crash', () => watch.end('failed', 'its page crashed'));
  page.on('close', () => watch.end('failed', 'the browser ended'));
  page.on('pageerror', (error) => messages.add('error', String(error?.message ?? error)));
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

/** The size of the picture: that of the game, unless another is wanted, or the file leaves it to the page. */
function sizeOf(game, wanted) {
  if (wanted) return wanted;
  if (!(game.width > 1 && game.height > 1)) return { ...usualSize, assumed: true };
  const side = (value) => Math.min(Math.round(value), maxSide);
  return { width: side(game.width), height: side(game.height) };
}

// It may take long to load the player and the game: only the limit ends this.
async function begin(page, watch, url, wanted) {
  await watch.during(page.goto(`http://localhost${own}page.html`, { timeout: 0 }));
  const size = sizeOf(await watch.during(page.evaluate((path) => loadGame(path), url)), wanted);
  await watch.during(page.setViewportSize({ width: size.width, height: size.height }));
  await watch.during(page.evaluate(({ width, height }) => beginGame(width, height), size));
  return size;
}

/** Does what one does at an unknown menu, in rounds, as long as a round brings new programs; at least two rounds. */
async function explore(page, { log, outcome, watch }) {
  const steps = usualInput(outcome.size);
  for (let round = 1, known = -1; round <= 2 || log.pairs.length > known; ++round) {
    known = log.pairs.length;
    for (const step of steps) {
      await watch.sleep(exploreSeconds);
      await watch.during(step(page));
    }
  }
}

/** What happens at a time: input, and pictures. In the order of the times; of the same time, input first. */
function schedule(page, { seconds, input = [], every = 0, picture }) {
  const steps = input.filter(({ at }) => at <= seconds);
  const events = steps.map(({ at, act }) => ({ at, act: () => act(page), what: 'input' }));
  const shot = (at) => async () => picture(at, await page.screenshot({ type: 'png' }));
  if (picture && every > 0)
    for (let i = 1; i * every < seconds; ++i) events.push({ at: i * every, act: shot(i * every), what: 'a picture' });
  events.push({ at: seconds, act: picture ? shot(seconds) : () => page.evaluate(() => 0), what: 'the end' });
  return events.sort((a, b) => a.at - b.at);
}

/**
 * Plays a game.
 * @param {import('./browser.js').Browser} browser
 * @param {{url: string, folder: string, change: (file: string, bytes: Buffer) => Promise<Buffer>}} game the folder with
 *   all its files, its URL, a path there, and what becomes of SWF files that the player asks for
 * @param {{seconds: number, limit: number, size?: {width: number, height: number}, input?: {at: number, act: any}[],
 *   explore?: boolean, every?: number, picture?: (at: number, png: Buffer) => void, enough?: (log: Log) => boolean}} options
 *   `explore` gives the usual input, `enough` ends the playing early
 */
export async function play(browser, game, options) {
  const log = new Log();
  const messages = new Messages();
  const watch = new Watch(options.limit);
  const outcome = { kind: 'played', reason: '', seconds: 0, log, messages, blocked: new Set(), absent: new Set() };
  let context;
  let began = 0;
  try {
    const opened = await watch.during(browser.open(game));
    ({ context } = opened);
    listen(opened.page, { log, messages, watch, outcome, enough: options.enough });
    outcome.size = await begin(opened.page, watch, game.url, options.size);
    began = performance.now();
    if (options.explore) explore(opened.page, { log, outcome, watch }).catch(() => {}); // it ends with the playing
    for (const { at, act, what } of schedule(opened.page, options)) {
      await watch.sleep(at - (performance.now() - began) / 1000);
      await watch.step(what, act());
    }
  } catch (error) {
    if (error instanceof Ending && error.kind === 'enough') outcome.kind = 'played';
    else Object.assign(outcome, { kind: error.kind ?? 'failed', reason: error.message });
  }
  watch.close();
  const passed = began > 0 ? (performance.now() - began) / 1000 : 0;
  outcome.seconds = outcome.kind === 'played' ? Math.min(passed, options.seconds) : passed; // not the last picture
  if (outcome.kind !== 'played') await browser.stop();
  else await Promise.race([context.close().catch(() => {}), sleep(closeSeconds)]);
  return outcome;
}

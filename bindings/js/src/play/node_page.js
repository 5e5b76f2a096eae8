// A page in Node, based on jsdom. Ruffle plays there without a browser: the clock is virtual, its WebGL draws nothing,
// and its only host has the files of the game.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readGameFile } from './game_files.js';
import { contextClass } from './webgl.js';

const own = '/.agalc-player/';
const origin = 'http://localhost';
const drawCost = 0.2; // milliseconds of the virtual clock for a draw

/** The response to a request of the player. It is complete at once, so that no game depends on the speed of a disk. */
class Reply extends Response {
  #bytes;
  #url;

  constructor(bytes, url, status = 200) {
    super(null, { status, headers: { 'content-length': String(bytes.length) } });
    this.#bytes = bytes;
    this.#url = url;
  }

  get url() {
    return this.#url;
  }

  async arrayBuffer() {
    const { buffer, byteOffset, length } = this.#bytes;
    return buffer.slice(byteOffset, byteOffset + length);
  }

  async text() {
    return this.#bytes.toString();
  }

  get body() {
    let read = false;
    const next = async () => {
      if (read) return { done: true, value: undefined };
      read = true;
      return { done: false, value: new Uint8Array(this.#bytes) };
    };
    return { getReader: () => ({ read: next, releaseLock() {}, cancel: async () => {} }), cancel: async () => {} };
  }
}

/** Returns the function fetch of the page. */
function fetcher(ruffle, game, tell) {
  return async (request) => {
    const url = new URL(typeof request === 'string' ? request : (request.url ?? String(request)), origin);
    if (url.origin !== origin) {
      tell('blocked', url.host);
      throw new TypeError(`there is no network, but it asked ${url.host}`);
    }
    if (url.pathname.startsWith(own)) {
      const type = url.pathname.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
      const bytes = readFileSync(join(ruffle, url.pathname.slice(own.length)));
      return new Response(bytes, { headers: { 'content-type': type, 'content-length': String(bytes.length) } });
    }
    const found = readGameFile(game, url.pathname);
    if (!found) tell('absent', decodeURI(url.pathname.slice(1)) + url.search);
    return new Reply(found?.bytes ?? Buffer.alloc(0), url.href, found ? 200 : 404);
  };
}

/** Returns a function that fills an array with pseudo-random numbers, which are the same in each run. */
function randomValues() {
  let state = 1;
  return (array) => {
    for (let i = 0; i < array.length; ++i) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      array[i] = state >>> 8;
    }
    return array;
  };
}

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

function setTime(window, clock) {
  const define = (name, value) => Object.defineProperty(window, name, { value, writable: true, configurable: true });
  define('performance', { now: () => clock.read(), mark() {}, measure() {}, timeOrigin: 0 });
  define('setTimeout', (call, delay, ...args) => clock.addTimer(call, delay, false, args));
  define('setInterval', (call, delay, ...args) => clock.addTimer(call, delay, true, args));
  define('clearTimeout', (number) => clock.removeTimer(number));
  define('clearInterval', (number) => clock.removeTimer(number));
  define('requestAnimationFrame', (call) => clock.requestFrame(call));
  define('cancelAnimationFrame', (number) => clock.cancelFrame(number));
  const RealDate = window.Date;
  const read = () => clock.date();
  define(
    'Date',
    class Date extends RealDate {
      constructor(...given) {
        super(...(given.length > 0 ? given : [read()]));
      }
      static now() {
        return read();
      }
    },
  );
}

/** Makes all elements report the size of the picture and the position 0, and ignores the capture of pointers. */
function setLayout(window, size) {
  const { prototype } = window.HTMLElement;
  Object.defineProperty(prototype, 'clientWidth', { get: () => size.width });
  Object.defineProperty(prototype, 'clientHeight', { get: () => size.height });
  prototype.getBoundingClientRect = () => {
    const { width, height } = size;
    return { x: 0, y: 0, left: 0, top: 0, width, height, right: width, bottom: height };
  };
  for (const name of ['setPointerCapture', 'releasePointerCapture']) prototype[name] = () => {};
}

function setServices(window, clock, tell, fetch) {
  const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'];
  const say = (type) => (...values) => tell('console', type, values.map(String).join(' '));
  const quiet = Object.fromEntries(['group', 'groupEnd', 'groupCollapsed', 'table', 'time', 'timeEnd'].map((each) => [each, () => {}]));
  const console = { ...quiet, ...Object.fromEntries(methods.map((each) => [each, say(each)])) };
  const WebGL2RenderingContext = contextClass(() => clock.work(drawCost));
  const contexts = new WeakMap();
  window.HTMLCanvasElement.prototype.getContext = function getContext(kind) {
    if (kind !== 'webgl2') return null;
    if (!contexts.has(this)) contexts.set(this, new WebGL2RenderingContext(this));
    return contexts.get(this);
  };
  const crypto = { getRandomValues: randomValues() };
  const given = { console, crypto, fetch, WebGL2RenderingContext };
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(window, name, { value, writable: true, configurable: true });
  Object.assign(window, { Response, Request, Headers, ReadableStream, TextDecoder, TextEncoder, queueMicrotask });
  Object.assign(window, { ResizeObserver: Observer, IntersectionObserver: Observer });
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {}, addListener() {} });
}

/**
 * Opens a page with Ruffle in it.
 * @param {string} packages the folder of the npm packages
 * @param {import('./clock.js').Clock} clock
 * @param {import('./game_files.js').Game} game
 * @param {(kind: string, ...values: any[]) => void} tell
 */
export function openPage(packages, clock, game, tell) {
  const require = createRequire(join(packages, 'package.json'));
  const { JSDOM, VirtualConsole } = require('jsdom');
  const ruffle = join(packages, 'node_modules', '@ruffle-rs', 'ruffle');
  const size = { width: 0, height: 0 };
  const options = { url: `${origin}/`, runScripts: 'outside-only', virtualConsole: new VirtualConsole() };
  const { window } = new JSDOM('<!DOCTYPE html><html><body></body></html>', options);
  setTime(window, clock);
  setLayout(window, size);
  setServices(window, clock, tell, fetcher(ruffle, game, tell));
  const publicPath = `${origin}${own}`;
  window.RufflePlayer = { config: { polyfills: false, publicPath } };
  // Loads Ruffle's parts before Ruffle requests them, because Ruffle would load them with elements of the page.
  const parts = readdirSync(ruffle).filter((name) => /^core\.ruffle\..*\.js$/.test(name));
  for (const name of ['ruffle.js', ...parts]) window.eval(readFileSync(join(ruffle, name), 'utf8'));
  const player = window.RufflePlayer.newest().createPlayer();
  window.document.body.append(player);
  return { window, player, size, publicPath };
}

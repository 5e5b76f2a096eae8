// The only server that the browser can reach: a proxy that answers for http://localhost with the player, the game, and
// the files in the game's folder. It refuses all other hosts.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileIn, readGameFile } from '../game_files.js';

const here = dirname(fileURLToPath(import.meta.url));
/** The path of the page and the player in URLs. */
export const own = '/.agalc-capture/';
/** The address to which tapped games post their calls; each game has a path below it. */
export const framesAddress = `http://localhost${own}frames`;
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.swf': 'application/x-shockwave-flash',
  '.xml': 'text/xml',
};

/** The files of the page: paths relative to this folder, by their names in URLs. */
const parts = { 'page.html': 'page.html', 'page.js': 'page.js', 'readback.js': 'readback.js', 'ruffle_config.js': '../ruffle_config.js' };

export class Server {
  #ruffle;
  #server;
  /**
   * The game that is played: its path in `folder` as a URL, and a function that returns the served content of a SWF
   * file. Set it before the page is opened.
   */
  game = { url: '/', folder: '', change: (file, bytes) => bytes };
  /** Takes what the game posts, if its frames are recorded. @type {import('../frames/receiver.js').Receiver | undefined} */
  receiver;

  /** @param {string} ruffle the folder of its package */
  constructor(ruffle) {
    this.#ruffle = ruffle;
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.on('connect', (request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  }

  /** Resolves to the address for --proxy-server. */
  async start() {
    await new Promise((resolve, reject) => this.#server.once('error', reject).listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${this.#server.address().port}`;
  }

  stop() {
    this.#server.close();
    this.#server.closeAllConnections?.();
  }

  // A browser sends the whole URL to a proxy. Only the browser with this proxy is therefore served.
  async #answer(request, response) {
    const url = /^http:\/\//.test(request.url) ? new URL(request.url) : undefined;
    if (url?.host !== 'localhost') return response.writeHead(403).end();
    try {
      // A game that was played before may still post. Its address is another one.
      if (url.origin + url.pathname === this.receiver?.address && (await this.receiver.take(request, url))) return response.end();
      const found = await this.#find(url.pathname);
      if (!found) return response.writeHead(404).end();
      response.writeHead(200, { 'Content-Type': types[extname(found.file)] ?? 'application/octet-stream' });
      response.end(found.bytes);
    } catch (error) {
      response.writeHead(500).end(String(error?.message ?? error));
    }
  }

  async #find(path) {
    if (!path.startsWith(own)) return readGameFile(this.game, path);
    const name = path.slice(own.length);
    const file = name in parts ? join(here, parts[name]) : fileIn(this.#ruffle, name);
    return file && { file, bytes: await readFile(file) };
  }
}

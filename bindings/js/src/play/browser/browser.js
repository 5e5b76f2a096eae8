// Chromium without a window and without a network, and the only server that it can reach. Chromium plays one game after
// another.
import { rm } from 'node:fs/promises';
import { Server } from './server.js';
import { removal, temporaryFolder } from '../temporary.js';

// Sandboxes do not work in containers. Chromium can only reach the proxy, which also answers for localhost. V8's optimizing
// compiler works on the player for longer than most games are played.
const flags = (address) => [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-crash-reporter',
  '--disable-quic',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--autoplay-policy=no-user-gesture-required',
  '--force-device-scale-factor=1',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--js-flags=--liftoff-only',
  `--proxy-server=${address}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

const startSeconds = 60;
const closeSeconds = 5;

const running = new Set(); // the browsers that killAll ends

/** Waits, without keeping this process alive. */
export const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000).unref());

/** Ends all browsers at once, when this process ends. */
export function killAll() {
  for (const browser of running) browser.kill();
}

export class Browser {
  #tools;
  #server;
  #folder = ''; // temporary files of Chromium
  #host; // Chromium's process; undefined if it is not running
  #chromium;
  #address = '';

  /** @param {ReturnType<import('../packages.js').loadBrowserPlayer>} tools */
  constructor(tools) {
    this.#tools = tools;
    this.#server = new Server(tools.ruffle);
  }

  /**
   * Returns a new page without data of earlier games, and its context. Starts Chromium if it is not running.
   * @param {import('../game_files.js').Game} game @param {import('../frames/receiver.js').Receiver} [receiver] of its frames
   */
  async open(game, receiver) {
    this.#server.game = game;
    this.#server.receiver = receiver;
    try {
      if (!this.#chromium) await this.#start();
    } catch (error) {
      throw new Error(`Chromium did not start: ${error.message.split('\n')[0]}`);
    }
    const context = await this.#chromium.newContext();
    return { page: await context.newPage(), context };
  }

  async #start() {
    if (this.#address === '') this.#address = await this.#server.start();
    this.#folder = temporaryFolder();
    running.add(this);
    const { chromium } = this.#tools.playwright;
    this.#host = await chromium.launchServer({
      executablePath: this.#tools.chromium,
      args: flags(this.#address),
      env: { ...process.env, TMPDIR: this.#folder }, // Chromium leaves sockets there when it is killed
      timeout: startSeconds * 1000,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    this.#chromium = await chromium.connect(this.#host.wsEndpoint());
  }

  /** Ends Chromium with all its processes, and removes its files. The next game starts a new one. */
  async stop() {
    const host = this.#host;
    this.#chromium = undefined;
    if (host) await Promise.race([host.close().catch(() => {}), sleep(closeSeconds)]);
    this.kill(); // ends processes that outlive Chromium's first process
    this.#host = undefined;
    if (this.#folder !== '') await rm(this.#folder, removal);
    this.#folder = '';
    running.delete(this);
  }

  /** Ends Chromium at once. If this process ends while Chromium starts, Playwright ends Chromium. */
  kill() {
    try {
      if (this.#host) process.kill(-this.#host.process().pid, 'SIGKILL');
    } catch {
      // it has ended
    }
  }

  async close() {
    await this.stop();
    this.#server.stop();
  }
}

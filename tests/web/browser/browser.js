// Controls headless Chromium over the pipe of the DevTools protocol.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Chromium uses software rendering, and does not have network access. Sandboxes do not work in containers.
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--disable-hang-monitor',
  '--disable-crash-reporter',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--force-device-scale-factor=1',
  '--remote-debugging-pipe',
];

const patience = 300_000; // milliseconds, on a slow machine

export class Browser {
  #process;
  #profile = mkdtempSync(join(tmpdir(), 'agalc-chromium-'));
  #answers = new Map(); // the functions that wait for answers, by the request's number or the event's name
  #count = 0;
  #received = '';
  #session;
  #problems = [];

  /** @param {string} chromium the path of the program @param {{width?: number, height?: number}} [window] in pixels */
  constructor(chromium, { width = 1000, height = 700 } = {}) {
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'];
    this.#process = spawn(chromium, [...flags, `--window-size=${width},${height}`, `--user-data-dir=${this.#profile}`, 'about:blank'], { stdio });
    this.#process.stdio[4].setEncoding('utf8').on('data', (text) => this.#receive(text));
    this.#process.once('exit', () => this.#fail('Chromium has ended'));
    this.#process.once('error', (error) => this.#fail(String(error)));
  }

  /** Opens a page instead of the last one, and resolves when it and its modules are loaded. @param {string} url */
  async open(url) {
    await this.#attach();
    this.#problems = [];
    const loaded = new Promise((resolve) => this.#answers.set('Page.loadEventFired', { resolve, reject() {} }));
    await this.#request('Page.navigate', { url });
    await loaded;
  }

  async #attach() {
    if (this.#session !== undefined) return;
    const { targetId } = await this.#request('Target.createTarget', { url: 'about:blank' });
    ({ sessionId: this.#session } = await this.#request('Target.attachToTarget', { targetId, flatten: true }));
    for (const domain of ['Page', 'Runtime', 'Log']) await this.#request(`${domain}.enable`);
  }

  /** The errors since the page was opened: exceptions, and errors on the console. */
  get problems() {
    return this.#problems;
  }

  /**
   * The value of an expression in the page, or of a function with an argument that is JSON; a promise is awaited.
   * @param {string | Function} code @param {any} [argument]
   */
  async evaluate(code, argument) {
    const expression = typeof code === 'string' ? code : `(${code})(${JSON.stringify(argument)})`;
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#request('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression in the page is true. @param {string} expression */
  async waitFor(expression) {
    const isTrue = await this.evaluate(`new Promise((resolve) => {
      const end = performance.now() + ${patience};
      const look = () => ((${expression}) ? resolve(true) : performance.now() > end ? resolve(false) : setTimeout(look, 10));
      look();
    })`);
    if (!isTrue) throw new Error(`${expression} did not become true`);
  }

  /** Runs a script in each page that is opened later, before its own scripts. @param {string} source */
  async prepare(source) {
    await this.#attach();
    await this.#request('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  /** Sets the size of the window, and the color scheme, 'light' or 'dark'. @param {number} width @param {number} height @param {string} [scheme] */
  async emulate(width, height, scheme = 'light') {
    await this.#attach();
    await this.#request('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await this.#request('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  }

  /** Clicks a point of the page. @param {number} x @param {number} y */
  async click(x, y) {
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.#request('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  }

  /** Replaces the text of the editor with the focus. @param {string} text */
  async type(text) {
    const all = { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, modifiers: 2 }; // with the control key
    const remove = { key: 'Delete', code: 'Delete', windowsVirtualKeyCode: 46 };
    for (const key of [all, remove])
      for (const type of ['rawKeyDown', 'keyUp']) await this.#request('Input.dispatchKeyEvent', { type, ...key });
    await this.#request('Input.insertText', { text });
  }

  /** A picture of the page, as a PNG file. */
  async screenshot() {
    return Buffer.from((await this.#request('Page.captureScreenshot')).data, 'base64');
  }

  async close() {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#request('Browser.close').catch(() => {});
      await ended;
    }
    // Other processes of Chromium may write for a moment.
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }

  #request(method, params = {}) {
    const id = ++this.#count;
    const sessionId = /^(Target|Browser)\./.test(method) ? undefined : this.#session;
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject }));
  }

  #receive(text) {
    const messages = (this.#received + text).split('\0');
    this.#received = messages.pop();
    for (const message of messages) {
      const { id, method, params, result, error } = JSON.parse(message);
      if (method === 'Runtime.exceptionThrown') this.#problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === 'Runtime.consoleAPICalled' && params.type === 'error') this.#problems.push(JSON.stringify(params.args));
      if (method === 'Log.entryAdded' && params.entry.level === 'error') this.#problems.push(params.entry.text);
      const answer = this.#answers.get(id ?? method);
      this.#answers.delete(id ?? method);
      if (error) answer?.reject(new Error(error.message));
      else answer?.resolve(result);
    }
  }

  #fail(message) {
    for (const { reject } of this.#answers.values()) reject(new Error(message));
    this.#answers.clear();
  }
}

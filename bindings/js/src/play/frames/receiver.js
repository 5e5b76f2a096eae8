// Receives the parts that a tapped game posts, and passes them to a recorder in the order of their numbers. A part is some calls in AMF3, at
// each `present` or of 4 MB. A call is [method, on, result, argument…]. In arguments, objects are [number], rectangles [x, y, width, height],
// bitmaps [width, height, transparent, pixels]. The first call is ["start", null, null, game, version, type]. The parameters of the URL are
// `run`, a random number for this start of the game, and `part`, counted from 0.
import { Amf3Reader } from './amf3.js';
import { Recorder } from './recorder.js';
import { png } from './zip.js';

const maxPart = 1 << 30; // bytes
const maxWaiting = 1000; // parts that arrived before a part with a lower number

export class Receiver {
  /** PNG files, by frame. @type {Map<number, Buffer>} */
  pictures = new Map();
  /** The reasons why pictures could not be read, by frame. @type {Map<number, string>} */
  unread = new Map();
  /** The reason why recording stopped; '' while it continues. */
  problem = '';
  /** The number of pieces of data that have arrived. */
  pieces = 0;
  #run = '';
  #next = 0;
  #waiting = new Map();
  #isHeld = false;
  #end = () => {};
  #awaited = { frame: Infinity, resolve: () => {} };

  /**
   * @param {import('./options.js').Wanted} wanted
   * @param {string} [address] to which the game and the page with its player post; undefined: another player, which does not send pictures
   */
  constructor(wanted, address) {
    this.wanted = wanted;
    this.address = address;
    this.recorder = new Recorder(wanted);
  }

  /** Sets the function to call when there is nothing more to wait for. @param {() => void} end */
  onDone(end) {
    this.#end = end;
  }

  /**
   * Records the frame after a click. Calls that arrive until its number is known wait, so that it has not begun.
   * @param {number | Promise<number>} frame
   */
  async click(frame) {
    this.#isHeld = true;
    try {
      this.recorder.click(await frame);
    } finally {
      this.#isHeld = false;
      this.#readParts();
      this.#look();
    }
  }

  /** Resolves when the calls of a frame are here, or when no more calls are read. @param {number} frame @returns {Promise<void>} */
  reached(frame) {
    return new Promise((resolve) => {
      this.#awaited = { frame, resolve };
      this.#look();
    });
  }

  #look() {
    const { done, complete, frame } = this.recorder;
    const frames = done ? Array.from({ length: complete.last - complete.first + 1 }, (_, i) => complete.first + i) : [];
    const isAnswered = (each) => this.pictures.has(each) || this.unread.has(each);
    if (this.problem !== '' || (done && (this.address === undefined || frames.every(isAnswered)))) this.#end();
    if (this.problem !== '' || done || frame >= this.#awaited.frame) this.#awaited.resolve();
  }

  /** Handles a posted part. Only the first game that posts is recorded. @param {URLSearchParams} query @param {Buffer} bytes */
  post(query, bytes) {
    const run = query.get('run') ?? '';
    if (this.#run === '') this.#run = run;
    if (run !== this.#run || this.problem !== '' || this.recorder.done) return;
    this.#waiting.set(Number(query.get('part')), bytes);
    if (this.#waiting.size > maxWaiting) this.problem = 'a part of its calls is missing';
    if (!this.#isHeld) this.#readParts();
  }

  #readParts() {
    for (let part; (part = this.#waiting.get(this.#next)) !== undefined && !this.recorder.done; ++this.#next) {
      this.#waiting.delete(this.#next);
      this.#read(part);
    }
  }

  #read(bytes) {
    try {
      const reader = new Amf3Reader(bytes);
      while (!reader.done && !this.recorder.done) this.recorder.add(reader.read());
    } catch (error) {
      this.problem = `its calls cannot be read: ${error.message}`;
    }
  }

  /** Keeps the picture of a frame, whose pixels are RGBA, or the problem with it. @param {URLSearchParams} query @param {Buffer} pixels */
  picture(query, pixels) {
    const [frame, width, height] = ['frame', 'width', 'height'].map((name) => Number(query.get(name)));
    const problem = query.get('problem') ?? (pixels.length === 4 * width * height ? '' : 'it does not have as many pixels as its size says');
    if (problem !== '') this.unread.set(frame, problem);
    else this.pictures.set(frame, png(width, height, pixels));
  }

  /** Handles a request; resolves to false if it is not for a receiver. @param {import('node:http').IncomingMessage} request @param {URL} url */
  async take(request, url) {
    if (request.method !== 'POST') return false;
    const parts = [];
    let size = 0;
    for await (const part of request) {
      size += part.length;
      ++this.pieces;
      if (size > maxPart) throw new Error('too many bytes at once');
      parts.push(part);
    }
    const take = url.searchParams.has('frame') ? 'picture' : 'post';
    this[take](url.searchParams, Buffer.concat(parts));
    this.#look();
    return true;
  }
}

// Receives the parts that a tapped game posts, and passes them to a recorder in the order of their numbers.
import { Amf3Reader } from './amf3.js';
import { Recorder } from './recorder.js';
import { png } from './zip.js';

const maxPart = 1 << 30; // bytes
const maxWaiting = 1000; // parts that arrived before a part with a lower number

export class Receiver {
  /** PNG files, by frame. @type {Map<number, Buffer>} */
  pictures = new Map();
  /** The reason why recording stopped; '' while it continues. */
  problem = '';
  #run = '';
  #next = 0;
  #waiting = new Map();
  #end = () => {};

  /** @param {import('./options.js').Wanted} wanted @param {boolean} [hasPictures] whether a page sends pictures */
  constructor(wanted, hasPictures = true) {
    this.wanted = wanted;
    this.hasPictures = hasPictures;
    this.recorder = new Recorder(wanted);
  }

  /** Sets the function to call when there is nothing more to wait for. @param {() => void} end */
  onDone(end) {
    this.#end = end;
  }

  /** @param {number} frame that is wanted, because it follows a click */
  click(frame) {
    this.recorder.click(frame);
  }

  #look() {
    const { done, complete } = this.recorder;
    const frames = done ? Array.from({ length: complete.last - complete.first + 1 }, (_, i) => complete.first + i) : [];
    if (this.problem !== '' || (done && (!this.hasPictures || frames.every((frame) => this.pictures.has(frame))))) this.#end();
  }

  /** Handles a posted part. Only the first game that posts is recorded. @param {URLSearchParams} query @param {Buffer} bytes */
  post(query, bytes) {
    const run = query.get('run') ?? '';
    if (this.#run === '') this.#run = run;
    if (run !== this.#run || this.problem !== '' || this.recorder.done) return;
    this.#waiting.set(Number(query.get('part')), bytes);
    if (this.#waiting.size > maxWaiting) this.problem = 'a part of its calls is missing';
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

  /** Keeps the picture of a frame, whose pixels are RGBA. @param {URLSearchParams} query @param {Buffer} pixels */
  picture(query, pixels) {
    const [frame, width, height] = ['frame', 'width', 'height'].map((name) => Number(query.get(name)));
    if (pixels.length !== 4 * width * height) return;
    if (this.wanted.kind === 'last') this.pictures.clear();
    this.pictures.set(frame, png(width, height, pixels));
  }

  /** Handles a request; resolves to false if it is not for a receiver. @param {import('node:http').IncomingMessage} request @param {URL} url */
  async take(request, url) {
    if (request.method !== 'POST') return false;
    const parts = [];
    let size = 0;
    for await (const part of request) {
      size += part.length;
      if (size > maxPart) throw new Error('too many bytes at once');
      parts.push(part);
    }
    const take = url.searchParams.has('frame') ? 'picture' : 'post';
    this[take](url.searchParams, Buffer.concat(parts));
    this.#look();
    return true;
  }
}

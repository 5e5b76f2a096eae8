// An instance of a module: its memory, and helpers for calling the functions of agal.h.
import { OptionsCache } from './options.js';
import { Exit, wasiImports } from './wasi.js';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

// In Node, a Buffer decodes a short text in half the time of a TextDecoder.
const NodeBuffer = /** @type {any} */ (globalThis).Buffer;
const isNode = NodeBuffer?.prototype.latin1Slice !== undefined;

const smallScratch = 64 * 1024;
const partNames = [
  'vertex',
  'fragment',
  'both',
  'steps',
  'reflection',
  'diagnostics',
  'messages',
  'bytecode',
  'assembly',
  'outputs',
  'trace',
  'programs',
  'proof',
  'text',
  'json',
];

/** @typedef {Uint8Array | string} Input */

/** Returns the maximum size of an input in bytes. @param {Input} input */
export const roomFor = (input) => (typeof input === 'string' ? 3 : 1) * input.length;

/** The reason why a call was interrupted. */
export class Fault extends Error {
  /** @param {'AGAL_OUT_OF_MEMORY' | 'AGAL_INTERNAL_ERROR'} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** @param {unknown} error */
const isTrap = (error) =>
  error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error instanceof Exit;

export class Instance {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    /** @type {import('./declarations.js').Exports} */
    this.exports = /** @type {any} */ (new WebAssembly.Instance(module, wasiImports(module)).exports);
    if (this.exports.agal_allocate === undefined) throw new TypeError('wasm: this is not a module of agalc');
    this.memory = this.exports.memory;
    this.exports._initialize?.();
    this.bytes = new Uint8Array(0);
    this.words = new Uint32Array(0);
    this.floats = new Float32Array(0);
    /** @type {any} */
    this.buffer = undefined;
    this.scratch = 0;
    this.scratchSize = 0;
    this.partSize = 0;
    this.options = new OptionsCache(this);
    this.sizeAt = this.allocate(8);
    /** @type {Record<string, number>} The names of parts as C strings. */
    this.parts = {};
    for (const name of partNames) {
      const text = encoder.encode(`${name}\0`);
      this.parts[name] = this.allocate(text.length);
      this.view().set(text, this.parts[name]);
    }
  }

  /** A view of the memory. Growth replaces it, so do not keep it across calls. */
  view() {
    if (this.bytes.length === 0) {
      this.bytes = new Uint8Array(this.memory.buffer);
      this.words = new Uint32Array(this.memory.buffer);
      this.floats = new Float32Array(this.memory.buffer);
      if (isNode) this.buffer = NodeBuffer.from(this.memory.buffer);
    }
    return this.bytes;
  }

  /**
   * Returns a function of agal.h. A module that only translates does not have all functions.
   * @param {keyof import('./declarations.js').Functions} name
   * @returns {(...args: number[]) => number}
   */
  callable(name) {
    const found = /** @type {any} */ (this.exports[name]);
    if (found === undefined) throw new TypeError(`this module of agalc does not have ${name}`);
    return found;
  }

  /** @param {number} size */
  allocate(size) {
    const maxSize = 0x7fffffff; // larger sizes would overflow
    const at = size > maxSize ? 0 : this.exports.agal_allocate(size) >>> 0;
    if (at === 0) throw this.outOfMemory();
    return at;
  }

  outOfMemory() {
    return new Fault('AGAL_OUT_OF_MEMORY', 'out of memory');
  }

  /**
   * Returns a buffer that the next call reuses.
   * @param {number} size
   */
  reserve(size) {
    if (size > this.scratchSize) {
      this.exports.agal_free(this.scratch);
      this.scratch = this.scratchSize = 0;
      const room = Math.max(size, smallScratch);
      this.scratch = this.allocate(room);
      this.scratchSize = room;
    }
    return this.scratch;
  }

  /** Frees the reused buffer if it is large. */
  trim() {
    if (this.scratchSize <= 16 * smallScratch) return;
    this.exports.agal_free(this.scratch);
    this.scratch = this.scratchSize = 0;
  }

  /**
   * Copies an input to `at`, where there must be room for it. Returns its size.
   * @param {Input} input @param {number} at
   */
  put(input, at) {
    const bytes = this.view();
    if (typeof input === 'string') return encoder.encodeInto(input, bytes.subarray(at)).written ?? 0;
    bytes.set(input, at);
    return input.length;
  }

  /**
   * Writes the sizes of inputs to the scratch buffer, as words, and then the inputs, one after another. Returns the
   * address.
   * @param {Input[]} inputs
   */
  putAll(inputs) {
    let room = 4 * inputs.length;
    for (const input of inputs) room += roomFor(input);
    const begin = this.reserve(room);
    let at = begin + 4 * inputs.length;
    for (let i = 0; i < inputs.length; ++i) {
      const size = this.put(inputs[i], at);
      this.words[(begin >>> 2) + i] = size;
      at += size;
    }
    return begin;
  }

  /**
   * Writes C strings to the scratch buffer. Returns their addresses.
   * @param {string[]} texts
   */
  putStrings(texts) {
    if (texts.some((text) => text.includes('\0'))) throw new TypeError('a text contains a zero byte');
    let at = this.reserve(texts.reduce((sum, text) => sum + 3 * text.length + 1, 0));
    return texts.map((text) => {
      const begin = at;
      at += this.put(text, at);
      this.view()[at++] = 0;
      return begin;
    });
  }

  /** @param {number} at */
  cString(at) {
    const bytes = this.view();
    return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  /** Reads a C string of a few ASCII characters, faster than `cString`. @param {number} at */
  shortText(at) {
    let text = '';
    for (let c = this.bytes[at]; c !== 0; c = this.bytes[++at]) text += String.fromCharCode(c);
    return text;
  }

  /**
   * Finds a part of a result. Returns its address, or 0 if it does not exist, and stores its size in `partSize`.
   * @param {number} result @param {number} name the address of the part's name as a C string, such as a value of
   *   `parts`
   */
  part(result, name) {
    const at = this.exports.agal_result_get(result, name, this.sizeAt) >>> 0;
    this.view();
    this.partSize = this.words[this.sizeAt >>> 2];
    return at;
  }

  /** @param {number} result @param {number} name @returns {Uint8Array | undefined} A copy. */
  partBytes(result, name) {
    const at = this.part(result, name);
    return at === 0 ? undefined : this.bytes.slice(at, at + this.partSize);
  }

  /** @param {number} result @param {number} index @returns {Uint8Array | undefined} A copy. */
  partBytesAt(result, index) {
    const at = this.exports.agal_result_at(result, index, this.sizeAt) >>> 0;
    this.view();
    return at === 0 ? undefined : this.bytes.slice(at, at + this.words[this.sizeAt >>> 2]);
  }

  /** @param {number} result @param {number} name @returns {string | undefined} */
  partText(result, name) {
    const at = this.part(result, name);
    return at === 0 ? undefined : decoder.decode(this.bytes.subarray(at, at + this.partSize));
  }

  /**
   * Reads the text of a shader, which is ASCII: the modules do not write SPIR-V assembly, the only text whose names may
   * have other characters.
   * @param {number} at @param {number} size
   * @returns {string}
   */
  textAt(at, size) {
    if (isNode) return this.buffer.latin1Slice(at, at + size); // toString calls this function
    return decoder.decode(this.bytes.subarray(at, at + size));
  }

  /** Returns the reason why a call trapped. @param {Error} error */
  explainTrap(error) {
    const spare = 1024; // pages of 64 KiB
    try {
      this.memory.grow(spare);
    } catch {
      return this.outOfMemory();
    }
    return new Fault('AGAL_INTERNAL_ERROR', `agalc stopped: ${error.message}`);
  }
}

/** A module and its current instance. After a trap, a new instance replaces it. */
export class Machine {
  #module;
  /** @type {Instance | undefined} */
  #instance;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module;
    this.#instance = new Instance(module);
  }

  /**
   * Returns the result of `work`, or the result of `failed` if the module traps or runs out of memory.
   * @template T
   * @param {(instance: Instance) => T} work
   * @param {(fault: Fault) => T} failed
   * @returns {T}
   */
  use(work, failed) {
    const maxKeptMemory = 128 * 1024 * 1024; // the memory of an instance never shrinks
    try {
      const instance = (this.#instance ??= new Instance(this.#module));
      const out = work(instance);
      instance.trim();
      if (instance.bytes.length > maxKeptMemory) this.#instance = undefined;
      return out;
    } catch (error) {
      if (!(error instanceof Fault) && !isTrap(error)) throw error;
      const instance = this.#instance;
      this.#instance = undefined;
      if (error instanceof Fault) return failed(error);
      const { message } = /** @type {Error} */ (error);
      return failed(instance?.explainTrap(/** @type {Error} */ (error)) ?? new Fault('AGAL_OUT_OF_MEMORY', message));
    }
  }
}

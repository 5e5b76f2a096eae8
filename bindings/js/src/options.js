// Converts options from an object of JavaScript to agal_options. The names are the library's names in camelCase. The
// library checks names and values; this file knows only the separators of lists.
import { AGAL_BAD_ARGUMENT, AGAL_OK } from './declarations.js';

const maxKept = 64;

const dashed = (/** @type {string} */ name) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
const camelCase = (/** @type {string} */ text) => text.replace(/-([a-z])/g, (_, c) => c.toUpperCase());

/** The separator between the elements of a list. The elements of `fill` may contain commas. */
const separatorOf = (/** @type {string} */ name) => (name === 'fill' ? '\n' : ',');

/** @param {string} name @param {unknown} value */
const textOf = (name, value) => (Array.isArray(value) ? value.join(separatorOf(name)) : String(value));

/**
 * Returns a text that is equal for equal options.
 * @param {Record<string, unknown>} options
 */
function keyOf(options) {
  let key = '';
  for (const name in options) {
    const value = options[name];
    if (value === undefined) continue;
    const text = textOf(name, value);
    if (name.includes('\0') || text.includes('\0')) throw new TypeError(`the option ${name} contains a zero byte`);
    key += `${name}\0${text}\0`;
  }
  return key;
}

/**
 * Returns a list in which names and values alternate; undefined if a value is an object, because its content may
 * change.
 * @param {Record<string, unknown>} options
 */
function contentOf(options) {
  const content = [];
  for (const name in options) {
    if (typeof options[name] === 'object') return undefined;
    content.push(name, options[name]);
  }
  return content;
}

/** @param {Record<string, unknown>} options @param {unknown[]} content */
function hasContent(options, content) {
  let i = 0;
  for (const name in options) if (content[i++] !== name || content[i++] !== options[name]) return false;
  return i === content.length;
}

/**
 * Returns a copy of the options that does not change when the object or a list in it changes.
 * @param {object | null | undefined} options
 */
function snapshotOf(options) {
  /** @type {Record<string, string>} */
  const copy = {};
  for (const name in options) {
    const value = /** @type {Record<string, unknown>} */ (options)[name];
    if (value !== undefined) copy[name] = textOf(name, value);
  }
  return copy;
}

/**
 * Throws a TypeError for everything that is not an object with options, such as the name of a target or a Map, whose
 * entries would be ignored.
 * @param {unknown} options
 */
export function checkOptions(options) {
  if (options === undefined || options === null) return;
  if (typeof options !== 'object') throw new TypeError('the options are not an object');
  if (Symbol.iterator in options) throw new TypeError('the options are a list or a Map, not a plain object');
}

/** Keeps the agal_options of recent calls, because setting options takes longer than compiling a short program. */
export class OptionsCache {
  #instance;
  /** @type {Map<string, number>} */
  #kept = new Map();
  /** The options of the previous call. Most calls repeat them. */
  #last = {
    options: /** @type {object | undefined} */ (undefined),
    content: /** @type {unknown[]} */ ([]),
    pointer: 0,
    snapshot: /** @type {object | undefined} */ (undefined),
  };

  /** @param {import('./instance.js').Instance} instance */
  constructor(instance) {
    this.#instance = instance;
  }

  /**
   * Returns a pointer to agal_options, 0 for the defaults. Throws a TypeError for a name or a value that the library
   * does not know.
   * @param {object | null | undefined} options
   * @returns {number}
   */
  get(options) {
    if (options === undefined || options === null) return 0;
    const values = /** @type {Record<string, unknown>} */ (options);
    if (options === this.#last.options && hasContent(values, this.#last.content)) return this.#last.pointer;
    checkOptions(options);
    const pointer = this.#find(values);
    const content = contentOf(values);
    this.#last = { options: content && options, content: content ?? [], pointer, snapshot: undefined };
    return pointer;
  }

  /**
   * Returns a copy of the options that does not change when the object or a list in it changes. Calls with the same
   * options share it.
   * @param {object | null | undefined} options the options of the last `get`
   * @returns {object}
   */
  snapshot(options) {
    return options === this.#last.options ? (this.#last.snapshot ??= snapshotOf(options)) : snapshotOf(options);
  }

  /** @param {Record<string, unknown>} values */
  #find(values) {
    const key = keyOf(values);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const made = this.#make(values);
    if (this.#kept.size >= maxKept) this.#dropOldest();
    this.#kept.set(key, made);
    return made;
  }

  /** @param {Record<string, unknown>} values */
  #make(values) {
    const { exports } = this.#instance;
    const options = exports.agal_options_create();
    if (options === 0) throw this.#instance.outOfMemory();
    try {
      // The host comes first, because other options may change the values that it sets.
      if (values.host !== undefined) this.#set(options, 'host', textOf('host', values.host));
      for (const name in values)
        if (name !== 'host' && values[name] !== undefined) this.#set(options, name, textOf(name, values[name]));
    } catch (error) {
      exports.agal_options_release(options);
      throw error;
    }
    return options;
  }

  /** @param {number} options @param {string} name @param {string} value */
  #set(options, name, value) {
    const { exports } = this.#instance;
    const [nameAt, valueAt] = this.#instance.putStrings([dashed(name), value]);
    const status = exports.agal_options_set(options, nameAt, valueAt);
    if (status === AGAL_OK) return;
    if (status !== AGAL_BAD_ARGUMENT) throw this.#instance.outOfMemory();
    const message = this.#instance.cString(exports.agal_options_message(options));
    throw new TypeError(message.startsWith('unknown option') ? camelCase(message) : message);
  }

  #dropOldest() {
    const [key, options] = /** @type {[string, number]} */ (this.#kept.entries().next().value);
    this.#instance.exports.agal_options_release(options);
    this.#kept.delete(key);
    if (this.#last.pointer === options) this.#last.options = undefined;
  }
}

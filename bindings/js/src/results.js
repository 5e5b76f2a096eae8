// The results of the functions. A result of the library is copied and released at once, so that the caller does not
// have to release anything.

import {
  AGAL_BAD_ARGUMENT,
  AGAL_INTERNAL_ERROR,
  AGAL_OK,
  AGAL_OUT_OF_MEMORY,
  AGAL_STAGE_FRAGMENT,
  AGAL_STAGE_VERTEX,
} from './declarations.js';
import { Fault } from './instance.js';
import { readDiagnostics } from './diagnostics.js';
import { readInterface } from './interface.js';

/** @typedef {import('./instance.js').Instance} Instance */
/** @typedef {import('../index.js').Diagnostic} Diagnostic */

const decoder = new TextDecoder();

/** @type {readonly Diagnostic[]} */
const none = Object.freeze(/** @type {any} */ ([]));

/** @type {Record<number, Fault['code']>} */
const faultCodes = { [AGAL_OUT_OF_MEMORY]: 'AGAL_OUT_OF_MEMORY', [AGAL_INTERNAL_ERROR]: 'AGAL_INTERNAL_ERROR' };

/** @param {string | undefined} lines @returns {any[]} */
export function parseLines(lines) {
  if (lines === undefined || lines === '') return [];
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** @param {string} code @param {string} message @returns {Diagnostic} */
const faultDiagnostic = (code, message) => ({ code, severity: 'error', message });

// Hidden properties of results: the function that gets the diagnostics when they are read, and the reflection, which is
// JSON as bytes until it is read. With private fields, engines need three times as long for the constructors of several
// classes. Entries of a WeakMap take long to collect.
const asked = Symbol('asked'), reflected = Symbol('reflected');

/** @param {any} result @param {symbol} property @param {unknown} value */
const hide = (result, property, value) => Object.defineProperty(result, property, { value, writable: true });

/** @param {any} result @returns {Outcome} */
function answerOf(result) {
  const answer = result[asked]();
  result[asked] = () => answer;
  return answer;
}

// All results share these property descriptors, so that engines give them one hidden class.
/** @type {PropertyDescriptor & ThisType<Outcome>} */
const postponedDiagnostics = {
  configurable: true,
  enumerable: true,
  get() {
    return answerOf(this).diagnostics;
  },
};
/** @type {PropertyDescriptor & ThisType<Outcome>} */
const postponedMessages = {
  configurable: true,
  enumerable: true,
  get() {
    return answerOf(this).messages;
  },
};

/**
 * Reads the diagnostics of a result into `out`.
 * @param {Outcome} out @param {Instance} instance @param {number} result
 */
function readReport(out, instance, result) {
  const diagnostics = readDiagnostics(instance, result);
  if (out.ok && diagnostics.length === 0) return;
  out.diagnostics = diagnostics;
  out.messages = instance.partText(result, instance.parts.messages) ?? '';
  out.playerError = instance.exports.agal_result_player_error(result) || undefined;
  const status = instance.exports.agal_result_status(result);
  if (status === AGAL_BAD_ARGUMENT) throw new TypeError(out.messages.trim());
  const code = faultCodes[status];
  if (code !== undefined) {
    const message = out.messages.trim();
    out.failed(new Fault(code, message === '' ? 'out of memory' : message));
  }
}

/** The common part of all results. */
export class Outcome {
  /** True if the diagnostics of accepted programs are read later than the other parts. */
  static postpones = false;

  /** Gets the diagnostics from `ask` when they are read, if it is given. @param {() => Outcome} [ask] */
  constructor(ask) {
    // Assignments are faster than fields, which engines initialize in a separate function for each class.
    this.ok = true;
    if (ask === undefined) {
      /** @type {readonly Diagnostic[]} */
      this.diagnostics = none;
      /** @type {string} */
      this.messages = '';
    } else {
      hide(this, asked, ask);
      // Faster than Object.defineProperties, and than changing properties that exist.
      Object.defineProperty(this, 'diagnostics', postponedDiagnostics);
      Object.defineProperty(this, 'messages', postponedMessages);
    }
    /** @type {number | undefined} */
    this.playerError = undefined;
  }

  /** Makes this the result of an interrupted call. @param {Fault} fault */
  failed(fault) {
    this.ok = false;
    this.diagnostics = [faultDiagnostic(fault.code, fault.message)];
    this.messages = `error[${fault.code}]: ${fault.message}\n`;
    return this;
  }

  /** @param {Instance} instance @param {number} result @param {number} [_name] of the part that a TextResult reads */
  read(instance, result, _name) {
    this.ok = instance.exports.agal_result_status(result) === AGAL_OK;
    readReport(this, instance, result);
    return this;
  }
}

/** The text or the words of one stage. */
class Product {
  /** @type {'vertex' | 'fragment' | undefined} */
  stage;
  /** @type {string | undefined} */
  code;
  /** @type {Uint32Array | undefined} */
  words;
}

/**
 * Reads the product of a stage into `out`. Returns false if there is none.
 * @param {{ stage: any, code: any, words: any, container?: Uint8Array }} out
 * @param {Instance} instance @param {number} result @param {'vertex' | 'fragment'} stage
 * @param {number} name the address of the stage's name
 */
function readProduct(out, instance, result, stage, name) {
  const firstOfSpirv = 0x03, firstOfContainer = 0xb0; // no text begins with these bytes
  const at = instance.part(result, name);
  if (at === 0) return false;
  out.stage = stage;
  const { bytes, partSize: size } = instance;
  if (bytes[at] === firstOfSpirv) {
    out.words = new Uint32Array(bytes.slice(at, at + size).buffer);
  } else if (bytes[at] === firstOfContainer) {
    out.container = bytes.slice(at, at + size);
    out.code = instance.textAt(at + 3, size - 3);
  } else out.code = instance.textAt(at, size);
  return true;
}

/**
 * The result of a translation. Diagnostics and reflection are computed when they are read, because each takes longer
 * than translating a short program.
 */
class Translation extends Outcome {
  static postpones = true;

  /** @param {Instance} instance @param {number} result */
  read(instance, result) {
    this.ok = instance.exports.agal_result_status(result) === AGAL_OK;
    if (!this.ok) readReport(this, instance, result);
    return this;
  }

  /** @param {Instance} instance @param {number} result */
  readReflection(instance, result) {
    const json = instance.partBytes(result, instance.parts.reflection);
    if (json !== undefined) hide(this, reflected, json);
  }

  get reflection() {
    const hidden = /** @type {any} */ (this);
    if (hidden[reflected] instanceof Uint8Array) hidden[reflected] = JSON.parse(decoder.decode(hidden[reflected]));
    return hidden[reflected];
  }

  toJSON() {
    return { ...this, reflection: this.reflection };
  }
}

export class CompileResult extends Translation {
  /** @type {'vertex' | 'fragment' | undefined} */
  stage;
  /** @type {string | undefined} */
  code;
  /** @type {Uint32Array | undefined} */
  words;
  /** @type {import('../index.js').Interface | undefined} */
  interface;
  /** @type {any[] | undefined} */
  steps;

  /** Makes this the result of a program that has nothing but a text. @param {'vertex' | 'fragment'} stage @param {string} code */
  accept(stage, code) {
    this.stage = stage;
    this.code = code;
  }

  /** @param {Instance} instance @param {number} result */
  read(instance, result) {
    super.read(instance, result);
    // Most results have only the two texts of the diagnostics and, if accepted, a product.
    const hasMore = instance.exports.agal_result_count(result) > (this.ok ? 3 : 2);
    const steps = hasMore ? instance.partText(result, instance.parts.steps) : undefined;
    if (steps !== undefined) this.steps = parseLines(steps);
    if (!this.ok) return this;
    const { vertex, fragment } = instance.parts;
    if (!readProduct(this, instance, result, 'fragment', fragment))
      readProduct(this, instance, result, 'vertex', vertex);
    this.interface = readInterface(instance, result, this.stage === 'vertex' ? AGAL_STAGE_VERTEX : AGAL_STAGE_FRAGMENT);
    if (hasMore) this.readReflection(instance, result);
    return this;
  }
}

export class LinkResult extends Translation {
  /** @type {Product | undefined} */
  vertex;
  /** @type {Product | undefined} */
  fragment;
  /** @type {string | undefined} */
  both;
  /** @type {import('../index.js').LinkResult['interfaces']} */
  interfaces;

  /** @param {Instance} instance @param {number} result */
  read(instance, result) {
    super.read(instance, result);
    if (!this.ok) return this;
    const vertex = readInterface(instance, result, AGAL_STAGE_VERTEX);
    const fragment = readInterface(instance, result, AGAL_STAGE_FRAGMENT);
    if (vertex !== undefined && fragment !== undefined) this.interfaces = { vertex, fragment };
    this.both = instance.partText(result, instance.parts.both);
    this.readReflection(instance, result);
    if (this.both !== undefined) return this;
    const { parts } = instance;
    readProduct((this.vertex = new Product()), instance, result, 'vertex', parts.vertex);
    readProduct((this.fragment = new Product()), instance, result, 'fragment', parts.fragment);
    return this;
  }
}

export class ReflectResult extends Translation {
  /** @param {Instance} instance @param {number} result */
  read(instance, result) {
    super.read(instance, result);
    if (this.ok) this.readReflection(instance, result);
    return this;
  }
}

export class AssembleResult extends Outcome {
  /** @type {Uint8Array | undefined} */
  bytecode;

  /** @param {Instance} instance @param {number} result */
  read(instance, result) {
    super.read(instance, result);
    if (this.ok) this.bytecode = instance.partBytes(result, instance.parts.bytecode);
    return this;
  }
}

export class DisassembleResult extends Outcome {
  /** @type {string | undefined} */
  assembly;

  /** @param {Instance} instance @param {number} result */
  read(instance, result) {
    super.read(instance, result);
    if (this.ok) this.assembly = instance.partText(result, instance.parts.assembly);
    return this;
  }
}

/** The names for numbers that JSON does not have. */
const words = new Map([
  ['nan', NaN],
  ['inf', Infinity],
  ['-inf', -Infinity],
]);

/** @param {string} line */
const parseNumbers = (line) => JSON.parse(line, (_, value) => words.get(value) ?? value);

export class ProveResult extends Outcome {
  /** @type {any} */
  proof;
  /** @type {string | undefined} */
  text;

  /** @param {Instance} instance @param {number} result */
  read(instance, result) {
    super.read(instance, result);
    if (!this.ok) return this;
    this.proof = parseNumbers(instance.partText(result, instance.parts.proof) ?? 'null');
    this.text = instance.partText(result, instance.parts.text);
    return this;
  }
}

export class InterpretResult extends Outcome {
  /** @type {'vertex' | 'fragment' | undefined} */
  stage;
  /** @type {Record<string, any>[] | undefined} */
  outputs;
  /** @type {string | undefined} */
  trace;

  /** @param {Instance} instance @param {number} result */
  read(instance, result) {
    super.read(instance, result);
    if (!this.ok) return this;
    const text = instance.partText(result, instance.parts.outputs) ?? '';
    this.outputs = text
      .trimEnd()
      .split('\n')
      .map(parseNumbers);
    this.stage = this.outputs.length === 1 ? 'vertex' : 'fragment';
    this.trace = instance.partText(result, instance.parts.trace);
    return this;
  }
}

/** A result with one text, which is undefined if the library does not know the word. */
export class TextResult extends Outcome {
  /** @type {string | undefined} */
  text;

  /** @param {Instance} instance @param {number} result @param {number} name of the part */
  read(instance, result, name = instance.parts.text) {
    super.read(instance, result);
    if (this.ok) this.text = instance.partText(result, name);
    return this;
  }
}

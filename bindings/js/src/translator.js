// The functions that both agalc.wasm and agalc-translate.wasm have.
import { AGAL_OK, AGAL_STAGE_VERTEX, agal_compilation, agal_compiled } from './declarations.js';
import { Machine, roomFor } from './instance.js';
import { checkOptions } from './options.js';
import { CompileResult, LinkResult, Outcome, ReflectResult, TextResult } from './results.js';

/** @typedef {import('./instance.js').Instance} Instance */
/** @typedef {import('./instance.js').Input} Input */
/** @typedef {keyof import('./declarations.js').Functions} Name */
/** @typedef {import('../index.js').Program} Program */

/**
 * A class of results.
 * @template {Outcome} T
 * @typedef {{ new (ask?: () => Outcome): T, postpones: boolean }} Kind
 */

/** @param {Program} program @returns {Input} */
export function inputOf(program) {
  if (program instanceof Uint8Array || typeof program === 'string') return program;
  if (ArrayBuffer.isView(program)) return new Uint8Array(program.buffer, program.byteOffset, program.byteLength);
  if (program instanceof ArrayBuffer) return new Uint8Array(program);
  throw new TypeError('a program is a Uint8Array, an ArrayBuffer (bytecode), or a string (assembly)');
}

/** @param {Input} input */
const copyOf = (input) => (typeof input === 'string' ? input : new Uint8Array(input));

/**
 * Reads a result of the library. If it has warnings that are read later, `again` returns a function that repeats the call
 * to get them.
 * @template {Outcome} T
 * @param {Kind<T>} Kind @param {Instance} instance @param {number} result
 * @param {(() => () => Outcome) | undefined} again @param {number} [part]
 * @returns {T}
 */
function readResult(Kind, instance, result, again, part) {
  const { agal_result_status, agal_result_warnings } = instance.exports;
  const later = Kind.postpones && agal_result_status(result) === AGAL_OK && agal_result_warnings(result) !== 0;
  const out = new Kind(later ? again?.() : undefined);
  out.read(instance, result, part);
  return out;
}

/**
 * Reads a result of the library, and releases it. The parameters are those of `readResult`.
 * @template {Outcome} T
 * @param {Kind<T>} Kind @param {Instance} instance @param {number} result
 * @param {(() => () => Outcome) | undefined} again @param {number} [part]
 * @returns {T}
 */
function finish(Kind, instance, result, again, part) {
  try {
    return readResult(Kind, instance, result, again, part);
  } finally {
    instance.exports.agal_result_release(result);
  }
}

/**
 * Returns the texts of an agal_compilation, one after another.
 * @param {Instance} instance @param {number} compilation
 */
function textsOf(instance, compilation) {
  instance.view();
  const { words } = instance;
  const all = compilation >>> 2;
  if (words[all + agal_compilation.status] !== AGAL_OK) throw instance.outOfMemory();
  const size = words[all + agal_compilation.text_size];
  return size === 0 ? '' : instance.textAt(words[all + agal_compilation.text], size);
}

/** @param {Instance} instance @param {number} compilation */
const rowsOf = (instance, compilation) => instance.words[(compilation >>> 2) + agal_compilation.programs] >>> 2;

export class Translator {
  #machine;
  #version = '';
  #abiVersion = 0;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#machine = new Machine(module);
    this.#machine.use(
      (instance) => {
        this.#version = instance.cString(instance.exports.agal_version());
        this.#abiVersion = instance.exports.agal_abi_version();
      },
      (fault) => {
        throw fault;
      },
    );
  }

  get version() {
    return this.#version;
  }

  get abiVersion() {
    return this.#abiVersion;
  }

  /** @param {Program} program @param {object} [options] */
  compile(program, options) {
    const input = inputOf(program);
    return this.#machine.use(
      (instance) => this.#compileOne(instance, input, options),
      (fault) => new CompileResult().failed(fault),
    );
  }

  /**
   * If a program stops the module, each of the programs that were compiled together is compiled in a separate call.
   * @param {readonly Program[]} programs @param {object} [options]
   */
  compileAll(programs, options) {
    const maxTogether = 256; // bounds the memory for the texts
    const inputs = Array.from(programs, inputOf);
    /** @type {CompileResult[]} */
    const results = [];
    for (let i = 0; i < inputs.length; i += maxTogether) {
      const some = inputs.slice(i, i + maxTogether);
      const compiled = this.#machine.use(
        (instance) => this.#compileTogether(instance, some, options),
        () => some.map((input) => this.compile(input, options)),
      );
      for (const each of compiled) results.push(each);
    }
    return results;
  }

  /**
   * Compiles a program. The lists of `#compileTogether` would take 3 % of the time of a short program.
   * @param {Instance} instance @param {Input} input @param {object | undefined} options
   */
  #compileOne(instance, input, options) {
    const settings = instance.options.get(options);
    const { exports } = instance;
    const sizes = instance.reserve(4 + roomFor(input));
    const size = instance.put(input, sizes + 4);
    instance.words[sizes >>> 2] = size;
    const compilation = exports.agal_compile_all(sizes + 4, sizes, 1, settings) >>> 0;
    try {
      const text = textsOf(instance, compilation);
      return this.#resultAt(instance, rowsOf(instance, compilation), text, input, options);
    } finally {
      exports.agal_compilation_release(compilation);
    }
  }

  /**
   * Compiles programs in one call of the library.
   * @param {Instance} instance @param {Input[]} inputs @param {object | undefined} options
   */
  #compileTogether(instance, inputs, options) {
    const settings = instance.options.get(options);
    const { exports } = instance;
    const sizes = instance.putAll(inputs);
    const compilation = exports.agal_compile_all(sizes + 4 * inputs.length, sizes, inputs.length, settings) >>> 0;
    try {
      const text = textsOf(instance, compilation);
      const rows = rowsOf(instance, compilation);
      return inputs.map((input, i) => this.#resultAt(instance, rows + i * agal_compiled.size, text, input, options));
    } finally {
      exports.agal_compilation_release(compilation);
    }
  }

  /**
   * Returns the result of a program. `row` is the index of its agal_compiled, and `text` the texts of all programs.
   * @param {Instance} instance @param {number} row @param {string} text
   * @param {Input} input @param {object | undefined} options
   */
  #resultAt(instance, row, text, input, options) {
    const { words } = instance;
    const result = words[row + agal_compiled.result];
    if (result === 0) {
      const out = new CompileResult();
      const begin = words[row + agal_compiled.text_begin];
      const code = text.slice(begin, begin + words[row + agal_compiled.text_size]);
      out.accept(words[row + agal_compiled.stage] === AGAL_STAGE_VERTEX ? 'vertex' : 'fragment', code);
      return out;
    }
    const again = () => this.#repeated('agal_compile', instance.options.snapshot(options), input);
    const out = readResult(CompileResult, instance, result, again);
    instance.view(); // reading may have grown the memory
    return out;
  }

  /** @param {Program} vertex @param {Program} fragment @param {object} [options] */
  link(vertex, fragment, options) {
    return this._pairCall('agal_link', vertex, fragment, options, LinkResult);
  }

  /** @param {Program} program @param {object} [options] */
  validate(program, options) {
    return this._programCall('agal_validate', program, options, Outcome);
  }

  /** @param {Program} program @param {object} [options] */
  reflect(program, options) {
    checkOptions(options);
    return this._programCall('agal_compile', program, { ...options, reflect: true, bindingsOnly: false }, ReflectResult);
  }

  /**
   * Calls a function that takes a program and options. `between` may use the instance before the call, and returns
   * additional arguments, which precede the options.
   * @template {Outcome} T
   * @param {Name} name @param {Program} program @param {object | undefined} options @param {Kind<T>} Kind
   * @param {(instance: Instance) => number[]} [between]
   * @returns {T}
   */
  _programCall(name, program, options, Kind, between) {
    const input = inputOf(program);
    return this.#machine.use(
      (instance) => {
        const settings = instance.options.get(options);
        const at = instance.reserve(roomFor(input));
        const size = instance.put(input, at);
        const more = between === undefined ? [] : between(instance);
        const result = instance.callable(name)(at, size, ...more, settings);
        return finish(Kind, instance, result, () => this.#repeated(name, instance.options.snapshot(options), input));
      },
      (fault) => new Kind().failed(fault),
    );
  }

  /**
   * Calls a function that takes two programs and options.
   * @template {Outcome} T
   * @param {Name} name @param {Program} one @param {Program | undefined} other undefined becomes a null pointer
   * @param {object | undefined} options @param {Kind<T>} Kind
   * @returns {T}
   */
  _pairCall(name, one, other, options, Kind) {
    const first = inputOf(one);
    const second = other === undefined ? undefined : inputOf(other);
    return this.#machine.use(
      (instance) => {
        const settings = instance.options.get(options);
        const at = instance.reserve(roomFor(first) + (second === undefined ? 0 : roomFor(second)));
        const size = instance.put(first, at);
        const [secondAt, secondSize] = second === undefined ? [0, 0] : [at + size, instance.put(second, at + size)];
        const result = instance.callable(name)(at, size, secondAt, secondSize, settings);
        return finish(Kind, instance, result, () =>
          this.#repeated(name, instance.options.snapshot(options), first, second),
        );
      },
      (fault) => new Kind().failed(fault),
    );
  }

  /**
   * Returns a function that repeats a call to get its diagnostics, because the library's result will be released. Copies
   * the programs, which the caller may change.
   * @param {Name} name @param {object} options a snapshot @param {Input} one @param {Input} [other]
   * @returns {() => Outcome}
   */
  #repeated(name, options, one, other) {
    const first = copyOf(one);
    if (other === undefined) return () => this._programCall(name, first, options, Outcome);
    const second = copyOf(other);
    return () => this._pairCall(name, first, second, options, Outcome);
  }

  /** @param {Name} name @param {string} word @param {string} part */
  _wordCall(name, word, part) {
    return this.#machine.use(
      (instance) => {
        const [at] = instance.putStrings([String(word)]);
        return finish(TextResult, instance, instance.callable(name)(at), undefined, instance.parts[part]);
      },
      (fault) => {
        throw new Error(fault.message);
      },
    );
  }

  /**
   * @template T
   * @param {(instance: Instance) => T} work @param {(fault: import('./instance.js').Fault) => T} failed
   */
  _use(work, failed) {
    return this.#machine.use(work, failed);
  }
}

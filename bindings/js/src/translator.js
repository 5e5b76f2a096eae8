// The functions that both agalc.wasm and agalc-translate.wasm have.
import { AGAL_OK, AGAL_STAGE_VERTEX, agal_compilation, agal_compiled } from './declarations.js';
import { Machine, roomFor } from './instance.js';
import { checkOptions } from './options.js';
import { CompileResult, LinkResult, Outcome, ReflectResult, TextResult } from './results.js';

/** @typedef {import('./instance.js').Instance} Instance */
/** @typedef {import('./instance.js').Input} Input */
/** @typedef {keyof import('./declarations.js').Functions} Name */
/** @typedef {import('../index.js').Program} Program */

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
 * Lets `out` read a result of the library, and releases the result.
 * @template {Outcome} T
 * @param {Instance} instance @param {number} result
 * @param {T & { read(instance: Instance, result: number, part?: number): unknown }} out @param {number} [part]
 * @returns {T}
 */
function finish(instance, result, out, part) {
  try {
    out.read(instance, result, part);
  } finally {
    instance.exports.agal_result_release(result);
  }
  return out;
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
    const out = new CompileResult();
    const result = words[row + agal_compiled.result];
    if (result === 0) {
      const begin = words[row + agal_compiled.text_begin];
      const code = text.slice(begin, begin + words[row + agal_compiled.text_size]);
      out.accept(words[row + agal_compiled.stage] === AGAL_STAGE_VERTEX ? 'vertex' : 'fragment', code);
      return out;
    }
    out.read(instance, result);
    if (out.warned) this.#postpone(out, 'agal_compile', instance.options.snapshot(options), input);
    instance.view(); // reading may have grown the memory
    return out;
  }

  /** @param {Program} vertex @param {Program} fragment @param {object} [options] */
  link(vertex, fragment, options) {
    return this._pairCall('agal_link', vertex, fragment, options, new LinkResult());
  }

  /** @param {Program} program @param {object} [options] */
  validate(program, options) {
    return this._programCall('agal_validate', program, options, new Outcome());
  }

  /** @param {Program} program @param {object} [options] */
  reflect(program, options) {
    checkOptions(options);
    return this._programCall('agal_compile', program, { ...options, reflect: true, bindingsOnly: false }, new ReflectResult());
  }

  /**
   * Calls a function that takes a program and options. `between` may use the instance before the call, and returns
   * additional arguments, which precede the options.
   * @template {Outcome} T
   * @param {Name} name @param {Program} program @param {object | undefined} options @param {T} out
   * @param {(instance: Instance) => number[]} [between]
   * @returns {T}
   */
  _programCall(name, program, options, out, between) {
    const input = inputOf(program);
    return this.#machine.use(
      (instance) => {
        const settings = instance.options.get(options);
        const at = instance.reserve(roomFor(input));
        const size = instance.put(input, at);
        const call = instance.callable(name);
        const result =
          between === undefined ? call(at, size, settings) : call(at, size, ...between(instance), settings);
        finish(instance, result, out);
        if (out.warned) this.#postpone(out, name, instance.options.snapshot(options), input);
        return out;
      },
      (fault) => /** @type {T} */ (out.failed(fault)),
    );
  }

  /**
   * Calls a function that takes two programs and options.
   * @template {Outcome} T
   * @param {Name} name @param {Program} one @param {Program | undefined} other undefined becomes a null pointer
   * @param {object | undefined} options @param {T} out
   * @returns {T}
   */
  _pairCall(name, one, other, options, out) {
    const first = inputOf(one);
    const second = other === undefined ? undefined : inputOf(other);
    return this.#machine.use(
      (instance) => {
        const settings = instance.options.get(options);
        const at = instance.reserve(roomFor(first) + (second === undefined ? 0 : roomFor(second)));
        const size = instance.put(first, at);
        const [secondAt, secondSize] = second === undefined ? [0, 0] : [at + size, instance.put(second, at + size)];
        finish(instance, instance.callable(name)(at, size, secondAt, secondSize, settings), out);
        if (out.warned) this.#postpone(out, name, instance.options.snapshot(options), first, second);
        return out;
      },
      (fault) => /** @type {T} */ (out.failed(fault)),
    );
  }

  /**
   * Makes `out` compute its warnings when they are read, by repeating the call, because the library's result is already
   * released. Copies the programs, which the caller may change.
   * @param {any} out @param {Name} name @param {object} options a snapshot @param {Input} one @param {Input} [other]
   */
  #postpone(out, name, options, one, other) {
    const first = copyOf(one);
    if (other === undefined) {
      out.postpone(() => this._programCall(name, first, options, new Outcome()));
      return;
    }
    const second = copyOf(other);
    out.postpone(() => this._pairCall(name, first, second, options, new Outcome()));
  }

  /** @param {Name} name @param {string} word @param {string} part */
  _wordCall(name, word, part) {
    const out = new TextResult();
    return this.#machine.use(
      (instance) => {
        const [at] = instance.putStrings([String(word)]);
        return finish(instance, instance.callable(name)(at), out, instance.parts[part]);
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

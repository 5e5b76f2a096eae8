// The functions of agalc.wasm.
import { fillInputs } from './inputs.js';
import { AssembleResult, DisassembleResult, ProveResult, InterpretResult } from './results.js';
import { ExtractResult } from './extract_result.js';
import { Translator, inputOf } from './translator.js';

/** @typedef {import('../index.js').Program} Program */
/** @typedef {import('../index.js').Inputs} Inputs */

export class Agal extends Translator {
  /** @param {string} text @param {object} [options] */
  assemble(text, options) {
    if (typeof text !== 'string') throw new TypeError('the assembly is not a string');
    return this._programCall('agal_assemble', text, options, AssembleResult);
  }

  /** @param {Program} program @param {object} [options] */
  disassemble(program, options) {
    return this._programCall('agal_disassemble', program, options, DisassembleResult);
  }

  /** @param {string} word */
  explain(word) {
    return this.#lookUp('agal_explain', word, 'text');
  }

  /** @param {string} table */
  list(table) {
    return JSON.parse(this.#lookUp('agal_list', table, 'json'));
  }

  /** @param {import('./translator.js').Name} name @param {string} word @param {string} part */
  #lookUp(name, word, part) {
    const { text, messages } = this._wordCall(name, word, part);
    if (text === undefined) throw new TypeError(messages.trim());
    return text;
  }

  /** @param {Program} program @param {Inputs} [inputs] @param {object} [options] */
  interpret(program, inputs = {}, options = undefined) {
    let given = 0;
    /** @type {Map<string, string>} */
    let stages = new Map();
    const fill = (/** @type {import('./instance.js').Instance} */ instance) => {
      given = instance.exports.agal_inputs_create();
      if (given === 0) throw instance.outOfMemory();
      stages = fillInputs(instance, given, inputs);
      return given;
    };
    const out = this._use(
      (instance) => {
        try {
          const object = fill(instance);
          return this._programCall('agal_interpret', program, options, InterpretResult, () => [object]);
        } finally {
          instance.exports.agal_inputs_release(given);
        }
      },
      (fault) => new InterpretResult().failed(fault),
    );
    for (const [stage, register] of stages)
      if (out.stage !== undefined && stage !== out.stage)
        throw new TypeError(`'${register}' is set, but the program is a ${out.stage} program`);
    return out;
  }

  /** @param {Program} program @param {Program} [other] @param {object} [options] */
  prove(program, other, options) {
    return this._pairCall('agal_prove', program, other, options, ProveResult);
  }

  /**
   * @param {Program | Blob} file @param {string} [name]
   * @param {import('../index.js').ExtractOptions} [options]
   */
  async extract(file, name, options) {
    const isBlob = typeof Blob !== 'undefined' && file instanceof Blob;
    const called = String(name ?? /** @type {any} */ (file)?.name ?? '');
    if (called.includes('\0')) throw new TypeError('the name of the file contains a zero byte');
    const bytes = inputOf(isBlob ? await file.arrayBuffer() : /** @type {Program} */ (file));
    const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
    return this._use(
      (instance) => {
        const settings = instance.options.get(options);
        const at = instance.reserve(content.length + 3 * called.length + 1);
        const size = instance.put(content, at);
        instance.put(`${called}\0`, at + size);
        const result = instance.exports.agal_extract(at, size, at + size, settings);
        try {
          return new ExtractResult().read(instance, result);
        } finally {
          instance.exports.agal_result_release(result);
        }
      },
      (fault) => new ExtractResult().failed(fault),
    );
  }
}

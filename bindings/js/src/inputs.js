// Converts the inputs of the interpreter from the object in docs/interpreter.md to agal_inputs.
import { AGAL_OK, AGAL_OUT_OF_MEMORY, agal_texture_kind as dimensions } from './declarations.js';

/** @typedef {import('./instance.js').Instance} Instance */
/** @typedef {import('../index.js').Inputs} Inputs */
/** @typedef {import('../index.js').TextureInput} TextureInput */

const numbers = new Map([
  ['nan', NaN],
  ['inf', Infinity],
  ['-inf', -Infinity],
]);
const attributeDefault = [0, 0, 0, 1];
const zeros = [0, 0, 0, 0];
const pixels = 4;
const maxRegisters = 1024;

/** @param {unknown} value @param {string} of */
function toNumber(value, of) {
  const number = typeof value === 'number' ? value : numbers.get(/** @type {string} */ (value));
  if (number === undefined)
    throw new TypeError(`${of}: ${typeof value === 'string' ? JSON.stringify(value) : String(value)} is not a number`);
  return number;
}

/**
 * Returns one to four numbers, completed with defaults.
 * @param {any} value @param {number[]} defaults @param {string} of
 */
function toRegister(value, defaults, of) {
  if (!isList(value) || value.length < 1 || value.length > 4)
    throw new TypeError(`${of}: expected one to four numbers`);
  return defaults.map((each, i) => (i < value.length ? toNumber(value[i], of) : each));
}

/** @param {unknown} value @returns {value is ArrayLike<any>} */
const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/**
 * Returns true for unsigned 32-bit integers. WebAssembly would wrap other numbers.
 * @param {any} value @returns {value is number}
 */
const isUnsigned = (value) => Number.isInteger(value) && value >= 0 && value <= 0xffffffff;

/** Returns true for the objects that contain named values. @param {unknown} value */
const isPlain = (value) => typeof value === 'object' && value !== null && !(Symbol.iterator in value);

/** Returns the number in the name of a register. @param {string} name @param {RegExp} form */
function numberOf(name, form) {
  const match = form.exec(name);
  const number = match === null ? NaN : Number(match[1]);
  if (!(number < maxRegisters)) throw new TypeError(`'${name}' is not a register that can be set here`);
  return number;
}

/** Returns the stage of a register from its name. @param {string} name */
const stageOf = (name) => (name[0] === 'f' || !/^v[acs]/.test(name) ? 'fragment' : 'vertex');

class InputsBuilder {
  #instance;
  #inputs;
  /** @type {Map<string, string>} For each stage with a register that was set, the name of one such register. */
  stages = new Map();

  /** @param {Instance} instance @param {number} inputs */
  constructor(instance, inputs) {
    this.#instance = instance;
    this.#inputs = inputs;
  }

  /**
   * Calls a function of agal.h with numbers that are copied into memory.
   * @param {keyof import('./declarations.js').Functions} name @param {(at: number) => number[]} args @param {ArrayLike<number>} values @param {string} of
   */
  #set(name, args, values, of) {
    const at = this.#instance.reserve(4 * values.length);
    new Float32Array(this.#instance.view().buffer, at, values.length).set(values);
    const status = this.#instance.callable(name)(this.#inputs, ...args(at));
    if (status === AGAL_OUT_OF_MEMORY) throw this.#instance.outOfMemory();
    if (status !== AGAL_OK) throw new TypeError(`${of}: not accepted`);
  }

  /** @param {Record<string, any>} constants */
  constants(constants) {
    /** @type {number[]} */
    const values = [];
    for (const [name, value] of Object.entries(constants)) {
      const first = numberOf(name, /^[vf]c(\d{1,4})$/);
      this.stages.set(stageOf(name), name);
      if (!isList(value)) throw new TypeError(`${name}: expected one to four numbers, or a list of such lists`);
      const registers = isList(value[0]) ? Array.from(value) : rows(value);
      registers.forEach((each, i) => {
        toRegister(each, zeros, name).forEach((number, lane) => (values[4 * (first + i) + lane] = number));
      });
    }
    const filled = Float32Array.from(values, (value) => value ?? 0);
    if (filled.length > 4 * maxRegisters) throw new TypeError(`there are at most ${maxRegisters} constants`);
    this.#set('agal_inputs_set_constants', (at) => [at, filled.length / 4], filled, 'constants');
  }

  /** @param {Record<string, any>} attributes */
  attributes(attributes) {
    for (const [name, value] of Object.entries(attributes)) {
      const number = numberOf(name, /^va(\d{1,4})$/);
      this.stages.set('vertex', name);
      this.#set('agal_inputs_set_attribute', (at) => [number, at], toRegister(value, attributeDefault, name), name);
    }
  }

  /** @param {Record<string, any>} varyings */
  varyings(varyings) {
    for (const [name, value] of Object.entries(varyings)) {
      const number = numberOf(name, /^v(\d{1,4})$/);
      this.stages.set('fragment', name);
      const each = isList(value) && isList(value[0]);
      if (each && value.length !== pixels) throw new TypeError(`${name}: expected one register for each of 4 pixels`);
      for (let pixel = 0; pixel < pixels; ++pixel)
        this.#set(
          'agal_inputs_set_varying',
          (at) => [pixel, number, at],
          toRegister(each ? value[pixel] : value, zeros, name),
          name,
        );
    }
  }

  /** @param {unknown} instance */
  instance(instance) {
    if (!isUnsigned(instance)) throw new TypeError('instance: expected an integer from 0 to 4294967295');
    this.stages.set('vertex', 'instance');
    this.#instance.exports.agal_inputs_set_instance(this.#inputs, instance);
  }

  /** @param {Record<string, TextureInput>} textures */
  textures(textures) {
    for (const [name, texture] of Object.entries(textures)) {
      const number = numberOf(name, /^[vf]s(\d{1,4})$/);
      this.stages.set(stageOf(name), name);
      this.#texture(name, number, texture);
    }
  }

  /** @param {string} name @param {number} sampler @param {TextureInput} texture */
  #texture(name, sampler, texture) {
    if (!isPlain(texture)) throw new TypeError(`${name}: expected an object with size and levels`);
    const { dimension = '2d', size, levels, mipmaps = false, ...others } = texture;
    const unknown = Object.keys(others)[0];
    if (unknown !== undefined) throw new TypeError(`${name}: '${unknown}' is not supported here`);
    if (!dimensions.includes(dimension)) throw new TypeError(`${name}: the dimension is one of ${dimensions.join(', ')}`);
    const [width, height, slices = 1] = isList(size) ? Array.from(size) : [];
    const depth = dimension === 'cube' ? 6 : slices;
    if (![width, height, depth].every((length) => isUnsigned(length) && length > 0))
      throw new TypeError(`${name}: the size is a list of positive integers: width, height, and the depth of a 3d texture`);
    if (!Array.isArray(levels) || levels.length !== 1)
      throw new TypeError(`${name}: expected one level; mipmaps: true computes the others`);
    const texels = texelsOf(levels[0], name);
    if (texels.length !== 4 * width * height * depth)
      throw new TypeError(`${name}: expected ${4 * width * height * depth} numbers, found ${texels.length}`);
    const kind = this.#instance.allocate(8);
    try {
      this.#instance.put(`${dimension}\0`, kind);
      this.#set(
        'agal_inputs_set_texture',
        (at) => [sampler, kind, width, height, depth, at, mipmaps ? 1 : 0],
        texels,
        name,
      );
    } finally {
      this.#instance.exports.agal_free(kind);
    }
  }
}

/** Splits a flat list into registers of at most four numbers. @param {ArrayLike<any>} list */
function rows(list) {
  if (list.length <= 4) return [list];
  const registers = [];
  for (let i = 0; i < list.length; i += 4) registers.push(Array.prototype.slice.call(list, i, i + 4));
  return registers;
}

/**
 * Returns the texels of a level. Bytes are colors from 0 to 255, like in ImageData.
 * @param {any} level @param {string} of
 */
function texelsOf(level, of) {
  if (level instanceof Float32Array) return level;
  if (level instanceof Uint8Array || level instanceof Uint8ClampedArray)
    return Float32Array.from(level, (byte) => byte / 255);
  if (!isList(level)) throw new TypeError(`${of}: a level is a list of numbers`);
  return Float32Array.from(level, (value) => toNumber(value, of));
}

/**
 * Fills agal_inputs. Returns the stages whose registers were set, each with an example.
 * @param {Instance} instance @param {number} target @param {Inputs} inputs
 */
export function fillInputs(instance, target, inputs) {
  if (!isPlain(inputs)) throw new TypeError('the inputs are not an object');
  const builder = new InputsBuilder(instance, target);
  for (const [key, value] of Object.entries(inputs)) {
    if (value === undefined) continue;
    if (!['constants', 'attributes', 'varyings', 'instance', 'textures'].includes(key))
      throw new TypeError(`unknown key '${key}' of the inputs`);
    if (key !== 'instance' && !isPlain(value)) throw new TypeError(`${key}: expected an object`);
    /** @type {any} */ (builder)[key](value);
  }
  return builder.stages;
}

// A small, handwritten module with the functions of agal.h. Most of the functions trap.

const i32 = 0x7f;
const unreachable = [0x00];
const constant = (/** @type {number} */ value) => [0x41, ...leb(value)];

/** @param {number} value @returns {number[]} LEB128, signed, of a number that is not negative */
function leb(value) {
  const low = value & 0x3f;
  return value < 0x40 ? [low] : [(value & 0x7f) | 0x80, ...leb(value >> 7)];
}

const vector = (/** @type {number[][]} */ items) => [items.length, ...items.flat()];
const section = (/** @type {number} */ id, /** @type {number[]} */ content) => [
  id,
  ...unsignedLeb(content.length),
  ...content,
];

/** @param {number} value @returns {number[]} */
const unsignedLeb = (value) => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsignedLeb(value >> 7)]);

const text = (/** @type {string} */ name) => [name.length, ...Buffer.from(name)];

// agal_allocate(size): 0 for more than 65,536 bytes, else 4096.
const allocate = [...constant(0), ...constant(4096), 0x20, 0, ...constant(65537), 0x4f, 0x1b];

/** Name, number of parameters, whether the function returns a number, and code. */
/** @type {[string, number, boolean, number[]][]} */
const functions = [
  ['_initialize', 0, false, []],
  ['agal_version', 0, true, constant(16)],
  ['agal_abi_version', 0, true, constant(1)],
  ['agal_allocate', 1, true, allocate],
  ['agal_free', 1, false, []],
  ['agal_compile', 3, true, unreachable],
  ['agal_compile_all', 4, true, unreachable],
  ['agal_compilation_release', 1, false, []],
  ['agal_interpret', 4, true, unreachable],
  ['agal_extract', 4, true, unreachable],
  ['agal_prove', 5, true, unreachable],
  ['agal_explain', 1, true, unreachable],
  ['agal_inputs_create', 0, true, constant(8)],
  ['agal_inputs_release', 1, false, []],
];

export function brokenModule() {
  const types = functions.map(([, parameters, returns]) => [
    0x60,
    parameters,
    ...Array(parameters).fill(i32),
    ...(returns ? [1, i32] : [0]),
  ]);
  const bodies = functions.map(([, , , code]) => [code.length + 2, 0, ...code, 0x0b]);
  const exports = functions.map(([name], i) => [...text(name), 0, i]);
  return Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, vector(types)),
    ...section(3, vector(functions.map((_, i) => [i]))),
    ...section(5, [1, 0, 2]),
    ...section(7, vector([...exports, [...text('memory'), 2, 0]])),
    ...section(10, vector(bodies)),
  ]);
}

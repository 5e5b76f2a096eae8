// Reads values of structures of agal.h from the memory of a module.
import { AGAL_NONE } from './declarations.js';

/** @typedef {import('./instance.js').Instance} Instance */

/** @param {number} number */
export const known = (number) => (number === AGAL_NONE ? undefined : number);

/**
 * Reads a list of structures.
 * @template T
 * @param {Instance} m @param {number} first address @param {number} count @param {number} size in words
 * @param {(m: Instance, at: number) => T} read
 * @returns {T[]}
 */
export function list(m, first, count, size, read) {
  const out = [];
  for (let at = first >>> 2; count > 0; at += size, --count) out.push(read(m, at));
  return out;
}

/**
 * Reads the name that the text declares. It has the address of the register's name if both are equal.
 * @param {Instance} m @param {number} address @param {number} nameIndex index of the register's name @param {string} name
 */
export const declaredAt = (m, address, nameIndex, name) => (address === nameIndex << 2 ? name : m.shortText(address));

/** @param {number} bits the locations of colors */
export function locations(bits) {
  const out = [];
  for (let location = 0; bits !== 0; ++location, bits >>>= 1) if ((bits & 1) !== 0) out.push(location);
  return out;
}

// LZMA, by the package lzma1, which is loaded for the first file that needs it.

const propertyBytes = 5;
const headBytes = 13;
const minDictionary = 4096;

/** The head of a .lzma file: properties, size of the dictionary, size of the content. */
function headOf(/** @type {Uint8Array} */ properties, /** @type {number} */ size) {
  const head = new Uint8Array(headBytes);
  head.set(properties);
  const view = new DataView(head.buffer);
  const dictionary = view.getUint32(1, true); // what a file says may be 4 GiB, but it never needs more than its size
  view.setUint32(1, Math.min(dictionary, Math.max(size, minDictionary)), true);
  view.setUint32(propertyBytes, size, true);
  return head;
}

/**
 * Unpacks `size` bytes, or as many as can be found by halving. Undefined: the package cannot be loaded.
 * @param {Uint8Array} properties
 * @param {Uint8Array} packed
 * @param {number} size
 * @returns {Promise<{ bytes: Uint8Array, problem: string } | undefined>}
 */
export async function unpackLzma(properties, packed, size) {
  /** @type {{ decompress(data: Uint8Array): Uint8Array }} */
  let library;
  try {
    library = await import('lzma1');
  } catch {
    return undefined;
  }
  const input = new Uint8Array(headBytes + packed.length);
  input.set(packed, headBytes);
  for (let part = size; part > 0; part >>>= 1) {
    input.set(headOf(properties, part));
    try {
      const bytes = library.decompress(input);
      return { bytes: bytes.subarray(0, part), problem: part < size ? 'its LZMA data is not valid' : '' };
    } catch {
      continue;
    }
  }
  return { bytes: new Uint8Array(0), problem: 'its LZMA data is not valid' };
}

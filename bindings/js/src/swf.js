// The outline of a SWF file: enough to find the files inside it, and to write a file that has others inside.
import { viewOf } from './zip.js';

export const headBytes = 8; // FWS, CWS or ZWS, version, length
const longForm = 0x3f;
const binaryData = 87;
const symbolClass = 76;
const binaryHeadBytes = 6; // the number of the data, and four reserved bytes

/** @param {Uint8Array} bytes */
export const isSwf = (bytes) =>
  bytes.length >= 4 &&
  (bytes[0] === 0x46 || bytes[0] === 0x43 || bytes[0] === 0x5a) &&
  bytes[1] === 0x57 &&
  bytes[2] === 0x53;

/**
 * The tags of an uncompressed movie: the code, where it begins, and where its content begins and ends. `cut`:
 * truncated.
 * @param {Uint8Array} movie
 */
function* tagsOf(movie) {
  const view = viewOf(movie);
  if (movie.length <= headBytes) return;
  const rectangleBits = 5 + 4 * (movie[headBytes] >> 3);
  let at = headBytes + Math.ceil(rectangleBits / 8) + 4;
  while (at + 2 <= movie.length) {
    const begin = at;
    const head = view.getUint16(at, true);
    let length = head & longForm;
    at += 2;
    if (length === longForm) {
      if (at + 4 > movie.length) return;
      length = view.getUint32(at, true);
      at += 4;
    }
    const end = Math.min(at + length, movie.length);
    yield { code: head >> 6, begin, content: at, end, cut: at + length > movie.length };
    if (head >> 6 === 0) return;
    at = end;
  }
}

/** The names that a SymbolClass tag gives to numbers. @param {Uint8Array} content @param {Map<number, string>} names */
function readSymbols(content, names) {
  const view = viewOf(content);
  let at = 2;
  for (let count = content.length < 2 ? 0 : view.getUint16(0, true); count > 0 && at + 2 < content.length; --count) {
    const end = content.indexOf(0, at + 2);
    if (end < 0) return;
    const number = view.getUint16(at, true);
    if (!names.has(number)) names.set(number, printable(content.subarray(at + 2, end)));
    at = end + 1;
  }
}

/** A name as the library prints it. @param {Uint8Array} bytes */
export function printable(bytes) {
  const maxBytes = 512;
  return new TextDecoder().decode(bytes.subarray(0, maxBytes)).replace(/[\u0000-\u001f\u007f\ufffd]/g, '?');
}

/**
 * The binary data in an uncompressed movie, with their names.
 * @param {Uint8Array} movie
 */
export function binaryDataOf(movie) {
  /** @type {Map<number, string>} */
  const names = new Map();
  const found = [];
  for (const tag of tagsOf(movie)) {
    if (tag.code === symbolClass) readSymbols(movie.subarray(tag.content, tag.end), names);
    if (tag.code === binaryData && !tag.cut && tag.end - tag.content >= binaryHeadBytes) found.push(tag);
  }
  return found.map((tag) => {
    const number = viewOf(movie).getUint16(tag.content, true);
    const name = names.get(number) ?? `binary-${number}`;
    return {
      name,
      number,
      begin: tag.begin,
      end: tag.end,
      content: movie.subarray(tag.content + binaryHeadBytes, tag.end),
    };
  });
}

/** @param {number} code @param {number} size */
function tagHead(code, size) {
  const head = new Uint8Array(6);
  viewOf(head).setUint16(0, (code << 6) | longForm, true);
  viewOf(head).setUint32(2, size, true);
  return head;
}

/**
 * A DefineBinaryData tag, as parts.
 * @param {number} number @param {Uint8Array} content
 */
export function binaryDataTag(number, content) {
  const id = new Uint8Array(binaryHeadBytes);
  viewOf(id).setUint16(0, number, true);
  return [tagHead(binaryData, binaryHeadBytes + content.length), id, content];
}

/** A SymbolClass tag with one name. @param {number} number @param {string} name */
export function symbolTag(number, name) {
  const text = new TextEncoder().encode(`${name}\0`);
  const ids = new Uint8Array(4);
  viewOf(ids).setUint16(0, 1, true);
  viewOf(ids).setUint16(2, number, true);
  return [tagHead(symbolClass, ids.length + text.length), ids, text];
}

/** What stands before the tags of a movie, and a tag that ends them. */
export const movieHead = Uint8Array.of(0x46, 0x57, 0x53, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0);
export const endTag = Uint8Array.of(0, 0);

/** The length in the header. @param {Uint8Array} movie */
export const declaredLength = (movie) => viewOf(movie).getUint32(4, true);

/** @param {Uint8Array} movie @param {number} length */
export const setDeclaredLength = (movie, length) => viewOf(movie).setUint32(4, length, true);

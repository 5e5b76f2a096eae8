// Unpacks what is compressed in a file. The library searches uncompressed SWF files and what is inside them, so this
// makes one of everything: a compressed SWF file becomes an uncompressed one, an archive a SWF file that has each entry
// as binary data, and a container inside a SWF file is replaced by what it becomes. `layouts` says where everything
// was.
import { inflate, inflateRaw } from './inflate.js';
import { unpackLzma } from './lzma.js';
import * as swf from './swf.js';
import { entriesOf, isArchive, isStored, packedOf, viewOf } from './zip.js';

const defaults = { maxUnpacked: 256 * 1024 * 1024, maxNesting: 4, maxEntries: 65536 };
const maxNumbers = 65536; // of binary data in a SWF file

/**
 * What is wrong with a file: the code of the diagnostic, and what its message says.
 * @typedef {{ code: string, file: string, byteOffset?: number, text: string }} Damage
 */

/** Where the bytes of a container that was written anew were before. */
class Layout {
  /** @type {{ at: number, was: number, entry?: string }[]} from `at` on */
  #moves = [];

  /** @param {number} at @param {number} was @param {string} [entry] the content of this entry of an archive */
  add(at, was, entry) {
    this.#moves.push({ at, was, entry });
  }

  /** @param {number} offset */
  find(offset) {
    let low = 0;
    let high = this.#moves.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#moves[middle].at <= offset) low = middle + 1;
      else high = middle;
    }
    const move = this.#moves[low - 1];
    return move === undefined ? { offset } : { offset: offset - move.at + move.was, entry: move.entry };
  }
}

/** Joins byte arrays, and knows how many there are so far. */
class Writer {
  /** @type {Uint8Array[]} */
  #parts = [];
  size = 0;

  /** @param {Uint8Array[]} parts */
  add(...parts) {
    for (const part of parts) {
      this.#parts.push(part);
      this.size += part.length;
    }
  }

  join() {
    const out = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.#parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  }
}

class Unpacker {
  /** @type {Damage[]} */
  damage = [];
  /** @type {Map<string, Layout>} by name of the container */
  layouts = new Map();
  #limits;
  #left; // bytes
  #entriesLeft;

  /** @param {{ maxUnpacked?: number, maxNesting?: number, maxEntries?: number }} limits */
  constructor({ maxUnpacked, maxNesting, maxEntries }) {
    const given = { maxUnpacked, maxNesting, maxEntries };
    for (const [name, value] of Object.entries(defaults)) /** @type {any} */ (given)[name] ??= value;
    this.#limits = /** @type {typeof defaults} */ (given);
    this.#left = this.#limits.maxUnpacked;
    this.#entriesLeft = this.#limits.maxEntries;
  }

  /** @param {string} code @param {string} file @param {string | number} text @param {number} [byteOffset] */
  #report(code, file, text, byteOffset) {
    this.damage.push({ code, file, byteOffset, text: String(text) });
  }

  /**
   * What a container becomes. Anything else, and what is nested too deep, stays.
   * @param {Uint8Array} bytes @param {string} name @param {number} depth
   * @returns {Promise<Uint8Array>}
   */
  async plain(bytes, name, depth) {
    if (depth > this.#limits.maxNesting) return bytes;
    if (isArchive(bytes)) return this.#archive(bytes, name, depth);
    if (!swf.isSwf(bytes) || bytes.length < swf.headBytes) return bytes;
    const movie = bytes[0] === 0x46 ? bytes : await this.#movie(bytes, name);
    return movie[0] === 0x46 ? this.#withPlainData(movie, name, depth) : movie;
  }

  /** A compressed movie without compression; itself if there is nothing that could unpack it. */
  async #movie(/** @type {Uint8Array} */ file, /** @type {string} */ name) {
    const unpacked =
      file[0] === 0x5a ? await this.#lzma(file) : await inflate([file.subarray(8)], 'deflate', this.#left);
    if (unpacked === undefined) return file;
    const movie = new Uint8Array(swf.headBytes + unpacked.bytes.length);
    movie.set(file.subarray(0, swf.headBytes));
    movie.set(unpacked.bytes, swf.headBytes);
    movie[0] = 0x46;
    this.#left -= unpacked.bytes.length;
    // Data after the end of the stream is a problem for some streams, and not for others.
    const complete = unpacked.problem === '' || movie.length === swf.declaredLength(file);
    if (unpacked.full) this.#report('AGAL1028', name, this.#limits.maxUnpacked, movie.length);
    else if (!complete)
      this.#report('AGAL1025', name, `its data cannot be decompressed: ${unpacked.problem}`, movie.length);
    if (unpacked.full || !complete) swf.setDeclaredLength(movie, movie.length);
    return movie;
  }

  async #lzma(/** @type {Uint8Array} */ file) {
    const packedLengthAt = 8;
    const propertiesAt = 12;
    const dataAt = 17;
    const size = swf.declaredLength(file) - swf.headBytes;
    if (file.length < dataAt || size <= 0) return { bytes: new Uint8Array(0), problem: 'it is truncated', full: false };
    const packed = file.subarray(dataAt);
    const unpacked = await unpackLzma(file.subarray(propertiesAt, dataAt), packed, Math.min(size, this.#left));
    if (unpacked === undefined) return undefined;
    const truncated = packed.length < viewOf(file).getUint32(packedLengthAt, true);
    return { ...unpacked, problem: truncated ? 'it is truncated' : unpacked.problem, full: size > this.#left };
  }

  /** A movie in which the containers that are binary data became plain. */
  async #withPlainData(/** @type {Uint8Array} */ movie, /** @type {string} */ name, /** @type {number} */ depth) {
    const out = new Writer();
    const layout = new Layout();
    let copied = 0;
    for (const data of swf.binaryDataOf(movie)) {
      if (!swf.isSwf(data.content) && !isArchive(data.content)) continue;
      const content = await this.plain(data.content, `${name}!${data.name}`, depth + 1);
      if (content === data.content) continue;
      out.add(movie.subarray(copied, data.begin), ...swf.binaryDataTag(data.number, content));
      copied = data.end;
      layout.add(out.size, copied);
    }
    if (copied === 0) return movie;
    out.add(movie.subarray(copied));
    const rewritten = out.join();
    swf.setDeclaredLength(rewritten, swf.declaredLength(movie) + rewritten.length - movie.length);
    this.layouts.set(name, layout);
    return rewritten;
  }

  /** A movie that has the entries of an archive as binary data. */
  async #archive(/** @type {Uint8Array} */ bytes, /** @type {string} */ name, /** @type {number} */ depth) {
    const { entries, problem } = entriesOf(bytes);
    const out = new Writer();
    const layout = new Layout();
    out.add(swf.movieHead);
    let number = 0;
    for (const entry of entries) {
      if (this.#entriesLeft-- <= 0 || number >= maxNumbers) {
        this.#report('AGAL1030', name, this.#limits.maxEntries);
        break;
      }
      const entryName = swf.printable(entry.name);
      if (entryName.endsWith('/')) continue;
      const content = await this.#entry(bytes, entry, name, entryName);
      if (content === undefined) break;
      const path = `${name}!${entryName}`;
      const plain = await this.plain(content, path, depth + 1);
      out.add(...swf.symbolTag(number, entryName));
      const tag = swf.binaryDataTag(number, plain);
      layout.add(out.size + tag[0].length + tag[1].length, 0, path);
      out.add(...tag);
      ++number;
    }
    if (problem !== '') this.#report('AGAL1027', name, problem);
    out.add(swf.endTag);
    if (entries.length === 0 && problem !== '') {
      layout.add(out.size, 0); // what is stored can still be searched
      out.add(bytes);
    }
    this.layouts.set(name, layout);
    const movie = out.join();
    swf.setDeclaredLength(movie, movie.length);
    return movie;
  }

  /**
   * The content of an entry; undefined: the rest of the archive is not read.
   * @param {Uint8Array} bytes @param {import('./zip.js').Entry} entry @param {string} archive @param {string} name
   */
  async #entry(bytes, entry, archive, name) {
    const { packed, problem } = packedOf(bytes, entry);
    const content = isStored(entry)
      ? { bytes: packed.subarray(0, this.#left), problem, full: packed.length > this.#left }
      : await inflateRaw(packed, entry, this.#left);
    this.#left -= content.bytes.length;
    if (content.full) {
      this.#report('AGAL1028', archive, this.#limits.maxUnpacked);
      return undefined;
    }
    let why = problem;
    if (why === '' && content.problem !== '')
      why = content.bytes.length === entry.size ? 'its checksum does not match' : 'its data is damaged';
    if (why !== '') this.#report('AGAL1027', archive, `its entry ${name}: ${why}`);
    return content.bytes;
  }
}

/**
 * @param {Uint8Array} bytes @param {string} name
 * @param {{ maxUnpacked?: number, maxNesting?: number, maxEntries?: number }} limits
 */
export async function unpack(bytes, name, limits) {
  const unpacker = new Unpacker(limits);
  return { bytes: await unpacker.plain(bytes, name, 1), damage: unpacker.damage, layouts: unpacker.layouts };
}

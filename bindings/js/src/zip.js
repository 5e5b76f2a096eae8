// The directory of a ZIP file.

/**
 * @typedef {object} Entry
 * @property {Uint8Array} name
 * @property {number} method
 * @property {number} flags
 * @property {number} crc
 * @property {number} packedSize
 * @property {number} size
 * @property {number} at Where its local header begins.
 */

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
const maxCommentBytes = 0xffff;

/** @param {Uint8Array} bytes */
export const isArchive = (bytes) =>
  bytes.length >= 4 &&
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

/** @param {Uint8Array} bytes */
export const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Where the end of the directory begins; -1: there is none. @param {DataView} view */
function findEnd(view) {
  const last = view.byteLength - endBytes;
  for (let at = last; at >= 0 && at >= last - maxCommentBytes; --at)
    if (view.getUint32(at, true) === endMark) return at;
  return -1;
}

/**
 * The entries in the order of the directory, and what is wrong with that.
 * @param {Uint8Array} bytes
 * @returns {{ entries: Entry[], problem: string }}
 */
export function entriesOf(bytes) {
  const view = viewOf(bytes);
  const end = findEnd(view);
  /** @type {Entry[]} */
  const entries = [];
  if (end < 0) return { entries, problem: 'it does not have a central directory' };
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const begin = view.getUint32(end + 16, true);
  if (count === 0xffff || begin === 0xffffffff) return { entries, problem: 'ZIP64 is not supported' };
  const moved = end - size - begin; // bytes in front of the archive
  if (moved < 0) return { entries, problem: 'its central directory is truncated' };
  let at = begin + moved;
  for (let i = 0; i < count; ++i) {
    if (at + entryBytes > end || view.getUint32(at, true) !== entryMark)
      return { entries, problem: 'its central directory is damaged' };
    const nameSize = view.getUint16(at + 28, true);
    entries.push({
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true) + moved,
      name: bytes.subarray(at + entryBytes, Math.min(at + entryBytes + nameSize, end)),
    });
    at += entryBytes + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { entries, problem: '' };
}

/**
 * The packed data of an entry, or why there is none.
 * @param {Uint8Array} bytes
 * @param {Entry} entry
 * @returns {{ packed: Uint8Array, problem: string }}
 */
export function packedOf(bytes, entry) {
  const stored = 0;
  const deflated = 8;
  const refused = (/** @type {string} */ problem) => ({ packed: new Uint8Array(0), problem });
  if ((entry.flags & 1) !== 0) return refused('it is encrypted');
  if (entry.method !== stored && entry.method !== deflated)
    return refused(`it uses compression method ${entry.method}; only stored and deflated entries are supported`);
  const view = viewOf(bytes);
  if (entry.at + localBytes > bytes.length || view.getUint32(entry.at, true) !== localMark)
    return refused('it is not at the offset in the central directory');
  const begin = entry.at + localBytes + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
  const packed = bytes.subarray(begin, begin + entry.packedSize);
  return { packed, problem: packed.length < entry.packedSize ? 'it is shorter than its declared size' : '' };
}

/** @param {Entry} entry */
export const isStored = (entry) => entry.method === 0;

// Reads the ZIP archives of files of frames, and writes values in AMF3 like ActionScript, for tests.
import { inflateRawSync, inflateSync } from 'node:zlib';

/** The entries of an archive. @param {Buffer} bytes @returns {Map<string, Buffer>} */
export function entriesOf(bytes) {
  const end = bytes.length - 22;
  const entries = new Map();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = bytes.readUInt16LE(end + 10); i > 0; --i) {
    const size = bytes.readUInt32LE(at + 20);
    const length = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + length);
    const data = bytes.readUInt32LE(at + 42) + 30 + length;
    entries.set(name, inflateRawSync(bytes.subarray(data, data + size)));
    at += 46 + length;
  }
  return entries;
}

/** The lines of calls.jsonl. @param {Map<string, Buffer>} entries */
export const linesOf = (entries) => entries.get('calls.jsonl').toString().trim().split('\n').map((line) => JSON.parse(line));

/** A PNG file whose rows are not filtered. @param {Buffer} bytes */
export function readPng(bytes) {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const rows = inflateSync(bytes.subarray(41, 41 + bytes.readUInt32BE(33)));
  const pixels = Buffer.alloc(4 * width * height);
  for (let y = 0; y < height; ++y) rows.copy(pixels, y * 4 * width, y * (4 * width + 1) + 1, (y + 1) * (4 * width + 1));
  return { width, height, pixels };
}

function numberOf(value) {
  const groups = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(groups);
}

/** A value in AMF3: null, booleans, numbers, texts, arrays, buffers, and vectors of doubles. @returns {Buffer} */
export function amf3(value) {
  const join = (type, ...parts) => Buffer.concat([Buffer.from([type]), ...parts]);
  if (value === null) return join(1);
  if (typeof value === 'boolean') return join(value ? 3 : 2);
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 21) return join(4, numberOf(value));
  const double = (number) => (((bytes) => (bytes.writeDoubleBE(number), bytes))(Buffer.alloc(8)));
  if (typeof value === 'number') return join(5, double(value));
  if (typeof value === 'string') return join(6, numberOf((Buffer.byteLength(value) << 1) | 1), Buffer.from(value));
  if (Buffer.isBuffer(value)) return join(12, numberOf((value.length << 1) | 1), value);
  if (value instanceof Float64Array)
    return join(15, numberOf((value.length << 1) | 1), Buffer.from([0]), ...Array.from(value, double));
  return join(9, numberOf((value.length << 1) | 1), numberOf(1), ...value.map(amf3));
}

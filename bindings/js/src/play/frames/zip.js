// Writes ZIP archives and PNG files, which both contain data that zlib compresses, and checksums.
import { deflateRawSync, deflateSync } from 'node:zlib';

const table = Uint32Array.from({ length: 256 }, (_, i) => {
  let value = i;
  for (let bit = 0; bit < 8; ++bit) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let value = 0xffffffff;
  for (let i = 0; i < bytes.length; ++i) value = (value >>> 8) ^ table[(value ^ bytes[i]) & 0xff];
  return ~value >>> 0;
}

/** Returns numbers as little-endian bytes. A field is [number of bytes, value]. @param {[number, number][]} fields */
function little(...fields) {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

const day = (1 << 5) | 1; // the first day of 1980, so that equal entries give equal files
const deflated = 8;

/** Returns a ZIP archive with these entries, in their order. @param {[string, Uint8Array][]} entries */
export function zip(entries) {
  const files = [];
  const directory = [];
  let at = 0;
  for (const [name, bytes] of entries) {
    const data = deflateRawSync(bytes, { level: 9 });
    const title = Buffer.from(name);
    const shared = little([2, 20], [2, 0], [2, deflated], [2, 0], [2, day], [4, crc32(bytes)], [4, data.length],
      [4, bytes.length], [2, title.length], [2, 0]);
    const file = [little([4, 0x04034b50]), shared, title, data];
    directory.push(little([4, 0x02014b50], [2, 20]), shared, little([2, 0], [2, 0], [2, 0], [4, 0], [4, at]), title);
    files.push(...file);
    at += file.reduce((sum, part) => sum + part.length, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  const end = little([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0]);
  return Buffer.concat([...files, ...directory, end]);
}

function chunk(type, bytes) {
  const body = Buffer.concat([Buffer.from(type), bytes]);
  const length = Buffer.alloc(4);
  const check = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/**
 * Returns a PNG file of RGBA pixels with eight bits per component.
 * @param {number} width
 * @param {number} height
 * @param {Buffer} pixels
 */
export function png(width, height, pixels) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6], 8); // bits per component, color type RGBA
  const rows = Buffer.alloc((4 * width + 1) * height); // each row begins with its filter, 0 for none
  for (let y = 0; y < height; ++y) pixels.copy(rows, y * (4 * width + 1) + 1, y * 4 * width, (y + 1) * 4 * width);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

// Creates SWF and ZIP files for tests of extract.
import { execFileSync } from 'node:child_process';
import { deflateRawSync, deflateSync } from 'node:zlib';

/** Returns the CRC-32. @param {Uint8Array} bytes */
function sumOf(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; ++bit) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

const u16 = (value) => Buffer.from([value & 0xff, (value >> 8) & 0xff]);
const u32 = (value) => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)]);

const tag = (code, content) =>
  content.length < 0x3f
    ? Buffer.concat([u16((code << 6) | content.length), content])
    : Buffer.concat([u16((code << 6) | 0x3f), u32(content.length), content]);

/** Returns a SWF file with binary data. @param {Record<string, Uint8Array>} data by name */
export function swf(data, signature = 'FWS') {
  const entries = Object.entries(data);
  const tags = entries.map(([, content], i) => tag(87, Buffer.concat([u16(i + 1), u32(0), content])));
  const symbols = entries.map(([name], i) => Buffer.concat([u16(i + 1), Buffer.from(`${name}\0`)]));
  const body = Buffer.concat([
    Buffer.alloc(5),
    ...tags,
    tag(76, Buffer.concat([u16(entries.length), ...symbols])),
    tag(0, Buffer.alloc(0)),
  ]);
  return Buffer.concat([Buffer.from(signature), Buffer.from([10]), u32(8 + body.length), body]);
}

/** @param {Buffer} file */
export const deflated = (file) => Buffer.concat([Buffer.from('C'), file.subarray(1, 8), deflateSync(file.subarray(8))]);

/** @param {Buffer} file */
export function lzma(file) {
  const program = 'import lzma, sys; sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read(), lzma.FORMAT_ALONE))';
  const alone = execFileSync('python3', ['-c', program], { input: file.subarray(8) });
  const packed = alone.subarray(13);
  return Buffer.concat([Buffer.from('Z'), file.subarray(1, 8), u32(packed.length), alone.subarray(0, 5), packed]);
}

/** @param {Record<string, Uint8Array>} files */
export function zip(files, { stored = false, wrongSum = false, flags = 0, method = stored ? 0 : 8 } = {}) {
  const locals = [];
  const directory = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = stored ? content : deflateRawSync(content);
    const sum = u32(wrongSum ? 1 : sumOf(content));
    const common = Buffer.concat([
      u16(20),
      u16(flags),
      u16(method),
      u32(0),
      sum,
      u32(packed.length),
      u32(content.length),
      u16(Buffer.byteLength(name)),
      u16(0),
    ]);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        u16(20),
        common,
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(at),
        Buffer.from(name),
      ]),
    );
    locals.push(local);
    at += local.length;
  }
  const all = Buffer.concat(directory);
  const count = u16(directory.length);
  return Buffer.concat([
    ...locals,
    all,
    Buffer.from('PK\x05\x06'),
    u32(0),
    count,
    count,
    u32(all.length),
    u32(at),
    u16(0),
  ]);
}

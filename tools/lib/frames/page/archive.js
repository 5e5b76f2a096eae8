// ------------------------------------------------------------------------------------------- archive: the file of frames

// `format` is 'deflate', with the header and the checksum of zlib, or 'deflate-raw'.
async function unpack(bytes, format) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The entries of a ZIP archive, which agalc has checked: their bytes by name.
async function readArchive(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  while (end > 0 && view.getUint32(end, true) !== 0x06054b50) --end;
  const entries = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; --left) {
    const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const file = view.getUint32(at + 42, true);
    const begin = file + 30 + view.getUint16(file + 26, true) + view.getUint16(file + 28, true);
    const data = bytes.subarray(begin, begin + size);
    entries.push(Promise.all([name, method === 0 ? data : unpack(data, 'deflate-raw')]));
    at += 46 + nameLength + extra + comment;
  }
  return new Map(await Promise.all(entries));
}

const special = {NaN: NaN, Infinity: Infinity, '-Infinity': -Infinity};
const numbersOf = (list) => list.map((value) => (typeof value === 'string' ? special[value] : value));

// The head, the calls, the data and the pictures of a file.
async function readFrames(bytes) {
  const entries = await readArchive(bytes);
  const lines = new TextDecoder().decode(entries.get('calls.jsonl')).trim().split('\n').map((line) => JSON.parse(line));
  const [head, ...calls] = lines;
  return {head, calls, blob: (hash) => entries.get(`blobs/${hash}`), picture: (frame) => entries.get(`frame-${frame}.png`)};
}

// ---------------------------------------------------------------------------------------------- pixels: PNG, comparison

// Reads a PNG file in RGBA with eight bits and unfiltered rows. A canvas would change the pixels.
async function readPng(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const parts = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === 0x49444154) parts.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)));
  const rows = new Uint8Array(await unzipped(new Blob(parts)).arrayBuffer());
  const size = 4 * width;
  const pixels = new Uint8Array(size * height);
  for (let y = 0; y < height; ++y) {
    if (rows[y * (size + 1)] !== 0) throw new Error('the rows of the picture are filtered');
    pixels.set(rows.subarray(y * (size + 1) + 1, (y + 1) * (size + 1)), y * size);
  }
  return {width, height, pixels};
}

// Counts the pixels that are equal, and the pixels that differ by at most one step in each channel.
function comparePictures(one, other) {
  const total = other.width * other.height;
  if (one.width !== other.width || one.height !== other.height) return {total, equal: 0, close: 0};
  let equal = 0;
  let close = 0;
  for (let i = 0; i < 4 * total; i += 4) {
    let most = 0;
    for (let c = i; c < i + 4; ++c) most = Math.max(most, Math.abs(one.pixels[c] - other.pixels[c]));
    if (most === 0) ++equal;
    if (most <= 1) ++close;
  }
  return {total, equal, close};
}

// ------------------------------------------------------------------------------------ pixels: textures, PNG, comparison

// A bitmap as `getPixels` gives it: alpha, red, green, blue, not premultiplied. Textures are premultiplied.
function pixelsOfBitmap(bytes) {
  const pixels = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i += 4) {
    const alpha = bytes[i];
    for (let c = 0; c < 3; ++c) pixels[i + c] = Math.round((bytes[i + 1 + c] * alpha) / 255);
    pixels[i + 3] = alpha;
  }
  return pixels;
}

// Pixels of `uploadFromByteArray` as RGBA; null: the format is not known.
const pixelFormats = {
  bgra: (bytes, count) => {
    const pixels = new Uint8Array(4 * count);
    for (let i = 0; i < 4 * count; i += 4) pixels.set([bytes[i + 2], bytes[i + 1], bytes[i], bytes[i + 3]], i);
    return pixels;
  },
  bgrPacked565: (bytes, count) => {
    const pixels = new Uint8Array(4 * count);
    for (let i = 0; i < count; ++i) {
      const value = bytes[2 * i] | (bytes[2 * i + 1] << 8);
      const [red, green, blue] = [value >> 11, (value >> 5) & 63, value & 31];
      pixels.set([(red << 3) | (red >> 2), (green << 2) | (green >> 4), (blue << 3) | (blue >> 2), 255], 4 * i);
    }
    return pixels;
  },
  bgraPacked4444: (bytes, count) => {
    const pixels = new Uint8Array(4 * count);
    for (let i = 0; i < count; ++i) {
      const value = bytes[2 * i] | (bytes[2 * i + 1] << 8);
      pixels.set([8, 4, 0, 12].map((shift) => ((value >> shift) & 15) * 17), 4 * i);
    }
    return pixels;
  },
};
pixelFormats.rgbaHalfFloat = (bytes, count) => new Uint16Array(bytes.slice(0, 8 * count).buffer); // WebGL takes them as they are
const bytesOfPixel = {bgra: 4, bgrPacked565: 2, bgraPacked4444: 2, rgbaHalfFloat: 8};

// Shown in place of textures that cannot be decoded: four fields, magenta and black.
function unknownPixels(width, height) {
  const pixels = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < width * height; ++i) {
    const isBlack = (2 * (i % width) >= width) !== (2 * Math.floor(i / width) >= height);
    pixels.set(isBlack ? [0, 0, 0] : [255, 0, 255], 4 * i);
  }
  return pixels;
}

// A PNG file in RGBA with eight bits, whose pixels a canvas would change.
async function readPng(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const parts = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === 0x49444154) parts.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)));
  const rows = await unpack(new Blob(parts), 'deflate');
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

// The content of textures: generated pictures, which corpus/README.md describes, and files.

const texels = 128;
const maxFileTexels = 1024;
const volumeTexels = 32;
const clamp = (value) => Math.min(Math.max(value, 0), 1);
const gray = (value) => [value, value, value, 1];
const fromMiddle = (u, v) => Math.hypot(u - 0.5, v - 0.5);

function wave(s, u, v) {
  let sum = 0;
  for (let k = 1; k <= 4; ++k)
    sum += Math.sin(2 * Math.PI * (k * u * ((s + k) % 3) + v * ((k + s) % 4)) + 1.7 * s + k) *
      Math.cos(2 * Math.PI * (((k + s) % 3) + 1) * v + k * s);
  return 0.5 + 0.5 * Math.min(Math.max(sum / 2.5, -1), 1);
}

const spot = (u, v, x, y, r) => Math.exp(-((u - x) ** 2 + (v - y) ** 2) / (r * r));

function normal(u, v) {
  const [x, y] = [0.35 * Math.sin(8 * Math.PI * u), 0.35 * Math.sin(8 * Math.PI * v)];
  const z = Math.sqrt(Math.max(1 - x * x - y * y, 0));
  return [0.5 + 0.5 * x, 0.5 + 0.5 * y, 0.5 + 0.5 * z, 0.5 + 0.25 * Math.cos(8 * Math.PI * u) + 0.25 * Math.cos(8 * Math.PI * v)];
}

const photo = (u, v) => [
  0.5 + 0.5 * Math.sin(2 * Math.PI * u + 1), 0.5 + 0.5 * Math.sin(2 * Math.PI * (v + u / 2) + 2),
  0.5 + 0.5 * Math.cos(3 * Math.PI * u * v + 0.5), 1];

function bricks(u, v) {
  const row = Math.floor(v * 8);
  const x = u * 4 + (row % 2) / 2;
  const [across, down] = [x - Math.floor(x), v * 8 - row];
  const inside = across > 0.04 && across < 0.96 && down > 0.08 && down < 0.92;
  return inside ? [0.6, 0.25, 0.18, 1] : [0.75, 0.72, 0.68, 1];
}

function disc(u, v) {
  const a = clamp((0.45 - fromMiddle(u, v)) / 0.1);
  return [a, a * (0.6 + 0.4 * v), 0.4 * a, a];
}

function leaf(u, v) {
  const across = Math.abs(u - 0.5);
  const vein = Math.max(1 - 16 * across, 0);
  return [0.2 + 0.2 * vein, 0.5 + 0.2 * v + 0.2 * vein, 0.1, clamp(0.5 + 24 * (1.6 * v * (1 - v) - across))];
}

function glyph(u, v) {
  const field = clamp(0.5 + 2.5 * (0.09 - Math.abs(fromMiddle(u, v) - 0.28)));
  return [field, field, field, field];
}

function lightmap(u, v) {
  const light = 0.25 + 0.6 * spot(u, v, 0.3, 0.35, 0.2) + 0.5 * spot(u, v, 0.72, 0.65, 0.15);
  return [light, 0.95 * light, 0.85 * light, 1];
}

function packedDepth(u, v) {
  const depth = Math.fround(fromMiddle(u, v) < 0.25 ? 0.35 : 0.8); // the last part shows the rounding to a float
  const parts = [1, 255, 255 ** 2, 255 ** 3].map((scale) => depth * scale - Math.floor(depth * scale));
  return parts.map((part, i) => (i < 3 ? part - parts[i + 1] / 255 : part));
}

function gbufferNormal(u, v) {
  const [x, y] = [(u - 0.5) / 0.4, (0.5 - v) / 0.4];
  const rest = 1 - x * x - y * y;
  return rest <= 0 ? [0.5, 0.5, 0, 1] : [0.5 + 0.5 * x, 0.5 + 0.5 * y, 0.5 - 0.5 * Math.sqrt(rest), 1];
}

const planes = {
  white: () => gray(1),
  checker: (u, v) => ((Math.floor(u * 8) + Math.floor(v * 8)) % 2 ? [0.2, 0.25, 0.3, 1] : [0.9, 0.9, 0.85, 1]),
  gradient: (u, v) => [u, v, 1 - u, 1],
  noise: (u, v) => [wave(1, u, v), wave(2, u, v), wave(3, u, v), wave(4, u, v)],
  height: (u, v) => gray(0.5 + 0.25 * Math.sin(4 * Math.PI * u) * Math.cos(4 * Math.PI * v) + 0.25 * Math.sin(2 * Math.PI * (u + v))),
  normal,
  photo,
  bricks,
  ramp: (u) => gray(0.25 * (1 + Math.floor(u * 4))),
  disc,
  leaf,
  'glyph-sdf': glyph,
  splat: (u, v) => [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v],
  grass: (u, v) => [0.15 + 0.15 * wave(2, u, v), 0.4 + 0.3 * wave(1, u, v), 0.1, 1],
  sand: (u, v) => [0.8 + 0.1 * wave(1, u, v), 0.7 + 0.1 * wave(1, u, v), 0.45, 1],
  rock: (u, v) => gray(0.35 + 0.3 * wave(3, u, v)),
  snow: () => [0.9, 0.93, 0.97, 1],
  lightmap,
  bright: (u, v) => gray(spot(u, v, 0.35, 0.35, 0.15) + spot(u, v, 0.7, 0.6, 0.1)),
  'packed-depth': packedDepth,
  'plane-depth': (u, v) => gray(fromMiddle(u, v) < 0.3 ? 0.3 : 0.8),
  'gbuffer-normal': gbufferNormal,
  luma: (u, v) => gray(0.15 + 0.7 * (0.5 + 0.5 * Math.sin(9 * u) * Math.cos(7 * v))),
  'chroma-b': (u) => gray(0.5 + 0.3 * (u - 0.5)),
  'chroma-r': (u, v) => gray(0.5 + 0.4 * (v - 0.5)),
  'green-screen': (u, v) => (fromMiddle(u, v) < 0.33 ? photo(u, v) : [0.1, 0.85, 0.15, 1]),
};

export const pictureWords = Object.keys(planes);
export const textureWords = [...pictureWords, 'cube-sky', 'colors'];

// The words for a kind of texture, the default first.
export function wordsFor(kind) {
  if (kind === 'cube') return ['cube-sky', ...pictureWords];
  if (kind === '3d') return ['colors', ...pictureWords];
  return ['photo', ...pictureWords.filter((word) => word !== 'photo')];
}

// The direction through the position (s, t) on a face, both from -1 to 1, t downward: the layout of all APIs.
const directions = [
  (s, t) => [1, -t, -s], (s, t) => [-1, -t, s], (s, t) => [s, 1, t], (s, t) => [s, -1, -t], (s, t) => [s, -t, 1],
  (s, t) => [-s, -t, -1]];

const mix = (a, b, part) => a.map((value, i) => value + (b[i] - value) * part);

function sky(direction) {
  const length = Math.hypot(...direction);
  const d = direction.map((lane) => lane / length);
  let color = mix([0.75, 0.85, 0.95], [0.2, 0.4, 0.8], Math.sqrt(Math.max(d[1], 0)));
  color = mix(color, [0.35, 0.27, 0.2], clamp(0.5 - 20 * d[1]));
  const toward = clamp(d[0] * 0.4 + d[1] * 0.6 + d[2] * 0.69);
  return [...mix(color, [1, 0.97, 0.85], toward ** 64), 1];
}

// ----------------------------------------------------------------------------------------------------------------- levels

// Fills one level: `texel` gets the position of the center in x and y, and the number of the layer.
function firstLevel(width, height, layers, texel) {
  const bytes = new Uint8Array(4 * width * height * layers);
  let at = 0;
  for (let layer = 0; layer < layers; ++layer)
    for (let y = 0; y < height; ++y)
      for (let x = 0; x < width; ++x)
        for (const lane of texel((x + 0.5) / width, (y + 0.5) / height, layer)) bytes[at++] = Math.round(255 * clamp(lane));
  return bytes;
}

// The next smaller level: averages of 2 x 2 texels, in 3d of 2 x 2 x 2.
function smaller(bytes, [width, height, layers], [nextWidth, nextHeight, nextLayers], isVolume) {
  const out = new Uint8Array(4 * nextWidth * nextHeight * nextLayers);
  const pairOf = (i, count) => [Math.min(2 * i, count - 1), Math.min(2 * i + 1, count - 1)];
  let at = 0;
  for (let z = 0; z < nextLayers; ++z)
    for (let y = 0; y < nextHeight; ++y)
      for (let x = 0; x < nextWidth; ++x)
        for (let lane = 0; lane < 4; ++lane) {
          let sum = 0;
          let count = 0;
          for (const k of isVolume ? pairOf(z, layers) : [z])
            for (const j of pairOf(y, height))
              for (const i of pairOf(x, width)) {
                sum += bytes[4 * ((k * height + j) * width + i) + lane];
                ++count;
              }
          out[at++] = Math.round(sum / count);
        }
  return out;
}

// {kind, width, height, layers, levels}: bytes of red, green, blue, alpha, for each level by layer and row.
function pictureFrom(kind, width, height, layers, bytes) {
  const levels = [{width, height, layers, bytes}];
  for (let last = levels[0]; last.width > 1 || last.height > 1 || (kind === '3d' && last.layers > 1); last = levels.at(-1)) {
    const half = (value) => Math.max(1, value >> 1);
    const size = [half(last.width), half(last.height), kind === '3d' ? half(last.layers) : last.layers];
    levels.push({
      width: size[0], height: size[1], layers: size[2],
      bytes: smaller(last.bytes, [last.width, last.height, last.layers], size, kind === '3d'),
    });
  }
  return {kind, width, height, layers, levels};
}

const kept = new Map();

// A generated picture for a texture of a kind: '2d', 'cube', '3d'.
export function pictureByWord(kind, word) {
  const key = `${kind} ${word}`;
  if (!kept.has(key)) kept.set(key, generate(kind, word));
  return kept.get(key);
}

function generate(kind, word) {
  const plane = Object.hasOwn(planes, word) ? planes[word] : planes.photo;
  if (kind === 'cube') {
    const texel = Object.hasOwn(planes, word) ? plane : (u, v, face) => sky(directions[face](2 * u - 1, 2 * v - 1));
    return pictureFrom('cube', texels, texels, 6, firstLevel(texels, texels, 6, texel));
  }
  if (kind === '3d') {
    const colors = (u, v, slice) => [u, v, (slice + 0.5) / volumeTexels, 1];
    const texel = Object.hasOwn(planes, word) ? plane : colors;
    return pictureFrom('3d', volumeTexels, volumeTexels, volumeTexels, firstLevel(volumeTexels, volumeTexels, volumeTexels, texel));
  }
  return pictureFrom('2d', texels, texels, 1, firstLevel(texels, texels, 1, plane));
}

// The pixels of an image file, at most 1024 x 1024 of them. Throws if the browser cannot read it.
export async function readImage(file) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, maxFileTexels / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

// The same image for each layer. Faces of cubes are square.
export function pictureFromImage(kind, image) {
  const side = Math.min(image.width, image.height);
  const [width, height] = kind === '2d' ? [image.width, image.height] : kind === 'cube' ? [side, side] : [volumeTexels, volumeTexels];
  const layers = {'2d': 1, cube: 6, '3d': volumeTexels}[kind];
  const texel = (u, v) => {
    const at = 4 * (Math.floor(v * image.height) * image.width + Math.floor(u * image.width));
    return [0, 1, 2, 3].map((lane) => image.data[at + lane] / 255);
  };
  return pictureFrom(kind, width, height, layers, firstLevel(width, height, layers, texel));
}

// The content of textures: pictures by word, and files.
import { textureByWord, textureOfImage } from './scenes.js';

const maxFileTexels = 1024;
const kept = new Map();

// A picture for a texture of a kind: '2d', 'cube', '3d'.
export function pictureByWord(kind, word) {
  const key = `${kind} ${word}`;
  if (!kept.has(key)) kept.set(key, textureByWord(kind, word));
  return kept.get(key);
}

// The pixels of an image file, at most 1024 x 1024 of them; for a cube, a square of its middle; with the name
// of the file as `fileName`. Throws if the browser cannot read it.
export async function readImage(file, kind) {
  const bitmap = await createImageBitmap(file);
  const side = Math.min(bitmap.width, bitmap.height);
  const [width, height] = kind === 'cube' ? [side, side] : [bitmap.width, bitmap.height];
  const scale = Math.min(1, maxFileTexels / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.drawImage(bitmap, (bitmap.width - width) / 2, (bitmap.height - height) / 2, width, height, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return Object.assign(context.getImageData(0, 0, canvas.width, canvas.height), {fileName: file.name});
}

const ofImages = new WeakMap();

// The image as a texture; each face of a cube is the image.
export function pictureFromImage(kind, image) {
  if (!ofImages.has(image)) ofImages.set(image, textureOfImage(kind, image));
  return ofImages.get(image);
}

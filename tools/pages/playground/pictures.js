// The contents of textures: pictures with a name, and files.
import { textureByWord, textureOfImage } from './scenes.js';

const maxFileTexels = 1024;
const kept = new Map();

// Returns the picture for a texture of the kind '2d', 'cube' or '3d'.
export function pictureByWord(kind, word) {
  const key = `${kind} ${word}`;
  if (!kept.has(key)) kept.set(key, textureByWord(kind, word));
  return kept.get(key);
}

// Reads an image file, at most 1024 x 1024 pixels. For a cube, returns a square from the middle of the image. The result
// has the name of the file as `fileName`. Throws if the browser cannot read the file.
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

// Returns the image as a texture. Each face of a cube is the image. A texture of a recording is a picture already.
export function pictureFromImage(kind, image) {
  if (image.picture !== undefined) return image.picture;
  if (!ofImages.has(image)) ofImages.set(image, textureOfImage(kind, image));
  return ofImages.get(image);
}

// The meshes, textures, matrices and guesses of `agalc render`. Their code is in agalc-scenes.wasm (scenes.cpp).
import { fetchModule } from './agalc/src/load.js';

const {exports} = await WebAssembly.instantiate(await fetchModule(new URL('./agalc-scenes.wasm', import.meta.url)));
exports._initialize();

const view = () => new DataView(exports.memory.buffer);
const bytesAt = (at, count) => new Uint8Array(exports.memory.buffer, at, count);
const floatsAt = (at, count) => new Float32Array(exports.memory.buffer.slice(at, at + 4 * count));

function textAt(at) {
  const bytes = new Uint8Array(exports.memory.buffer);
  return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
}

function put(bytes) {
  const at = exports.scene_input(bytes.length);
  bytesAt(at, bytes.length).set(bytes);
  return at;
}
const putWord = (word) => put(new TextEncoder().encode(`${word}\0`));

const wordsOf = (at) => textAt(at).split(' ').filter((word) => word !== '');

export const meshWords = wordsOf(exports.scene_mesh_words());
export const attributeWords = wordsOf(exports.scene_attribute_words());
const givenMatrices = wordsOf(exports.scene_matrix_words());
export const matrixWords = [...givenMatrices, 'numbers'];
export const defaultConstant = [...floatsAt(exports.scene_default_constant(), 4)];

// Returns {word, vertexCount, indices, depth}.
export function makeMesh(word) {
  const at = exports.scene_mesh(putWord(word));
  const [vertexCount, triangles, depth, indices] = [0, 4, 8, 12].map((offset) => view().getUint32(at + offset, true));
  return {word, vertexCount, indices: new Uint32Array(exports.memory.buffer.slice(indices, indices + 12 * triangles)), depth: depth !== 0};
}

// Returns four floats for each vertex.
export function attributeValues(mesh, word) {
  exports.scene_mesh(putWord(mesh.word));
  return floatsAt(exports.scene_attribute(putWord(word)), 4 * mesh.vertexCount);
}

// Returns the rows of a matrix for a mesh and a time.
export function matrixRows(word, mesh, seconds) {
  exports.scene_mesh(putWord(mesh.word));
  const values = floatsAt(exports.scene_matrix(putWord(word), seconds), 16);
  return [0, 1, 2, 3].map((row) => values.subarray(4 * row, 4 * row + 4));
}

const kinds = ['2d', 'cube', '3d'];

// The words for a kind of texture, the default first. The one texture of volumes is not called by a word of the command.
const textureWordsOf = Object.fromEntries(kinds.map((kind, i) => [kind, wordsOf(exports.scene_texture_words(i))]));
textureWordsOf['3d'].push('colors');
export const wordsFor = (kind) => textureWordsOf[kind];
export const textureWords = Object.values(textureWordsOf).flat();

// Reads {kind, width, height, layers, levels}. A level has bytes of red, green, blue and alpha by layer and row.
function textureAt(at, kind) {
  let bytes = view().getUint32(at, true);
  const levels = Array.from({length: view().getUint32(at + 4, true)}, (_, i) => {
    const [width, height, layers] = [0, 4, 8].map((offset) => view().getUint32(at + 8 + 12 * i + offset, true));
    const size = 4 * width * height * layers;
    const level = {width, height, layers, bytes: bytesAt(bytes, size).slice()};
    bytes += size;
    return level;
  });
  const {width, height, layers} = levels[0];
  return {kind, width, height, layers, levels};
}

export const textureByWord = (kind, word) => textureAt(exports.scene_texture(kinds.indexOf(kind), putWord(word)), kind);

export function textureOfImage(kind, {width, height, data}) {
  put(data);
  return textureAt(exports.scene_image(kind === 'cube' ? 1 : 0, width, height), kind);
}

// Guesses the content of each attribute that a vertex program reads, by the name of the attribute, from the bytecode of a
// pair.
export function guessAttributes(vertex, fragment) {
  const both = new Uint8Array(vertex.length + fragment.length);
  both.set(vertex);
  both.set(fragment, vertex.length);
  put(both);
  const words = wordsOf(exports.scene_guess_attributes(vertex.length));
  return Object.fromEntries(words.flatMap((word, i) => (word === '-' ? [] : [[`va${i}`, word]])));
}

export const guessMesh = (attributes) => textAt(exports.scene_guess_mesh(putWord(Object.values(attributes).join(' '))));

// The constants that are rows of matrices, in a program's bytecode: [{first, rows, count, relative, kind}]. The rows of
// matrices that a relative address reaches repeat until the end of their registers.
export function guessMatrices(bytecode) {
  put(bytecode);
  const words = wordsOf(exports.scene_guess_matrices());
  return Array.from({length: words.length / 5}, (_, i) => {
    const [first, rows, count, relative, word] = words.slice(5 * i, 5 * i + 5);
    return {first: Number(first), rows: Number(rows), count: Number(count), relative: relative === '1', kind: word === '-' ? 'numbers' : word};
  });
}

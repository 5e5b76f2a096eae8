// Calls of Stage3D as tapped games post them, and the settings and contents that each call replaces.
import { settings } from './settings.js';

/**
 * @typedef {{number: number, method: string, on: number, result: number | null, args: any[], frame: number}} Call
 *   `number`: the position among all calls · `on` and `result`: IDs of objects
 */

const floatsOf = (bytes) =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readFloatLE(4 * i));

/** Returns the bytes of an uploaded vector: 16-bit indices or 32-bit floats. */
function uploadedBytes(values, isIndices) {
  const size = isIndices ? 2 : 4;
  const bytes = Buffer.alloc(values.length * size);
  values.forEach((value, i) => (isIndices ? bytes.writeUInt16LE(value & 0xffff, 2 * i) : bytes.writeFloatLE(value, 4 * i)));
  return bytes;
}

/** Returns an argument in the file's format, except that data is still `{ blob: Buffer }`. */
function argumentOf(value, method, isIndices) {
  if (Buffer.isBuffer(value)) return method === 'setProgramConstantsFromByteArray' ? { numbers: floatsOf(value) } : { blob: value };
  if (value instanceof Float64Array)
    return method === 'uploadFromVector' ? { blob: uploadedBytes(value, isIndices) } : { numbers: [...value] };
  if (!Array.isArray(value)) return value;
  if (value.length === 1) return { object: value[0] };
  if (!Buffer.isBuffer(value[3])) return { rectangle: value };
  const [width, height, transparent, pixels] = value;
  return { width, height, transparent, blob: pixels };
}

/**
 * @param {any[]} posted `[method, on, result, …args]`
 * @param {(id: number) => Call | undefined} creation returns the call that created an object
 */
export function callOf([name, on, result, ...args], creation) {
  const method = name.replace(/^(upload.*)Async$/, '$1'); // the data is in the texture at once
  const isIndices = creation(on)?.method === 'createIndexBuffer';
  return { number: 0, frame: 0, method, on, result, args: args.map((value) => argumentOf(value, method, isIndices)) };
}

export const isDraw = ({ method }) => method.startsWith('drawTriangles');
export const isUpload = ({ method }) => method.startsWith('upload');
export const isCreation = ({ method }) => method.startsWith('create');
export const isTarget = ({ method }) => method === 'setRenderToTexture' || method === 'setRenderToBackBuffer';
/** Returns true if a call makes the back buffer the target. */
export const isBackBuffer = ({ method, args }) => method === 'setRenderToBackBuffer' || (method === 'setRenderToTexture' && !args[0] && !args[4]);

/** Returns the IDs of the objects that a call uses. @param {Call} call */
export const objectsOf = ({ on, args }) => [on, ...args.flatMap((value) => value?.object ?? [])];

function constantsOf({ method, args }) {
  const [stage, first, values, count] = args;
  const data = method === 'setProgramConstantsFromByteArray' ? args[3] : values;
  const given = Math.floor((data?.numbers?.length ?? 0) / 4);
  const registers = method === 'setProgramConstantsFromVector' && count >= 0 ? Math.min(count, given) : given;
  return Array.from({ length: registers }, (_, i) => `${stage} ${first + i}`);
}

const slotOf = ({ args }) => [args[0]];
const stencilFaces = { front: ['front'], back: ['back'], none: [] };

// The parts of a setting that a call replaces. A setting that is not here has one part.
const partsOf = {
  attributes: slotOf,
  textures: slotOf,
  samplers: slotOf,
  constants: constantsOf,
  stencil: ({ method, args }) => (method === 'setStencilReferenceValue' ? ['reference'] : stencilFaces[args[0]] ?? ['front', 'back']),
  target: ({ args }) => [args[4] ?? 0],
};

/** The key of a setting of a context, or of its part. @param {number} on @param {string} name @param {string | number} part */
export const keyOf = (on, name, part = 0) => `${on} ${name} ${part}`;

/** Returns the keys of the settings that a call replaces; undefined if it does not change settings. @param {Call} call */
export function settingsOf(call) {
  const name = settings[call.method];
  return name && (partsOf[name]?.(call) ?? [0]).map((part) => keyOf(call.on, name, part));
}

/** Returns the calls that set what a draw reads: [name, call or undefined]. @param {number} on @param {Map<string, Call>} current */
export function inputsOf(on, current) {
  const named = (name, slot) => [name, current.get(keyOf(on, name, slot))];
  const slots = Array.from({ length: 16 }, (_, i) => [named('attributes', i), named('textures', i)]);
  return [named('program'), ...slots.flat()];
}

/** Returns the part of an object that an upload replaces: [name, first item, last item + 1]. */
function partOf({ method, args }, creation) {
  if (/VertexBuffer|IndexBuffer/.test(creation?.method ?? '')) {
    const [start, count] = method === 'uploadFromVector' ? [args[1], args[2]] : [args[2], args[3]];
    return ['items', start, start + count];
  }
  if (creation?.method === 'createCubeTexture' && method !== 'uploadCompressedTextureFromByteArray') {
    const [side, level] = method === 'uploadFromByteArray' ? args.slice(2) : args.slice(1);
    return [`side ${side} level ${level ?? 0}`, 0, 1];
  }
  if (method === 'uploadFromBitmapData') return [`level ${args[1] ?? 0}`, 0, 1];
  if (method === 'uploadFromByteArray') return [`level ${args[2] ?? 0}`, 0, 1];
  return ['all', 0, 1];
}

/**
 * Returns the uploads that determine an object's contents after the upload `call`.
 * @param {Call[]} before
 * @param {Call} call
 */
export function uploadsWith(before, call, creation) {
  const [name, first, end] = partOf(call, creation);
  const kept = before.filter((each) => {
    const [other, from, to] = partOf(each, creation);
    return !(other === name && first <= from && to <= end);
  });
  return [...kept, call];
}

/** Returns true if an upload replaces all contents of an object, so that earlier uploads do not matter. */
export function replacesAll(call, creation) {
  const [name, first, end] = partOf(call, creation);
  return name === 'all' || (name === 'items' && first === 0 && end >= creation?.args[0]);
}

// Reads recorded frames (docs/frame-files.md): for each pair of programs, what its largest draw draws with.

const maxBytes = 256 * 1024 * 1024; // the maximum size of an unpacked entry
const registers = 256;

async function inflated(bytes, size) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const out = new Uint8Array(size);
  let at = 0;
  for await (const part of stream) {
    if (at + part.length > size) throw new Error('an entry is longer than its size');
    out.set(part, at);
    at += part.length;
  }
  return out;
}

// Returns a function for each entry of a ZIP archive, by name, that unpacks the entry. Returns an empty map for other files.
function entriesOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [minEnd, maxComment] = [22, 65535];
  let end = bytes.length - minEnd;
  while (end >= 0 && end >= bytes.length - minEnd - maxComment && view.getUint32(end, true) !== 0x06054b50) --end;
  const entries = new Map();
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) return entries;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; --left) {
    const [method, packed, size, from] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true), view.getUint32(at + 42, true)];
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + lengths[0]));
    entries.set(name, async () => {
      if (size > maxBytes) throw new Error('an entry is too large');
      const begin = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
      const content = bytes.subarray(begin, begin + packed);
      return method === 0 ? content : inflated(content, size);
    });
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return entries;
}

const isDraw = ({call}) => call === 'drawTriangles' || call === 'drawTrianglesInstanced';
const objectOf = (argument) => argument?.object ?? 0;

// The objects and settings of Stage3D while the calls are made.
class Player {
  #blobs;
  objects = new Map(); // the objects of Stage3D by number
  program = 0;
  streams = [];
  textures = [];
  constants = {vertex: new Float32Array(4 * registers), fragment: new Float32Array(4 * registers)};
  set = {vertex: new Set(), fragment: new Set()}; // the registers that were set
  blend = ['one', 'zero'];

  // `blobs` are the data of uploads by hash.
  constructor(blobs) {
    this.#blobs = blobs;
  }

  // Makes a call. Calls without a method here do not change the inputs of programs.
  make({call, on, result, args}) {
    if (call.startsWith('create')) this.#create(call, result, args);
    else if (call.startsWith('upload')) this.#upload(call, this.objects.get(on), args);
    else if (call === 'setProgram') this.program = objectOf(args[0]);
    else if (call === 'setVertexBufferAt') this.streams[args[0]] = {object: objectOf(args[1]), offset: 4 * (args[2] ?? 0), format: args[3] ?? 'float4'};
    else if (call === 'setTextureAt') this.textures[args[0]] = objectOf(args[1]);
    else if (call === 'setBlendFactors') this.blend = args;
    else if (call.startsWith('setProgramConstants')) this.#setConstants(call, args);
  }

  #create(call, number, args) {
    if (call.startsWith('createVertexBuffer')) this.objects.set(number, {bytes: new Uint8Array(4 * args[0] * args[1]), stride: 4 * args[1], isInstanced: args.length > 3});
    else if (call === 'createIndexBuffer') this.objects.set(number, {bytes: new Uint8Array(2 * args[0]), stride: 2});
    else if (call === 'createProgram') this.objects.set(number, {});
    else if (call.endsWith('Texture')) {
      const isCube = call === 'createCubeTexture';
      this.objects.set(number, {width: args[0], height: isCube ? args[0] : args[1], format: args[isCube ? 1 : 2], sides: Array.from({length: isCube ? 6 : 1})});
    }
  }

  #upload(call, object, args) {
    if (object === undefined) return;
    const bytes = this.#blobs.get(args[0].blob);
    const at = call === 'uploadFromVector' ? 1 : 2;
    if (call === 'upload') object.key = args.map(({blob}) => blob).join();
    else if (object.bytes) object.bytes.set(bytes.subarray(0, Math.min(args[at + 1] * object.stride, object.bytes.length - args[at] * object.stride)), args[at] * object.stride);
    else if (call === 'uploadCompressedTextureFromByteArray') object.isCompressed = true;
    else this.#uploadLevel(call, object, bytes, args);
  }

  // Keeps the first level of a texture. Others are computed.
  #uploadLevel(call, object, bytes, args) {
    const rest = args.slice(call === 'uploadFromByteArray' ? 2 : 1);
    const [side, level] = object.sides.length > 1 ? rest : [0, rest[0]];
    if ((level ?? 0) === 0) object.sides[side] = {bytes, bitmap: call === 'uploadFromByteArray' ? null : args[0]};
  }

  #setConstants(call, [stage, first, ...rest]) {
    const {numbers} = rest[call === 'setProgramConstantsFromByteArray' ? 1 : 0];
    const count = call === 'setProgramConstantsFromVector' && rest[1] >= 0 ? Math.min(4 * rest[1], numbers.length) : numbers.length;
    const isTransposed = call === 'setProgramConstantsFromMatrix' && rest[1] === true;
    for (let i = 0; i < count && first + (i >> 2) < registers; ++i) {
      this.constants[stage][4 * first + i] = Number(numbers[isTransposed ? 4 * (i % 4) + (i >> 2) : i]);
      this.set[stage].add(first + (i >> 2));
    }
  }
}

// ------------------------------------------------------------------------------------------------------------- one draw

// Returns the picture of one side as bytes of red, green, blue and alpha, or undefined if it cannot be decoded here.
function pixelsOf({width, height, format}, side) {
  const out = new Uint8Array(4 * width * height);
  if (side === undefined || (side.bitmap === null && format !== 'bgra')) return undefined;
  const {bytes, bitmap} = side;
  const rowLength = bitmap?.width ?? width;
  for (let y = 0; y < Math.min(height, bitmap?.height ?? height); ++y)
    for (let x = 0; x < Math.min(width, rowLength); ++x) {
      const [from, to] = [4 * (y * rowLength + x), 4 * (y * width + x)];
      if (bitmap === null) out.set([bytes[from + 2], bytes[from + 1], bytes[from], bytes[from + 3]], to);
      else {
        const alpha = bytes[from]; // the player multiplies the colors of a bitmap by alpha
        out.set([1, 2, 3].map((i) => Math.round((bytes[from + i] * alpha) / 255)), to);
        out[to + 3] = alpha;
      }
    }
  return out;
}

// Returns a texture as pictures.js has them, or null.
function textureOf(object) {
  const {width, height, sides} = object;
  const parts = sides.map((side) => pixelsOf(object, side));
  if (object.isCompressed || parts.includes(undefined)) return null;
  const bytes = new Uint8Array(4 * width * height * sides.length);
  parts.forEach((part, i) => bytes.set(part, i * part.length));
  const layers = sides.length;
  return {kind: layers > 1 ? 'cube' : '2d', width, height, layers, levels: [{width, height, layers, bytes}]};
}

// Returns four floats for each vertex from `first` on.
function valuesOf({offset, format}, {bytes, stride, isInstanced}, first, count) {
  const out = new Float32Array(4 * count);
  const view = new DataView(bytes.buffer);
  const lanes = Number(format.at(-1));
  for (let i = 0; i < count; ++i) {
    const at = offset + (isInstanced ? 0 : stride * (first + i));
    out[4 * i + 3] = 1;
    for (let lane = 0; lane < lanes; ++lane) {
      const place = at + (format === 'bytes4' ? lane : 4 * lane);
      if (place + (format === 'bytes4' ? 1 : 4) <= bytes.length) out[4 * i + lane] = format === 'bytes4' ? bytes[place] / 255 : view.getFloat32(place, true);
    }
  }
  return out;
}

function blendOf([source, destination]) {
  if (destination === 'zero') return 'none';
  return destination === 'one' ? 'add' : 'alpha';
}

function drawOf(player, {args: [indices, first = 0, triangles = -1]}, number) {
  const {bytes} = player.objects.get(objectOf(indices));
  const all = new Uint16Array(bytes.buffer).subarray(first, triangles < 0 ? undefined : first + 3 * triangles);
  let [least, most] = [65535, 0];
  for (const index of all) [least, most] = [Math.min(least, index), Math.max(most, index)];
  const count = Math.max(most - least + 1, 0);
  const attributes = {}, textures = {}, constants = {};
  player.streams.forEach((stream, i) => {
    const buffer = player.objects.get(stream.object);
    if (buffer !== undefined) attributes[`va${i}`] = valuesOf(stream, buffer, least, count);
  });
  player.textures.forEach((texture, i) => {
    const object = player.objects.get(texture);
    if (object !== undefined) textures[i] = {number: texture, picture: textureOf(object)};
  });
  for (const [stage, letters] of [['vertex', 'vc'], ['fragment', 'fc']])
    for (const i of player.set[stage]) constants[`${letters}${i}`] = [...player.constants[stage].subarray(4 * i, 4 * i + 4)];
  return {number, attributes, textures, constants, vertexCount: count, indices: Uint32Array.from(all, (index) => index - least), blend: blendOf(player.blend)};
}

// Returns the largest draw of each pair: [{programs: [vertex, fragment], draw}], where programs are bytecode. The list is empty for
// other files.
export async function readRecording(bytes) {
  const entries = entriesOf(bytes);
  if (!entries.has('calls.jsonl')) return [];
  const blobs = new Map();
  for (const [name, unpack] of entries) if (name.startsWith('blobs/')) blobs.set(name.slice(6), await unpack());
  const lines = new TextDecoder().decode(await entries.get('calls.jsonl')()).trim().split('\n').slice(1);
  const calls = lines.map((line) => ({args: [], ...JSON.parse(line)}));
  const largest = new Map(); // {at, size} by pair
  const play = (visit) => {
    const player = new Player(blobs);
    let draws = 0;
    calls.forEach((call, at) => {
      player.make(call);
      const key = isDraw(call) && player.objects.get(player.program)?.key;
      if (isDraw(call)) ++draws;
      if (key && player.objects.has(objectOf(call.args[0]))) visit(key, call, at, player, draws);
    });
  };
  const sizeOf = ({args: [indices, , triangles = -1]}, {objects}) => (triangles >= 0 ? 3 * triangles : objects.get(objectOf(indices)).bytes.length / 2);
  play((key, call, at, player) => {
    const size = sizeOf(call, player);
    if (size >= (largest.get(key)?.size ?? 0)) largest.set(key, {at, size});
  });
  const found = [];
  play((key, call, at, player, number) => {
    if (largest.get(key).at === at) found.push({programs: key.split(',').map((hash) => blobs.get(hash)), draw: drawOf(player, call, number)});
  });
  return found;
}

// Draws a recorded frame with the materials of a game. The page of `agalc replay --page` reads the recording: its script has
// Replayer, readFrames and the other functions here that are not imported.

const bitmapOf = ({ width, height, pixels }) =>
  createImageBitmap(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });

// The first level of a texture, which Ruffle samples alone, or of the six sides of a cube.
async function textureOf(replayer, number) {
  const object = replayer.objects.get(number);
  if (!object) return { levels: [await bitmapOf({ width: 1, height: 1, pixels: new Uint8Array(4) })] };
  if (!object.isCube) return { levels: [await bitmapOf(replayer.readTexture(number))] };
  return { sides: await Promise.all([0, 1, 2, 3, 4, 5].map((side) => bitmapOf(replayer.readTexture(number, 0, side)))) };
}

// The values of an attribute: of all vertices of its buffer, or the value without a buffer for the vertices that are drawn.
function attributeOf(replayer, attribute, vertices) {
  if (!attribute) return { size: 4, values: Float32Array.from({ length: 4 * vertices }, (_, i) => (i % 4 === 3 ? 1 : 0)) };
  const { isBytes, size } = layoutOf(attribute.format);
  const { bytes } = replayer.objects.get(attribute.object);
  const values = new Float32Array((bytes.length / attribute.stride) * size);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; ++i) {
    const at = Math.floor(i / size) * attribute.stride + attribute.offset;
    values[i] = isBytes ? view.getUint8(at + (i % size)) / 255 : view.getFloat32(at + 4 * (i % size), true);
  }
  return { size, values };
}

// The draw of a call, which was made.
async function drawOf(replayer, { reflection }, call) {
  if (call.call !== 'drawTriangles') throw new Error(`${call.call} is not drawn`);
  const { state } = call;
  const indices = Uint32Array.from(indicesOf(call, replayer.objects.get(call.indices)));
  const vertices = indices.reduce((most, each) => Math.max(most, each), 0) + 1;
  // A shader that was not linked with its partner may read more attributes.
  const names = [...reflection.vertex.agal.attributes.map(({ name }) => name), ...Object.keys(state.attributes).map((slot) => `va${slot}`)];
  const attributes = {};
  for (const name of names) attributes[name] = attributeOf(replayer, state.attributes[Number(name.slice(2))], vertices);
  const textures = {};
  for (const { active, name, index } of reflection.fragment.agal.samplers)
    if (active) textures[name] = await textureOf(replayer, state.textures[index]);
  const constants = { vc: replayer.constantsOf('vertex'), fc: replayer.constantsOf('fragment') };
  return { attributes, indices, constants, textures, scissor: state.scissor };
}

/** The row of the pictures is the lowest first in WebGL. */
function pixelsOf(canvas) {
  const gl = canvas.getContext('webgl2');
  const { width, height } = canvas;
  const rows = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, rows);
  const pixels = new Uint8Array(rows.length);
  for (let y = 0; y < height; ++y) pixels.set(rows.subarray(4 * width * (height - 1 - y), 4 * width * (height - y)), 4 * width * y);
  return { width, height, pixels };
}

/**
 * Draws the last frame into a canvas, and compares it with the picture of the player; without antialiasing, with the picture of the
 * page, which then does not have it either.
 * @param {HTMLCanvasElement} canvas @param {typeof Renderer} Renderer of an engine
 * @param {Record<string, Function>} materials the module of `agalc batch`
 * @param {{ create: string, vertex: string, fragment: string }[]} pairs the functions, with the texts of their programs
 * @param {boolean} antialias whether the frame is drawn with the samples of the game
 * @returns {Promise<{ draws: number, samples: number, total: number, equal: number, close: number }>}
 */
export async function drawFrame(canvas, Renderer, materials, pairs, antialias) {
  const programs = JSON.parse(await inflate(element('programs')));
  const file = await readFrames();
  const frame = file.calls.at(-1).frame;
  if (!antialias) for (const { backBuffer } of file.calls) if (backBuffer) backBuffer.antiAlias = 0;
  const replayer = new Replayer(newContext(), file, programs, 'ruffle');
  let renderer;
  let draws = 0;
  for (const [index, call] of file.calls.entries()) {
    if (call.frame !== frame || !isStep(call.call) || call.call === 'present') continue;
    replayer.to(index);
    if (call.state.target !== null) continue;
    if (!renderer) {
      [canvas.width, canvas.height] = [replayer.back.width, replayer.back.height];
      renderer = await Renderer.create(canvas, replayer.back.samples);
    }
    if (call.call === 'clear') {
      if (!isFullClear(call)) throw new Error('a clear leaves parts as they are');
      renderer.clear(call.color);
      continue;
    }
    const pair = programs[call.state.program];
    const found = pairs.filter(({ vertex, fragment }) => vertex === pair.vertex.agal && fragment === pair.fragment.agal);
    if (found.length !== 1) throw new Error(`${found.length} functions make the material of draw ${draws + 1}`);
    await renderer.draw([{ create: materials[found[0].create], ...(await drawOf(replayer, pair, call)) }]);
    ++draws;
  }
  replayer.to(file.calls.length - 1);
  const expected = antialias ? await readPng(file.picture(frame)) : replayer.read();
  return { draws, samples: replayer.back.samples, ...comparePictures(pixelsOf(canvas), expected) };
}

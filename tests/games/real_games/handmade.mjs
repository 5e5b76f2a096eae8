// A file of frames that is made for tests: two frames with several targets, depth, stencil, a scissor rectangle, masks,
// blending, discarded pixels, a texture that is drawn into, and one with levels.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { zip } from '../../../bindings/js/src/play/frames/zip.js';

const programs = {
  colored: ['m44 op, va0, vc0\nmov v0, va1\n', 'mul oc, v0, fc0\n'],
  textured: ['m44 op, va0, vc0\nmov v0, va1\n', 'tex ft0, v0, fs0 <2d,linear,mipnone,repeat>\nmul oc, ft0, fc0\n'],
  cubed: ['m44 op, va0, vc0\nmov v0, va1\n', 'tex ft0, v0, fs0 <cube,linear,miplinear,clamp>\nmul oc, ft0, fc0\n'],
  surrounded: ['m44 op, va0, vc0\nmov v0, va1\n', 'sub ft0, v0, fc1\ntex ft1, ft0, fs0 <cube,linear,miplinear,clamp>\nmul oc, ft1, fc0\n'],
  split: ['//! agal 2 vertex\nm44 op, va0, vc0\nmov v0, va1\n', '//! agal 2 fragment\nmul oc, v0, fc0\nsub oc1, fc0, v0\n'],
  holed: ['m44 op, va0, vc0\nmov v0, va1\n', 'frc ft0, v0\nsub ft0.x, ft0.x, fc1.x\nkil ft0.x\nmul oc, v0, fc0\n'],
};
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const isLittle = (array) => Buffer.from(array.buffer);

/** Collects calls and their data. */
class Recording {
  #blobs = new Map();
  #lines = [];
  #objects = 1; // the context
  frame;

  blob(bytes) {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    this.#blobs.set(hash, bytes);
    return { blob: hash };
  }

  call(call, ...args) {
    this.callOn(1, call, ...args);
  }

  callOn(on, call, ...args) {
    this.#lines.push({ ...(this.frame === undefined ? {} : { frame: this.frame }), call, on, args });
  }

  create(call, ...args) {
    const result = ++this.#objects;
    this.#lines.push({ ...(this.frame === undefined ? {} : { frame: this.frame }), call, on: 1, result, args });
    return result;
  }

  /** The archive. `pictures` are PNG files by frame, as the player drew them. */
  zip(frames, pictures = {}) {
    const head = { format: 'agalc-frames', version: 1, file: 'handmade.swf', player: 'another', frames };
    const text = [head, ...this.#lines].map((line) => JSON.stringify(line)).join('\n');
    return zip([['calls.jsonl', Buffer.from(text)], ...Object.entries(pictures).map(([frame, bytes]) => [`frame-${frame}.png`, bytes]), ...[...this.#blobs].map(([hash, bytes]) => [`blobs/${hash}`, bytes])]);
  }
}

function assemble(agalc, text, stage) {
  const { status, stdout, stderr } = spawnSync(agalc, ['as', '-', '--stage', stage, '-o', '-'], { input: text });
  if (status !== 0) throw new Error(String(stderr));
  return stdout;
}

// Makes a square. The color at each vertex is also its texture coordinates.
function makeSquare(recording) {
  const vertices = recording.create('createVertexBuffer', 4, 7);
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  const numbers = corners.flatMap(([x, y]) => [x, y, 0, (x + 1) / 2, (y + 1) / 2, 0.75, 1]);
  recording.callOn(vertices, 'uploadFromVector', recording.blob(isLittle(Float32Array.from(numbers))), 0, 4);
  const indices = recording.create('createIndexBuffer', 6);
  recording.callOn(indices, 'uploadFromVector', recording.blob(isLittle(Uint16Array.from([0, 1, 2, 0, 2, 3]))), 0, 6);
  recording.call('setVertexBufferAt', 0, { object: vertices }, 0, 'float3');
  recording.call('setVertexBufferAt', 1, { object: vertices }, 3, 'float4');
  return indices;
}

function makePrograms(recording, agalc, names = ['colored', 'textured', 'holed']) {
  return Object.fromEntries(names.map((name) => {
    const [vertex, fragment] = programs[name];
    const number = recording.create('createProgram');
    const texts = [[vertex, 'vertex'], [fragment, 'fragment']].map(([text, stage]) => recording.blob(assemble(agalc, text, stage)));
    recording.callOn(number, 'upload', ...texts);
    return [name, number];
  }));
}

/** Writes a file with a texture in half floats: one draw reads it, another draws into it. @param {string} path @param {string} agalc */
export function writeHalfFloats(path, agalc) {
  const recording = new Recording();
  recording.call('configureBackBuffer', 64, 64, 0, false);
  const indices = makeSquare(recording);
  const { textured } = makePrograms(recording, agalc);
  const texture = recording.create('createTexture', 2, 2, 'rgbaHalfFloat', true);
  const [half, two, quarter, one] = [0x3800, 0x4000, 0x3400, 0x3c00];
  const pixels = Uint16Array.from({ length: 16 }, (_, i) => [half, two, quarter, one][i % 4]);
  recording.callOn(texture, 'uploadFromByteArray', recording.blob(isLittle(pixels)), 0, 0);
  recording.call('setProgram', { object: textured });
  recording.call('setProgramConstantsFromVector', 'vertex', 0, { numbers: identity }, 4);
  recording.call('setProgramConstantsFromVector', 'fragment', 0, { numbers: [0.25, 0.25, 1, 1] }, 1);
  const draw = () => {
    recording.call('setTextureAt', 0, { object: texture });
    recording.call('drawTriangles', { object: indices }, 0, 2);
  };
  recording.frame = 2;
  recording.call('clear', 0, 0, 0, 1);
  draw();
  recording.call('setRenderToTexture', { object: texture });
  recording.call('clear', 4, 1, 0.5, 1);
  recording.call('setRenderToBackBuffer');
  draw();
  recording.call('present');
  writeFileSync(path, recording.zip([2, 2]));
}

/**
 * Writes a file with one draw for each texture: {format, width, height, cube, video, uploads: [[method, bytes, …arguments]…]}. The bytes of
 * a bitmap are {width, height, bytes}.
 * @param {string} path @param {string} agalc
 */
export function writeTextures(path, agalc, textures) {
  const recording = new Recording();
  recording.call('configureBackBuffer', 64, 64, 0, false);
  const indices = makeSquare(recording);
  const { textured, cubed } = makePrograms(recording, agalc, ['textured', 'cubed']);
  recording.call('setProgramConstantsFromVector', 'vertex', 0, { numbers: identity }, 4);
  recording.call('setProgramConstantsFromVector', 'fragment', 0, { numbers: [1, 1, 1, 1] }, 1);
  const drawn = textures.map(({ format, width, height, cube, video, uploads }) => {
    const size = cube ? [width] : [width, height];
    const texture = video ? recording.create('createVideoTexture') : recording.create(cube ? 'createCubeTexture' : 'createTexture', ...size, format, false);
    for (const [method, data, ...rest] of uploads)
      recording.callOn(texture, method, data.bytes ? { width: data.width, height: data.height, transparent: true, ...recording.blob(data.bytes) } : recording.blob(data), ...rest);
    return texture;
  });
  recording.frame = 2;
  recording.call('clear', 0, 0, 0, 1);
  textures.forEach(({ cube }, i) => {
    recording.call('setProgram', { object: cube ? cubed : textured });
    recording.call('setTextureAt', 0, { object: drawn[i] });
    recording.call('drawTriangles', { object: indices }, 0, 2);
  });
  recording.call('present');
  writeFileSync(path, recording.zip([2, 2]));
}

// The color of a direction in a side of a cube. The sides are in the order of Stage3D: +x, -x, +y, -y, +z, -z.
function colorOfSide(side, u, v) {
  const [x, y, z] = [[1, -v, -u], [-1, -v, u], [u, 1, v], [u, -1, -v], [u, -v, 1], [-u, -v, -1]][side];
  const length = Math.hypot(x, y, z);
  return [x, y, z].map((each) => Math.round(127.5 + (127.5 * each) / length));
}

/** The bytecode of the pair that `writeCube` draws. @param {string} agalc */
export function programsOfCube(agalc) {
  const [vertex, fragment] = programs.surrounded;
  return { vertex: assemble(agalc, vertex, 'vertex'), fragment: assemble(agalc, fragment, 'fragment') };
}

/**
 * Writes a file with two draws of a cube texture. Together, they show all sides.
 * @param {string} path @param {string} agalc
 */
export function writeCube(path, agalc) {
  const recording = new Recording();
  recording.call('configureBackBuffer', 64, 64, 0, false);
  const indices = makeSquare(recording);
  const { surrounded } = makePrograms(recording, agalc, ['surrounded']);
  const width = 32;
  const texture = recording.create('createCubeTexture', width, 'bgra', false);
  const place = (i) => (2 * i + 1) / width - 1;
  for (let side = 0; side < 6; ++side) {
    const bytes = Buffer.alloc(4 * width * width);
    for (let i = 0; i < width * width; ++i) {
      const [red, green, blue] = colorOfSide(side, place(i % width), place(Math.floor(i / width)));
      bytes.set([blue, green, red, 255], 4 * i);
    }
    recording.callOn(texture, 'uploadFromByteArray', recording.blob(bytes), 0, side, 0);
  }
  recording.call('setProgram', { object: surrounded });
  recording.call('setTextureAt', 0, { object: texture });
  recording.call('setProgramConstantsFromVector', 'vertex', 0, { numbers: identity }, 4);
  recording.frame = 2;
  recording.call('clear', 0, 0, 0, 1);
  for (const z of [0.65, 0.85]) {
    recording.call('setProgramConstantsFromVector', 'fragment', 0, { numbers: [1, 1, 1, 1, 0.5, 0.5, z, 0] }, 2);
    recording.call('drawTriangles', { object: indices }, 0, 2);
  }
  recording.call('present');
  writeFileSync(path, recording.zip([2, 2]));
}

/**
 * Writes a file whose first draw has two outputs, and whose second draw has one of them. Both textures are drawn side by side.
 * @param {string} path @param {string} agalc
 */
export function writeOutputs(path, agalc) {
  const recording = new Recording();
  recording.call('configureBackBuffer', 64, 32, 0, false);
  const indices = makeSquare(recording);
  const { colored, split, textured } = makePrograms(recording, agalc, ['colored', 'textured', 'split']);
  const targets = [0, 1].map(() => recording.create('createTexture', 16, 16, 'bgra', true));
  const draw = (program, x, scale, color, texture = null) => {
    recording.call('setProgram', { object: program });
    recording.call('setTextureAt', 0, texture && { object: texture });
    recording.call('setProgramConstantsFromVector', 'vertex', 0, { numbers: identity.map((each, i) => ({ 0: scale, 3: x })[i] ?? each) }, 4);
    recording.call('setProgramConstantsFromVector', 'fragment', 0, { numbers: color }, 1);
    recording.call('drawTriangles', { object: indices }, 0, 2);
  };
  recording.frame = 2;
  targets.forEach((object, output) => recording.call('setRenderToTexture', { object }, false, 0, 0, output));
  recording.call('clear', 0, 0, 0.5, 1);
  draw(split, 0, 0.5, [1, 0.75, 1, 1]);
  draw(colored, 0.75, 0.25, [1, 1, 0, 1]); // leaves the second texture as it is
  recording.call('setRenderToBackBuffer');
  recording.call('clear');
  targets.forEach((object, i) => draw(textured, i - 0.5, 0.5, [1, 1, 1, 1], object));
  recording.call('present');
  writeFileSync(path, recording.zip([2, 2]));
}

/**
 * Writes the file.
 * @param {string} path @param {string} agalc @param {number} antiAlias of the back buffer
 * @param {boolean} drawsEarly whether a texture is drawn into before the frames, and sampled in them
 * @param {Record<number, Buffer>} pictures of the player, as PNG files by frame
 */
export function writeHandmade(path, agalc, antiAlias, drawsEarly = false, pictures = {}) {
  const recording = new Recording();
  recording.call('configureBackBuffer', 96, 64, antiAlias, true);
  const indices = makeSquare(recording);
  const { colored, textured, holed } = makePrograms(recording, agalc);
  const target = recording.create('createTexture', 32, 16, 'bgra', true);
  const picture = recording.create('createTexture', 4, 4, 'bgra', false);
  for (let level = 0; level < 3; ++level)
    recording.callOn(picture, 'uploadFromByteArray', recording.blob(Buffer.alloc(4 * 4 ** (2 - level), `${level}level`)), 0, level);
  const square = (x, y, scale, z) => identity.map((each, i) => ({ 0: scale, 5: scale, 3: x, 7: y, 11: z })[i] ?? each);
  const draw = (program, [x, y, scale, z = 0], color) => {
    recording.call('setProgram', { object: program });
    recording.call('setProgramConstantsFromVector', 'vertex', 0, { numbers: square(x, y, scale, z) }, 4);
    recording.call('setProgramConstantsFromVector', 'fragment', 0, { numbers: [...color, 0.5, 0, 0, 0] }, 2);
    recording.call('drawTriangles', { object: indices }, 0, 2);
  };
  let early;
  if (drawsEarly) {
    early = recording.create('createTexture', 16, 16, 'bgra', true);
    recording.call('setRenderToTexture', { object: early });
    recording.call('clear', 0, 0.5, 0, 1);
    draw(colored, [0.5, 0.5, 0.5], [1, 1, 1, 1]);
    recording.call('setRenderToBackBuffer');
  }
  for (const frame of [2, 3]) {
    recording.frame = frame;
    recording.call('setRenderToTexture', { object: target }, true);
    recording.call('clear', 0.5, 0, frame / 4, 1);
    draw(colored, [0.25, 0, 0.5], [1, 1, 1, 1]);
    draw(holed, [-0.25, 0, 0.5], [0, 1, 0, 1]);
    recording.call('setRenderToBackBuffer');
    recording.call('clear', 0.1, 0.2, 0.3, 1, 1, 0);
    recording.call('setTextureAt', 0, { object: target });
    draw(textured, [-0.5, -0.25, 0.6, 0.5], [1, 1, 1, 1]);
    draw(colored, [0.25, 0.25, 0.5, 0.25], [1, 0.5, 0.25, 1]);
    draw(colored, [0, 0, 0.75, 0.75], [1, 1, 1, 1]); // behind both
    if (early) {
      recording.call('setTextureAt', 0, { object: early });
      draw(textured, [0.8, -0.8, 0.2], [1, 1, 1, 1]);
    }
    recording.call('setBlendFactors', 'sourceAlpha', 'oneMinusSourceAlpha');
    recording.call('setDepthTest', false, 'always');
    draw(holed, [0.4, -0.3, 0.5], [0.25, 0.5, 1, 0.5]);
    recording.call('setScissorRectangle', { rectangle: [20, 10, 30, 25] });
    draw(colored, [0, 0, 1], [0.2, 0.9, 0.2, 0.25]);
    recording.call('setScissorRectangle', null);
    recording.call('setColorMask', false, false, false, false);
    recording.call('setStencilActions', 'frontAndBack', 'always', 'incrementSaturate', 'keep', 'keep');
    draw(colored, [-0.3, 0.3, 0.3], [1, 1, 1, 1]);
    recording.call('setColorMask', true, true, false, true);
    recording.call('setStencilActions', 'frontAndBack', 'equal', 'keep', 'keep', 'keep');
    recording.call('setStencilReferenceValue', 1);
    draw(colored, [0, 0, 0.9], [1, 0, 0.5, 1]);
    recording.call('setColorMask', true, true, true, true);
    recording.call('setStencilActions');
    recording.call('setStencilReferenceValue', 0);
    recording.callOn(picture, 'uploadFromByteArray', recording.blob(Buffer.alloc(64, `frame ${frame}`)), 0, 0);
    recording.call('setTextureAt', 0, { object: picture });
    recording.call('setBlendFactors', 'one', 'one');
    draw(textured, [0.7, 0.7, 0.2], [0.5, 0.5, 0.5, 1]);
    recording.call('setBlendFactors', 'one', 'zero');
    recording.call('setDepthTest', true, 'lessEqual');
    recording.call('setTextureAt', 0, null);
    recording.call('present');
  }
  writeFileSync(path, recording.zip([2, 3], pictures));
}

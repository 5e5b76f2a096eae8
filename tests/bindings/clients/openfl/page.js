// Runs in the page with an unmodified OpenFL: draws triangles with programs in 0xB0 containers.
import Context3DTextureFormat from 'openfl/lib/openfl/display3D/Context3DTextureFormat';
import Stage from 'openfl/lib/openfl/display/Stage';
import ByteArray from 'openfl/lib/openfl/utils/ByteArray';
import Vector from 'openfl/lib/openfl/Vector';

const bytesOf = (/** @type {string} */ text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const floatsPerRegister = 4;

async function createContext(size) {
  const stage = new Stage(size, size, 0, null, { renderer: 'webgl' });
  document.body.append(stage.element);
  const stage3D = stage.stage3Ds[0];
  const context = await new Promise((resolve, reject) => {
    stage3D.addEventListener('context3DCreate', () => resolve(stage3D.context3D));
    stage3D.addEventListener('error', ({ text }) => reject(new Error(text)));
    stage3D.requestContext3D();
  });
  context.configureBackBuffer(size, size, 0, false);
  context.setDepthTest(false, 'always');
  return context;
}

/** Creates a texture from its levels. A level of a cube contains its faces one after another. */
function createTexture(context, { kind, size, levels }) {
  if (kind === 'cube') {
    const texture = context.createCubeTexture(size, Context3DTextureFormat.BGRA, false);
    levels.forEach((faces, level) => {
      const all = bytesOf(faces);
      const bytes = all.length / 6;
      for (let face = 0; face < 6; ++face)
        texture.uploadFromTypedArray(all.subarray(face * bytes, (face + 1) * bytes), face, level);
    });
    return texture;
  }
  const texture = context.createTexture(size, size, Context3DTextureFormat.BGRA, false);
  levels.forEach((texels, level) => texture.uploadFromTypedArray(bytesOf(texels), level));
  return texture;
}

function bind(context, job, dispose) {
  for (let i = 0; i < 8; ++i) {
    const values = job.attributes[i];
    if (!values) {
      context.setVertexBufferAt(i, null);
      continue;
    }
    const buffer = context.createVertexBuffer(3, floatsPerRegister);
    buffer.uploadFromTypedArray(new Float32Array(values.flat()));
    context.setVertexBufferAt(i, buffer, 0, 'float4');
    dispose.push(buffer);
  }
  for (const stage of ['vertex', 'fragment']) {
    const values = job.constants[stage];
    context.setProgramConstantsFromVector(stage, 0, Vector.ofArray(values), values.length / floatsPerRegister);
  }
  for (let i = 0; i < 8; ++i) {
    const found = job.textures[i];
    const texture = found ? createTexture(context, found) : null;
    context.setTextureAt(i, texture);
    if (!found) continue;
    context.setSamplerStateAt(i, found.wrap, found.filter, found.mip);
    dispose.push(texture);
  }
}

const contexts = new Map();

/** Returns the pixels of a picture, from the top row because OpenFL draws into a texture upside down, or the error. */
window.draw = async (job) => {
  const { size } = job;
  if (!contexts.has(size)) contexts.set(size, await createContext(size));
  const context = contexts.get(size);
  const { gl } = context;
  const dispose = [];
  try {
    const program = context.createProgram();
    dispose.push(program);
    program.upload(ByteArray.fromArrayBuffer(bytesOf(job.vertex).buffer), ByteArray.fromArrayBuffer(bytesOf(job.fragment).buffer));
    // OpenFL only logs this error.
    if (!gl.getProgramParameter(program.__glProgram, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program.__glProgram));
    context.setProgram(program);
    bind(context, job, dispose);
    context.clear(...job.background);
    const triangle = context.createIndexBuffer(3);
    triangle.uploadFromTypedArray(new Uint16Array([0, 1, 2]));
    dispose.push(triangle);
    context.drawTriangles(triangle);
    const pixels = new Uint8Array(4 * size * size);
    gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return { pixels: btoa(String.fromCharCode(...pixels)) };
  } catch (error) {
    return { error: String(error?.val?.message ?? error?.message ?? error) };
  } finally {
    for (let i = 0; i < 8; ++i) {
      context.setTextureAt(i, null);
      context.setVertexBufferAt(i, null);
    }
    for (const each of dispose) each.dispose();
  }
};

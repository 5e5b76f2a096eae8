// Draws calls of Stage3D with Babylon.js.
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Constants } from "@babylonjs/core/Engines/constants.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import "@babylonjs/core/Engines/Extensions/engine.rawTexture.js";
import { RawCubeTexture } from "@babylonjs/core/Materials/Textures/rawCubeTexture.js";
import { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { Scene } from "@babylonjs/core/scene.js";

// Returns the bytes of each bitmap. WebGL reads them, because a 2D context would multiply colors by alpha.
function bytesOf(bitmaps) {
  const gl = new OffscreenCanvas(1, 1).getContext("webgl2");
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  const list = bitmaps.map((bitmap) => {
    const bytes = new Uint8Array(4 * bitmap.width * bitmap.height);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    gl.readPixels(0, 0, bitmap.width, bitmap.height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    return bytes;
  });
  gl.getExtension("WEBGL_lose_context").loseContext();
  return list;
}

// Creates a texture, or a cube from its sides +x, -x, +y, -y, +z, -z. Babylon.js computes the mip levels itself.
function createTexture(scene, name, { levels, sides }) {
  if (sides) {
    const format = [Constants.TEXTUREFORMAT_RGBA, Constants.TEXTURETYPE_UNSIGNED_BYTE];
    return new RawCubeTexture(scene, bytesOf(sides), sides[0].width, ...format, true);
  }
  return new Texture(`data:${name}`, scene, { buffer: levels[0], noMipmap: levels.length === 1, invertY: false });
}

export class Renderer {
  #engine;
  #height;

  static async create(canvas, antialias = false) {
    return new Renderer(canvas, antialias);
  }

  constructor(canvas, antialias) {
    this.#height = canvas.height;
    // The canvas keeps its pixels after the frame. A picture read from it has the colors that the shaders wrote.
    const options = { stencil: true, premultipliedAlpha: false, preserveDrawingBuffer: true };
    this.#engine = new Engine(canvas, antialias, options);
  }

  clear(color) {
    this.#engine.disableScissor();
    this.#engine.clear(new Color4(...color), true, true, true);
  }

  // `create` is a function of materials.ts.
  async draw(create, { attributes, indices, constants, textures, scissor }) {
    const scene = new Scene(this.#engine);
    scene.autoClear = scene.autoClearDepthAndStencil = false;
    scene.setRenderingAutoClearDepthStencil(0, false);
    new FreeCamera("camera", Vector3.Zero(), scene);
    const loaded = Object.fromEntries(
      Object.entries(textures).map(([name, each]) => [name, createTexture(scene, name, each)])
    );
    const material = await create(scene, loaded);
    for (const [name, values] of Object.entries(constants))
      if (material.options.uniforms.includes(name)) material.setArray4(name, [...values]);
    const mesh = new Mesh("mesh", scene);
    for (const [name, { size, values }] of Object.entries(attributes))
      mesh.setVerticesBuffer(new VertexBuffer(this.#engine, values, name, { size, stride: size }));
    // Babylon.js counts the vertices of a mesh by its positions.
    const [{ size, values }] = Object.values(attributes);
    mesh.setVerticesBuffer(new VertexBuffer(this.#engine, values, "position", { size, stride: size }));
    mesh.setIndices(indices);
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.material = material;
    await scene.whenReadyAsync();
    if (scissor) {
      const [x, y, width, height] = scissor;
      this.#engine.enableScissor(x, this.#height - y - height, width, height);
    }
    scene.render();
    scene.dispose();
  }
}

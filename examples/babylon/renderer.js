// Draws calls of Stage3D with Babylon.js.
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Constants } from "@babylonjs/core/Engines/constants.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import "@babylonjs/core/Engines/Extensions/engine.rawTexture.js";
import { RawCubeTexture } from "@babylonjs/core/Materials/Textures/rawCubeTexture.js";
import { RenderTargetTexture } from "@babylonjs/core/Materials/Textures/renderTargetTexture.js";
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
function createTexture(scene, number, { image, levels, sides, target }) {
  if (target) return target;
  if (sides) {
    const format = [Constants.TEXTUREFORMAT_RGBA, Constants.TEXTURETYPE_UNSIGNED_BYTE];
    return new RawCubeTexture(scene, bytesOf(sides), sides[0].width, ...format, true);
  }
  return new Texture(`data:texture${number}`, scene, { buffer: image ?? levels[0], noMipmap: levels?.length === 1, invertY: false });
}

export class Renderer {
  #engine;
  #resources; // a scene that owns the textures
  #target;
  #textures = new Map();

  // `samples` is the number of samples of a pixel. A canvas has 1 or the browser's number.
  static async create(canvas, samples = 1) {
    return new Renderer(canvas, samples);
  }

  constructor(canvas, samples) {
    // The canvas keeps its pixels after the frame. A picture read from it has the colors that the shaders wrote.
    const options = { stencil: true, premultipliedAlpha: false, preserveDrawingBuffer: true };
    this.#engine = new Engine(canvas, samples > 1, options);
    this.#resources = new Scene(this.#engine);
  }

  // Creates a texture to draw into. A material samples it as `{ target }`.
  createTarget(width, height) {
    const target = new RenderTargetTexture("target", { width, height }, this.#resources, { generateMipMaps: false, generateStencilBuffer: true });
    target.skipInitialClear = true;
    return target;
  }

  // Draws into a target from now on, or into the canvas.
  setTarget(target = undefined) {
    this.#target = target;
  }

  // Clears colors, unless `color` is missing, and depths and stencil values.
  clear(color, { depth = true, stencil = true } = {}) {
    if (this.#target) this.#engine.bindFramebuffer(this.#target.renderTarget);
    this.#engine.clear(new Color4(...(color ?? [0, 0, 0, 0])), Boolean(color), depth, stencil);
    if (this.#target) this.#engine.unBindFramebuffer(this.#target.renderTarget);
  }

  // Returns the texture of a draw. Each texture is created once.
  #load(texture) {
    if (!this.#textures.has(texture))
      this.#textures.set(texture, createTexture(this.#resources, this.#textures.size, texture));
    return this.#textures.get(texture);
  }

  // Draws only into a rectangle while a mesh is drawn.
  #limit(mesh, [x, y, width, height]) {
    const bottom = this.#target ? y : this.#engine.getRenderHeight() - y - height;
    mesh.onBeforeRenderObservable.add(() => this.#engine.enableScissor(x, bottom, width, height));
    mesh.onAfterRenderObservable.add(() => this.#engine.disableScissor());
  }

  // Draws all draws in one scene, in their order. `create` is a function of materials.ts.
  async draw(draws) {
    const scene = new Scene(this.#engine);
    scene.autoClear = scene.autoClearDepthAndStencil = false;
    scene.setRenderingAutoClearDepthStencil(0, false);
    new FreeCamera("camera", Vector3.Zero(), scene).outputRenderTarget = this.#target;
    let blends = false;
    for (const [number, { create, attributes, indices, constants, textures, scissor, stencil }] of draws.entries()) {
      const sources = Object.entries(textures).map(([name, each]) => [name, this.#load(each)]);
      const material = await create(scene, Object.fromEntries(sources));
      if (blends && !material.needAlphaBlending()) {
        // Babylon.js draws meshes that blend after the others: what follows them has to be one of them.
        material.options.needAlphaBlending = true;
        material.alphaMode = Constants.ALPHA_DISABLE;
      }
      blends = material.needAlphaBlending();
      for (const [name, values] of Object.entries(constants))
        if (material.options.uniforms.includes(name)) material.setArray4(name, [...values]);
      if (stencil) [material.stencil.funcRef, material.stencil.funcMask, material.stencil.mask] = stencil;
      const mesh = new Mesh(`mesh${number}`, scene);
      for (const [name, { size, values }] of Object.entries(attributes))
        mesh.setVerticesBuffer(new VertexBuffer(this.#engine, values, name, { size, stride: size }));
      // Babylon.js counts the vertices of a mesh by its positions.
      const { size, values } = attributes.position ?? Object.values(attributes)[0];
      mesh.setVerticesBuffer(new VertexBuffer(this.#engine, values, "position", { size, stride: size }));
      mesh.setIndices(indices);
      mesh.alwaysSelectAsActiveMesh = true;
      mesh.alphaIndex = number; // otherwise Babylon.js sorts meshes that blend by their distance
      mesh.material = material;
      if (scissor) this.#limit(mesh, scissor);
    }
    await Promise.all([scene, this.#resources].map((each) => each.whenReadyAsync()));
    scene.render();
    scene.dispose();
  }
}

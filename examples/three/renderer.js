// Draws calls of Stage3D with three.js.
import * as THREE from "three";

THREE.ColorManagement.enabled = false;

// Creates a texture from bitmaps: an image, whose mip levels three.js computes, the levels of a texture, or the six sides of a
// cube.
function createTexture({ image, levels = [], sides, target }) {
  if (target) return target.texture;
  if (sides) return new THREE.CubeTexture(sides);
  const texture = new THREE.Texture(image ?? levels[0]);
  texture.mipmaps = levels;
  return texture;
}

export class Renderer {
  #renderer;
  #target = null;
  #textures = new Map();

  // `samples` is the number of samples of a pixel. A canvas has 1 or the browser's number.
  static async create(canvas, samples = 1) {
    return new Renderer(canvas, samples);
  }

  constructor(canvas, samples) {
    // The canvas keeps its pixels after the frame. A picture read from it has the colors that the shaders wrote.
    const options = { alpha: true, stencil: true, premultipliedAlpha: false, preserveDrawingBuffer: true };
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: samples > 1, ...options });
    this.#renderer.autoClear = false;
  }

  // Creates a texture to draw into. A material samples it as `{ target }`.
  createTarget(width, height) {
    return new THREE.WebGLRenderTarget(width, height, { stencilBuffer: true });
  }

  // Draws into a target from now on, or into the canvas.
  setTarget(target = null) {
    this.#target = target;
    this.#renderer.setRenderTarget(target);
  }

  // Clears colors, unless `color` is missing, and depths and stencil values.
  clear(color, { depth = true, stencil = true } = {}) {
    const [red, green, blue, alpha] = color ?? [0, 0, 0, 0];
    this.#renderer.setClearColor(new THREE.Color(red, green, blue), alpha);
    this.#renderer.clear(Boolean(color), depth, stencil);
  }

  // Returns the texture of a draw. Each texture is created once.
  #load(texture) {
    if (!this.#textures.has(texture)) this.#textures.set(texture, createTexture(texture));
    return this.#textures.get(texture);
  }

  // Draws only into a rectangle while a mesh is drawn.
  #limit(mesh, [x, y, width, height]) {
    const bottom = this.#target ? y : this.#renderer.domElement.height - y - height;
    mesh.onBeforeRender = ({ state }) => {
      state.scissor(new THREE.Vector4(x, bottom, width, height));
      state.setScissorTest(true);
    };
    mesh.onAfterRender = ({ state }) => state.setScissorTest(false);
  }

  // Draws all draws in one scene, in their order. `create` is a function of materials.js.
  async draw(draws) {
    const scene = new THREE.Scene();
    let isTransparent = false;
    for (const [order, { create, attributes, indices, constants, textures, scissor, stencil }] of draws.entries()) {
      const sources = Object.entries(textures).map(([name, each]) => [name, this.#load(each)]);
      const material = await create(Object.fromEntries(sources));
      // three.js draws transparent meshes after the others: what follows a mesh that blends has to be one of them.
      material.transparent ||= isTransparent;
      isTransparent = material.transparent;
      if (stencil) [material.stencilRef, material.stencilFuncMask, material.stencilWriteMask] = stencil;
      for (const [name, values] of Object.entries(constants))
        material.uniforms[name]?.value.set(values.subarray(0, material.uniforms[name].value.length));
      const geometry = new THREE.BufferGeometry();
      for (const [name, { size, values }] of Object.entries(attributes))
        geometry.setAttribute(name, new THREE.BufferAttribute(values, size));
      geometry.setIndex(new THREE.BufferAttribute(indices, 1));
      const mesh = new THREE.Mesh(geometry, material);
      mesh.renderOrder = order;
      mesh.frustumCulled = false; // three.js does not know where the shader puts the vertices
      if (scissor) this.#limit(mesh, scissor);
      scene.add(mesh);
    }
    this.#renderer.render(scene, new THREE.Camera());
    for (const { geometry, material } of scene.children) for (const each of [geometry, material]) each.dispose();
  }
}

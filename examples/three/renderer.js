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
  // True if the engine draws the meshes of a scene that do not blend first.
  static sorts = true;

  #renderer;
  #target = null;

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
    return new THREE.WebGLRenderTarget(width, height);
  }

  // Draws into a target from now on, or into the canvas.
  setTarget(target = null) {
    this.#target = target;
    this.#renderer.setRenderTarget(target);
  }

  clear([red, green, blue, alpha]) {
    this.#renderer.setScissorTest(false);
    this.#renderer.setClearColor(new THREE.Color(red, green, blue), alpha);
    this.#renderer.clear();
  }

  // Draws all draws in one scene. `create` is a function of materials.js.
  async draw(draws) {
    const scene = new THREE.Scene();
    const loaded = new Map();
    const load = (each) => loaded.get(each) ?? loaded.set(each, createTexture(each)).get(each);
    for (const { create, attributes, indices, constants, textures } of draws) {
      const material = await create(Object.fromEntries(Object.entries(textures).map(([name, each]) => [name, load(each)])));
      for (const [name, values] of Object.entries(constants))
        material.uniforms[name]?.value.set(values.subarray(0, material.uniforms[name].value.length));
      const geometry = new THREE.BufferGeometry();
      for (const [name, { size, values }] of Object.entries(attributes))
        geometry.setAttribute(name, new THREE.BufferAttribute(values, size));
      geometry.setIndex(new THREE.BufferAttribute(indices, 1));
      const mesh = new THREE.Mesh(geometry, material);
      mesh.frustumCulled = false; // three.js does not know where the shader puts the vertices
      scene.add(mesh);
    }
    const [{ scissor }] = draws;
    this.#renderer.setScissorTest(Boolean(scissor));
    if (scissor) {
      const [x, y, width, height] = scissor;
      const rows = this.#target ? y : this.#renderer.domElement.height - y - height;
      this.#renderer.setScissor(x, rows, width, height);
    }
    this.#renderer.render(scene, new THREE.Camera());
    for (const { geometry, material } of scene.children) for (const each of [geometry, material]) each.dispose();
    for (const [{ target }, texture] of loaded) if (!target) texture.dispose();
  }
}

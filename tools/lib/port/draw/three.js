// Draws calls of Stage3D with three.js.
import * as THREE from "three";

THREE.ColorManagement.enabled = false;

// Creates a texture from bitmaps: the mip levels of a texture, or the six sides of a cube.
function createTexture({ levels, sides }) {
  if (sides) return new THREE.CubeTexture(sides);
  const texture = new THREE.Texture(levels[0]);
  texture.mipmaps = levels;
  return texture;
}

export class Renderer {
  #renderer;
  #height;

  static async create(canvas, antialias = false) {
    return new Renderer(canvas, antialias);
  }

  constructor(canvas, antialias) {
    this.#height = canvas.height;
    // The canvas keeps its pixels after the frame. A picture read from it has the colors that the shaders wrote.
    const options = { alpha: true, stencil: true, premultipliedAlpha: false, preserveDrawingBuffer: true };
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias, ...options });
    this.#renderer.autoClear = false;
  }

  clear([red, green, blue, alpha]) {
    this.#renderer.setScissorTest(false);
    this.#renderer.setClearColor(new THREE.Color(red, green, blue), alpha);
    this.#renderer.clear();
  }

  // `create` is a function of materials.js.
  async draw(create, { attributes, indices, constants, textures, scissor }) {
    const loaded = Object.fromEntries(Object.entries(textures).map(([name, each]) => [name, createTexture(each)]));
    const material = await create(loaded);
    for (const [name, values] of Object.entries(constants))
      material.uniforms[name]?.value.set(values.subarray(0, material.uniforms[name].value.length));
    const geometry = new THREE.BufferGeometry();
    for (const [name, { size, values }] of Object.entries(attributes))
      geometry.setAttribute(name, new THREE.BufferAttribute(values, size));
    geometry.setIndex(new THREE.BufferAttribute(indices, 1));
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false; // three.js does not know where the shader puts the vertices
    this.#renderer.setScissorTest(Boolean(scissor));
    if (scissor) {
      const [x, y, width, height] = scissor;
      this.#renderer.setScissor(x, this.#height - y - height, width, height);
    }
    this.#renderer.render(new THREE.Scene().add(mesh), new THREE.Camera());
    for (const each of [geometry, material, ...Object.values(loaded)]) each.dispose();
  }
}

// Draws calls of Stage3D with PixiJS.
import {
  Buffer, BufferUsage, CLEAR, Container, CubeTextureSource, Geometry, ImageSource, Mesh, RenderTarget, TextureSource, WebGLRenderer,
} from "pixi.js";

// The values are uploaded as they are.
const createImage = (resource) => new ImageSource({ resource, alphaMode: "premultiplied-alpha" });

// Creates a texture, or a cube from its sides +x, -x, +y, -y, +z, -z. PixiJS computes the mip levels itself.
function createSource({ image, levels, sides, target }) {
  if (target) return target.colorTexture;
  if (!sides) return createImage(image ?? levels[0]);
  const [right, left, top, bottom, front, back] = sides.map(createImage);
  return new CubeTextureSource({ faces: { right, left, top, bottom, front, back } });
}

export class Renderer {
  #renderer = new WebGLRenderer();
  #target;
  #textures = new Map();

  // `samples` is the number of samples of a pixel. A canvas has 1 or the browser's number.
  static async create(canvas, samples = 1) {
    const renderer = new Renderer();
    const { width, height } = canvas;
    // The canvas keeps its pixels after the frame. A picture read from it has the colors that the shaders wrote.
    const options = { backgroundAlpha: 0, premultipliedAlpha: false, preserveDrawingBuffer: true };
    const antialias = samples > 1;
    await renderer.#renderer.init({ canvas, width, height, antialias, depth: true, clearBeforeRender: false, ...options });
    return renderer;
  }

  // Creates a texture to draw into. A material samples it as `{ target }`.
  createTarget(width, height) {
    return new RenderTarget({ colorTextures: [new TextureSource({ width, height })], depth: true, stencil: true });
  }

  // Draws into a target from now on, or into the canvas.
  setTarget(target = undefined) {
    this.#target = target;
  }

  #render(children, options) {
    this.#renderer.render({ container: new Container({ children }), target: this.#target, ...options });
  }

  // Clears colors, unless `color` is missing, and depths and stencil values.
  clear(color, { depth = true, stencil = true } = {}) {
    const clear = (color ? CLEAR.COLOR : 0) | (depth ? CLEAR.DEPTH : 0) | (stencil ? CLEAR.STENCIL : 0);
    this.#render([], { clear, clearColor: color ?? [0, 0, 0, 0] });
  }

  // Returns the texture of a draw. Each texture is created once.
  #load(texture) {
    if (!this.#textures.has(texture)) this.#textures.set(texture, createSource(texture));
    return this.#textures.get(texture);
  }

  // Draws all draws in one scene, in their order. `create` is a function of materials.ts.
  async draw(draws) {
    const meshes = [];
    for (const { create, attributes, indices, constants, textures, scissor, stencil } of draws) {
      const sources = Object.fromEntries(Object.entries(textures).map(([name, each]) => [name, this.#load(each)]));
      const { shader, state, blendMode } = await create(sources);
      for (const [name, { levels }] of Object.entries(textures))
        if (levels?.length === 1) sources[name].autoGenerateMipmaps = false;
      if (scissor) {
        const [x, y, width, height] = scissor;
        state.scissor = [x, this.#target ? y : this.#renderer.height - y - height, width, height];
      }
      if (stencil) state.stencil = stencil;
      const uniforms = shader.resources.constants?.uniforms ?? {};
      for (const [name, values] of Object.entries(constants))
        uniforms[name]?.set(values.subarray(0, uniforms[name].length));
      const geometry = new Geometry({ indexBuffer: indices });
      for (const [name, { size, values }] of Object.entries(attributes)) {
        const buffer = new Buffer({ data: values, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST });
        const format = size === 1 ? "float32" : `float32x${size}`;
        geometry.addAttribute(name, { buffer, format, stride: 4 * size, offset: 0 });
      }
      const mesh = new Mesh({ geometry, shader, state });
      mesh.blendMode = blendMode;
      meshes.push(mesh);
    }
    this.#render(meshes, { clear: false });
    for (const mesh of meshes) {
      const { geometry } = mesh;
      mesh.destroy();
      geometry.destroy(true);
    }
  }
}

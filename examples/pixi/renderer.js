// Draws calls of Stage3D with PixiJS.
import {
  Buffer, BufferUsage, Container, CubeTextureSource, Geometry, ImageSource, Mesh, RenderTarget, TextureSource, WebGLRenderer,
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
  // True if the engine draws the meshes of a scene that do not blend first.
  static sorts = false;

  #renderer = new WebGLRenderer();
  #target;

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

  clear(color) {
    this.#render([], { clear: true, clearColor: color });
  }

  // Draws all draws in one scene. `create` is a function of materials.ts.
  async draw(draws) {
    if (draws[0].scissor) console.warn("a scissor rectangle is not drawn: PixiJS has masks instead");
    const loaded = new Map();
    const load = (each) => loaded.get(each) ?? loaded.set(each, createSource(each)).get(each);
    const meshes = [];
    for (const { create, attributes, indices, constants, textures } of draws) {
      const sources = Object.fromEntries(Object.entries(textures).map(([name, each]) => [name, load(each)]));
      const { shader, state, blendMode } = await create(sources);
      for (const [name, { levels }] of Object.entries(textures))
        if (levels?.length === 1) sources[name].autoGenerateMipmaps = false;
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
    for (const [{ target }, source] of loaded) {
      if (target) continue;
      source.destroy();
      for (const face of Object.values(source.faces ?? {})) face.destroy();
    }
  }
}

// Draws calls of Stage3D with PixiJS.
import { Buffer, BufferUsage, Container, CubeTextureSource, Geometry, ImageSource, Mesh, WebGLRenderer } from "pixi.js";

const createImage = (resource) => new ImageSource({ resource, alphaMode: "premultiplied-alpha" });

// Creates a texture, or a cube from its sides +x, -x, +y, -y, +z, -z. PixiJS computes the mip levels itself.
function createSource({ levels, sides }) {
  if (!sides) return createImage(levels[0]);
  const [right, left, top, bottom, front, back] = sides.map(createImage);
  return new CubeTextureSource({ faces: { right, left, top, bottom, front, back } });
}

export class Renderer {
  #renderer = new WebGLRenderer();

  static async create(canvas, antialias = false) {
    const renderer = new Renderer();
    const { width, height } = canvas;
    // The canvas keeps its pixels after the frame. A picture read from it has the colors that the shaders wrote.
    const options = { backgroundAlpha: 0, premultipliedAlpha: false, preserveDrawingBuffer: true };
    await renderer.#renderer.init({ canvas, width, height, antialias, clearBeforeRender: false, ...options });
    return renderer;
  }

  clear(color) {
    this.#renderer.render({ container: new Container(), clear: true, clearColor: color });
  }

  // `create` is a function of materials.ts.
  async draw(create, { attributes, indices, constants, textures, scissor }) {
    if (scissor) console.warn("a scissor rectangle is not drawn: PixiJS has masks instead");
    const sources = Object.fromEntries(Object.entries(textures).map(([name, each]) => [name, createSource(each)]));
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
    this.#renderer.render({ container: new Container({ children: [mesh] }), clear: false });
    mesh.destroy();
    geometry.destroy(true);
    for (const each of Object.values(sources)) {
      each.destroy();
      for (const face of Object.values(each.faces ?? {})) face.destroy();
    }
  }
}

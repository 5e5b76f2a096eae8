// Draws a scene with a material of a module of `agalc batch --host pixi`.
import { Buffer, BufferUsage, Container, Geometry, ImageSource, Mesh, WebGLRenderer } from 'pixi.js';

async function loadTexture(url) {
  const blob = await (await fetch(url)).blob();
  const resource = await createImageBitmap(blob, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  return new ImageSource({ resource, alphaMode: 'premultiplied-alpha' });
}

export async function draw(canvas, create, scene) {
  const textures = {};
  for (const [register, url] of Object.entries(scene.textures)) textures[register] = await loadTexture(url);
  const { shader, state, blendMode } = await create(textures);
  const { uniforms } = shader.resources.constants;
  for (const [name, values] of Object.entries(scene.constants)) uniforms[name]?.set(values);
  const geometry = new Geometry({ indexBuffer: new Uint16Array(scene.indices) });
  for (const [name, { size, values }] of Object.entries(scene.attributes)) {
    const buffer = new Buffer({ data: values, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST });
    geometry.addAttribute(name, { buffer, format: `float32x${size}`, stride: 4 * size, offset: 0 });
  }
  const mesh = new Mesh({ geometry, shader, state });
  mesh.blendMode = blendMode;
  const renderer = new WebGLRenderer();
  const { width, height } = canvas;
  const options = { canvas, width, height, background: scene.background, preserveDrawingBuffer: true };
  await renderer.init(options);
  renderer.render({ container: new Container({ children: [mesh] }) });
}

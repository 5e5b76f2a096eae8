// Draws the scene of ../scene with WebGPU.
import { Pair } from "./bind.js";
import * as scene from "../scene/scene.js";

const load = async (name) => (await fetch(new URL(name, import.meta.url))).text();

// Returns a function that draws the scene into a texture's view at a time in seconds.
export async function createScene(device, format) {
  // agalc compile --link ../scene/scene.vert.agal ../scene/scene.frag.agal --target wgsl -o .
  const texts = { vertex: await load("scene.vert.wgsl"), fragment: await load("scene.frag.wgsl") };
  const reflection = JSON.parse(await load("scene.wgsl.reflect.json"));
  const attributes = { va0: ["float32x3", scene.stride, 0], va1: ["float32x2", scene.stride, 12] };
  const pair = new Pair(device, texts, reflection, attributes, format);

  const usage = GPUBufferUsage.VERTEX | GPUBufferUsage.COPY_DST;
  const buffer = device.createBuffer({ size: scene.vertices.byteLength, usage });
  device.queue.writeBuffer(buffer, 0, scene.vertices);
  pair.setBuffer("va0", buffer);
  pair.setBuffer("va1", buffer);

  const { size, texels } = scene.picture();
  const texture = device.createTexture({
    size: [size, size],
    format: "rgba8unorm",
    usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
  });
  device.queue.writeTexture({ texture }, texels, { bytesPerRow: 4 * size }, [size, size]);
  pair.setTexture("fs0", texture.createView());
  pair.setConstants("fragment", scene.fragmentConstants);

  return (view, seconds) => {
    pair.setConstants("vertex", scene.vertexConstants(seconds));
    const encoder = device.createCommandEncoder();
    const target = { view, clearValue: scene.background, loadOp: "clear", storeOp: "store" };
    const pass = encoder.beginRenderPass({ colorAttachments: [target] });
    pair.draw(pass, scene.vertexCount);
    pass.end();
    device.queue.submit([encoder.finish()]);
  };
}

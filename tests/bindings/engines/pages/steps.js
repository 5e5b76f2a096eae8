// Draws steps with the materials of a module of `agalc batch --host`: the draws of a step are in one scene of the engine.

// Makes a bitmap from rows of colors.
async function bitmapOf(rows) {
  const texels = Uint8ClampedArray.from(rows.flat(2));
  return createImageBitmap(new ImageData(texels, rows[0].length), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
}

// A step has a `target` (its name; the canvas without it), the color of `clear`, and `draws`. A texture of a draw is the name of a
// target or of an image. Returns the pixels of the canvas from the top row down.
export async function drawSteps(canvas, Renderer, materials, { steps, images, size, samples }) {
  [canvas.width, canvas.height] = [size, size];
  const renderer = await Renderer.create(canvas, samples);
  const named = {};
  for (const [name, rows] of Object.entries(images ?? {})) named[name] = { image: await bitmapOf(rows) };
  for (const { target } of steps) if (target) named[target] ??= { target: renderer.createTarget(size, size) };
  for (const { target, clear, draws } of steps) {
    renderer.setTarget(target ? named[target].target : undefined);
    if (clear) renderer.clear(clear);
    await renderer.draw(
      draws.map(({ create, attributes, indices, constants, textures }) => ({
        create: materials[create],
        attributes: Object.fromEntries(
          Object.entries(attributes).map(([name, { size: components, values }]) => [name, { size: components, values: Float32Array.from(values) }]),
        ),
        indices: Uint16Array.from(indices),
        constants: Object.fromEntries(Object.entries(constants ?? {}).map(([name, values]) => [name, Float32Array.from(values)])),
        textures: Object.fromEntries(Object.entries(textures ?? {}).map(([name, each]) => [name, named[each]])),
      })),
    );
  }
  const gl = canvas.getContext('webgl2');
  const pixels = new Uint8Array(4 * size * size);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return Array.from({ length: size }, (_, y) => [...pixels.subarray(4 * size * (size - 1 - y), 4 * size * (size - y))]).flat();
}

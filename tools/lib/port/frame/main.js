// Draws the frame. A port can begin here: frame.json names the function of materials.js for each draw.
import { loadFrame } from "./frame.js";
import * as materials from "./materials.js";
import { Renderer } from "./renderer.js";

// Draws the frame on the canvas. Resolves when that is done.
export async function draw(canvas) {
  const { size, samples, targets, steps } = await loadFrame();
  [canvas.width, canvas.height] = size;
  const renderer = await Renderer.create(canvas, samples);
  for (const texture of Object.values(targets)) texture.target = renderer.createTarget(...texture.size);
  for (const { target, clear, draws } of steps) {
    renderer.setTarget(targets[target]?.target);
    if (clear) renderer.clear(clear.color, clear);
    // All draws of a step are in one scene.
    if (draws.length > 0) await renderer.draw(draws.map((each) => ({ ...each, create: materials[each.create] })));
  }
}

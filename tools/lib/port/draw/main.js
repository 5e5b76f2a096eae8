import * as materials from "./materials.js";
import { Renderer } from "./renderer.js";
import { loadScene } from "./scene.js";

// Draws the draw on the canvas. Resolves when that is done.
export async function draw(canvas) {
  const scene = await loadScene();
  [canvas.width, canvas.height] = scene.size;
  const renderer = await Renderer.create(canvas, scene.samples);
  renderer.clear(scene.background);
  const [create] = Object.values(materials);
  await renderer.draw([{ create, ...scene }]);
}

import * as materials from "./materials.js";
import { Renderer } from "./renderer.js";
import { loadScene } from "./scene.js";

// Resolves when the draw is drawn.
export async function draw(canvas) {
  const scene = await loadScene();
  [canvas.width, canvas.height] = scene.size;
  const renderer = await Renderer.create(canvas);
  renderer.clear(scene.background);
  const [create] = Object.values(materials);
  await renderer.draw(create, scene);
}

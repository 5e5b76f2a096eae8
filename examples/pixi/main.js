// Draws a scene of ../scene with PixiJS.
import { Container, Mesh, State, WebGLRenderer } from "pixi.js";
import { loadScene } from "../scene/scenes.js";
import { createGeometry, createShader, setConstants, setTexture } from "./bind.js";

const load = async (name) => (await fetch(new URL(`shaders/${name}`, import.meta.url))).text();

async function loadPicture(url) {
  const blob = await (await fetch(url)).blob();
  return createImageBitmap(blob, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
}

// Resolves when the scene is drawn.
export async function draw(canvas, name) {
  const texts = { vertex: await load(`${name}.vert.essl300.glsl`), fragment: await load(`${name}.frag.essl300.glsl`) };
  const reflection = JSON.parse(await load(`${name}.essl300.glsl.reflect.json`));
  const scene = await loadScene(name);

  const shader = createShader(texts, reflection);
  setConstants(shader, reflection, "vertex", scene.constants.vc);
  setConstants(shader, reflection, "fragment", scene.constants.fc);
  for (const [register, url] of Object.entries(scene.textures))
    setTexture(shader, reflection, register, await loadPicture(url));

  const state = new State();
  state.blend = true;
  state.depthTest = state.depthMask = scene.depth;
  const mesh = new Mesh({ geometry: createGeometry(reflection, scene.attributes, scene.indices), shader, state });
  mesh.blendMode = "normal"; // source + (1 - source alpha) · destination

  const renderer = new WebGLRenderer();
  const { width, height } = canvas;
  await renderer.init({ canvas, width, height, background: scene.background, depth: true, preserveDrawingBuffer: true });
  const stage = new Container();
  stage.addChild(mesh);
  renderer.render({ container: stage });
}

// Draws a scene of ../scene with Babylon.js.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Constants } from "@babylonjs/core/Engines/constants.js";
import { Engine } from "@babylonjs/core/Engines/engine.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { loadScene } from "../scene/scenes.js";
import { createMaterial, createMesh, setConstants, setTexture } from "./bind.js";

const load = async (name) => (await fetch(new URL(`shaders/${name}`, import.meta.url))).text();

// Resolves when the scene is drawn.
export async function draw(canvas, name) {
  const texts = { vertex: await load(`${name}.vert.essl300.glsl`), fragment: await load(`${name}.frag.essl300.glsl`) };
  const reflection = JSON.parse(await load(`${name}.essl300.glsl.reflect.json`));
  const { attributes, indices, constants, textures, background, depth } = await loadScene(name);

  const engine = new Engine(canvas, false, { preserveDrawingBuffer: true });
  const scene = new Scene(engine);
  scene.clearColor = new Color4(...background, 1);
  new FreeCamera("camera", Vector3.Zero(), scene); // the shader does not use it

  const material = createMaterial(scene, texts, reflection);
  material.alphaMode = Constants.ALPHA_PREMULTIPLIED_PORTERDUFF; // source + (1 - source alpha) · destination
  material.backFaceCulling = false;
  material.depthFunction = depth ? Constants.LEQUAL : Constants.ALWAYS;
  material.forceDepthWrite = depth; // otherwise a blended mesh does not write depth
  setConstants(material, reflection, "vertex", constants.vc);
  setConstants(material, reflection, "fragment", constants.fc);
  for (const [register, url] of Object.entries(textures)) setTexture(material, reflection, register, url);

  createMesh(scene, reflection, attributes, indices).material = material;
  await scene.whenReadyAsync();
  scene.render();
}

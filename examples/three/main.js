// Draws a scene of ../scene with three.js.
import * as THREE from "three";
import { loadScene } from "../scene/scenes.js";
import { createGeometry, createMaterial, setConstants, setTexture } from "./bind.js";

const load = async (name) => (await fetch(new URL(`shaders/${name}`, import.meta.url))).text();

// Resolves when the scene is drawn.
export async function draw(canvas, name) {
  const texts = { vertex: await load(`${name}.vert.essl300.glsl`), fragment: await load(`${name}.frag.essl300.glsl`) };
  const reflection = JSON.parse(await load(`${name}.essl300.glsl.reflect.json`));
  const scene = await loadScene(name);

  const material = createMaterial(texts, reflection);
  material.blending = THREE.CustomBlending; // source + (1 - source alpha) · destination
  material.blendSrc = THREE.OneFactor;
  material.blendDst = THREE.OneMinusSrcAlphaFactor;
  material.depthTest = material.depthWrite = scene.depth;
  setConstants(material, reflection, "vertex", scene.constants.vc);
  setConstants(material, reflection, "fragment", scene.constants.fc);
  for (const [register, url] of Object.entries(scene.textures))
    setTexture(material, reflection, register, await new THREE.TextureLoader().loadAsync(url));

  const mesh = new THREE.Mesh(createGeometry(reflection, scene.attributes, scene.indices), material);
  mesh.frustumCulled = false; // three.js does not know where the shader puts the vertices

  THREE.ColorManagement.enabled = false;
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: false, preserveDrawingBuffer: true });
  renderer.setClearColor(new THREE.Color(...scene.background));
  renderer.render(new THREE.Scene().add(mesh), new THREE.Camera());
}

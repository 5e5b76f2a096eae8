// Draws a scene with a material of a module of `agalc batch --host three`.
import * as THREE from 'three';

export async function draw(canvas, create, scene) {
  const textures = {};
  for (const [register, url] of Object.entries(scene.textures))
    textures[register] = await new THREE.TextureLoader().loadAsync(url);
  const material = await create(textures);
  for (const [name, values] of Object.entries(scene.constants)) material.uniforms[name]?.value.set(values);
  const geometry = new THREE.BufferGeometry();
  for (const [name, { size, values }] of Object.entries(scene.attributes))
    geometry.setAttribute(name, new THREE.BufferAttribute(values, size));
  geometry.setIndex(new THREE.BufferAttribute(scene.indices, 1));
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  THREE.ColorManagement.enabled = false;
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: false, preserveDrawingBuffer: true });
  renderer.setClearColor(new THREE.Color(...scene.background));
  renderer.render(new THREE.Scene().add(mesh), new THREE.Camera());
}

// Draws a scene with a material of a module of `agalc batch --host babylon`.
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { Scene } from '@babylonjs/core/scene.js';

export async function draw(canvas, create, { attributes, indices, constants, textures, background }) {
  const engine = new Engine(canvas, false, { preserveDrawingBuffer: true });
  const scene = new Scene(engine);
  scene.clearColor = new Color4(...background, 1);
  new FreeCamera('camera', Vector3.Zero(), scene);
  const loaded = {};
  for (const [register, url] of Object.entries(textures))
    loaded[register] = new Texture(url, scene, { invertY: false });
  const material = await create(scene, loaded);
  for (const [name, values] of Object.entries(constants))
    if (material.options.uniforms.includes(name)) material.setArray4(name, [...values]);
  const mesh = new Mesh('mesh', scene);
  // Babylon.js needs positions to count the vertices of a mesh.
  for (const [name, { size, values }] of Object.entries(attributes)) {
    mesh.setVerticesBuffer(new VertexBuffer(engine, values, name, { size, stride: size }));
    if (name === 'va0') mesh.setVerticesBuffer(new VertexBuffer(engine, values, 'position', { size, stride: size }));
  }
  mesh.setIndices(indices);
  mesh.alwaysSelectAsActiveMesh = true;
  mesh.material = material;
  await scene.whenReadyAsync();
  scene.render();
}

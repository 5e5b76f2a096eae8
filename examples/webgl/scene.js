// Draws the scene of ../scene with WebGL 2.
import { Pair } from "./bind.js";
import * as scene from "../scene/scene.js";

const load = async (name) => (await fetch(new URL(name, import.meta.url))).text();

// Returns a function that draws the scene at a time in seconds.
export async function createScene(gl) {
  // agalc compile --link ../scene/scene.vert.agal ../scene/scene.frag.agal --target essl300 -o .
  const texts = { vertex: await load("scene.vert.essl300.glsl"), fragment: await load("scene.frag.essl300.glsl") };
  const pair = new Pair(gl, texts, JSON.parse(await load("scene.essl300.glsl.reflect.json")));

  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, scene.vertices, gl.STATIC_DRAW);
  pair.setAttribute("va0", buffer, 3, gl.FLOAT, false, scene.stride, 0);
  pair.setAttribute("va1", buffer, 2, gl.FLOAT, false, scene.stride, 12);

  const { size, texels } = scene.picture();
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, size, size, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels);
  gl.generateMipmap(gl.TEXTURE_2D);
  pair.setTexture("fs0", texture);
  pair.setConstants("fragment", scene.fragmentConstants);

  return (seconds) => {
    pair.setConstants("vertex", scene.vertexConstants(seconds));
    gl.clearColor(...scene.background);
    gl.clear(gl.COLOR_BUFFER_BIT);
    pair.draw(gl.TRIANGLES, 0, scene.vertexCount);
  };
}

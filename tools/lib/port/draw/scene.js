// Loads the draw that agalc wrote: the scene, its mesh and its textures.
import { load, loadBitmap } from "./files.js";

const loadAll = (names) => Promise.all(names.map(loadBitmap));

const loadTexture = async (texture) =>
  Array.isArray(texture)
    ? { sides: await loadAll(texture) }
    : { levels: await loadAll([texture.image, ...(texture.levels ?? [])]) };

// Returns the scene. The keys of attributes and textures are registers ("va0", "fs0"); the keys of constants are "vc" and "fc".
export async function loadScene() {
  const scene = await (await load("scene.json")).json();
  const mesh = await (await load(scene.mesh)).text();
  const corners = [...mesh.matchAll(/^f (\d+) (\d+) (\d+)$/gm)].flatMap(([, ...each]) => each.map(Number));
  const numbers = (rows) => Float32Array.from(rows.flat());
  const map = (object, change) => Object.fromEntries(Object.entries(object ?? {}).map(change));
  const textures = await Promise.all(
    Object.entries(scene.textures ?? {}).map(async ([name, each]) => [name, await loadTexture(each)])
  );
  return {
    size: scene.size,
    samples: scene.target?.samples ?? 1,
    background: scene.background,
    attributes: map(scene.attributes, ([name, rows]) => [name, { size: 4, values: numbers(rows) }]),
    indices: Uint32Array.from(corners, (corner) => corner - 1),
    constants: map(scene.constants, ([name, rows]) => [name.slice(0, 2), numbers(rows)]),
    textures: Object.fromEntries(textures),
    scissor: scene.scissor,
  };
}

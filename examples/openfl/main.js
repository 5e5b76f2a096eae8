// Draws the scenes with OpenFL's Stage3D: with agalc in place of its AGAL converter, with programs that agalc
// translated beforehand, or without agalc.
import Context3DTextureFormat from "openfl/lib/openfl/display3D/Context3DTextureFormat";
import Stage from "openfl/lib/openfl/display/Stage";
import ByteArray from "openfl/lib/openfl/utils/ByteArray";
import Vector from "openfl/lib/openfl/Vector";
import { load } from "agalc";
import wasm from "agalc/agalc.wasm";
import { replaceConverter, translateBeforehand } from "./agal_to_glsl.js";
import { scenes } from "./scenes.js";

const [width, height] = [400, 300];
const parameters = new URLSearchParams(location.search);
const agal = await load({ wasm });
const converter = parameters.get("converter") ?? "agalc";
if (converter === "agalc") replaceConverter(agal);

const stage = new Stage(width, height, 0, null, { renderer: "webgl" });
document.getElementById("stage").append(stage.element);
const stage3D = stage.stage3Ds[0];
const context = await new Promise((resolve, reject) => {
  stage3D.addEventListener("context3DCreate", () => resolve(stage3D.context3D));
  stage3D.addEventListener("error", ({ text }) => reject(new Error(text)));
  stage3D.requestContext3D();
});
context.configureBackBuffer(width, height, 0, true);

function assemble(text, stage, agalVersion) {
  const { ok, messages, bytecode } = agal.assemble(text, { stage, agalVersion });
  if (!ok) throw new Error(messages);
  if (converter === "beforehand") return translateBeforehand(agal, bytecode);
  return { program: ByteArray.fromArrayBuffer(bytecode.slice().buffer), samplers: [] };
}

function createBuffer(values) {
  const buffer = context.createVertexBuffer(values.length, values[0].length);
  buffer.uploadFromTypedArray(new Float32Array(values.flat()));
  return { buffer, format: `float${values[0].length}` };
}

function createTexture({ size, texels }) {
  const texture = context.createTexture(...size, Context3DTextureFormat.BGRA, false);
  texture.uploadFromTypedArray(new Uint8Array(texels));
  return texture;
}

// Returns a function that draws a frame.
function create({ version = 1, vertex, fragment, attributes, indices, texture, ...constants }) {
  const program = context.createProgram();
  const { program: fragmentProgram, samplers } = assemble(fragment, "fragment", version);
  program.upload(assemble(vertex, "vertex", version).program, fragmentProgram);
  const buffers = attributes.map(createBuffer);
  const triangles = context.createIndexBuffer(indices.length);
  triangles.uploadFromTypedArray(new Uint16Array(indices));
  const picture = texture ? createTexture(texture) : null;
  return () => {
    context.clear(0.13, 0.19, 0.25, 1);
    context.setProgram(program);
    context.setDepthTest(true, "less");
    for (let i = 0; i < 8; ++i) context.setVertexBufferAt(i, buffers[i]?.buffer ?? null, 0, buffers[i]?.format);
    context.setTextureAt(0, picture);
    for (const { index, state } of samplers) context.setSamplerStateAt(index, ...state);
    for (const stage of ["vertex", "fragment"])
      for (const [register, value] of (constants[`${stage}Constants`] ?? []).entries())
        context.setProgramConstantsFromVector(stage, register, Vector.ofArray(value), 1);
    context.drawTriangles(triangles);
    context.present();
  };
}

// Draws a scene continuously. Resolves after its first frame; rejects if its programs are rejected.
let frame = () => {};
async function draw(name) {
  stage.removeEventListener("enterFrame", frame);
  const drawFrame = create(scenes.find((scene) => scene.name === name));
  await new Promise((resolve) => {
    frame = () => {
      drawFrame();
      resolve();
    };
    stage.addEventListener("enterFrame", frame);
  });
}

const form = document.forms[0];
form.scene.append(...scenes.map(({ name }) => new Option(name)));
form.converter.value = converter;
form.scene.value = parameters.get("scene") ?? scenes[0].name;
const { about, own } = scenes.find(({ name }) => name === form.scene.value);
document.getElementById("about").textContent = own ? `${about} OpenFL's converter ${own}.` : about;
draw(form.scene.value).catch((error) => (document.getElementById("message").textContent = error));

// For the console, and for the test of this example.
window.example = { scenes, draw };

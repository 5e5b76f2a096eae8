// Draws the scenes with AwayJS, with agalc in place of its AGAL converter or without agalc.
import { ByteArray, Vector3D } from "@awayjs/core";
import { DirectionalLight, MethodMaterial, StaticLightPicker } from "@awayjs/materials";
import { ElementsType } from "@awayjs/renderer";
import { PrimitiveTorusPrefab, Scene } from "@awayjs/scene";
import { ContextGLDrawMode, ContextGLProgramType, ContextGLTriangleFace, StageManager } from "@awayjs/stage";
import { load } from "agalc";
import wasm from "agalc/agalc.wasm";
import { replaceConverter } from "./agal_to_glsl.js";
import { scenes } from "./scenes.js";

const [width, height] = [400, 300];
const parameters = new URLSearchParams(location.search);
const agal = await load({ wasm });
if (parameters.get("converter") !== "own") replaceConverter(agal);

StageManager.htmlCanvas = document.querySelector("canvas");
const engine = createEngine();
const { context } = engine.view.stage;

// Creates the scene of the engine: a torus that is lit from above.
function createEngine() {
  const engine = new Scene();
  engine.view.width = width;
  engine.view.height = height;
  engine.view.backgroundColor = 0x213040;
  const light = new DirectionalLight();
  light.direction = new Vector3D(-1, -1, 1);
  light.ambient = 0.2;
  const material = new MethodMaterial(0xff8040);
  material.lightPicker = new StaticLightPicker([light]);
  const torus = new PrimitiveTorusPrefab(material, ElementsType.TRIANGLE, 320, 120, 48, 24, false).getNewObject();
  torus.rotationX = 30;
  torus.rotationY = 40;
  engine.container.addChild(torus);
  return engine;
}

function assemble(text, stage, agalVersion) {
  const { ok, messages, bytecode } = agal.assemble(text, { stage, agalVersion });
  if (!ok) throw new Error(messages);
  const bytes = new ByteArray(bytecode.length);
  bytes.setArrayBuffer(bytecode.slice().buffer);
  bytes.position = 0;
  return bytes;
}

function bindAttribute(values, index) {
  const size = values[0].length;
  const buffer = context.createVertexBuffer(values.length, 4 * size);
  buffer.uploadFromArray(new Float32Array(values.flat()));
  context.setVertexBufferAt(index, buffer, 0, size - 1); // the format: FLOAT_1, which is 0, to FLOAT_4
}

const registers = (values = []) => new Float32Array(values.flatMap((value) => [...value, 0, 0, 0, 0].slice(0, 4)));

function drawSquare({ version = 1, vertex, fragment, attributes, vertexConstants, fragmentConstants }) {
  const program = context.createProgram();
  program.upload(assemble(vertex, "vertex", version), assemble(fragment, "fragment", version));
  const indices = context.createIndexBuffer(6);
  indices.uploadFromArray(new Uint16Array([0, 1, 2, 1, 3, 2]));
  context.configureBackBuffer(width, height, 0, true);
  context.clear(0.13, 0.19, 0.25, 1);
  context.setProgram(program);
  context.setCulling(ContextGLTriangleFace.NONE);
  attributes.forEach(bindAttribute);
  context.setProgramConstantsFromArray(ContextGLProgramType.VERTEX, registers(vertexConstants));
  context.setProgramConstantsFromArray(ContextGLProgramType.FRAGMENT, registers(fragmentConstants));
  context.drawIndices(ContextGLDrawMode.TRIANGLES, indices);
  context.present();
}

// Draws a scene. Throws if its programs are rejected.
function draw(name) {
  const scene = scenes.find((each) => each.name === name);
  if (scene.vertex) drawSquare(scene);
  else engine.render();
}

const form = document.forms[0];
form.scene.append(...scenes.map(({ name }) => new Option(name)));
form.converter.value = parameters.get("converter") ?? "agalc";
form.scene.value = parameters.get("scene") ?? scenes[0].name;
const { about, own } = scenes.find(({ name }) => name === form.scene.value);
document.getElementById("about").textContent = own ? `${about} AwayJS's converter ${own}.` : about;
try {
  draw(form.scene.value);
} catch (error) {
  document.getElementById("message").textContent = error;
}

// For the console, and for the test of this example.
window.example = { scenes, draw };

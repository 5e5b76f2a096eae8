// agalc in the place of AwayJS's AGAL converter.
import { ProgramWebGL } from "@awayjs/stage";

// AwayJS binds by name, and has agalc's names: the arrays `vc` and `fc`, va0, fs0. The last two options are how AwayJS
// reads AGAL where its documents leave something open.
const options = {
  constants: "plain", // uniforms of their own instead of blocks
  clipZ: "negative-one-to-one", // WebGL's clip space
  reflect: false,
  domain: "abs",
  ifg: "ge",
};

// A pair in GLSL ES 3.00, or 1.00 for WebGL 1.
export function agalToGlsl(agal, vertex, fragment, webglVersion) {
  const pair = agal.link(vertex, fragment, { ...options, target: webglVersion === 2 ? "essl300" : "essl100" });
  if (!pair.ok) throw new Error(pair.messages);
  return { vertex: pair.vertex.code, fragment: pair.fragment.code };
}

// A program is a ByteArray, or a part of what AwayJS's assembler returns, which has one.
function bytecodeOf(program) {
  const { arraybytes, length } = program.data ?? program;
  return new Uint8Array(arraybytes, 0, length);
}

export function replaceConverter(agal) {
  ProgramWebGL.prototype.upload = function (vertex, fragment) {
    const pair = agalToGlsl(agal, bytecodeOf(vertex), bytecodeOf(fragment), this._context.glVersion);
    this.uploadRaw(pair.vertex, pair.fragment);
  };
}

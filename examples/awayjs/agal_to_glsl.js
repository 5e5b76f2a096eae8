// Replaces AwayJS's AGAL converter with agalc.
import { ProgramWebGL } from "@awayjs/stage";

// AwayJS binds resources by name, and uses agalc's names: the arrays `vc` and `fc`, va0, fs0. The last two options
// match AwayJS where AGAL's documents leave something open.
const options = {
  constants: "plain", // separate uniforms instead of blocks
  clipZ: "negative-one-to-one", // WebGL's clip space
  reflect: false,
  domain: "abs",
  ifg: "ge",
};

// Returns a pair in GLSL ES 3.00, or in 1.00 for WebGL 1.
export function agalToGlsl(agal, vertex, fragment, webglVersion) {
  const pair = agal.link(vertex, fragment, { ...options, target: webglVersion === 2 ? "essl300" : "essl100" });
  if (!pair.ok) throw new Error(pair.messages);
  return { vertex: pair.vertex.code, fragment: pair.fragment.code };
}

// Returns the bytecode of `program`, which is a ByteArray, or has a ByteArray in `data` (AwayJS's assembler).
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

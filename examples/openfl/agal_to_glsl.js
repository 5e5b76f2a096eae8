// agalc in the place of OpenFL's AGAL converter.
import AGALConverter from "openfl/lib/_gen/openfl/_internal/formats/agal/AGALConverter";
import SamplerState from "openfl/lib/_gen/openfl/_internal/renderer/SamplerState";

// Uniforms of their own instead of blocks, and WebGL's clip space.
const options = { target: "essl100", constants: "plain", clipZ: "negative-one-to-one" };

// OpenFL binds by name. Attributes are called va0 on both sides, varyings need no binding. Constants: OpenFL reads the
// register after "vc" or "fc", and how many there are from the size of the array, so that `vc` becomes `vc0`. Samplers are
// called `sampler0` instead of `fs0`.
const rename = (glsl) => glsl.replace(/\b([vf]c)\b/g, "$10").replace(/\bfs(\d+)\b/g, "sampler$1");

// OpenFL turns pictures that are drawn to textures upside down with this uniform.
const scalePosition = (glsl) =>
  glsl
    .replace("void main() {", "uniform vec4 vcPositionScale;\n\n$&")
    .replace(/}\s*$/, "    gl_Position *= vcPositionScale;\n}\n");

// What OpenFL sets for a texture. Its mipmaps, wrap modes and filters have AGAL's names. The bias is in the shader.
function samplerState({ wrap, filter, mip, special }) {
  const ignored = special.includes("ignoresampler");
  return new SamplerState(wrap, filter, mip, 0, ignored, special.includes("centroid"), false);
}

// The program in GLSL ES 1.00, and the states of its samplers by register.
export function agalToGlsl(agal, bytecode) {
  const { ok, messages, stage, code, reflection } = agal.compile(bytecode, options);
  if (!ok) throw new Error(messages);
  const states = [];
  for (const { index, states: found } of reflection.agal.samplers) states[index] = samplerState(found[0]);
  return { source: stage === "vertex" ? scalePosition(rename(code)) : rename(code), states };
}

// Program3D calls the converter for each program. It gives a list for the sampler states of a fragment program.
export function replaceConverter(agal) {
  AGALConverter.convertToGLSL = (byteArray, samplerStates) => {
    const { source, states } = agalToGlsl(agal, byteArray.b.subarray(0, byteArray.length));
    if (samplerStates) Object.assign(samplerStates, states);
    return source;
  };
}

// Replaces OpenFL's AGAL converter with agalc, or translates programs before OpenFL gets them.
import AGALConverter from "openfl/lib/_gen/openfl/_internal/formats/agal/AGALConverter";
import SamplerState from "openfl/lib/_gen/openfl/_internal/renderer/SamplerState";
import ByteArray from "openfl/lib/openfl/utils/ByteArray";

// The host sets the names that OpenFL binds, and WebGL's clip space.
const options = { host: "openfl", bindingsOnly: true };

// AGAL's names for the numbers of the bytecode. OpenFL uses the same names.
const wraps = ["clamp", "repeat", "clamp_u_repeat_v", "repeat_u_clamp_v"];
const filters = ["nearest", "linear", "anisotropic2x", "anisotropic4x", "anisotropic8x", "anisotropic16x"];
const mips = ["mipnone", "mipnearest", "miplinear"];
const [centroid, ignoreSampler] = [1, 4];

function translate(agal, bytecode, more) {
  const result = agal.compile(bytecode, { ...options, ...more });
  if (!result.ok) throw new Error(result.messages);
  return result;
}

// Returns the sampler state that OpenFL sets for a texture. The shader applies the bias.
function samplerState({ wrap, filter, mip, special }) {
  const flags = [(special & ignoreSampler) !== 0, (special & centroid) !== 0];
  return new SamplerState(wraps[wrap], filters[filter], mips[mip], 0, ...flags, false);
}

// Replaces the converter, which Program3D calls for each program. For a fragment program, the converter also fills the
// list `samplerStates`.
export function replaceConverter(agal) {
  AGALConverter.convertToGLSL = (byteArray, samplerStates) => {
    const found = translate(agal, byteArray.b.subarray(0, byteArray.length));
    if (samplerStates) for (const { index, states } of found.interface.samplers) samplerStates[index] = samplerState(states[0]);
    return found.code;
  };
}

// Returns a program that an unmodified OpenFL accepts in place of bytecode. A game would contain such a program, and
// set the states of its samplers.
export function translateBeforehand(agal, bytecode) {
  const found = translate(agal, bytecode, { emit: "b0" });
  const samplers = found.interface.samplers.map(({ index, states: [{ wrap, filter, mip }] }) => ({
    index,
    state: [wraps[wrap], filters[filter], mips[mip]],
  }));
  return { program: ByteArray.fromArrayBuffer(found.container.buffer), samplers };
}

// Replaces the file of the same name in Lightspark, so that agalc replaces its AGAL converter. tools/amalgamate writes
// agal.cpp and agal.h for Lightspark to compile.
#ifndef AGALCONVERTER_H
#define AGALCONVERTER_H

#include <agal.h>

#include <string>
#include <vector>

#include "scripting/flash/display3d/flashdisplay3d.h"
#include "scripting/flash/utils/ByteArray.h"
#include "tiny_string.h"

using namespace lightspark;

// Lightspark passes this object from the vertex program to the fragment program. agalc does not need it.
class RegisterMap {};

// SamplerRegister::toGLSL calls this function.
inline tiny_string prefixFromType(RegisterType type, bool isVertexProgram) {
  switch (type) {
    case ATTRIBUTE: return tiny_string("va");
    case CONSTANT: return tiny_string(isVertexProgram ? "vc" : "fc");
    case TEMPORARY: return tiny_string(isVertexProgram ? "vt" : "ft");
    case VARYING: return tiny_string("v");
    case SAMPLER: return tiny_string("sampler");
    case OUTPUT: break;
  }
  return tiny_string("output_");
}

namespace agal_for_lightspark {

// The options are created once, because setting them takes longer than translating a short program.
inline const agal_options* options() {
  static agal_options* const made = [] {
    agal_options* const all = agal_options_create();
    agal_options_set(all, "host", "lightspark");
    agal_options_set(all, "bytecode", "true");
    agal_options_set(all, "adobe-order", "true");
    agal_options_set(all, "bindings-only", "true");
    return all;
  }();
  return made;
}

inline RegisterMapEntry entry(RegisterType type, const std::string& name, uint32_t number, RegisterUsage usage) {
  RegisterMapEntry out;
  out.type = type;
  out.name = tiny_string(name);
  out.number = number;
  out.usage = usage;
  return out;
}

inline SamplerRegister sampler(const agal_sampler& from, bool isVertexProgram) {
  const agal_sampler_state& state = from.states[0];
  SamplerRegister out;
  out.b = 0;  // the GLSL already applies the bias
  out.d = static_cast<int32_t>(from.kind);
  out.f = static_cast<int32_t>(state.filter);
  out.m = static_cast<int32_t>(state.mip);
  out.n = static_cast<int32_t>(from.index);
  out.isVertexProgram = isVertexProgram;
  out.s = static_cast<int32_t>(state.special);
  out.t = static_cast<int32_t>(state.read_mode);
  out.type = SAMPLER;
  out.w = state.wrap == AGAL_WRAP_CLAMP ? 0 : 3;  // Lightspark sets both directions
  out.program_sampler_id = UINT32_MAX;
  return out;
}

// Returns the GLSL of a program that was translated beforehand: docs/hosts.md of agalc.
inline tiny_string contained(const uint8_t* bytes, uint32_t length) {
  const uint32_t size = length < 3 ? 0 : bytes[1] + 256u * bytes[2];
  return size + 3 > length ? tiny_string("") : tiny_string(std::string(reinterpret_cast<const char*>(bytes) + 3, size));
}

}  // namespace agal_for_lightspark

// Converts a program for Program3D.upload. An empty result means that the program was rejected.
inline tiny_string AGALtoGLSL(ByteArray* agal, bool isVertexProgram, std::vector<SamplerRegister>& samplerState,
                              std::vector<RegisterMapEntry>& constants, std::vector<RegisterMapEntry>& attributes,
                              RegisterMap&) {
  using namespace agal_for_lightspark;
  const uint8_t* const bytes = agal->getBufferNoCheck();
  const uint32_t length = agal->getLength();
  constants.clear();
  attributes.clear();
  if (length > 0 && bytes[0] == 0xb0) return contained(bytes, length);

  agal_result* const result = agal_compile(bytes, length, options());
  const agal_stage stage = isVertexProgram ? AGAL_STAGE_VERTEX : AGAL_STAGE_FRAGMENT;
  const agal_interface* const found = agal_result_interface(result, stage);
  std::string text;
  if (found == nullptr) {
    // agal_result_player_error(result) would be the number of the error that ActionScript expects.
    LOG(LOG_ERROR, "AGAL: " << agal_result_get(result, "messages", nullptr));
  } else {
    text = agal_result_get(result, isVertexProgram ? "vertex" : "fragment", nullptr);
    // The constants are a single array that begins at the first register.
    if (found->constants.count > 0)
      constants.push_back(entry(CONSTANT, isVertexProgram ? "vc0" : "fc0", 0, VECTOR_4_ARRAY));
    for (size_t i = 0; i < found->attribute_count; ++i)
      attributes.push_back(entry(ATTRIBUTE, found->attributes[i].name, found->attributes[i].location, VECTOR_4));
    for (size_t i = 0; i < found->sampler_count; ++i)
      if (found->samplers[i].active != 0) samplerState.push_back(sampler(found->samplers[i], isVertexProgram));
  }
  agal_result_release(result);
  return tiny_string(text);
}

#endif  // AGALCONVERTER_H

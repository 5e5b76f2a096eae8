// The states of samplers (filter, mip filter, wrap mode), which tokens of AGAL have and SPIR-V does not.
#pragma once

#include <span>
#include <string>

#include "agal/program.hpp"
#include "prove/spirv_places.hpp"
#include "prove/store.hpp"

namespace agal::prove {

/// Returns true if two tokens choose the same filter, mip filter and wrap mode. `ignoresampler`, with which the host
/// chooses them, is not compared.
bool is_same_state(SamplerOperand a, SamplerOperand b);

/// Reports a sampler register that the program and another program read with different states; "" if there is none.
std::string other_state(const Program& program, std::span<const SamplerOperand> others, const Matching& matching);

/// Notes textures that the program always reads without a mip filter, and samplers that it always uses with the same
/// state, so that they are one term. Textures with an anisotropic filter, which uses derivatives, have several levels,
/// as have textures with `ignoresampler`.
void note_sampler_states(const Program& program, Store& store);

}  // namespace agal::prove

// The interpreter as a witness: whether a program computes what a counterexample says.
#pragma once

#include <optional>
#include <vector>

#include "agal/interpret.hpp"
#include "agal/prove.hpp"
#include "target/output.hpp"

namespace agal::prove {

/// A small texture for each sampler register that the program reads, with the state in which it is read first.
std::vector<std::optional<TextureBinding>> textures_for(const Program& program);

/// Runs the program with the inputs of the example and with these textures. Returns whether the output that the example
/// names has the expected value. `output` says how the position is converted.
bool confirms(const Program& program, const Semantics& semantics, const target::Output& output,
              const std::vector<std::optional<TextureBinding>>& textures, const Counterexample& example);

}  // namespace agal::prove

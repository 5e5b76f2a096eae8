// Confirms counterexamples with the interpreter.
#pragma once

#include <optional>
#include <vector>

#include "agal/interpret.hpp"
#include "agal/prove/prove.hpp"
#include "target/output.hpp"

namespace agal::prove {

/// Makes a small texture for each sampler register that the program reads, with the sampler state of the first fetch.
std::vector<std::optional<TextureBinding>> textures_for(const Program& program);

/// Runs the program with the inputs of the example and with these textures. Returns true if the output that the example
/// names has the expected value. `output` decides how the position is converted to the target's clip space.
bool confirms(const Program& program, const Semantics& semantics, const target::Output& output,
              const std::vector<std::optional<TextureBinding>>& textures, const Counterexample& example);

}  // namespace agal::prove

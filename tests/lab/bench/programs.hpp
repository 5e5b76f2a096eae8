// The programs of fixed lengths for the benchmarks. They are not random tokens, but combinations of lights, textures
// and effects, like in the shader compiler of an engine.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "agal/program.hpp"

namespace agal::bench {

/// The lengths of programs in tokens.
inline constexpr auto program_sizes = std::to_array<std::uint32_t>({10, 50, 200, 800, 2048});

/// Returns the assembly text of a program with exactly `tokens` tokens, at least 10. Variants begin with different
/// effects. The same arguments give the same text. Every program is valid at level Strict.
std::string program_text(Stage stage, std::uint32_t tokens, std::uint32_t variant);

/// Returns the programs of one size: four fragment programs and two vertex programs, in proportion to the time that an
/// engine spends on them.
std::vector<Program> programs_of_size(std::uint32_t tokens);

}  // namespace agal::bench

// The programs of a fixed length that the benchmarks run over: what an engine's shader compiler puts together out of
// lights, textures and effects, not random tokens.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "agal/program.hpp"

namespace agal::bench {

/// The lengths, in tokens.
inline constexpr auto program_sizes = std::to_array<std::uint32_t>({10, 50, 200, 800, 2048});

/// The assembly text of a program of exactly `tokens` tokens, at least 10. Variants begin with different effects. The
/// same arguments give the same text; every program is valid under the player's strict rules.
std::string program_text(Stage stage, std::uint32_t tokens, std::uint32_t variant);

/// What stands for one size: four fragment programs and two vertex programs, the proportion of time that an engine
/// spends on each.
std::vector<Program> programs_of_size(std::uint32_t tokens);

}  // namespace agal::bench

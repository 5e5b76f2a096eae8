// The libraries of Khronos alone, called as plainly as they can be: what everything is compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "agal/compile.hpp"

namespace agal::bench {

/// The SPIR-V validator, with a context that is made once. Throws what it says about an invalid module.
void khronos_validate(const std::vector<std::uint32_t>& words, Environment environment);

/// SPIRV-Cross with its own choice of statements and names, and the length of the text that it makes. The options are
/// those that change what the text means.
std::size_t khronos_cross(const std::vector<std::uint32_t>& words, Target target);

}  // namespace agal::bench

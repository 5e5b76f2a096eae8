// The baseline of comparisons: the Khronos libraries, called directly with default options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "agal/compile.hpp"

namespace agal::bench {

/// Runs the SPIR-V validator with a context that is created once. Throws the validator's message about an invalid
/// module.
void khronos_validate(const std::vector<std::uint32_t>& words, Environment environment);

/// Returns the length of the text that SPIRV-Cross writes with its own statements and names. Only options that change
/// the meaning of the text are set.
std::size_t khronos_cross(const std::vector<std::uint32_t>& words, Target target);

}  // namespace agal::bench

// The baseline of comparisons: the libraries of Khronos, called directly with default options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "agal/compile.hpp"

namespace agal::bench {

/// The SPIR-V validator, with a context that is created once. Throws its message about an invalid module.
void khronos_validate(const std::vector<std::uint32_t>& words, Environment environment);

/// The length of the text of SPIRV-Cross, with its own choice of statements and names. Only options that change the
/// meaning of the text are set.
std::size_t khronos_cross(const std::vector<std::uint32_t>& words, Target target);

}  // namespace agal::bench

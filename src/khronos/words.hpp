// Constants for reading the words of a finished module.
#pragma once

#include <spirv/unified1/spirv.hpp>

#include <cstdint>

namespace agal::khronos {

inline constexpr std::uint32_t header_words = 5;

}  // namespace agal::khronos

// Limits on programs at every validation level. Later phases rely on them. A program beyond the limits cannot be
// translated.
#pragma once

#include <cstdint>

namespace agal {

/// The maximum number of registers of each type. The highest index is one less.
inline constexpr std::uint32_t translatable_registers = 1024;

/// The maximum depth of nested conditionals.
inline constexpr std::uint32_t translatable_nesting = 64;

}  // namespace agal

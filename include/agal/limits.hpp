// Limits on programs that hold at every validation level, so that later phases can rely on them. A program beyond them
// cannot be translated.
#pragma once

#include <cstdint>

namespace agal {

/// Registers of each type; the highest index is one less.
inline constexpr std::uint32_t translatable_registers = 1024;

/// Conditionals inside each other.
inline constexpr std::uint32_t translatable_nesting = 64;

}  // namespace agal

// SPIR-V modules as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace agal {

/// The module as SPIR-V assembly: names from OpName, nesting shown by indentation, a comment header. Deterministic.
/// Words that are not a valid module give a comment that says so.
std::string spirv_text(std::span<const std::uint32_t> words);

}  // namespace agal

// SPIR-V modules as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace agal {

/// Formats a module as SPIR-V assembly, with names from OpName, indentation for nesting, and a comment header.
/// Deterministic. Words that are not a valid module give a comment that says so.
std::string spirv_text(std::span<const std::uint32_t> words);

}  // namespace agal

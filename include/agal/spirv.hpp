// SPIR-V modules as text, for people.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace agal {

/// The module as SPIR-V assembly: names from OpName, nesting shown by indentation, a comment header. The same words
/// give the same text. Words that are no module give a comment that says so.
std::string spirv_text(std::span<const std::uint32_t> words);

}  // namespace agal

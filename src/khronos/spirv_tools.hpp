// The bridge to SPIRV-Tools: spirv_tools.cpp is the only file of the libraries that includes its headers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "agal/target.hpp"

namespace agal::khronos {

/// Runs the SPIR-V validator under the rules of an environment. Nothing: the module is valid; otherwise what the
/// validator says, in one line.
std::optional<std::string> validate(std::span<const std::uint32_t> words, Environment environment);

/// The module as SPIR-V assembly: names from OpName, nesting shown by indentation, a comment header, no colours. The
/// same words give the same text. Words that are no module give a comment that says so.
std::string disassemble(std::span<const std::uint32_t> words);

/// The version of the library that runs.
std::string spirv_tools_version();

}  // namespace agal::khronos

// Validates and disassembles SPIR-V with SPIRV-Tools. In the libraries, only spirv_tools.cpp includes the headers of
// SPIRV-Tools.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "agal/target.hpp"

namespace agal::khronos {

/// Returns true if this build contains SPIRV-Tools and SPIRV-Cross (AGAL_WITH_KHRONOS in CMake). Without them, modules
/// cannot be validated, disassembled or converted by SPIRV-Cross. The functions of this folder then exist, but must not
/// be called.
bool available();

/// The maximum number of structured branches in a module for SPIRV-Tools' validator and SPIRV-Cross. Their time grows
/// with the square of the number of branches. At this limit, the validator takes about a second
/// (docs/data/branches.md). Programs that players accept have at most 4,096 tokens, so they never exceed it.
inline constexpr std::uint32_t max_branches = 4096;

/// Runs the SPIR-V validator with the rules of an environment. Returns the message of the validator, on one line;
/// nullopt if the module is valid.
std::optional<std::string> validate(std::span<const std::uint32_t> words, Environment environment);

/// Returns the module as SPIR-V assembly, with names from OpName, indentation for nesting, a comment header and no
/// colors. The text is deterministic. For words that are not a valid module, the text is a comment with the error.
std::string disassemble(std::span<const std::uint32_t> words);

/// Returns the version of the library at run time.
std::string spirv_tools_version();

}  // namespace agal::khronos

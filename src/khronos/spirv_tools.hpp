// The bridge to SPIRV-Tools: of the libraries, only spirv_tools.cpp includes its headers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "agal/target.hpp"

namespace agal::khronos {

/// Whether SPIRV-Tools and SPIRV-Cross are in this build (AGAL_WITH_KHRONOS in CMake). False: modules are not
/// validated, and there is neither their disassembly nor text by SPIRV-Cross. The functions of this folder then exist,
/// but must not be called for these purposes.
bool available();

/// The maximum number of structured branches in a module for SPIRV-Tools' validator and SPIRV-Cross. Both take time
/// that grows with the square of that number: at this limit the validator takes about a second (docs/data/branches.md).
/// A program that follows the player's rules has at most 4,096 tokens, so it never has more.
inline constexpr std::uint32_t max_branches = 4096;

/// Runs the SPIR-V validator under the rules of an environment. Nullopt: the module is valid; otherwise the message of
/// the validator, on one line.
std::optional<std::string> validate(std::span<const std::uint32_t> words, Environment environment);

/// The module as SPIR-V assembly: names from OpName, nesting shown by indentation, a comment header, no colors.
/// Deterministic. Words that are not a valid module give a comment that says so.
std::string disassemble(std::span<const std::uint32_t> words);

/// The version of the library at run time.
std::string spirv_tools_version();

}  // namespace agal::khronos

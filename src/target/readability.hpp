// Which values of a module should become statements of their own, so that text made from it reads like the program.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace agal::target {

/// Ids of the values that a text back end should give a name, ascending. SPIRV-Cross nests every value that is used
/// once into the expression that uses it; a shader of fifty instructions becomes one statement. The values returned
/// here cut such expressions into statements of one or two AGAL instructions, at values that carry a register's name.
/// Values that are used more than once are returned too: SPIRV-Cross finds those by itself, but only by starting over.
///
/// `words` must be a valid module. Linear in its length.
std::vector<std::uint32_t> statement_values(std::span<const std::uint32_t> words);

}  // namespace agal::target

// Which values of a module should become statements of their own, so that text made from it reads like the program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace agal::khronos {

/// A value that a text back end declares as a variable.
struct Variable {
  std::uint32_t id = 0;
  std::string name;        // unique in the module; "": none could be found
  bool statement = false;  // to be declared where it is computed; otherwise a phi, which is a variable anyway
};

/// How a language spells a comparison of vectors. Lane by lane, each operand is read several times.
enum class Comparisons : std::uint8_t { Whole, LaneByLane };

/// The variables of a function, in the order of the program. SPIRV-Cross nests every value that is used once into the
/// expression that uses it; a shader of fifty instructions becomes one statement. The statements named here cut such
/// expressions into pieces of one or two AGAL instructions, at values that carry a register's name. Values that are
/// used more than once are among them: SPIRV-Cross finds those by itself, but only by starting over. So are derivatives
/// and fetches that take them inside an operand of `?:` or `||`, which SPIR-V evaluates for all pixels and text for
/// some, without derivatives that are defined: SPIRV-Cross does not see to that at all. What has no name gets that of
/// the value or output that it ends up in, with the lane: `op_z`.
///
/// `words` must be a valid module. Linear in its length.
std::vector<Variable> variables_of(std::span<const std::uint32_t> words, Comparisons comparisons = Comparisons::Whole);

}  // namespace agal::khronos

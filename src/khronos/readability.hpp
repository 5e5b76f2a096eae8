// Selects the values of a module that become statements of their own, so that the text reads like the program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace agal::khronos {

/// A value that a text back end declares as a variable.
struct Variable {
  std::uint32_t id = 0;
  std::string name;        // unique in the module; "": unnamed
  bool statement = false;  // declared where it is computed; otherwise a phi, which is always a variable
};

/// How a language compares vectors. Lane by lane, each operand is read several times.
enum class Comparisons : std::uint8_t { Whole, LaneByLane };

/// The variables of a function, in program order. SPIRV-Cross nests every value that is used once into the expression
/// that uses it; a shader of fifty instructions becomes one statement. The statements selected here split such
/// expressions into pieces of one or two AGAL instructions, at values that have a register's name. Values that are used
/// more than once are included: SPIRV-Cross finds them too, but restarts for each. So are derivatives and fetches with
/// derivatives inside an operand of `?:` or `||`, which SPIR-V evaluates for all pixels and text only for some, so that
/// the derivatives would be undefined: SPIRV-Cross does not handle this. Values without a name get that of the value or
/// output that they become part of, with the lane: `op_z`.
///
/// `words` must be a valid module. Linear in its length.
std::vector<Variable> variables_of(std::span<const std::uint32_t> words, Comparisons comparisons = Comparisons::Whole);

}  // namespace agal::khronos

// The use of each opcode in generated programs: its frequency, the kinds of its operands, and the range of its result.
#pragma once

#include <cstdint>

#include "agal/isa.hpp"
#include "ranges.hpp"

namespace agal::smith {

/// The range that a source should have, so that the result is a number of moderate size.
enum class Need : std::uint8_t {
  Any,
  NotNegative,
  Positive,
  NotZero,
  Exponent,    // magnitude at most 6
  Power,       // magnitude at most 3
  Angle,       // magnitude at most 16
  Direction,   // not zero in all lanes
  Coordinate,  // magnitude at most 3
  Tame,        // magnitude at most 32
};

bool meets(Need need, const Lane& lane);

struct OpcodeTraits {
  Opcode opcode;
  std::uint8_t weight;
  Need first, second;
  bool few_stay_few;  // true if sources with few possible values give a result with few possible values
  bool few;           // true if the result always has few possible values
  bool equality;      // true if it compares for equality, which rarely holds for arbitrary values
  Range (*result)(Range a, Range b);
};

/// Returns the traits of an opcode that can be executed.
const OpcodeTraits& opcode_traits(Opcode opcode);

}  // namespace agal::smith

// How each opcode is used: how often, with what kind of values, and what to expect of the result.
#pragma once

#include <cstdint>

#include "agal/isa.hpp"
#include "ranges.hpp"

namespace agal::smith {

/// What a source should hold for the result to be a number of ordinary size.
enum class Need : std::uint8_t {
  Any,
  NotNegative,
  Positive,
  NotZero,
  Exponent,    // at most 6 either way
  Power,       // at most 3 either way
  Angle,       // at most 16 either way
  Direction,   // not zero in all lanes
  Coordinate,  // at most 3 either way
  Tame,        // at most 32 either way
};

bool meets(Need need, const Lane& lane);

struct OpcodeTraits {
  Opcode opcode;
  std::uint8_t weight;
  Need first, second;
  bool few_stay_few;  // sources of few values give a result of few
  bool few;           // the result is one of a few values
  bool equality;      // asks whether two values are equal, which values of any kind hardly ever are
  Range (*result)(Range a, Range b);
};

/// The traits of an opcode; the default ones, of an arithmetic opcode, if it is not in the table.
const OpcodeTraits& opcode_traits(Opcode opcode);

}  // namespace agal::smith

// Checks that a proof does not hide an infinity or a NaN that only the module has.
#pragma once

#include "prove/counterexample.hpp"
#include "prove/store.hpp"

namespace agal::prove {

/// The numbers that the rules of a proof may have dropped from the module although the program does not have them.
enum class Lost : std::uint8_t {
  Nothing,
  Overflow,  // an infinity or a NaN that an infinite input or overflow causes
  Pole,      // an infinity or a NaN of an operation that is not defined for its operands, as in 1 / 0
};

/// Rules such as a * 0 = 0 (`dropping_rules`) are valid for finite numbers only. A proof with such a rule needs a
/// second proof: where an operation on which an output of the module depends has a pole, an operation of the program
/// has one on which the same output depends. An operation in an arm that is not selected does not count. Both are
/// conditions, which `store` compares as decision diagrams; the bounds of clamps, squares and comparisons with
/// constants are known.
///
/// `plain` is untouched and has the pairs and `killed`. `store` is new, has the rules of the proof, and receives the
/// normal forms of all these terms. `with_overflow`: also finds Lost::Overflow.
Lost lost_numbers(const Store& plain, Store& store, const std::vector<Pair>& pairs, Term killed, bool with_overflow);

}  // namespace agal::prove

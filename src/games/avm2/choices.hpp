// Expands texts that contain choices (avm2::Choice) to all texts that they can be.
#pragma once

#include <cstddef>
#include <vector>

#include "avm2/executor.hpp"

namespace agal::avm2 {

struct Expansion {
  std::vector<Outcome> outcomes;
  bool complete = true;  // true if `outcomes` has all texts
};

/// Returns all texts that a text can be. Alternatives with contradictory decisions are not combined. If there are more
/// than `max` texts, returns some of them, like `sample`.
Expansion expand(Values& values, const Outcome& outcome, std::size_t max);
/// Returns at most `max` of these texts. Each alternative of each choice is in one of them if possible.
Expansion sample(Values& values, const Outcome& outcome, std::size_t max);

}  // namespace agal::avm2

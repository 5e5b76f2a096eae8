// Texts with choices in them, as all texts that they may be.
#pragma once

#include <cstddef>
#include <vector>

#include "avm2/executor.hpp"

namespace agal::avm2 {

struct Expansion {
  std::vector<Outcome> outcomes;
  bool complete = true;  // these are all
};

/// The texts that one may be, without those whose decisions exclude each other. If there may be more than `max`, each
/// alternative of each choice is in one of them.
Expansion expand(Values& values, const Outcome& outcome, std::size_t max);
/// Some of them: each alternative of each choice is in one.
Expansion sample(Values& values, const Outcome& outcome, std::size_t max);

}  // namespace agal::avm2

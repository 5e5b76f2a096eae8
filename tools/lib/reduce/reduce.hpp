// The reducer: finds a small program that still has a property of a larger one.
#pragma once

#include <cstddef>
#include <functional>

#include "agal/program.hpp"

namespace agal::reduce {

/// Returns true if a program has the property. Called once for each candidate.
using Predicate = std::function<bool(const Program&)>;

struct Options {
  bool valid = false;              // only try candidates that `validate` accepts at level Strict
  bool allow_reserved = false;     // accept `sgn` and `ted`
  std::size_t max_candidates = 0;  // the maximum number of candidates; 0: unlimited
  /// Called after each step with the current program and the number of candidates so far. Unset: no callback.
  std::function<void(const Program& program, std::size_t candidates)> on_progress;
};

/// Removes tokens, whole conditionals and single arms, and simplifies operands, masks, sampler states and register
/// numbers, as long as `interesting` returns true. Assumes that `program` is interesting, and returns `program` itself
/// if no simpler program is. Candidates that `validate` rejects at level Off are not tried, unless `validate` rejects
/// `program` itself.
///
/// Deterministic if `interesting` is. Terminates, because each step decreases the cost of the program.
Program reduce(const Program& program, const Predicate& interesting, const Options& options = {});

}  // namespace agal::reduce

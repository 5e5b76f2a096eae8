// The reducer: the smallest program it can find that still shows what somebody looks for in a larger one.
#pragma once

#include <cstddef>
#include <functional>

#include "agal/program.hpp"

namespace agal::reduce {

/// Whether a program still shows it. It is asked about each candidate once.
using Predicate = std::function<bool(const Program&)>;

struct Options {
  bool valid = false;              // try only candidates that `validate` has nothing against at level Strict
  bool allow_reserved = false;     // `sgn` and `ted` are accepted by either
  std::size_t max_candidates = 0;  // ask no more often than this; 0: as often as it takes
  /// Told of each step: the program so far and how many candidates have been asked about. Unset: nobody listens.
  std::function<void(const Program& program, std::size_t candidates)> on_progress;
};

/// Drops tokens and whole conditionals, or one of their arms, and makes operands, masks, sampler states and register
/// numbers simpler, as long as `interesting` holds. Takes for granted that it holds for `program`, and returns
/// `program` itself if it holds for nothing simpler. Candidates that `validate` refuses at level Off are not tried,
/// unless it refuses `program` itself.
///
/// Deterministic if `interesting` is. Each step makes the program simpler by one measure, so there is an end.
Program reduce(const Program& program, const Predicate& interesting, const Options& options = {});

}  // namespace agal::reduce

// The reducer of IR: finds a small module that still has a property of a larger one.
#pragma once

#include <cstddef>
#include <functional>

#include "ir/module.hpp"

namespace agal::reduce {

/// Returns true if a module has the property. Called once for each candidate.
using IrPredicate = std::function<bool(const ir::Module&)>;

struct IrOptions {
  std::size_t max_candidates = 0;  // the maximum number of candidates; 0: unlimited
  /// Called after each step with the current module and the number of candidates so far. Unset: no callback.
  std::function<void(const ir::Module& module, std::size_t candidates)> on_progress;
};

/// Removes stores and discards, replaces values by zero or by one of their operands and conditionals by one of their
/// arms, and drops dead code, tokens, names and unused parts of the header, as long as `interesting` returns true.
/// Assumes that `module` is interesting. All candidates are modules that `ir::verify` accepts.
///
/// Deterministic if `interesting` is. Terminates, because each step decreases the cost of the module.
ir::Module reduce(const ir::Module& module, const IrPredicate& interesting, const IrOptions& options = {});

}  // namespace agal::reduce

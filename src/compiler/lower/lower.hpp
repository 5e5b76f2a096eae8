// Lowers a program to IR.
#pragma once

#include <optional>

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/semantics.hpp"
#include "base/register_set.hpp"
#include "ir/module.hpp"
#include "lower/varying_plan.hpp"

namespace agal::lower {

struct Options {
  Semantics semantics;
  // For a pair: the varyings that the fragment program reads. A vertex program stores exactly these varyings, so that
  // the interfaces of both programs match: zero if it does not write them.
  std::optional<base::RegisterSet> varyings_read;
  base::RegisterSet centroid_varyings;  // centroid varyings of the fragment program, used to lower the vertex program
  const VaryingPlan* plan = nullptr;    // the locations of a pair's varyings; nullptr if each has its own location
};

/// Translates a program that passes `validate` at level Off. No pass has run on the result. The only error is a sampler
/// register that is used with two dimensions (AGAL4090).
Result<ir::Module> lower(const Program& program, const Options& options);

}  // namespace agal::lower

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
  // For a pair: the varyings that the fragment program reads. A vertex program stores only these varyings. It stores
  // zero in varyings that it does not write, so that the interfaces of both programs match.
  std::optional<base::RegisterSet> varyings_read;
  base::RegisterSet centroid_varyings;  // varyings of the fragment program, to lower a vertex program
  const VaryingPlan* plan = nullptr;    // the locations of varyings of a pair; nullptr if each varying has its own
};

/// Translates a program that passes `validate` at level Off. No pass has run on the result. The only error is a sampler
/// register that is used with two dimensions (AGAL4090).
Result<ir::Module> lower(const Program& program, const Options& options);

}  // namespace agal::lower

// Program → IR.
#pragma once

#include <optional>

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/semantics.hpp"
#include "base/register_set.hpp"
#include "ir/module.hpp"

namespace agal::lower {

struct Options {
  Semantics semantics;
  // Of a pair: the varyings that the fragment program reads. A vertex program stores these alone, and as zero those
  // that it does not write, so that both programs agree about the interface.
  std::optional<base::RegisterSet> varyings_read;
  base::RegisterSet centroid_varyings;  // of the fragment program, for a vertex program
};

/// Translates a program that passes `validate` at level Off. No pass has run over the result. The one error that is
/// found only here: a sampler register that is used with two dimensions (AGAL4090).
Result<ir::Module> lower(const Program& program, const Options& options);

/// The varyings that this fragment program reads only as coordinates of fetches with the centroid flag.
base::RegisterSet centroid_varyings_of(const Program& program);

}  // namespace agal::lower

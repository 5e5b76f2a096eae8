// Program → IR.
#pragma once

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/semantics.hpp"
#include "base/register_set.hpp"
#include "ir/module.hpp"

namespace agal::lower {

struct Options {
  Semantics semantics;
  // Of a pair. Varyings that a vertex program does not store although it writes them, and such that it stores, as
  // zero, although it does not: so that both programs agree about the interface.
  base::RegisterSet varyings_dropped, varyings_added;
  base::RegisterSet centroid_varyings;  // of the fragment program, for a vertex program
};

/// Translates a program that passes `validate` at level Off. No pass has run over the result. The one error that is
/// found only here: a sampler register that is used with two dimensions (AGAL4090).
Result<ir::Module> lower(const Program& program, const Options& options);

/// The varyings that some token reads (fragment) or writes (vertex).
base::RegisterSet varyings_of(const Program& program);

/// The varyings that this fragment program reads only as coordinates of fetches with the centroid flag.
base::RegisterSet centroid_varyings_of(const Program& program);

}  // namespace agal::lower

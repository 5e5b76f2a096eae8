// Program → IR.
#pragma once

#include <cstdint>

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/semantics.hpp"
#include "ir/module.hpp"

namespace agal::lower {

struct Options {
  Semantics semantics;
  // Of a pair: varyings that a vertex program shall store, bit N for vN. Those it writes beyond these are dropped,
  // those it does not write are stored as zero, so that both programs agree about the interface.
  std::uint32_t varyings_kept = 0xffff'ffff;
  std::uint32_t varyings_required = 0;
  std::uint32_t centroid_varyings = 0;  // of the fragment program, for a vertex program
};

/// Translates a program that passes `validate` at level Off. No pass has run over the result. The one error that is
/// found only here: a sampler register that is used with two dimensions (AGAL4090).
Result<ir::Module> lower(const Program& program, const Options& options);

/// Bit N: the program reads (fragment) or writes (vertex) varying N in some token.
std::uint32_t varyings_of(const Program& program);

/// Bit N: every read of varying N in this fragment program is the coordinate of a fetch with the centroid flag.
std::uint32_t centroid_varyings_of(const Program& program);

}  // namespace agal::lower

// What agalc makes of all programs that there are, for compilers that are not ours: of both corpora, and of pairs by
// agal-smith. The environment variable AGAL_PAIRS is their number.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "agal/compile.hpp"

namespace agal::compilers {

struct Module {
  std::string name;  // of the program, and how it was compiled
  Stage stage = Stage::Vertex;
  std::string bytes;  // a text, or the words of SPIR-V
};

/// Each program alone, with and without optimization; each pair, and for WGSL also as one module. Every module comes
/// once. `options` has the target.
std::vector<Module> all_modules(CompileOptions options);

/// So many at least are from our own corpus, so that no test passes without programs.
inline constexpr std::size_t min_modules = 130;

}  // namespace agal::compilers

// The products of agalc that compilers of others read: those of our own corpus, of every fourth program of the collection of
// real programs, and of pairs by agal-smith. With the environment variable AGAL_EXHAUSTIVE it is every program of the
// collection. AGAL_PAIRS is the number of the pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "exec/campaign.hpp"

namespace agal::compilers {

struct Module {
  std::string name;  // of the program, and how it was compiled
  Stage stage = Stage::Vertex;
  std::string bytes;  // a text, or the words of SPIR-V
};

/// The programs and pairs. Of these, what compilers read of a writer: the text of SPIRV-Cross, which many
/// others have tested, is that of our own corpus alone, unless the environment variable AGAL_EXHAUSTIVE is set.
const std::vector<exec::Entry>& all_entries();
const std::vector<exec::Entry>& entries_to_read(const CompileOptions& options);

/// Each program alone, with and without optimization; each pair, and for WGSL also as one module. Every module comes
/// once. `options` has the target.
std::vector<Module> modules_of(const std::vector<exec::Entry>& entries, CompileOptions options);
std::vector<Module> all_modules(CompileOptions options);

struct ModulePair {
  Module vertex, fragment;
  bool complete = true;  // each varying that is read is written; players do not link other pairs
};

enum class Linking : std::uint8_t { Apart, Linked };

/// All pairs, except those that `link` refuses.
std::vector<ModulePair> all_pairs(CompileOptions options, Linking linking);

/// So many at least are from our own corpus, so that no test passes without programs.
inline constexpr std::size_t min_modules = 130, min_pairs = 90;

}  // namespace agal::compilers

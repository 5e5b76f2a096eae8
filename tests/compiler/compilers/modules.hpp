// The products of agalc that independent compilers read: of all programs in corpus/, of a sample of the collection of
// real programs (exec::sample_of), and of pairs by agal-smith. With the environment variable AGAL_EXHAUSTIVE, every
// program of the collection is used, and more pairs. AGAL_PAIRS is the number of pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "exec/campaign.hpp"

namespace agal::compilers {

struct Module {
  std::string name;  // the name of the program, and its compile options
  Stage stage = Stage::Vertex;
  std::string bytes;  // a text, or the words of SPIR-V
};

/// Returns all programs and pairs.
const std::vector<exec::Entry>& all_entries();
/// Returns the entries whose text compilers read: all for agalc's own writer, but only corpus/ for SPIRV-Cross, which
/// is widely tested, unless the environment variable AGAL_EXHAUSTIVE is set.
const std::vector<exec::Entry>& entries_to_read(const CompileOptions& options);

/// Compiles each program alone, with and without optimization, and each pair (for WGSL also as one module) for the
/// target of `options`. Each distinct module is returned once. `all_modules` compiles `entries_to_read`.
std::vector<Module> modules_of(const std::vector<exec::Entry>& entries, CompileOptions options);
std::vector<Module> all_modules(CompileOptions options);

struct ModulePair {
  Module vertex, fragment;
  bool complete = true;  // true if each varying that is read is written; players reject other pairs
};

enum class Linking : std::uint8_t { Apart, Linked };

/// Returns all pairs that `link` accepts.
std::vector<ModulePair> all_pairs(CompileOptions options, Linking linking);

/// The minimum numbers from corpus/, so that a test without programs does not pass.
inline constexpr std::size_t min_modules = 130, min_pairs = 90;

}  // namespace agal::compilers

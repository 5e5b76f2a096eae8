// Reads the two programs of a pair.
#pragma once

#include <optional>
#include <string>

#include "options.hpp"

namespace agalc {

/// The names of a vertex and a fragment program on the command line.
struct PairPaths {
  std::string vertex, fragment;

  /// Finds the other program if only one word is given. `water`, `water.vert.agal` and `water.frag.agal` all name the
  /// pair water.vert.agal and water.frag.agal. It is an error if the pair does not exist.
  agal::Diagnostics complete();
};

/// Adds the arguments VERTEX and FRAGMENT.
void add_pair(CLI::App& app, PairPaths& paths);

struct LoadedPair {
  agal::Program vertex, fragment;
};

/// Reads both programs, and swaps them and their paths if the fragment program comes first. Prints messages and raises
/// `status`. Returns nullopt if a program cannot be read.
std::optional<LoadedPair> load_pair(PairPaths& paths, const InputOptions& options, const Console& console,
                                    ExitStatus& status);

}  // namespace agalc

// The arguments that name the two programs of a pair.
#pragma once

#include <optional>
#include <string>

#include "options.hpp"

namespace agalc {

/// A vertex and a fragment program, as the command line names them.
struct PairPaths {
  std::string vertex, fragment;

  /// Finds the other program if only one word is given: `water` stands for water.vert.agal and water.frag.agal, and so
  /// does each of these names. An error if there is no such pair.
  agal::Diagnostics complete();
};

/// Adds the arguments VERTEX and FRAGMENT.
void add_pair(CLI::App& app, PairPaths& paths);

struct LoadedPair {
  agal::Program vertex, fragment;
};

/// Reads both programs, and swaps them and their paths if the fragment program comes first. Prints messages and raises
/// `status`; nullopt: a program cannot be read.
std::optional<LoadedPair> load_pair(PairPaths& paths, const InputOptions& options, const Console& console,
                                    ExitStatus& status);

}  // namespace agalc

// The programs of a corpus, in pairs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"

namespace agal::gpu_cost {

/// A pair, or a program that is not in a pair.
struct Subject {
  std::optional<Program> vertex, fragment;  // at least one

  /// "a.vert.agal + a.frag.agal".
  std::string name() const;
};

/// Reads a manifest.json: ours (corpus/README.md), or one whose pairs are lists of two paths. Programs are named as in
/// the manifest. Those that are not AGAL are left out, with a warning each; errors are about the manifest.
Result<std::vector<Subject>> read_corpus(const std::string& manifest);

}  // namespace agal::gpu_cost

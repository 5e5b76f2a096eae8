// The manifest of a corpus: corpus/README.md describes ours.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/isa.hpp"
#include "agal/result.hpp"

namespace agal::corpus {

struct Program {
  std::string path;  // as the manifest has it; "FILE.swf#0", "FILE.swf#1", … inside of a file
  Stage stage = Stage::Vertex;
  std::optional<std::string> assembly;  // of a program inside of a file; unset: the program is the file at `path`
  nlohmann::json fields;                // all keys of the program
};

// clang-tidy reports that moving JSON may throw.
// NOLINTBEGIN(bugprone-exception-escape)

/// Two programs that were made for each other.
struct Pair {
  std::string vertex, fragment;  // paths as the manifest has them
  nlohmann::json fields;         // all keys of the pair; empty if it is a list of two paths
};

struct Manifest {
  std::string folder;  // of the manifest: "", or with a slash at the end
  std::vector<Program> programs;
  std::vector<Pair> pairs;
  nlohmann::json root;  // all of it
};

// NOLINTEND(bugprone-exception-escape)

/// Reads the text of the manifest `file`. A program is an object with a path in `file` or `path`, and its stage in
/// `stage` or, as ".vert." or ".frag.", in the path; a pair is an object
/// with `vertex` and `fragment`, or a list of both. Other keys are not checked. Programs inside of SWF files (`swf`)
/// come after the others. Errors: AGAL1015 for text that is not valid JSON, AGAL1016 for everything else, each with its
/// place in the manifest.
Result<Manifest> parse_manifest(std::string_view text, const std::string& file);

}  // namespace agal::corpus

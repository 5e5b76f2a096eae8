// Reads the manifest of a corpus. corpus/README.md describes the manifest of agalc's corpus.
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
  std::string path;  // the path in the manifest; in a SWF file, "FILE.swf#0", "FILE.swf#1", …
  Stage stage = Stage::Vertex;
  std::optional<std::string> assembly;  // the text of a program inside a file; unset: the program is the file at `path`
  nlohmann::json fields;                // all keys of the program
};

// clang-tidy reports that moving JSON may throw.
// NOLINTBEGIN(bugprone-exception-escape)

/// Two programs that are used together.
struct Pair {
  std::string vertex, fragment;  // paths in the manifest
  nlohmann::json fields;         // all keys of the pair; empty if it is a list of two paths
};

struct Manifest {
  std::string folder;  // the folder of the manifest: "", or with a slash at the end
  std::vector<Program> programs;
  std::vector<Pair> pairs;
  nlohmann::json root;  // the complete JSON
};

// NOLINTEND(bugprone-exception-escape)

/// Parses the text of the manifest `file`. A program is an object. Its path is in `file` or `path`. Its stage is in
/// `stage` or, as ".vert." or ".frag.", in the path. A pair is an object with `vertex` and `fragment`, or a list of
/// both. Other keys are not checked. Programs inside SWF files (`swf`) come after the others. Errors: AGAL1015 for text
/// that is not valid JSON, AGAL1016 for everything else, each with its place in the manifest.
Result<Manifest> parse_manifest(std::string_view text, const std::string& file);

}  // namespace agal::corpus

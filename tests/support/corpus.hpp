// The programs for tests: corpus/ in the repository, and the collection of real programs next to the repository
// (../shared/corpus), which may be missing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agal/interpret.hpp"

namespace agal::test {

enum class Form { Bytecode, Assembly };

struct CorpusProgram {
  std::string path;    // relative to the folder of the corpus, for example "starling/0001.vert.agal"
  std::string origin;  // the folder that it came from: "starling", …; "corpus" for corpus/
  Stage stage = Stage::Vertex;
  Form form = Form::Bytecode;
  std::vector<std::byte> bytes;
  std::vector<Float4> constants;  // index: register; empty if the manifest does not give them

  /// Returns the bytes as text.
  std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

/// Two programs that are used together: indices into `Corpus::programs`.
struct CorpusPair {
  std::size_t vertex = 0;
  std::size_t fragment = 0;
};

struct Corpus {
  std::string missing;  // the reason for AGAL_NEED if the programs are missing, or ""
  std::vector<CorpusProgram> programs;
  std::vector<CorpusPair> pairs;
};

/// Returns the programs that corpus/manifest.json lists, and the programs at the token limits (limit_programs.hpp).
const Corpus& own_corpus();

/// Returns the real programs that ../shared/corpus/manifest.json lists. The assembly texts of its SWF files are
/// programs with the origin "swf" and the path "swf/NAME.swf#0", "#1", ….
const Corpus& shared_corpus();

/// Returns the programs of both, corpus/ first. `missing` is set only if both are missing.
const Corpus& whole_corpus();

/// Returns the bytes of a file; empty if it cannot be read.
std::vector<std::byte> read_file(const std::string& path);

}  // namespace agal::test

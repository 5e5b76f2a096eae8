// The programs that tests run over: our own (corpus/ in the repository), and the collection of real ones next to the
// repository (../shared/corpus), which may be missing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agal/interpret.hpp"

namespace agal::test {

enum class Form { Bytecode, Assembly };

struct CorpusProgram {
  std::string path;    // relative to the corpus, for example "starling/0001.vert.agal"
  std::string origin;  // the folder that it came from: "starling", …; "corpus" for our own
  Stage stage = Stage::Vertex;
  Form form = Form::Bytecode;
  std::vector<std::byte> bytes;
  std::vector<Float4> constants;  // by register; empty if the manifest gives none

  /// The bytes as text.
  std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

/// Two programs that belong together: indices into `Corpus::programs`.
struct CorpusPair {
  std::size_t vertex = 0;
  std::size_t fragment = 0;
};

struct Corpus {
  std::string missing;  // the reason why there are no programs, for AGAL_NEED; "" if there are
  std::vector<CorpusProgram> programs;
  std::vector<CorpusPair> pairs;
};

/// Our own programs, as corpus/manifest.json lists them, and those at the token limits (limit_programs.hpp).
const Corpus& own_corpus();

/// The real ones, as ../shared/corpus/manifest.json lists them; with the assembly texts of its SWF files as programs
/// of origin "swf" and path "swf/NAME.swf#0", "#1", ….
const Corpus& shared_corpus();

/// Both, our own first. Missing only if both are.
const Corpus& whole_corpus();

/// The bytes of a file; empty if it cannot be read.
std::vector<std::byte> read_file(const std::string& path);

}  // namespace agal::test

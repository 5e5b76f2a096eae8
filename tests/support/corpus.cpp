#include "support/corpus.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "corpus/manifest.hpp"
#include "support/example.hpp"
#include "support/limit_programs.hpp"

namespace agal::test {
namespace {

Form form_of(const std::vector<std::byte>& bytes) {
  return !bytes.empty() && bytes.front() == std::byte{0xa0} ? Form::Bytecode : Form::Assembly;
}

// Converts `{"fc0": [1, 2, 3, 4], …}` to an array. Other registers are zero.
std::vector<Float4> constants_of(const nlohmann::json& fields) {
  std::vector<Float4> constants;
  const nlohmann::json values = fields.value("constants", nlohmann::json::object());
  for (const auto& [name, value] : values.items()) {
    std::size_t number = 0;
    std::from_chars(name.data() + 2, name.data() + name.size(), number);
    if (constants.size() <= number) constants.resize(number + 1);
    for (std::size_t c = 0; c < 4; ++c) constants[number][c] = value.at(c).get<float>();
  }
  return constants;
}

// Reads a program. `own` is the origin of all programs. If it is "", the origin of a program is the first folder of its
// path.
CorpusProgram program_of(const corpus::Program& listed, const std::string& folder, const std::string& own) {
  CorpusProgram program;
  program.path = listed.path;
  program.origin = own.empty() ? listed.path.substr(0, listed.path.find('/')) : own;
  program.stage = listed.stage;
  program.bytes = listed.assembly ? to_bytes(*listed.assembly) : read_file(folder + listed.path);
  program.form = listed.assembly ? Form::Assembly : form_of(program.bytes);
  program.constants = constants_of(listed.fields);
  return program;
}

void add_limit_programs(Corpus& corpus) {
  for (const LimitProgram& limit : limit_programs()) {
    const auto partner = std::find_if(corpus.programs.begin(), corpus.programs.end(),
                                      [&](const CorpusProgram& other) { return other.path == limit.partner; });
    corpus.pairs.push_back({static_cast<std::size_t>(partner - corpus.programs.begin()), corpus.programs.size()});
    corpus.programs.push_back(
        {limit.path, "corpus", Stage::Fragment, Form::Assembly, to_bytes(limit.text), limit.constants});
  }
}

void add_pairs(Corpus& corpus, const std::vector<corpus::Pair>& pairs) {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < corpus.programs.size(); ++i) index[corpus.programs[i].path] = i;
  for (const corpus::Pair& pair : pairs) {
    const auto vertex = index.find(pair.vertex);
    const auto fragment = index.find(pair.fragment);
    if (vertex != index.end() && fragment != index.end()) corpus.pairs.push_back({vertex->second, fragment->second});
  }
}

Corpus load(const std::string& folder, const std::string& own) {
  Corpus corpus;
  const std::string file = folder + "/manifest.json";
  const std::vector<std::byte> bytes = read_file(file);
  const Result<corpus::Manifest> manifest =
      corpus::parse_manifest({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file);
  if (!manifest) {
    corpus.missing = bytes.empty() ? file + " is not there" : render_text(manifest.diagnostics());
    return corpus;
  }
  for (const corpus::Program& listed : manifest->programs)
    corpus.programs.push_back(program_of(listed, manifest->folder, own));
  add_pairs(corpus, manifest->pairs);
  return corpus;
}

Corpus join(const Corpus& a, const Corpus& b) {
  Corpus both = a;
  both.programs.insert(both.programs.end(), b.programs.begin(), b.programs.end());
  for (CorpusPair pair : b.pairs)
    both.pairs.push_back({pair.vertex + a.programs.size(), pair.fragment + a.programs.size()});
  both.missing = a.missing.empty() || b.missing.empty() ? "" : a.missing + "; " + b.missing;
  return both;
}

}  // namespace

const Corpus& own_corpus() {
  static const Corpus corpus = [] {
    Corpus own = load(AGAL_SOURCE_DIR "/corpus", "corpus");
    if (own.missing.empty()) add_limit_programs(own);
    return own;
  }();
  return corpus;
}

const Corpus& shared_corpus() {
  static const Corpus corpus = load(AGAL_SOURCE_DIR "/../shared/corpus", "");
  return corpus;
}

const Corpus& whole_corpus() {
  static const Corpus corpus = join(own_corpus(), shared_corpus());
  return corpus;
}

std::vector<std::byte> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return to_bytes(std::string(std::istreambuf_iterator<char>(file), {}));
}

}  // namespace agal::test

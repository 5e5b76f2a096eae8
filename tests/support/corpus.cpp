#include "support/corpus.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "support/example.hpp"

namespace agal::test {
namespace {

using nlohmann::json;

Stage stage_of(const json& entry) {
  return entry.value("stage", std::string()).starts_with("frag") ? Stage::Fragment : Stage::Vertex;
}

Form form_of(const std::vector<std::byte>& bytes) {
  return !bytes.empty() && bytes.front() == std::byte{0xa0} ? Form::Bytecode : Form::Assembly;
}

void add_programs(Corpus& corpus, const std::string& folder, const json& manifest, const char* key,
                  const char* origin) {
  for (const json& entry : manifest.value("programs", json::array())) {
    CorpusProgram program;
    program.path = entry.value(key, std::string());
    program.origin = origin != nullptr ? origin : program.path.substr(0, program.path.find('/'));
    program.stage = stage_of(entry);
    program.bytes = read_file(folder + "/" + program.path);
    program.form = form_of(program.bytes);
    corpus.programs.push_back(std::move(program));
  }
}

/// One program of a pair: the shared manifest lists pairs as arrays, ours as objects with named programs.
std::string member(const json& pair, std::size_t position, const char* key) {
  return pair.is_array() ? pair.at(position).get<std::string>() : pair.value(key, std::string());
}

void add_pairs(Corpus& corpus, const json& manifest) {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < corpus.programs.size(); ++i) index[corpus.programs[i].path] = i;
  for (const json& entry : manifest.value("pairs", json::array())) {
    const auto vertex = index.find(member(entry, 0, "vertex"));
    const auto fragment = index.find(member(entry, 1, "fragment"));
    if (vertex != index.end() && fragment != index.end()) corpus.pairs.push_back({vertex->second, fragment->second});
  }
}

void add_swf_texts(Corpus& corpus, const json& manifest) {
  for (const json& file : manifest.value("swf", json::array())) {
    std::size_t number = 0;
    for (const json& entry : file.value("programs", json::array())) {
      CorpusProgram program;
      program.path = file.at("path").get<std::string>() + "#" + std::to_string(number++);
      program.origin = "swf";
      program.stage = stage_of(entry);
      program.form = Form::Assembly;
      program.bytes = to_bytes(entry.at("assembly").get<std::string>());
      corpus.programs.push_back(std::move(program));
    }
  }
}

Corpus load(const std::string& folder, const char* key, const char* origin) {
  Corpus corpus;
  const std::vector<std::byte> bytes = read_file(folder + "/manifest.json");
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  const json manifest = json::parse(text, text + bytes.size(), nullptr, false);
  if (!manifest.is_object()) {
    corpus.missing = folder + "/manifest.json is not there";
    return corpus;
  }
  add_programs(corpus, folder, manifest, key, origin);
  add_pairs(corpus, manifest);
  add_swf_texts(corpus, manifest);
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
  static const Corpus corpus = load(AGAL_SOURCE_DIR "/corpus", "file", "corpus");
  return corpus;
}

const Corpus& shared_corpus() {
  static const Corpus corpus = load(AGAL_SOURCE_DIR "/../shared/corpus", "path", nullptr);
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

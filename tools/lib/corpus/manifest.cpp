#include "corpus/manifest.hpp"

#include <fmt/format.h>

#include <utility>

#include "corpus/parse_json.hpp"
#include "diag/rules.hpp"

namespace agal::corpus {
namespace {

using nlohmann::json;

std::string folder_of(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? "" : file.substr(0, slash + 1);
}

std::string text_at(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// Returns the stage that the object names ("frag" or "fragment", "vert" or "vertex"), or that the path implies, for
// example "water.frag.agal".
Stage stage_of(const json& object, std::string_view path) {
  const std::string given = text_at(object, "stage");
  const bool fragment = given.empty() ? path.find(".frag.") != path.npos : given.starts_with("frag");
  return fragment ? Stage::Fragment : Stage::Vertex;
}

constexpr std::string_view manifest_help = "corpus/README.md describes manifests";

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) { manifest.folder = folder_of(file); }

  Manifest manifest;
  Diagnostics found;

  void read(json root);

 private:
  void fault(const std::string& place, std::string_view message) {
    Location location;
    location.file = file_;
    Diagnostic fault = diag::make(diag::Rule::SceneMalformed, location, {place, message});
    fault.help = manifest_help;
    found.add(std::move(fault));
  }
  const json& list(const json& object, const std::string& place, const char* key);
  void read_program(const json& object, const std::string& place);
  void read_swf(const json& object, const std::string& place);
  void read_pair(const json& pair, const std::string& place);

  const std::string& file_;
};

const json& Reader::list(const json& object, const std::string& place, const char* key) {
  static const json none = json::array();
  if (object.is_object() && object.contains(key) && object[key].is_array()) return object[key];
  fault(place, fmt::format("must have a list of {}", key));
  return none;
}

void Reader::read_program(const json& object, const std::string& place) {
  if (!object.is_object()) return fault(place, "must be an object");
  std::string path = text_at(object, object.contains("file") ? "file" : "path");
  const Stage stage = stage_of(object, path);
  Program program{std::move(path), stage, {}, object};
  if (program.path.empty()) fault(place, "must have a file");
  manifest.programs.push_back(std::move(program));
}

// Reads the programs of a SWF file, which the manifest lists as assembly text.
void Reader::read_swf(const json& object, const std::string& place) {
  const std::string path = object.is_object() ? text_at(object, "path") : std::string();
  if (path.empty()) return fault(place, "must have a path");
  std::size_t number = 0;
  for (const json& entry : list(object, place, "programs")) {
    if (!entry.is_object()) return fault(place, "must have a list of objects as programs");
    manifest.programs.push_back(
        {fmt::format("{}#{}", path, number++), stage_of(entry, ""), text_at(entry, "assembly"), entry});
  }
}

void Reader::read_pair(const json& pair, const std::string& place) {
  Pair result;
  if (pair.is_array() && pair.size() == 2 && pair[0].is_string() && pair[1].is_string()) {
    result = {pair[0].get<std::string>(), pair[1].get<std::string>(), json::object()};
  } else if (pair.is_object()) {
    result = {text_at(pair, "vertex"), text_at(pair, "fragment"), pair};
  } else {
    return fault(place, "must be an object");
  }
  if (result.vertex.empty() || result.fragment.empty()) fault(place, "must have a vertex and a fragment program");
  manifest.pairs.push_back(std::move(result));
}

void Reader::read(json root) {
  const auto read_all = [&](const char* key, void (Reader::*read_one)(const json&, const std::string&)) {
    std::size_t index = 0;
    for (const json& each : list(root, "the manifest", key))
      (this->*read_one)(each, fmt::format("{}[{}]", key, index++));
  };
  read_all("programs", &Reader::read_program);
  if (root.contains("swf")) read_all("swf", &Reader::read_swf);
  read_all("pairs", &Reader::read_pair);
  manifest.root = std::move(root);
}

}  // namespace

Result<Manifest> parse_manifest(std::string_view text, const std::string& file) {
  Result<json> root = parse_json(text, file, "scene-not-json");
  if (!root) {
    for (Diagnostic& fault : root.diagnostics()) fault.help = manifest_help;
    return std::move(root.diagnostics());
  }
  Reader reader(file);
  reader.read(*std::move(root));
  if (reader.found.has_errors()) return std::move(reader.found);
  return std::move(reader.manifest);
}

}  // namespace agal::corpus

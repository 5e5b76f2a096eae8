#include "corpus.hpp"

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "agal/assembly.hpp"
#include "console/console.hpp"
#include "console/files.hpp"

namespace agal::gpu_cost {
namespace {

using nlohmann::json;

Stage stage_of(const json& entry) {
  return entry.value("stage", std::string()).starts_with("frag") ? Stage::Fragment : Stage::Vertex;
}

class ManifestReader {
 public:
  explicit ManifestReader(const std::string& manifest) : folder_(std::filesystem::path(manifest).parent_path()) {}

  Result<std::vector<Subject>> run(const json& manifest) {
    for (const json& entry : manifest.at("programs")) {
      const std::string path = entry.contains("file") ? entry.at("file") : entry.at("path");
      const Result<std::vector<std::byte>> bytes = agalc::read_input((folder_ / path).string());
      if (bytes)
        add(path, *bytes, stage_of(entry));
      else
        left_out(bytes.diagnostics());
    }
    if (manifest.contains("swf"))
      for (const json& file : manifest.at("swf")) add_texts(file);
    for (const json& pair : manifest.at("pairs")) {
      const bool list = pair.is_array();
      add_pair(list ? pair.at(0) : pair.at("vertex"), list ? pair.at(1) : pair.at("fragment"));
    }
    for (const std::string& name : order_)
      if (!paired_.contains(name)) add_single(programs_.at(name));
    return {std::move(subjects_), std::move(found_)};
  }

 private:
  // Assembly text that is known to be in a file counts as a program of that file.
  void add_texts(const json& file) {
    std::size_t number = 0;
    for (const json& entry : file.at("programs")) {
      const std::string text = entry.at("assembly");
      add(file.at("path").get<std::string>() + "#" + std::to_string(number++), std::as_bytes(std::span(text)),
          stage_of(entry));
    }
  }

  void add(const std::string& name, std::span<const std::byte> bytes, Stage stage) {
    Result<Program> program = load_program(bytes, name, {.stage = stage});
    if (!program || program.diagnostics().has_errors()) return left_out(program.diagnostics());
    order_.push_back(name);
    programs_.emplace(name, *std::move(program));
  }

  void left_out(const Diagnostics& why) {
    for (Diagnostic one : why) {
      if (one.severity != Severity::Error) continue;
      one.severity = Severity::Warning;
      found_.add(std::move(one));
      return;
    }
  }

  void add_pair(const std::string& vertex, const std::string& fragment) {
    const auto a = programs_.find(vertex), b = programs_.find(fragment);
    if (a == programs_.end() || b == programs_.end()) return;
    paired_.insert({vertex, fragment});
    subjects_.push_back({a->second, b->second});
  }

  void add_single(const Program& program) {
    Subject& subject = subjects_.emplace_back();
    (program.stage == Stage::Vertex ? subject.vertex : subject.fragment) = program;
  }

  std::filesystem::path folder_;
  std::map<std::string, Program> programs_;
  std::vector<std::string> order_;
  std::set<std::string> paired_;
  std::vector<Subject> subjects_;
  Diagnostics found_;
};

}  // namespace

std::string Subject::name() const {
  if (vertex && fragment) return vertex->name + " + " + fragment->name;
  return vertex ? vertex->name : fragment->name;
}

Result<std::vector<Subject>> read_corpus(const std::string& manifest) {
  const Result<std::vector<std::byte>> bytes = agalc::read_input(manifest);
  if (!bytes) return bytes.diagnostics();
  const auto* const text = reinterpret_cast<const char*>(bytes->data());
  try {
    return ManifestReader(manifest).run(json::parse(text, text + bytes->size()));
  } catch (const json::parse_error& error) {
    return agalc::only(agalc::make_diagnostic("scene-not-json", manifest, {error.what()}));
  } catch (const json::exception& error) {
    return agalc::only(agalc::make_diagnostic("scene-malformed", manifest, {"manifest", error.what()}));
  }
}

}  // namespace agal::gpu_cost

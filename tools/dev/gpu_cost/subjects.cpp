#include "subjects.hpp"

#include <map>
#include <set>

#include "agal/assembly.hpp"
#include "console/files.hpp"
#include "corpus/manifest.hpp"

namespace agal::gpu_cost {
namespace {

class SubjectReader {
 public:
  Result<std::vector<Subject>> run(const corpus::Manifest& manifest) {
    for (const corpus::Program& program : manifest.programs) {
      if (program.assembly) {
        add(program.path, std::as_bytes(std::span(*program.assembly)), program.stage);
        continue;
      }
      const Result<std::vector<std::byte>> bytes = agalc::read_input(manifest.folder + program.path);
      if (bytes)
        add(program.path, *bytes, program.stage);
      else
        left_out(bytes.diagnostics());
    }
    for (const corpus::Pair& pair : manifest.pairs) add_pair(pair.vertex, pair.fragment);
    for (const std::string& name : order_)
      if (!paired_.contains(name)) add_single(programs_.at(name));
    return {std::move(subjects_), std::move(found_)};
  }

 private:
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
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const Result<corpus::Manifest> read = corpus::parse_manifest(text, manifest);
  if (!read) return read.diagnostics();
  return SubjectReader().run(*read);
}

}  // namespace agal::gpu_cost

#include "replaced_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "agal/compile.hpp"
#include "agal/games/extract.hpp"
#include "cli/files.hpp"
#include "messages.hpp"
#include "program_inputs.hpp"

namespace agalc {
namespace {

namespace frames = agal::frames;

std::string beginning_hash(std::string_view text) {
  constexpr std::size_t min_digits = 4;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789abcdef"), text.size());
  return std::string(text.substr(0, digits >= min_digits ? digits : 0));
}

struct Replacement {
  std::string hash, file;  // hash: "" if the argument does not have one
};

Replacement split_replacement(const std::string& text) {
  std::string hash = beginning_hash(text);
  if (hash.empty() || text.size() == hash.size() || text[hash.size()] != '=') return {{}, text};
  return {hash, text.substr(hash.size() + 1)};
}

}  // namespace

ReplacedPrograms::ReplacedPrograms(frames::Pairs& pairs, const Console& console) : pairs_(pairs), console_(console) {
  for (const auto& [key, pair] : pairs)
    hashes_[key] = {agal::content_hash(pair.vertex), agal::content_hash(pair.fragment)};
}

ExitStatus ReplacedPrograms::replace(const std::vector<std::string>& replacements) {
  ExitStatus status = ExitStatus::Done;
  for (const std::string& text : replacements) {
    auto [hash, file] = split_replacement(text);
    const std::optional<agal::Program> program = load(file, {}, console_, status);
    if (!program) continue;
    constexpr std::size_t enough = 128;
    const std::vector<std::byte> head = first_bytes(file, enough);
    const std::string_view begin(reinterpret_cast<const char*>(head.data()), head.size());
    constexpr std::string_view comment = "\n// ";
    if (const std::size_t at = begin.find(comment); hash.empty() && at != begin.npos)
      hash = beginning_hash(begin.substr(at + comment.size()));
    status = worse(status, console_.report(replace(file, hash, *program)));
  }
  return status;
}

// Replaces the program whose hash begins with `hash`. If `hash` is "", the file must have only one program of this
// stage.
agal::Diagnostics ReplacedPrograms::replace(const std::string& file, const std::string& hash,
                                            const agal::Program& program) {
  const bool is_vertex = program.stage == agal::Stage::Vertex;
  const auto hash_of = [&](const frames::ProgramKey& key) {
    return is_vertex ? hashes_.at(key).first : hashes_.at(key).second;
  };
  std::set<std::string> hashes;
  for (const auto& [key, pair] : pairs_)
    if (const std::string each = hash_of(key); each.starts_with(hash)) hashes.insert(each);
  if (hashes.size() != 1)
    return only(make_diagnostic("frames-replacement", file,
                                {fmt::format("{} {} programs of the file {}", hashes.size(), agal::name(program.stage),
                                             hash.empty() ? "are possible" : "have this hash")}));
  for (auto& [key, pair] : pairs_) {
    if (hash_of(key) != *hashes.begin()) continue;
    (is_vertex ? pair.vertex : pair.fragment) = program;
    replaced_.insert(key);
  }
  return {};
}

ExitStatus ReplacedPrograms::link() const {
  MessageDeduplicator messages(console_);
  ExitStatus status = ExitStatus::Done;
  agal::CompileOptions compile;
  compile.target = agal::Target::Spv;
  for (const frames::ProgramKey& key : replaced_) {
    const frames::Pair& pair = pairs_.at(key);
    if (!pair.problem.empty()) continue;
    const agal::Result<agal::LinkedCompilation> linked = agal::link(pair.vertex, pair.fragment, compile);
    if (linked.diagnostics().has_errors()) status = worse(status, messages.report(linked.diagnostics()));
  }
  return status;
}

}  // namespace agalc

#include "assembly/inference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace agal::assembly {
namespace {

using diag::Rule;

struct StageWord {
  std::string_view word;
  Stage stage;
  bool in_comments;  // true if magic comments may use the word, too; `vs` and `fs` are names of registers there
};
constexpr auto stage_words = std::to_array<StageWord>({
    {"vertex", Stage::Vertex, true},
    {"vert", Stage::Vertex, true},
    {"vs", Stage::Vertex, false},
    {"fragment", Stage::Fragment, true},
    {"frag", Stage::Fragment, true},
    {"fs", Stage::Fragment, false},
});

}  // namespace

std::optional<Stage> stage_from_name(std::string_view name) {
  for (const StageWord& row : stage_words)
    if (name.ends_with(fmt::format(".{}.agal", row.word))) return row.stage;
  return std::nullopt;
}

std::optional<Stage> stage_from_word(std::string_view word) {
  for (const StageWord& row : stage_words)
    if (row.in_comments && row.word == word) return row.stage;
  return std::nullopt;
}

std::uint32_t version_of_register(RegisterType type, std::uint32_t index, Stage stage) {
  const std::uint32_t first = info(type).min_version;
  for (std::uint32_t version = first; version <= newest_version; ++version)
    if (version_limits(version).count(type, stage) > index) return version;
  return first;
}

Inference::Inference(const AssembleOptions& options, std::string_view name)
    : stage_(options.stage),
      reason_("the stage option"),
      stage_is_option_(options.stage.has_value()),
      version_is_option_(options.version.has_value()),
      version_(options.version) {
  if (stage_) return;
  stage_ = stage_from_name(name);
  reason_ = "the file name";
}

void Inference::set_from_comment(std::optional<Stage> stage, std::optional<std::uint32_t> version) {
  if (stage && !stage_is_option_) {
    stage_ = stage;
    reason_ = "the magic comment";
  }
  if (version && !version_is_option_) version_ = version;
}

void Inference::note_register(Reporter& reporter, const Line& line, std::string_view text, const RegisterName& name) {
  if (name.stage == Stage::Any) return;
  if (!stage_) {
    stage_ = name.stage;
    reason_ = fmt::format("'{}' in line {}", quotable(text), line.number);
  } else if (*stage_ != name.stage) {
    reporter.report(Rule::RegisterOfOtherStage, line, text,
                    {quotable(text), agal::name(name.stage), agal::name(*stage_), reason_});
  }
}

void Inference::note_index(const RegisterName& name, std::uint32_t index) {
  // Only the names of varyings do not imply a stage. Both stages have the same number of varyings.
  const Stage stage = name.stage == Stage::Any ? Stage::Vertex : name.stage;
  needed_version_ = std::max(needed_version_, version_of_register(name.type, index, stage));
}

void Inference::note_opcode(const OpcodeInfo& row) {
  needed_version_ = std::max(needed_version_, std::uint32_t{row.min_version});
  if (row.stage != Stage::Any && !opcode_stage_) opcode_stage_ = row.stage;
}

std::uint32_t Inference::version(std::size_t tokens) const {
  if (version_) return *version_;
  for (std::uint32_t version = needed_version_; version <= newest_version; ++version)
    if (tokens <= version_limits(version).tokens) return version;
  return needed_version_;
}

Stage Inference::decide_stage(Reporter& reporter) {
  if (!stage_) stage_ = opcode_stage_;
  if (!stage_) reporter.report(Rule::StageNotDecided);
  return stage_.value_or(Stage::Vertex);
}

}  // namespace agal::assembly

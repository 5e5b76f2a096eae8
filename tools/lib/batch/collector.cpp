#include "collector.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "os/process.hpp"

namespace agal::batch {

using agalc::ExitStatus;

namespace {

// The advice in the rules, and the advice for a game that was played.
constexpr std::string_view advice_to_play =
                               "npx agalc port plays the game and converts all programs that the game uploads",
                           advice_to_play_more = "play other parts of the game to find more programs";

// Returns true for a message that says why programs may be missing. If the game was played, they are in its log.
bool is_answered_by_playing(const Diagnostic& diagnostic) {
  const std::string_view slug = find_rule(diagnostic.code)->slug;
  return slug == "uploads-unknown" || slug == "loads-others";
}

bool advises_to_play(const Diagnostic& diagnostic) { return diagnostic.help.find(advice_to_play) != std::string::npos; }

}  // namespace

Collector::Collector(const BatchOptions& options, const Listener& listener, std::atomic<bool>& stopped)
    : listener_(listener), progress_(options.progress), stopped_(stopped) {
  outcome_.summary = empty_summary(options.convert.emit);
}

void Collector::tell(const Diagnostics& diagnostics) {
  if (diagnostics.empty()) return;
  progress_.clear();
  listener_.tell(diagnostics);
  const ExitStatus status = agalc::exit_status(diagnostics);
  // An input or an option is invalid, so the run ends: the user probably wants something else.
  if (status == ExitStatus::Usage) stopped_ = true;
  outcome_.status = agalc::worse(outcome_.status, status);
}

// Replaces the paths in messages by the names that the user gave. Manifests keep paths relative to the working
// directory.
Diagnostics Collector::shown(const Diagnostics& list, const FileJob& job) {
  Diagnostics out;
  for (Diagnostic diagnostic : list) {
    std::string& name = diagnostic.location.file;
    for (const LoadedInput& input : job.inputs) {
      const InputFile& file = input.file;
      if (!name.starts_with(file.path)) continue;  // the place in a container may follow the path
      name.replace(0, file.path.size(), file.shown);
      break;
    }
    out.add(std::move(diagnostic));
  }
  return out;
}

// Tells messages about a job, but keeps those that advise to play a game.
void Collector::tell_about(const FileJob& job, const Diagnostics& list) {
  Diagnostics others;
  for (const Diagnostic& diagnostic : list) {
    if (!advises_to_play(diagnostic)) {
      others.add(diagnostic);
      continue;
    }
    const auto input = std::find_if(job.inputs.begin(), job.inputs.end(), [&](const LoadedInput& one) {
      return diagnostic.location.file.starts_with(one.file.path);
    });
    const Diagnostics one = shown(agalc::only(diagnostic), job);
    advice_.push_back({input != job.inputs.end() ? input->file.path : std::string(), *one.begin()});
  }
  tell(shown(others, job));
}

void Collector::tell_advice(const Games* games) {
  for (Advice& one : advice_) {
    std::string& help = one.diagnostic.help;
    const std::optional<Use> use = games != nullptr ? games->use_of_file(one.path) : std::nullopt;
    if (use && *use != Use::NotPlayed) {
      if (is_answered_by_playing(one.diagnostic)) continue;
      help.replace(help.find(advice_to_play), advice_to_play.size(), advice_to_play_more);
    }
    tell(agalc::only(std::move(one.diagnostic)));
  }
  advice_.clear();
}

void Collector::finish(FileJob& job, ManifestLines& lines) {
  tell_about(job, job.diagnostics);
  tell(job.write_failure);
  for (ProgramJob& program : job.programs) finish_program(program, job, lines);
  state_.files += job.inputs.size();
  for (const LoadedInput& input : job.inputs) {
    outcome_.summary.files += input.status == InputStatus::Read ? 1u : 0u;
    outcome_.summary.skipped += input.status == InputStatus::Skipped ? 1u : 0u;
  }
  state_.programs = outcome_.summary.finds;
  if (!stopped_) progress_.update(state_);
}

void Collector::finish_program(ProgramJob& program, const FileJob& job, ManifestLines& lines) {
  if (!program.own && program.found != nullptr) ++outcome_.summary.elsewhere;
  if (!program.own) lines.note(program.record);
  if (!program.done) return;
  tell(program.asides);
  tell_about(job, program.record.diagnostics);
  count(program);
  lines.add(program.record, std::move(program.line));
}

namespace {

// Returns true if a container is damaged, or cannot be unpacked. Other files without a program are only rejected.
bool is_unreadable_container(const manifest::Record& record) {
  using manifest::ContentKind;
  return record.status == Status::Unreadable && record.kind && *record.kind != ContentKind::Bytecode &&
         *record.kind != ContentKind::Assembly && *record.kind != ContentKind::Other;
}

}  // namespace

void Collector::count(const ProgramJob& program) {
  Summary& summary = outcome_.summary;
  const manifest::Record& record = program.record;
  if (is_unreadable_container(record)) outcome_.status = agalc::worse(outcome_.status, ExitStatus::Io);
  if (record.found == nullptr) {
    if (record.incomplete) ++summary.incomplete;
    if (record.status == Status::Unreadable) {
      ++summary.unreadable;
      ++state_.rejected;
    }
    if (record.status == Status::Empty) ++summary.empty;
    return;
  }
  ++summary.finds;
  if (record.status == Status::Rejected) ++state_.rejected;
  if (program.shared) return;
  std::size_t next = 0;
  for (ProductCounts& row : summary.products) {
    const bool disassembly = &row == &summary.products.front();
    if (!disassembly && (next - 1 >= record.outputs.size() || record.outputs[next - 1].first != row.name)) continue;
    ++(program.written[next++] == Written::Changed ? row.written : row.unchanged);
  }
  for (const ProofAnswer& proof : record.proofs) ++summary.proofs[proof.answer];
  for (const NotExpressible& refused : record.not_expressible)
    for (ProductCounts& row : summary.products)
      if (row.name == refused.target) ++row.not_expressible;
}

Outcome Collector::take() {
  outcome_.elapsed = progress_.elapsed();
  outcome_.summary.peak_bytes = agalc::os::peak_memory();
  return std::move(outcome_);
}

}  // namespace agal::batch

#include "batch.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <memory>
#include <utility>

#include "captures.hpp"
#include "collector.hpp"
#include "identity.hpp"
#include "load.hpp"
#include "manifest_files.hpp"
#include "manifest_lines.hpp"
#include "os/filesystem.hpp"
#include "pipeline.hpp"
#include "planner.hpp"
#include "sources.hpp"
#include "worker.hpp"
#include "writer.hpp"
#include "written_texts.hpp"

namespace agal::batch {
namespace {

namespace fs = agalc::os::fs;

using agalc::ExitStatus;

// Returns the label of a run. Each active run has a subfolder with its label in the scratch folder of its output
// folder. Two runs may share the output folder only if their labels do not conflict.
std::string run_label(const std::string& identity, const Shard& shard) {
  return fmt::format("{}-{}-of-{}", identity, shard.index, shard.count);
}

bool conflicts(std::string_view other, const std::string& identity, const Shard& shard) {
  if (other == cache_label) return false;
  if (shard.whole() || other.substr(0, identity.size()) != identity) return true;
  const std::optional<Shard> theirs = shard_of_manifest(fmt::format("manifest{}.jsonl", other.substr(identity.size())));
  return !theirs || theirs->count != shard.count || theirs->index == shard.index;
}

// A run while its output folder is open.
class BatchRun {
 public:
  BatchRun(const BatchOptions& options, const Listener& listener)
      : options_(options),
        listener_(listener),
        identity_(run_identity(options.convert, options.extract, toolchain_text())),
        collector_(options, listener, stopped_),
        journal_(options.output, options.shard) {}

  Outcome operator()();

 private:
  ExitStatus open();
  void open_cache();
  void run_steps(Planner& planner, Steps steps);
  ExitStatus check_foreign();
  void note_sources();
  void convert_all();
  ExitStatus close();

  const BatchOptions& options_;
  BatchOptions searched_ = options_;  // with the facts about sources
  Sources sources_;
  const Listener& listener_;
  std::string identity_;
  std::atomic<bool> stopped_{false};
  Collector collector_;
  std::unique_ptr<Scratch> scratch_;
  std::optional<Writer> writer_;
  agalc::RecordedFiles written_;
  std::set<std::string> foreign_;
  Journal journal_;
  std::optional<ManifestLines> lines_;
  Games games_;
  std::unique_ptr<Cache> cache_;
};

Outcome BatchRun::operator()() {
  if (open() != ExitStatus::Done) return std::move(collector_.outcome());
  note_sources();
  if (check_foreign() != ExitStatus::Done) return std::move(collector_.outcome());
  convert_all();
  collector_.outcome().status = agalc::worse(collector_.status(), close());
  return collector_.take();
}

ExitStatus BatchRun::open() {
  const auto conflict = [&](std::string_view other) { return conflicts(other, identity_, options_.shard); };
  Result<std::unique_ptr<Scratch>> scratch =
      Scratch::open(scratch_folder(options_.output), run_label(identity_, options_.shard), conflict);
  collector_.tell(scratch.diagnostics());
  if (!scratch) return collector_.status();
  scratch_ = *std::move(scratch);
  writer_.emplace(options_.output, *scratch_);
  written_ = written_texts(options_.output);
  foreign_ = foreign_texts(options_.output, written_);
  lines_.emplace(*scratch_);
  if (options_.cache) open_cache();
  return ExitStatus::Done;
}

// Opens the cache. A failure is only reported, because a run does not need the cache.
void BatchRun::open_cache() {
  Result<std::unique_ptr<Cache>> cache = Cache::open(*options_.cache);
  if (cache) {
    cache_ = *std::move(cache);
    return;
  }
  const std::string why = cache.diagnostics()[0].message;
  collector_.tell(agalc::only(agalc::make_diagnostic("cache-not-written", options_.cache->folder, {why})));
}

FileJob& as_file(Job& job) { return static_cast<FileJob&>(job); }

// Reads the sources among the inputs, which are one program.
void BatchRun::note_sources() {
  Games games;
  Inputs inputs = Planner(options_, games).inputs();
  while (const std::optional<InputItem> item = inputs.next()) note_source_file(item->file.path, sources_);
  sources_.finish();
  searched_.extract.sources = &sources_;
}

// Runs these steps, after the steps that all runs have, for all inputs.
void BatchRun::run_steps(Planner& planner, Steps steps) {
  steps.next = [&]() -> std::unique_ptr<Job> {
    if (listener_.interrupted()) stopped_ = true;
    if (stopped_) return nullptr;
    return planner.next();
  };
  steps.name = [&](Job& job) {
    if (!stopped_) planner.name(as_file(job));
  };
  run_pipeline(steps, options_.threads);
}

// Reports assembly texts that the run would replace, although no earlier run wrote them. The names of all products are
// only known when all inputs have been read, so this reads them an additional time. In most folders it does nothing.
ExitStatus BatchRun::check_foreign() {
  if (foreign_.empty() || options_.overwrite) return collector_.status();
  Games games;
  Planner planner(options_, games);
  const Captures captures;
  Worker worker(searched_, identity_, captures, {*writer_, journal_, foreign_}, nullptr, stopped_);
  Diagnostics found;
  Steps steps;
  steps.load = [&](Job& job) { worker.load(as_file(job)); };
  steps.convert = [&](Job& job) { worker.check_foreign(as_file(job)); };
  steps.finish = [&](Job& job) { found.append(std::move(as_file(job).write_failure)); };
  run_steps(planner, std::move(steps));
  collector_.tell(found);
  return collector_.status();
}

void BatchRun::convert_all() {
  Planner planner(options_, games_);
  Captures captures;
  if (options_.convert.emit.reflect) captures.read(planner.inputs(), options_);
  Worker worker(searched_, identity_, captures, {*writer_, journal_, foreign_}, cache_.get(), stopped_);
  if (options_.progress != ProgressMode::None) collector_.set_all_files(planner.count());
  Steps steps;
  steps.load = [&](Job& job) { worker.load(as_file(job)); };
  steps.convert = [&](Job& job) { worker.convert(as_file(job)); };
  steps.finish = [&](Job& job) { collector_.finish(as_file(job), *lines_); };
  run_steps(planner, std::move(steps));
  collector_.clear_progress();
  collector_.tell(planner.take_diagnostics());
  if (!stopped_) collector_.tell(planner.absent_registers());
}

// Writes the manifest last, so that all files that it names exist.
ExitStatus BatchRun::close() {
  Summary& summary = collector_.outcome().summary;
  if (cache_) {
    cache_->trim();
    summary.cache = cache_->counts();
  }
  if (stopped_) {
    collector_.tell_advice(nullptr);
    return collector_.status();
  }
  games_.settle();
  collector_.tell_advice(&games_);
  const Result<std::string> lines = lines_->finish(games_);
  collector_.tell(lines.diagnostics());
  if (!lines) return collector_.status();
  const ProgramCounts& counts = lines_->counts();
  summary.accepted = counts.accepted;
  summary.rejected = counts.rejected;
  summary.incomplete -= lines_->captured_files();
  if (games_.has_uploads()) summary.uploads = {{counts.uploaded, counts.drawn}};
  const std::string name = options_.shard.manifest_name();
  if (options_.prune) {
    const Result<std::uint64_t> pruned = prune(writer_->full(name), *lines, written_, *writer_);
    collector_.tell(pruned.diagnostics());
    if (!pruned) return collector_.status();
    summary.pruned = *pruned;
  }
  const Result<Written> adopted = writer_->adopt(name, *lines);
  if (adopted) journal_.remove();
  collector_.tell(adopted.diagnostics());
  collector_.outcome().complete = adopted.has_value();
  return collector_.status();
}

}  // namespace

Outcome run_batch(const BatchOptions& options, const Listener& listener) { return BatchRun(options, listener)(); }

Diagnostics write_files(const std::string& output, const MoreFiles& files) {
  if (files.written.empty() && files.removed.empty()) return {};
  Result<std::unique_ptr<Scratch>> scratch =
      Scratch::open(scratch_folder(output), "files", [](std::string_view other) { return other != cache_label; });
  if (!scratch) return scratch.diagnostics();
  Writer writer(output, **scratch);
  for (const MoreFiles::File& file : files.written)
    if (const Result<Written> written = writer.write(file.name, file.text); !written) return written.diagnostics();
  Diagnostics found;
  for (const std::string& name : files.removed) found.append(writer.remove(name));
  return found;
}

bool has_log(const BatchOptions& options) {
  Games games;
  Inputs inputs = Planner(options, games).inputs();
  while (const std::optional<InputItem> item = inputs.next())
    if (is_capture_log(item->file) || (item->partner && is_capture_log(*item->partner))) return true;
  return false;
}

Diagnostics merge_shards(const std::string& output, bool prune_old) {
  std::error_code failed;
  if (!fs::is_directory(output, failed)) return cannot_read(output, failed ? failed.value() : ENOTDIR);
  Result<std::unique_ptr<Scratch>> scratch =
      Scratch::open(scratch_folder(output), "merge", [](std::string_view other) { return other != cache_label; });
  if (!scratch) return scratch.diagnostics();
  Writer writer(output, **scratch);
  const Result<MergedManifest> merged = merge_manifests(output, **scratch);
  if (!merged) return merged.diagnostics();
  const std::string name = Shard{}.manifest_name();
  Diagnostics found;
  if (prune_old) {
    Result<std::uint64_t> pruned = prune(writer.full(name), merged->path, written_texts(output), writer);
    if (!pruned) return pruned.diagnostics();
    found = std::move(pruned.diagnostics());
  }
  const Result<Written> adopted = writer.adopt(name, merged->path);
  if (!adopted) return adopted.diagnostics();
  remove_journals(output);
  for (const std::string& part : merged->parts) found.append(writer.remove(part));
  return found;
}

}  // namespace agal::batch

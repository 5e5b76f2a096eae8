#include "batch.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <utility>

#include "file_job.hpp"
#include "found_names.hpp"
#include "identity.hpp"
#include "manifest_lines.hpp"
#include "memo.hpp"
#include "merge.hpp"
#include "names.hpp"
#include "prune.hpp"
#include "writer.hpp"

namespace agal::batch {
namespace {

namespace fs = std::filesystem;

using agalc::ExitStatus;

std::uint64_t input_number(const std::string& path) {
  std::error_code failed;
  return hash64(fs::absolute(path, failed).lexically_normal().string());
}

InputOptions input_options(const BatchOptions& options) {
  InputOptions out{options.inputs, options.base, {options.output}};
  if (options.cache) out.excluded.push_back(options.cache->folder);
  return out;
}

// The labels of runs in the scratch folder of an output: they decide which runs may share the folder.
std::string run_label(const std::string& identity, const Shard& shard) {
  return fmt::format("{}-{}-of-{}", identity, shard.index, shard.count);
}

bool conflicts(std::string_view other, const std::string& identity, const Shard& shard) {
  if (other == cache_label) return false;
  if (shard.whole() || other.substr(0, identity.size()) != identity) return true;
  const std::optional<Shard> theirs = shard_of_manifest(fmt::format("manifest{}.jsonl", other.substr(identity.size())));
  return !theirs || theirs->count != shard.count || theirs->index == shard.index;
}

class BatchRun {
 public:
  BatchRun(const BatchOptions& options, const Listener& listener)
      : options_(options),
        listener_(listener),
        identity_(run_identity(options.convert, toolchain_text())),
        names_(product_names(options.convert.emit)),
        progress_(options.progress) {
    outcome_.summary = empty_summary(options.convert.emit);
  }

  Outcome operator()();

 private:
  ExitStatus open();
  ExitStatus close();
  void tell(const Diagnostics& diagnostics);

  std::unique_ptr<Job> next();
  void load(FileJob& job) const;
  void name(FileJob& job);
  void name_input(FileJob& job, std::size_t index);
  void add_file_line(FileJob& job, const LoadedInput& input, const std::string& stem);
  void convert_all(FileJob& job);
  void convert_one(ProgramJob& program, Diagnostics& failure);
  Conversion conversion_of(const FoundProgram& found, Diagnostics& asides);
  Diagnostics write(ProgramJob& program, Conversion& conversion);
  Diagnostics write_product(ProgramJob& program, const std::string& path, std::string_view bytes);
  void finish(FileJob& job);
  void finish_program(ProgramJob& program);
  void count(const ProgramJob& program);

  const BatchOptions& options_;
  const Listener& listener_;
  std::string identity_;
  std::vector<ProductName> names_;
  Outcome outcome_;
  Progress progress_;
  ProgressState state_;
  std::unique_ptr<Scratch> scratch_;
  std::optional<Writer> writer_;
  std::unique_ptr<Cache> cache_;
  Memo memo_;  // if there is no cache
  std::optional<ManifestLines> lines_;
  std::optional<Inputs> inputs_;
  StemRegistry stems_;
  std::atomic<bool> stopped_{false};
};

void BatchRun::tell(const Diagnostics& diagnostics) {
  if (diagnostics.empty()) return;
  progress_.clear();
  listener_.tell(diagnostics);
  const ExitStatus status = agalc::exit_status(diagnostics);
  // Invalid inputs: the user probably wants something else.
  if (status == ExitStatus::Usage) stopped_ = true;
  outcome_.status = agalc::worse(outcome_.status, status);
}

ExitStatus BatchRun::open() {
  const auto conflict = [&](std::string_view other) { return conflicts(other, identity_, options_.shard); };
  Result<std::unique_ptr<Scratch>> scratch =
      Scratch::open(scratch_folder(options_.output), run_label(identity_, options_.shard), conflict);
  tell(scratch.diagnostics());
  if (!scratch) return outcome_.status;
  scratch_ = *std::move(scratch);
  writer_.emplace(options_.output, *scratch_);
  lines_.emplace(*scratch_);
  if (options_.cache) {
    Result<std::unique_ptr<Cache>> cache = Cache::open(*options_.cache);
    if (cache)
      cache_ = *std::move(cache);
    else
      tell(agalc::only(
          agalc::make_diagnostic("cache-not-written", options_.cache->folder, {cache.diagnostics()[0].message})));
  }
  if (options_.progress != ProgressMode::None) state_.all_files = count_inputs(input_options(options_));
  inputs_.emplace(input_options(options_));
  return ExitStatus::Done;
}

Outcome BatchRun::operator()() {
  if (open() != ExitStatus::Done) return std::move(outcome_);
  const auto as_file = [](Job& job) -> FileJob& { return static_cast<FileJob&>(job); };
  Steps steps;
  steps.next = [&] { return next(); };
  steps.load = [&](Job& job) { load(as_file(job)); };
  steps.name = [&](Job& job) { name(as_file(job)); };
  steps.convert = [&](Job& job) { convert_all(as_file(job)); };
  steps.finish = [&](Job& job) { finish(as_file(job)); };
  run_pipeline(steps, options_.threads);
  progress_.clear();
  tell(inputs_->take_diagnostics());
  outcome_.status = agalc::worse(outcome_.status, close());
  outcome_.elapsed = progress_.elapsed();
  outcome_.summary.peak_bytes = peak_memory();
  return std::move(outcome_);
}

// The manifest is written last, so that all files that it names exist.
ExitStatus BatchRun::close() {
  if (cache_) {
    cache_->trim();
    outcome_.summary.cache = cache_->counts();
  }
  if (stopped_) return outcome_.status;
  const Result<std::string> lines = lines_->finish();
  tell(lines.diagnostics());
  if (!lines) return outcome_.status;
  outcome_.summary.different = lines_->different();
  const std::string name = options_.shard.manifest_name();
  if (options_.prune) {
    const Result<std::uint64_t> pruned = prune(writer_->full(name), *lines, *scratch_, *writer_);
    tell(pruned.diagnostics());
    if (!pruned) return outcome_.status;
    outcome_.summary.pruned = *pruned;
  }
  const Result<Written> adopted = writer_->adopt(name, *lines);
  tell(adopted.diagnostics());
  outcome_.complete = adopted.has_value();
  return outcome_.status;
}

// -------------------------------------------------------------------------------------------------------- steps

std::unique_ptr<Job> BatchRun::next() {
  if (listener_.interrupted()) stopped_ = true;
  if (stopped_) return nullptr;
  std::optional<InputItem> item = inputs_->next();
  if (!item) return nullptr;
  auto job = std::make_unique<FileJob>();
  job->diagnostics = inputs_->take_diagnostics();
  job->inputs.push_back({std::move(item->file), {}, {}, {}});
  if (item->partner) job->inputs.push_back({*std::move(item->partner), {}, {}, {}});
  return job;
}

void BatchRun::load(FileJob& job) const {
  if (stopped_) return;
  for (LoadedInput& input : job.inputs) {
    input.loaded = load_file(input.file, options_.assemble);
    LoadedFile& loaded = input.loaded;
    if (options_.convert.warnings_are_errors) loaded.diagnostics.promote_warnings();
    // Assembly text that is rejected because of -Werror does not count as a program.
    if (loaded.kind == InputKind::Program && loaded.diagnostics.has_errors()) loaded.extraction = {};
    for (const FoundProgram& found : loaded.extraction.programs) input.hashes.push_back(content_hash(found.program));
    if (loaded.kind == InputKind::Container) input.names = agalc::file_stems(loaded.extraction.programs);
  }
  if (job.inputs.size() != 2) return;
  const auto single = [](const LoadedInput& input) {
    return input.loaded.kind == InputKind::Program && input.loaded.extraction.programs.size() == 1;
  };
  if (!single(job.inputs[0]) || !single(job.inputs[1])) return;
  const FoundProgram& first = job.inputs[0].loaded.extraction.programs[0];
  const FoundProgram& second = job.inputs[1].loaded.extraction.programs[0];
  if (const std::optional<FoundPair> pair = pair_of(first.program, second.program)) job.pairs.push_back(*pair);
}

void BatchRun::name(FileJob& job) {
  if (stopped_) return;
  for (std::size_t i = 0; i < job.inputs.size(); ++i) name_input(job, i);
}

// Assigns stems to the input and its programs, and decides which of them belong to this shard.
void BatchRun::name_input(FileJob& job, std::size_t index) {
  LoadedInput& input = job.inputs[index];
  const LoadedFile& loaded = input.loaded;
  if (loaded.kind == InputKind::Nothing) return;
  input.status = InputStatus::Repeated;
  const bool container = loaded.kind == InputKind::Container;
  const std::string& relative = input.file.relative;
  const std::optional<std::string> stem =
      stems_.assign(container ? relative : stem_of_file(relative), relative, input_number(input.file.path));
  if (!stem) return;
  input.status = InputStatus::Read;
  const Extraction& extraction = loaded.extraction;
  const bool own_file = options_.shard.owns(hash64(*stem));
  if (loaded.diagnostics.has_errors() || extraction.programs.empty()) {
    add_file_line(job, input, *stem);
  } else if (container && own_file) {
    job.diagnostics.append(loaded.diagnostics);
  }
  const std::size_t first = job.programs.size();
  for (std::size_t i = 0; i < extraction.programs.size(); ++i) {
    ProgramJob& program = job.programs.emplace_back();
    program.found = &extraction.programs[i];
    program.record.found = program.found;
    program.record.hash = input.hashes[i];
    program.record.stem = container ? fmt::format("{}/{}", *stem, input.names[i]) : *stem;
    program.record.origins = program.found->origins;
    if (!container) program.record.diagnostics = loaded.diagnostics;
    program.own = options_.shard.owns(program.record.hash);
  }
  for (const FoundPair& pair : extraction.pairs) {
    job.programs[first + pair.vertex].record.pairs.push_back({input.hashes[pair.fragment], pair.evidence});
    job.programs[first + pair.fragment].record.pairs.push_back({input.hashes[pair.vertex], pair.evidence});
  }
  for (const FoundPair& pair : job.pairs) {
    const std::size_t other = index == pair.vertex ? pair.fragment : pair.vertex;
    job.programs[first].record.pairs.push_back({job.inputs[other].hashes[0], pair.evidence});
  }
}

void BatchRun::add_file_line(FileJob& job, const LoadedInput& input, const std::string& stem) {
  ProgramJob& line = job.programs.emplace_back();
  line.own = options_.shard.owns(hash64(stem));
  line.record.stem = stem;
  line.record.origins.push_back({input.file.path, 0, 0, ""});
  line.record.diagnostics = input.loaded.diagnostics;
  line.record.status = line.record.diagnostics.has_errors() ? Status::Unreadable : Status::Empty;
}

void BatchRun::convert_all(FileJob& job) {
  std::vector<Diagnostics> failures(job.programs.size());
  for_each_index(job.programs.size(), [&](std::size_t i) {
    if (!stopped_ && job.programs[i].own) convert_one(job.programs[i], failures[i]);
  });
  for (Diagnostics& failure : failures) job.write_failure.append(std::move(failure));
  // Frees the inputs early, because converted jobs may have to wait for earlier ones.
  for (LoadedInput& input : job.inputs) input.loaded = {};
}

void BatchRun::convert_one(ProgramJob& program, Diagnostics& failure) {
  if (program.found != nullptr) {
    Conversion conversion = conversion_of(*program.found, program.asides);
    failure = write(program, conversion);
    if (failure.has_errors()) return stopped_.store(true);
    program.record.status = conversion.status;
    program.record.not_expressible = std::move(conversion.not_expressible);
    for (Diagnostic& diagnostic : conversion.diagnostics) {
      diagnostic.location.file = program.found->program.name;
      program.record.diagnostics.add(std::move(diagnostic));
    }
  }
  program.line = manifest::record_line(program.record);
  program.done = true;
}

Conversion BatchRun::conversion_of(const FoundProgram& found, Diagnostics& asides) {
  const std::string identity = identity_of(found, identity_, options_.convert);
  if (!cache_) {
    if (std::optional<Conversion> known = memo_.find(identity)) return *std::move(known);
    Conversion made = convert(found.program, options_.convert);
    memo_.store(identity, made);
    return made;
  }
  Cache::Found cached = cache_->find(identity);
  asides.append(std::move(cached.diagnostics));
  if (cached.conversion) return *std::move(cached.conversion);
  Conversion conversion = convert(found.program, options_.convert);
  asides.append(cache_->store(identity, conversion));
  return conversion;
}

Diagnostics BatchRun::write_product(ProgramJob& program, const std::string& path, std::string_view bytes) {
  Result<Written> written = writer_->write(path, bytes);
  if (!written) return written.diagnostics();
  program.written.push_back(*written);
  return {};
}

Diagnostics BatchRun::write(ProgramJob& program, Conversion& conversion) {
  manifest::Record& record = program.record;
  Diagnostics failed = write_product(program, record.stem + std::string(disassembly_suffix), conversion.disassembly);
  auto product = conversion.products.begin();
  for (const ProductName& row : names_) {
    if (failed.has_errors()) return failed;
    const std::string path = record.stem + std::string(row.suffix);
    if (product == conversion.products.end() || product->name != row.name) {
      failed = writer_->remove(path);  // an earlier run may have written it for another program
      continue;
    }
    failed = write_product(program, path, product->bytes);
    record.outputs.emplace_back(row.name, path);
    ++product;
  }
  return failed;
}

void BatchRun::finish(FileJob& job) {
  tell(job.diagnostics);
  tell(job.write_failure);
  for (ProgramJob& program : job.programs) finish_program(program);
  state_.files += job.inputs.size();
  for (const LoadedInput& input : job.inputs) {
    outcome_.summary.files += input.status == InputStatus::Read ? 1u : 0u;
    outcome_.summary.skipped += input.status == InputStatus::Skipped ? 1u : 0u;
  }
  state_.programs = outcome_.summary.programs();
  state_.rejected = outcome_.summary.rejected + outcome_.summary.unreadable;
  if (!stopped_) progress_.update(state_);
}

void BatchRun::finish_program(ProgramJob& program) {
  if (!program.own && program.found != nullptr) ++outcome_.summary.elsewhere;
  if (!program.done) return;
  tell(program.asides);
  tell(program.record.diagnostics);
  count(program);
  const Diagnostics failed = lines_->add(program.record, std::move(program.line));
  if (failed.has_errors()) stopped_ = true;
  tell(failed);
}

void BatchRun::count(const ProgramJob& program) {
  Summary& summary = outcome_.summary;
  const manifest::Record& record = program.record;
  if (record.found == nullptr) {
    ++(record.status == Status::Unreadable ? summary.unreadable : summary.empty);
    return;
  }
  ++(record.status == Status::Accepted ? summary.accepted : summary.rejected);
  std::size_t next = 0;
  for (ProductCounts& row : summary.products) {
    const bool disassembly = &row == &summary.products.front();
    if (!disassembly && (next - 1 >= record.outputs.size() || record.outputs[next - 1].first != row.name)) continue;
    ++(program.written[next++] == Written::Changed ? row.written : row.unchanged);
  }
  for (const NotExpressible& refused : record.not_expressible)
    for (ProductCounts& row : summary.products)
      if (row.name == refused.target) ++row.not_expressible;
}

}  // namespace

Outcome run_batch(const BatchOptions& options, const Listener& listener) { return BatchRun(options, listener)(); }

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
  if (prune_old) {
    const Result<std::uint64_t> pruned = prune(writer.full(name), merged->path, **scratch, writer);
    if (!pruned) return pruned.diagnostics();
  }
  const Result<Written> adopted = writer.adopt(name, merged->path);
  if (!adopted) return adopted.diagnostics();
  Diagnostics found;
  for (const std::string& part : merged->parts) found.append(writer.remove(part));
  return found;
}

}  // namespace agal::batch

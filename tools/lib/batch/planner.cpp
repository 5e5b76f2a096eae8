#include "planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hash.hpp"
#include "load.hpp"
#include "os/filesystem.hpp"

namespace agal::batch {
namespace {

std::uint64_t input_number(const std::string& path) {
  std::error_code failed;
  return hash64(agalc::os::fs::absolute(path, failed).lexically_normal().generic_string());
}

// The maximum size of the captured draws in the line of a program.
constexpr std::size_t max_captured_bytes = std::size_t{16} << 20;

void add_pair(ProgramJob& program, const std::string& partner, const FoundPair& pair) {
  manifest::Partner& row =
      program.record.pairs.emplace_back(manifest::Partner{.hash = partner, .evidence = pair.evidence});
  if (pair.captures.empty()) return;
  // The line of a program has a limited length, whatever the number of its partners.
  const std::size_t used = std::min(program.captured_bytes, max_captured_bytes);
  row.captured = to_json(pair.captures, max_captured_bytes - used);
  program.captured_bytes += row.captured.size();
  program.captures.push_back({partner, &pair.captures});
}

// Adds the pairs of input `index`. `first` is the index of the input's first program in `job.programs`.
void add_pairs(FileJob& job, std::size_t index, std::size_t first) {
  const LoadedInput& input = job.inputs[index];
  for (const FoundPair& pair : input.loaded.extraction.pairs) {
    add_pair(job.programs[first + pair.vertex], input.hashes[pair.fragment], pair);
    add_pair(job.programs[first + pair.fragment], input.hashes[pair.vertex], pair);
  }
  for (const FoundPair& pair : job.pairs) {
    const std::size_t other = index == pair.vertex ? pair.fragment : pair.vertex;
    job.programs[first].record.pairs.push_back({.hash = job.inputs[other].hashes[0], .evidence = pair.evidence});
  }
}

// A readable file that should be a program, but has errors, counts as a rejected program.
Status file_status(const LoadedFile& loaded) {
  const bool read_program = loaded.kind == InputKind::Program && loaded.content;
  if (loaded.diagnostics.has_errors()) return read_program ? Status::Rejected : Status::Unreadable;
  return loaded.extraction.incomplete() ? Status::Incomplete : Status::Empty;
}

InputOptions input_options(const BatchOptions& options) {
  InputOptions out{options.inputs, options.base, {options.output}};
  if (options.cache) out.excluded.push_back(options.cache->folder);
  return out;
}

}  // namespace

Planner::Planner(const BatchOptions& options, Games& games)
    : options_(options), games_(games), inputs_(input_options(options)), absent_registers_(options.convert.compile) {}

std::uint64_t Planner::count() const { return count_inputs(input_options(options_)); }

Inputs Planner::inputs() const { return Inputs(input_options(options_)); }

std::unique_ptr<FileJob> Planner::next() {
  std::optional<InputItem> item = inputs_.next();
  for (; item && !item->partner && is_capture_log(item->file); item = inputs_.next()) logs_.push_back(*std::move(item));
  if (!item) {
    if (logs_.empty()) return nullptr;
    item = std::move(logs_.front());
    logs_.pop_front();
  }
  auto job = std::make_unique<FileJob>();
  job->inputs.emplace_back().file = std::move(item->file);
  if (item->partner) job->inputs.emplace_back().file = *std::move(item->partner);
  job->diagnostics = inputs_.take_diagnostics();
  return job;
}

Diagnostics Planner::absent_registers() const {
  if (options_.shard.index != 1) return {};
  Diagnostics found = absent_registers_.report();
  if (options_.convert.warnings_are_errors) found.promote_warnings();
  return found;
}

void Planner::name(FileJob& job) {
  for (std::size_t i = 0; i < job.inputs.size(); ++i) name_input(job, i);
}

void Planner::name_input(FileJob& job, std::size_t index) {
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
  games_.add(input.file.path, loaded, input.hashes);
  const bool incomplete = loaded.extraction.incomplete();
  if (loaded.diagnostics.has_errors() || loaded.extraction.programs.empty() || incomplete) {
    add_file_line(job, input, *stem);
  } else if (container && options_.shard.owns(hash64(*stem))) {
    job.diagnostics.append(loaded.diagnostics);
  }
  const std::size_t first = job.programs.size();
  add_programs(job, input, *stem);
  add_pairs(job, index, first);
}

void Planner::add_file_line(FileJob& job, const LoadedInput& input, const std::string& stem) const {
  ProgramJob& line = job.programs.emplace_back();
  line.own = options_.shard.owns(hash64(stem));
  line.record.stem = stem;
  line.record.origins.push_back({input.file.path, 0, 0, ""});
  line.record.kind = input.loaded.content;
  line.record.diagnostics = input.loaded.diagnostics;
  if (input.loaded.extraction.incomplete()) line.record.incomplete = manifest::incomplete_of(input.loaded.extraction);
  line.record.status = file_status(input.loaded);
}

void Planner::add_programs(FileJob& job, const LoadedInput& input, const std::string& stem) {
  const bool container = input.loaded.kind == InputKind::Container;
  const bool log = input.loaded.content == manifest::ContentKind::Log;
  const std::vector<FoundProgram>& programs = input.loaded.extraction.programs;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    ProgramJob& program = job.programs.emplace_back();
    program.found = &programs[i];
    absent_registers_.add(program.found->program);
    program.record.found = program.found;
    program.record.hash = input.hashes[i];
    program.record.stem = container ? fmt::format("{}/{}", stem, input.names[i]) : stem;
    if (const std::string* game = log ? games_.find_stem(input.file.path, input.hashes[i]) : nullptr) {
      program.shared = true;
      program.record.stem = *game;
    } else if (container && !log) {
      games_.add_stem(input.file.path, program.record.hash, program.record.stem);
    }
    program.record.origins = program.found->origins;
    if (!container) program.record.diagnostics = input.loaded.diagnostics;
    program.own = options_.shard.owns(program.record.hash);
  }
}

}  // namespace agal::batch

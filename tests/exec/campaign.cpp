#include "exec/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <span>

namespace agal::exec {
namespace {

// A program of an entry with everything that does not depend on the backend.
struct Prepared {
  Subject subject;
  Reference reference;
};

struct PreparedEntry {
  const Entry* entry = nullptr;
  std::optional<Prepared> vertex, fragment;
};

// The jobs of a chunk for one backend, and whose they are.
struct Batch {
  std::vector<Job> jobs;
  std::vector<Prepared*> owners;
};

std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::Error) return code_name(diagnostic.code);
  return "refused";
}

// The varyings that a vertex shader still writes, as its reflection lists them.
std::vector<std::uint32_t> written_varyings(const Compilation& shader) {
  std::vector<std::uint32_t> numbers;
  const auto reflection = nlohmann::json::parse(shader.reflection, nullptr, false);
  for (const auto& output : reflection.value("outputs", nlohmann::json::array())) {
    const std::string name = output.value("name", "");
    std::uint32_t number = 0;
    const char* const end = name.data() + name.size();
    if (name.starts_with("v") && std::from_chars(name.data() + 1, end, number).ptr == end) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

Job make_job(const Subject& subject, Compilation shader, const Compilation* partner) {
  Job job;
  job.name = subject.name;
  job.stage = subject.program.stage;
  job.interface = subject.interface;
  if (job.stage == Stage::Vertex) job.interface.varyings = written_varyings(shader);
  job.shader = std::move(shader);
  if (partner != nullptr) job.partner = *partner;
  job.textures = subject.textures;
  job.draws = subject.draws;
  return job;
}

class Campaign {
 public:
  Campaign(const Backends& backends, const CampaignOptions& options) : backends_(backends), options_(options) {
    for (const auto& backend : backends)
      report_.backends.push_back({std::string(backend->name()), backend->device(), {}, {}});
  }

  void chunk(std::span<const Entry> entries);
  CampaignReport take() { return std::move(report_); }

 private:
  std::optional<Prepared> prepare(const Entry& entry, const Program& program, const std::vector<Float4>& constants);
  Program planted(const Prepared& prepared) const;
  void compile(PreparedEntry& entry, const Backend& backend, BackendReport& report, Batch& batch) const;
  void compile_alone(Prepared& prepared, const Backend& backend, BackendReport& report, Batch& batch) const;
  void add_job(Prepared& prepared, Job job, const Backend& backend, BackendReport& report, Batch& batch) const;
  void execute(std::vector<PreparedEntry>& entries, Backend& backend, BackendReport& report) const;

  const Backends& backends_;
  const CampaignOptions& options_;
  CampaignReport report_;
};

std::optional<Prepared> Campaign::prepare(const Entry& entry, const Program& program,
                                          const std::vector<Float4>& constants) {
  ++report_.programs;
  InputOptions inputs;
  inputs.seed = options_.seed;
  inputs.draws = options_.draws;
  inputs.constants = constants;
  const std::string suffix = program.stage == Stage::Vertex ? ".vert" : ".frag";
  Prepared prepared{make_subject(entry.name + suffix, program, inputs), {}};
  if (prepared.subject.unsuitable.empty()) {
    prepared.reference = make_reference(prepared.subject, options_.reference);
    prepared.subject.unsuitable = prepared.reference.fault;
  }
  if (prepared.subject.unsuitable.empty()) return prepared;
  ++report_.unsuitable[prepared.subject.unsuitable];
  return std::nullopt;
}

Program Campaign::planted(const Prepared& prepared) const {
  return options_.plant ? options_.plant(prepared.subject.program) : prepared.subject.program;
}

void Campaign::add_job(Prepared& prepared, Job job, const Backend& backend, BackendReport& report, Batch& batch) const {
  job.program = planted(prepared);
  job.semantics = options_.compile.semantics;
  if (const std::string reason = backend.cannot(job); !reason.empty()) {
    ++report.not_expressible[reason];
    return;
  }
  batch.jobs.push_back(std::move(job));
  batch.owners.push_back(&prepared);
}

void Campaign::compile_alone(Prepared& prepared, const Backend& backend, BackendReport& report, Batch& batch) const {
  CompileOptions options = options_.compile;
  options.target = backend.target();
  Result<Compilation> compiled = agal::compile(planted(prepared), options);
  if (compiled)
    add_job(prepared, make_job(prepared.subject, std::move(*compiled), nullptr), backend, report, batch);
  else
    ++report.not_expressible[first_error(compiled.diagnostics())];
}

// As a pair if the target can express both.
void Campaign::compile(PreparedEntry& entry, const Backend& backend, BackendReport& report, Batch& batch) const {
  if (entry.vertex && entry.fragment) {
    CompileOptions options = options_.compile;
    options.target = backend.target();
    const Result<LinkedCompilation> linked = link(planted(*entry.vertex), planted(*entry.fragment), options);
    if (linked) {
      add_job(*entry.vertex, make_job(entry.vertex->subject, linked->vertex, &linked->fragment), backend, report,
              batch);
      add_job(*entry.fragment, make_job(entry.fragment->subject, linked->fragment, &linked->vertex), backend, report,
              batch);
      return;
    }
  }
  if (entry.vertex) compile_alone(*entry.vertex, backend, report, batch);
  if (entry.fragment) compile_alone(*entry.fragment, backend, report, batch);
}

void Campaign::execute(std::vector<PreparedEntry>& entries, Backend& backend, BackendReport& report) const {
  Batch batch;
  for (PreparedEntry& entry : entries) compile(entry, backend, report, batch);
  const std::vector<Outcome> outcomes = backend.run(batch.jobs);
  for (std::size_t i = 0; i < batch.jobs.size(); ++i) {
    const Outcome& outcome = i < outcomes.size() ? outcomes[i] : Outcome{"the backend gave no outcome", {}, {}};
    Prepared& owner = *batch.owners[i];
    const Tally tally = compare(owner.subject, options_.reference, owner.reference, batch.jobs[i], outcome, backend);
    if (!tally.mismatches.empty() && options_.on_mismatch)
      options_.on_mismatch(owner.subject, batch.jobs[i], tally.mismatches.front());
    report.tally.add(tally);
  }
}

void Campaign::chunk(std::span<const Entry> entries) {
  std::vector<PreparedEntry> prepared;
  for (const Entry& entry : entries) {
    PreparedEntry& next = prepared.emplace_back();
    next.entry = &entry;
    if (entry.vertex) next.vertex = prepare(entry, *entry.vertex, entry.vertex_constants);
    if (entry.fragment) next.fragment = prepare(entry, *entry.fragment, entry.fragment_constants);
  }
  report_.entries += entries.size();
  for (std::size_t i = 0; i < backends_.size(); ++i) {
    if (options_.progress) options_.progress(fmt::format("{} entries, {}", report_.entries, backends_[i]->name()));
    execute(prepared, *backends_[i], report_.backends[i]);
  }
}

}  // namespace

void CampaignReport::add(const CampaignReport& other) {
  if (backends.empty()) backends.resize(other.backends.size());
  for (std::size_t i = 0; i < backends.size(); ++i) {
    backends[i].name = other.backends[i].name;
    backends[i].device = other.backends[i].device;
    backends[i].tally.add(other.backends[i].tally);
    for (const auto& [reason, count] : other.backends[i].not_expressible) backends[i].not_expressible[reason] += count;
  }
  entries += other.entries;
  programs += other.programs;
  for (const auto& [reason, count] : other.unsuitable) unsuitable[reason] += count;
}

CampaignReport run_campaign(const std::vector<Entry>& entries, const Backends& backends,
                            const CampaignOptions& options) {
  Campaign campaign(backends, options);
  const std::span<const Entry> all(entries);
  for (std::size_t first = 0; first < all.size(); first += options.chunk)
    campaign.chunk(all.subspan(first, std::min<std::size_t>(options.chunk, all.size() - first)));
  return campaign.take();
}

}  // namespace agal::exec

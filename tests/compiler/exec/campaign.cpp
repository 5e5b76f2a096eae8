#include "exec/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <span>

namespace agal::exec {
namespace {

// A program of an entry, with all data that does not depend on the backend.
struct Prepared {
  Subject subject;
  Reference reference;
};

struct PreparedEntry {
  std::optional<Prepared> vertex, fragment;
};

class Campaign;

// Jobs for one backend, and the campaigns that they belong to.
struct Batch {
  struct Owner {
    Campaign* campaign;
    Prepared* prepared;
  };
  std::vector<Job> jobs;
  std::vector<Owner> owners;
};

std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::Error) return code_name(diagnostic.code);
  return "refused";
}

// Returns the varyings that a vertex shader still writes, according to its reflection.
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
  explicit Campaign(const CampaignOptions& options) : options_(options) {}

  /// Begins a result for these backends. Prepared programs are kept.
  void use(const Backends& backends) {
    backends_ = &backends;
    result_.backends.clear();
    for (const auto& backend : backends)
      result_.backends.push_back({std::string(backend->name()), backend->device(), {}, {}});
  }
  /// Prepares subjects of these entries, which replace the earlier ones.
  void prepare(std::span<const Entry> entries);
  /// Compiles the subjects for a backend.
  void compile(std::size_t backend, Batch& batch);
  void judge(std::size_t backend, Prepared& prepared, const Job& job, const Outcome& outcome);
  void tell(std::size_t backend) const;
  const CampaignResult& result() const { return result_; }

 private:
  std::optional<Prepared> prepare(const Entry& entry, const Program& program, const std::vector<Float4>& constants);
  Program planted(const Prepared& prepared) const;
  void compile_entry(PreparedEntry& entry, std::size_t backend, Batch& batch);
  void compile_alone(Prepared& prepared, std::size_t backend, Batch& batch);
  void add_job(Prepared& prepared, Job job, std::size_t backend, Batch& batch);

  const Backend& backend_at(std::size_t i) const { return *(*backends_)[i]; }

  const CampaignOptions& options_;
  const Backends* backends_ = nullptr;
  std::vector<PreparedEntry> prepared_;
  CampaignResult result_;
};

std::optional<Prepared> Campaign::prepare(const Entry& entry, const Program& program,
                                          const std::vector<Float4>& constants) {
  ++result_.programs;
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
  ++result_.unsuitable[prepared.subject.unsuitable];
  return std::nullopt;
}

Program Campaign::planted(const Prepared& prepared) const {
  return options_.plant ? options_.plant(prepared.subject.program) : prepared.subject.program;
}

void Campaign::add_job(Prepared& prepared, Job job, std::size_t backend, Batch& batch) {
  job.program = planted(prepared);
  job.semantics = options_.compile.semantics;
  if (const std::string reason = backend_at(backend).cannot(job); !reason.empty()) {
    ++result_.backends[backend].not_expressible[reason];
    return;
  }
  batch.jobs.push_back(std::move(job));
  batch.owners.push_back({this, &prepared});
}

void Campaign::compile_alone(Prepared& prepared, std::size_t backend, Batch& batch) {
  Result<Compilation> compiled = agal::compile(planted(prepared), options_for(backend_at(backend), options_.compile));
  if (compiled)
    add_job(prepared, make_job(prepared.subject, std::move(*compiled), nullptr), backend, batch);
  else
    ++result_.backends[backend].not_expressible[first_error(compiled.diagnostics())];
}

// Compiles an entry, as a pair if the target can express both programs.
void Campaign::compile_entry(PreparedEntry& entry, std::size_t backend, Batch& batch) {
  if (entry.vertex && entry.fragment) {
    const CompileOptions options = options_for(backend_at(backend), options_.compile);
    const Result<LinkedCompilation> linked = link(planted(*entry.vertex), planted(*entry.fragment), options);
    if (linked) {
      add_job(*entry.vertex, make_job(entry.vertex->subject, linked->vertex, &linked->fragment), backend, batch);
      add_job(*entry.fragment, make_job(entry.fragment->subject, linked->fragment, &linked->vertex), backend, batch);
      return;
    }
  }
  if (entry.vertex) compile_alone(*entry.vertex, backend, batch);
  if (entry.fragment) compile_alone(*entry.fragment, backend, batch);
}

void Campaign::compile(std::size_t backend, Batch& batch) {
  for (PreparedEntry& entry : prepared_) compile_entry(entry, backend, batch);
}

void Campaign::judge(std::size_t backend, Prepared& prepared, const Job& job, const Outcome& outcome) {
  const Tally tally = compare(prepared.subject, options_.reference, prepared.reference, job, outcome,
                              backend_at(backend), options_.enough_mismatches);
  if (!tally.mismatches.empty() && options_.on_mismatch)
    options_.on_mismatch(prepared.subject, job, tally.mismatches.front());
  result_.backends[backend].tally.add(tally);
}

void Campaign::prepare(std::span<const Entry> entries) {
  prepared_.clear();
  for (const Entry& entry : entries) {
    PreparedEntry& next = prepared_.emplace_back();
    if (entry.vertex) next.vertex = prepare(entry, *entry.vertex, entry.vertex_constants);
    if (entry.fragment) next.fragment = prepare(entry, *entry.fragment, entry.fragment_constants);
  }
  result_.entries += entries.size();
}

void Campaign::tell(std::size_t backend) const {
  if (options_.progress) options_.progress(fmt::format("{} entries, {}", result_.entries, backend_at(backend).name()));
}

// Runs the prepared jobs of the campaigns.
void execute(std::span<Campaign> campaigns, const Backends& backends) {
  for (std::size_t backend = 0; backend < backends.size(); ++backend) {
    campaigns.front().tell(backend);
    Batch batch;
    for (Campaign& campaign : campaigns) campaign.compile(backend, batch);
    const std::vector<Outcome> outcomes = backends[backend]->run(batch.jobs);
    for (std::size_t i = 0; i < batch.jobs.size(); ++i) {
      const Outcome& outcome = i < outcomes.size() ? outcomes[i] : Outcome{"the backend gave no outcome", {}, {}};
      batch.owners[i].campaign->judge(backend, *batch.owners[i].prepared, batch.jobs[i], outcome);
    }
  }
}

}  // namespace

CampaignResult run_campaign(const std::vector<Entry>& entries, const Backends& backends,
                            const CampaignOptions& options) {
  Campaign campaign(options);
  campaign.use(backends);
  const std::span<const Entry> all(entries);
  for (std::size_t first = 0; first < all.size(); first += options.chunk) {
    campaign.prepare(all.subspan(first, std::min<std::size_t>(options.chunk, all.size() - first)));
    execute({&campaign, 1}, backends);
  }
  return campaign.result();
}

std::vector<std::vector<CampaignResult>> run_campaigns(const std::vector<CampaignPlan>& plans,
                                                       std::initializer_list<const Backends*> several) {
  std::vector<Campaign> campaigns;
  campaigns.reserve(plans.size());  // batches contain pointers to them
  for (const CampaignPlan& plan : plans) campaigns.emplace_back(plan.options).prepare(plan.entries);
  std::vector<std::vector<CampaignResult>> results;
  for (const Backends* backends : several) {
    for (Campaign& campaign : campaigns) campaign.use(*backends);
    if (!campaigns.empty()) execute(campaigns, *backends);
    std::vector<CampaignResult>& of_all = results.emplace_back();
    for (const Campaign& campaign : campaigns) of_all.push_back(campaign.result());
  }
  return results;
}

}  // namespace agal::exec

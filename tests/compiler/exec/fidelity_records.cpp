#include "exec/fidelity_records.hpp"

#include <set>

#include "exec/entries.hpp"

namespace agal::exec {
namespace {

constexpr std::size_t recorded_mismatches = 50;

Record names_of(const Backends& backends) {
  Record names = Record::array();
  for (const auto& backend : backends) names.push_back(std::string(backend->name()));
  return names;
}

Record backend_record(const BackendResult& backend) {
  const Tally& t = backend.tally;
  Record record{{"name", backend.name},
                {"device", backend.device},
                {"programs", t.programs},
                {"draws", t.draws},
                {"exact", t.exact},
                {"within", t.within},
                {"regrouped", t.regrouped},
                {"explained", t.explained},
                {"undecided", t.undecided},
                {"faults", t.faults},
                {"mismatches", Record::array()}};
  std::set<std::string> seen;  // lists each program once
  for (const Mismatch& mismatch : t.mismatches)
    if (seen.size() < recorded_mismatches && seen.insert(mismatch.subject).second)
      record["mismatches"].push_back(mismatch.text());
  record["notExpressible"] = backend.not_expressible;
  return record;
}

std::size_t disagreeing_programs(const Tally& tally) {
  std::set<std::string> names;
  for (const Mismatch& mismatch : tally.mismatches) names.insert(mismatch.subject);
  return names.size();
}

CampaignOptions options_for(const Variant& variant) {
  CampaignOptions options;
  options.compile.semantics = options.reference = variant.semantics;
  options.compile.validation.level = ValidationLevel::Warn;
  options.compile.validation.allow_reserved = variant.allow_reserved;
  return options;
}

}  // namespace

Record record_of(const CampaignResult& result, std::string_view set, Slice part, std::uint32_t inputs) {
  Record record{{"kind", "agreement"},
                {"set", std::string(set)},
                {"inputs", inputs},
                {"part", part.number},
                {"parts", part.count},
                {"entries", result.entries},
                {"programs", result.programs},
                {"unsuitable", result.unsuitable},
                {"backends", Record::array()}};
  for (const BackendResult& backend : result.backends) record["backends"].push_back(backend_record(backend));
  return record;
}

Record planted_record(const Backends& backends, const std::vector<Entry>& entries) {
  Record record{{"kind", "planted"}, {"backends", names_of(backends)}, {"bugs", Record::array()}};
  const std::span<const PlantedBug> bugs = planted_bugs();
  const std::vector<PlantedResult> results = run_planted(bugs, entries, backends, 20, 16);
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    const PlantedBug& bug = bugs[i];
    const PlantedResult& result = results[i];
    Record row{{"name", std::string(bug.name)},
               {"what", std::string(bug.what)},
               {"changed", result.changed},
               {"visible", result.visible},
               {"caught", Record::array()}};
    for (const PlantedResult::OnBackend& on : result.backends)
      row["caught"].push_back({on.caught, on.inexpressible, on.hidden});
    record["bugs"].push_back(std::move(row));
  }
  return record;
}

Record options_record(const Backends& backends, std::uint32_t generated) {
  Record record{{"kind", "options"}, {"backends", names_of(backends)}, {"options", Record::array()}};
  std::vector<CampaignPlan> told, untold;
  for (const Variant& variant : semantics_variants()) {
    told.push_back({entries_for(variant, generated), options_for(variant)});
    untold.push_back(told.back());
    untold.back().options.compile.semantics = {};
  }
  const std::vector<CampaignResult> of_told = run_campaigns(told, {&backends}).front(),
                                    of_untold = run_campaigns(untold, {&backends}).front();
  for (std::size_t v = 0; v < told.size(); ++v) {
    const CampaignResult &agreeing = of_told[v], &differing = of_untold[v];
    Record row{{"option", std::string(semantics_variants()[v].option)}, {"programs", agreeing.programs}};
    for (std::size_t i = 0; i < backends.size(); ++i) {
      const Tally& tally = agreeing.backends[i].tally;
      row["numbers"].push_back(tally.exact + tally.within + tally.regrouped);
      row["mismatches"].push_back(tally.mismatches.size());
      row["differing"].push_back(disagreeing_programs(differing.backends[i].tally));
    }
    record["options"].push_back(std::move(row));
  }
  return record;
}

Record opcodes_record(const Backends& backends, std::uint32_t draws) {
  Record record{{"kind", "opcodes"}, {"backends", names_of(backends)}, {"opcodes", Record::array()}};
  for (const OpcodeErrors& errors : measure_opcodes(backends, draws, 1)) {
    Record row{{"opcode", std::string(info(errors.opcode).text)}, {"errors", Record::array()}};
    for (const std::optional<OpcodeError>& error : errors.backends)
      row["errors"].push_back(error ? Record{error->ulps, error->share} : Record());
    record["opcodes"].push_back(std::move(row));
  }
  return record;
}

Record proofs_record(const std::vector<ProofCounts>& counts, std::string_view set) {
  Record record{{"kind", "proofs"}, {"set", set}, {"backends", Record::array()}};
  for (const ProofCounts& row : counts)
    record["backends"].push_back(
        {{"name", row.name}, {"proved", row.proved}, {"undecided", row.undecided}, {"different", row.different}});
  return record;
}

}  // namespace agal::exec

#include "exec/planted_campaign.hpp"

#include <algorithm>
#include <set>

#include "agal/assembly.hpp"

namespace agal::exec {
namespace {

// Returns a program that compares zeros and ones, which are often equal.
Entry entry_of_equals() {
  constexpr std::string_view text =
      "sge ft0, v0, fc0\n"
      "slt ft1, v0, fc1\n"
      "mov ft2, fc2\n"
      "ifg ft0.x, ft1.y\n"
      "add ft2, ft2, v0\n"
      "els\n"
      "sub ft2, ft2, v0\n"
      "eif\n"
      "mov oc, ft2\n";
  AssembleOptions options;
  options.stage = Stage::Fragment;
  options.version = 2;
  Entry entry;
  entry.name = "equals";
  entry.fragment = *assemble(text, "equals", options);
  return entry;
}

bool changes(const PlantedBug& bug, const std::optional<Program>& program) {
  return program && bug.plant(*program).instructions != program->instructions;
}

bool has_ifg(const Entry& entry) {
  const auto in = [](const std::optional<Program>& program) {
    return program && std::any_of(program->instructions.begin(), program->instructions.end(),
                                  [](const Instruction& token) { return token.is(Opcode::Ifg); });
  };
  return in(entry.vertex) || in(entry.fragment);
}

std::vector<Entry> changed_entries(const PlantedBug& bug, const std::vector<Entry>& entries, std::size_t programs) {
  std::vector<Entry> changed;
  for (const Entry& entry : entries) {
    const bool by_option = bug.semantics.ifg != IfgMode::Greater && has_ifg(entry);
    if (by_option || changes(bug, entry.vertex) || changes(bug, entry.fragment)) changed.push_back(entry);
  }
  const std::size_t step = changed.size() / programs + 1;
  std::vector<Entry> some;
  for (std::size_t i = 0; i < changed.size(); i += step) some.push_back(changed[i]);
  return some;
}

std::set<std::string> subjects_of(const std::vector<Mismatch>& mismatches) {
  std::set<std::string> names;
  for (const Mismatch& mismatch : mismatches) names.insert(mismatch.subject);
  return names;
}

bool samples_cubes(const std::optional<Program>& program) {
  return program &&
         std::any_of(program->instructions.begin(), program->instructions.end(), [](const Instruction& token) {
           return token.info()->src2 == SourceRule::Sampler && token.sampler().has(SamplerOption::Cube);
         });
}

// Returns the names of the programs that sample cubes.
std::set<std::string> cube_subjects(const std::vector<Entry>& entries) {
  std::set<std::string> names;
  for (const Entry& entry : entries) {
    if (samples_cubes(entry.vertex)) names.insert(entry.name + ".vert");
    if (samples_cubes(entry.fragment)) names.insert(entry.name + ".frag");
  }
  return names;
}

CampaignPlan plan_for(const PlantedBug& bug, const std::vector<Entry>& entries, std::size_t programs,
                      std::uint32_t draws) {
  CampaignPlan plan{changed_entries(bug, entries, programs), {}};
  plan.entries.push_back(entry_of_equals());
  plan.options.draws = draws;
  plan.options.enough_mismatches = 1;
  plan.options.plant = bug.plant;
  plan.options.compile.semantics = bug.semantics;
  plan.options.compile.validation.level = ValidationLevel::Off;
  return plan;
}

// `truth` is the result of the interpreter for the changed programs.
PlantedResult result_of(const CampaignPlan& plan, const CampaignResult& truth, const CampaignResult& actual,
                        const Backends& backends) {
  const std::set<std::string> visible = subjects_of(truth.backends[0].tally.mismatches);
  const std::set<std::string> cubes = cube_subjects(plan.entries);
  PlantedResult result;
  result.changed = truth.programs;
  result.visible = visible.size();
  for (std::size_t i = 0; i < backends.size(); ++i) {
    PlantedResult::OnBackend& on = result.backends.emplace_back();
    const std::set<std::string> caught = subjects_of(actual.backends[i].tally.mismatches);
    for (const std::string& name : visible) {
      if (caught.contains(name))
        ++on.caught;
      else if (backends[i]->free_cubes() && cubes.contains(name))
        ++on.hidden;
    }
    for (const auto& [reason, count] : actual.backends[i].not_expressible) on.inexpressible += count;
  }
  return result;
}

}  // namespace

std::vector<PlantedResult> run_planted(std::span<const PlantedBug> bugs, const std::vector<Entry>& entries,
                                       const Backends& backends, std::size_t programs, std::uint32_t draws) {
  std::vector<CampaignPlan> plans;
  for (const PlantedBug& bug : bugs) plans.push_back(plan_for(bug, entries, programs, draws));
  Backends interpreter;
  interpreter.push_back(open_interpreter().backend);
  const std::vector<std::vector<CampaignResult>> campaigns = run_campaigns(plans, {&interpreter, &backends});
  std::vector<PlantedResult> results;
  for (std::size_t i = 0; i < plans.size(); ++i)
    results.push_back(result_of(plans[i], campaigns[0][i], campaigns[1][i], backends));
  return results;
}

}  // namespace agal::exec

#include "results.hpp"

#include <algorithm>
#include <sstream>

#include "console/console.hpp"
#include "console/files.hpp"

namespace agal::gpu_cost {
namespace {

bool is_complete(const Row& row) {
  return std::all_of(row.costs.begin(), row.costs.end(), [](const auto& cost) { return cost.has_value(); });
}

double ratio(std::uint64_t ours, std::uint64_t theirs) {
  return theirs == 0 ? 1.0 : static_cast<double>(ours) / static_cast<double>(theirs);
}

// The worse of the two relevant statistics.
Excess excess_of(const Row& row, std::size_t form) {
  Excess worst;
  for (const Statistic statistic : {Statistic::Instructions, Statistic::InverseThroughput}) {
    const std::uint64_t ours = (*row.costs[0])[statistic], theirs = (*row.costs[form])[statistic];
    if (worst.theirs != 0 && ratio(ours, theirs) <= ratio(worst.ours, worst.theirs)) continue;
    worst.statistic = statistic;
    worst.ours = ours;
    worst.theirs = theirs;
  }
  return worst;
}

}  // namespace

Result<Reasons> read_reasons(const std::string& file) {
  const Result<std::vector<std::byte>> bytes = agalc::read_input(file);
  if (!bytes) return bytes.diagnostics();
  std::istringstream lines(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()));
  Reasons reasons;
  std::string line;
  for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.starts_with('#') ? std::string() : line);
    std::string program, reason, rest;
    if (!(words >> program)) continue;
    const bool whole = words >> reason && !(words >> rest);
    if (whole && reasons.emplace(program, reason).second) continue;
    Diagnostic fault = agalc::make_diagnostic("cost-reasons-malformed", file,
                                              {whole ? "the program already has a reason" : "expected two words"});
    fault.location.line = number;
    return agalc::only(std::move(fault));
  }
  return reasons;
}

std::vector<Cost> totals(const Results& results, const Family& family) {
  std::vector<Cost> sums(results.forms.size());
  for (const Row& row : family.rows)
    if (is_complete(row))
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += *row.costs[i];
  return sums;
}

std::vector<Excess> excesses(const Results& results, const Family& family, const Reasons& reasons) {
  std::vector<Excess> found;
  std::map<std::pair<std::string, std::size_t>, std::size_t> known;  // by program and form: its place in `found`
  for (const Row& row : family.rows) {
    for (std::size_t form = 1; form < results.forms.size(); ++form) {
      if (!row.costs[0] || !row.costs[form]) continue;
      Excess excess = excess_of(row, form);
      if (ratio(excess.ours, excess.theirs) <= 1 + tolerance) continue;
      excess.program = row.program;
      excess.stage = row.stage;
      excess.form = results.forms[form];
      if (const auto reason = reasons.find(row.program); reason != reasons.end()) excess.reason = reason->second;
      const auto [place, is_new] = known.try_emplace({row.program, form}, found.size());
      if (is_new)
        found.push_back(std::move(excess));
      else if (Excess& before = found[place->second];
               ratio(excess.ours, excess.theirs) > ratio(before.ours, before.theirs))
        before = std::move(excess);
    }
  }
  return found;
}

}  // namespace agal::gpu_cost

// The results as JSON.
#include <nlohmann/json.hpp>

#include "results.hpp"

namespace agal::gpu_cost {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Cost& cost) {
  Json object;
  for (std::size_t i = 0; i < statistic_table.size(); ++i) object[std::string(statistic_table[i].key)] = cost.values[i];
  return object;
}

Json json_of(const Results& results, const Row& row) {
  Json costs = Json::object();
  for (std::size_t i = 0; i < row.costs.size(); ++i)
    if (row.costs[i]) costs[results.forms[i]] = json_of(*row.costs[i]);
  return {{"program", row.program}, {"stage", std::string(name(row.stage))}, {"costs", std::move(costs)}};
}

Json json_of(const Excess& excess) {
  Json object{{"program", excess.program},
              {"stage", std::string(name(excess.stage))},
              {"form", excess.form},
              {"statistic", std::string(statistic_table[static_cast<std::size_t>(excess.statistic)].key)},
              {"ours", excess.ours},
              {"theirs", excess.theirs}};
  if (!excess.reason.empty()) object["reason"] = excess.reason;
  return object;
}

Json json_of(const Results& results, const Family& family, const Reasons& reasons) {
  Json sums = Json::object(), rows = Json::array(), worse = Json::array();
  const std::vector<Cost> all = totals(results, family);
  for (std::size_t i = 0; i < all.size(); ++i) sums[results.forms[i]] = json_of(all[i]);
  for (const Row& row : family.rows) rows.push_back(json_of(results, row));
  for (const Excess& excess : excesses(results, family, reasons)) worse.push_back(json_of(excess));
  return {{"family", family.name},
          {"device", family.device},
          {"totals", std::move(sums)},
          {"shaders", std::move(rows)},
          {"worse", std::move(worse)}};
}

}  // namespace

std::string json(const Results& results, const Reasons& reasons) {
  Json families = Json::array();
  for (const Family& family : results.families) families.push_back(json_of(results, family, reasons));
  const Json root{
      {"version", 1}, {"forms", results.forms}, {"families", std::move(families)}, {"leftOut", results.left_out}};
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace agal::gpu_cost

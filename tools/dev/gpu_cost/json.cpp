// The results as JSON.
#include "base/json_writer.hpp"
#include "results.hpp"

namespace agal::gpu_cost {
namespace {

using base::JsonWriter;

void write_cost(JsonWriter& json, const Cost& cost) {
  json.object([&] {
    for (std::size_t i = 0; i < statistic_table.size(); ++i) json.member(statistic_table[i].key, cost.values[i]);
  });
}

void write_row(JsonWriter& json, const Results& results, const Row& row) {
  json.object([&] {
    json.members({{"program", row.program}, {"stage", name(row.stage)}});
    json.key("costs").object([&] {
      for (std::size_t i = 0; i < row.costs.size(); ++i)
        if (row.costs[i]) write_cost(json.key(results.forms[i]), *row.costs[i]);
    });
  });
}

void write_excess(JsonWriter& json, const Excess& excess) {
  json.object([&] {
    json.members({{"program", excess.program},
                  {"stage", name(excess.stage)},
                  {"form", excess.form},
                  {"statistic", statistic_table[static_cast<std::size_t>(excess.statistic)].key},
                  {"ours", excess.ours},
                  {"theirs", excess.theirs}});
    if (!excess.reason.empty()) json.member("reason", excess.reason);
  });
}

void write_family(JsonWriter& json, const Results& results, const Family& family, const Reasons& reasons) {
  json.object([&] {
    json.members({{"family", family.name}, {"device", family.device}});
    json.key("totals").object([&] {
      const std::vector<Cost> all = totals(results, family);
      for (std::size_t i = 0; i < all.size(); ++i) write_cost(json.key(results.forms[i]), all[i]);
    });
    json.key("shaders").list([&] {
      for (const Row& row : family.rows) write_row(json, results, row);
    });
    json.key("worse").list([&] {
      for (const Excess& excess : excesses(results, family, reasons)) write_excess(json, excess);
    });
  });
}

}  // namespace

std::string json(const Results& results, const Reasons& reasons) {
  JsonWriter json;
  json.object([&] {
    json.member("version", 1);
    json.key("forms").list([&] {
      for (const std::string& form : results.forms) json.value(form);
    });
    json.key("families").list([&] {
      for (const Family& family : results.families) write_family(json, results, family, reasons);
    });
    json.member("leftOut", results.left_out);
  });
  return json.line();
}

}  // namespace agal::gpu_cost

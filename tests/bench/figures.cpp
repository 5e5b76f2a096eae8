#include "figures.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace agal::bench {
namespace {

using nlohmann::json;

// Ordered by size and corpus, then in the order in which steps are registered, which may differ from the order in which
// they ran.
bool stands_before(const std::string& a, const std::string& b) {
  if (is_size(a) != is_size(b)) return is_size(a);
  return is_size(a) ? std::stoul(a) < std::stoul(b) : a < b;
}

Figure figure_of(const json& entry) {
  std::string name = entry.at("run_name").get<std::string>();
  name = name.substr(0, name.rfind("/manual_time"));
  const std::size_t first = name.find('/'), second = name.find('/', first + 1);
  if (second == std::string::npos) throw std::runtime_error(name + " is not the name of a step");
  Figure out;
  out.selection = name.substr(0, first);
  out.group = name.substr(first + 1, second - first - 1);
  out.step = name.substr(second + 1);
  out.programs = entry.at("programs");
  out.tokens = entry.at("tokens");
  out.words = entry.at("words");
  out.allocations = entry.at("allocations");
  out.max_allocations = entry.at("max_allocations");
  return out;
}

using Rows = std::map<std::string, Figure>;

// In the order of the families, which is the order of registration.
void add_process(const json& root, Figures& out, Rows& rows, std::vector<std::string>& order) {
  for (const auto& [key, value] : root.at("context").items())
    if (value.is_string()) out.context.try_emplace(key, value);
  std::map<std::size_t, std::string> by_family;
  for (const json& entry : root.at("benchmarks")) {
    if (entry.at("run_type") != "iteration" || entry.value("error_occurred", false)) continue;
    Figure figure = figure_of(entry);
    const std::string name = figure.name();
    by_family[entry.at("family_index")] = name;
    Figure& row = rows.try_emplace(name, std::move(figure)).first->second;
    row.samples.push_back(entry.at("real_time").get<double>() / (row.programs * entry.at("rounds").get<double>()));
  }
  for (const auto& [family, name] : by_family)
    if (std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
}

Figures figures_of(const json& root) {
  Figures out;
  Rows rows;
  std::vector<std::string> order;
  if (root.is_array())
    for (const json& process : root) add_process(process, out, rows, order);
  else
    add_process(root, out, rows, order);
  for (const std::string& name : order) {
    Figure& figure = rows.at(name);
    std::sort(figure.samples.begin(), figure.samples.end());
    out.rows.push_back(std::move(figure));
  }
  std::stable_sort(out.rows.begin(), out.rows.end(),
                   [](const Figure& a, const Figure& b) { return stands_before(a.selection, b.selection); });
  return out;
}

}  // namespace

bool is_size(std::string_view selection) {
  return !selection.empty() && selection.find_first_not_of("0123456789") == std::string_view::npos;
}

double Figure::disturbance() const { return time() > 0 ? samples[samples.size() / 2] / time() - 1 : 0; }

const Figure* Figures::find(std::string_view selection, std::string_view group, std::string_view step) const {
  for (const Figure& row : rows)
    if (row.selection == selection && row.group == group && row.step == step) return &row;
  return nullptr;
}

std::vector<std::string> Figures::selections() const {
  std::vector<std::string> names;
  for (const Figure& row : rows)
    if (std::find(names.begin(), names.end(), row.selection) == names.end()) names.push_back(row.selection);
  return names;
}

Figures read_figures(std::string_view text) {
  try {
    return figures_of(json::parse(text));
  } catch (const json::exception& error) {
    throw std::runtime_error(std::string("no figures of agal-bench: ") + error.what());
  }
}

}  // namespace agal::bench

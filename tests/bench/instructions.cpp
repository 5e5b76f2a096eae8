#include "instructions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace agal::bench {
namespace {

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + " cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string selection_of(const Counted& row) { return row.name.substr(0, row.name.find('/')); }
std::string step_of(const Counted& row) { return row.name.substr(row.name.find('/') + 1); }

void add_once(std::vector<std::string>& list, const std::string& entry) {
  if (std::find(list.begin(), list.end(), entry) == list.end()) list.push_back(entry);
}

}  // namespace

std::uint64_t total_of(std::string_view callgrind) {
  constexpr std::string_view key = "\ntotals: ";
  const std::size_t at = callgrind.find(key);
  if (at == std::string_view::npos) throw std::runtime_error("a file of callgrind without totals");
  return std::stoull(std::string(callgrind.substr(at + key.size(), 24)));
}

std::vector<Counted> read_counts(std::string_view names, const std::string& prefix) {
  std::vector<Counted> rows;
  std::istringstream lines{std::string(names)};
  Counted row;
  while (lines >> row.name >> row.programs >> row.tokens) {
    row.instructions = total_of(file_text(fmt::format("{}.{}", prefix, rows.size() + 1)));
    rows.push_back(row);
  }
  return rows;
}

std::string counts_table(const std::vector<Counted>& rows) {
  std::vector<std::string> selections, steps;
  for (const Counted& row : rows) {
    add_once(selections, selection_of(row));
    add_once(steps, step_of(row));
  }
  std::string out = fmt::format("{:<32}", "instructions/program (/token)");
  for (const std::string& selection : selections) out += fmt::format(" {:>22}", selection);
  out += "\n";
  for (const std::string& step : steps) {
    out += fmt::format("{:<32}", step);
    for (const std::string& selection : selections) {
      const auto it = std::find_if(rows.begin(), rows.end(),
                                   [&](const Counted& row) { return row.name == selection + "/" + step; });
      if (it == rows.end()) continue;
      const auto count = static_cast<double>(it->instructions);
      out += fmt::format(" {:>22}", fmt::format("{:.0f} ({:.1f})", count / it->programs, count / it->tokens));
    }
    out += "\n";
  }
  return out;
}

}  // namespace agal::bench

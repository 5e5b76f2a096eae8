#include "instructions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

#include "files.hpp"
#include "table.hpp"

namespace agal::bench {
namespace {

std::string selection_of(const Counted& row) { return row.name.substr(0, row.name.find('/')); }
std::string step_of(const Counted& row) { return row.name.substr(row.name.find('/') + 1); }

void add_once(std::vector<std::string>& list, const std::string& entry) {
  if (std::find(list.begin(), list.end(), entry) == list.end()) list.push_back(entry);
}

double by_program(const Counted& row) { return static_cast<double>(row.instructions) / row.programs; }
double by_token(const Counted& row) { return static_cast<double>(row.instructions) / row.tokens; }

struct Grid {
  explicit Grid(const std::vector<Counted>& all) : rows(all) {
    for (const Counted& row : rows) {
      add_once(selections, selection_of(row));
      add_once(steps, step_of(row));
    }
  }
  const Counted* find(const std::string& selection, std::string_view step) const {
    const std::string name = fmt::format("{}/{}", selection, step);
    const auto it = std::find_if(rows.begin(), rows.end(), [&](const Counted& row) { return row.name == name; });
    return it == rows.end() ? nullptr : &*it;
  }

  const std::vector<Counted>& rows;
  std::vector<std::string> selections, steps;
};

struct Promised {
  std::string_view text, step;
  std::array<std::string_view, 2> over;  // the second may be ""
};
constexpr std::array promises{
    Promised{"bytes to words / spirv-val", "path/words", {"khronos/spirv-val:spv", ""}},
    Promised{"bytes to validated ESSL 300 / (spirv-val + SPIRV-Cross)",
             "path/essl300",
             {"khronos/spirv-val:essl300", "khronos/spirv-cross:essl300"}},
};

// By selection, if all steps were counted.
std::string ratios(const Grid& grid, const Promised& promised) {
  std::string out;
  for (const std::string& selection : grid.selections) {
    const Counted* row = grid.find(selection, promised.step);
    const Counted* first = grid.find(selection, promised.over[0]);
    const Counted* second = promised.over[1].empty() ? nullptr : grid.find(selection, promised.over[1]);
    if (row == nullptr || first == nullptr || (second == nullptr) != promised.over[1].empty()) continue;
    const double sum = by_program(*first) + (second != nullptr ? by_program(*second) : 0);
    out += fmt::format("{}{} {:.3f}", out.empty() ? "" : " · ", selection, by_program(*row) / sum);
  }
  return out.empty() ? "not counted" : out;
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
    row.instructions = total_of(read_file(fmt::format("{}.{}", prefix, rows.size() + 1)));
    rows.push_back(row);
  }
  return rows;
}

std::string counts_table(const std::vector<Counted>& rows) {
  const Grid grid(rows);
  std::string out = fmt::format("{:<32}", "instructions/program (/token)");
  for (const std::string& selection : grid.selections) out += fmt::format(" {:>22}", selection);
  out += "\n";
  for (const std::string& step : grid.steps) {
    out += fmt::format("{:<32}", step);
    for (const std::string& selection : grid.selections) {
      const Counted* row = grid.find(selection, step);
      out += fmt::format(" {:>22}",
                         row == nullptr ? "" : fmt::format("{:.0f} ({:.1f})", by_program(*row), by_token(*row)));
    }
    out += "\n";
  }
  for (const Promised& promised : promises) out += fmt::format("{}: {}\n", promised.text, ratios(grid, promised));
  return out;
}

std::string counts_page(const std::vector<Counted>& rows) {
  const Grid grid(rows);
  std::string out = "| Step |";
  for (const std::string& selection : grid.selections) out += fmt::format(" {} |", selection);
  out += "\n|---|";
  for (std::size_t i = 0; i < grid.selections.size(); ++i) out += "---:|";
  out += "\n";
  for (const std::string& step : grid.steps) {
    out += fmt::format("| {} |", step);
    for (const std::string& selection : grid.selections) {
      const Counted* row = grid.find(selection, step);
      out += row == nullptr ? " |" : fmt::format(" {} |", grouped(by_program(*row)));
    }
    out += "\n";
  }
  out += "\n";
  for (const Promised& promised : promises) out += fmt::format("- {}: {}\n", promised.text, ratios(grid, promised));
  return out;
}

}  // namespace agal::bench

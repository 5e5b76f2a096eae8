// What was measured, and what of it is worse than it could be.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "forms.hpp"
#include "gpu.hpp"

namespace agal::gpu_cost {

/// One shader of a program, in every form. Forms without it have no cost.
struct Row {
  std::string program;
  Stage stage = Stage::Vertex;
  std::vector<std::optional<Cost>> costs;  // by form
};

struct Family {
  std::string name, device;
  std::vector<Row> rows;
};

struct Results {
  std::vector<std::string> forms;
  std::vector<Family> families;
  std::size_t left_out = 0;  // programs and pairs that cannot be compiled
};

/// The first form needs more than `tolerance` more than another one of the same program.
struct Excess {
  std::string program;
  Stage stage = Stage::Vertex;
  std::string form;  // the better one
  Statistic statistic = Statistic::Instructions;
  std::uint64_t ours = 0, theirs = 0;
  std::string reason;  // "" if none is known

  /// Over a form that a tool makes out of ours, everything has its reason. Others may come with a driver's luck.
  bool is_unexplained() const { return form == optimized_form && reason.empty(); }
};

/// Why programs may cost more, by their names.
using Reasons = std::map<std::string, std::string>;

/// Reads a table of a program and the name of a reason a line; `#` begins a comment. Errors: AGAL1086.
Result<Reasons> read_reasons(const std::string& file);

inline constexpr double tolerance = 0.02;

/// In instructions or inverse throughput, the largest excess of each program over each form, in the order of the rows.
std::vector<Excess> excesses(const Results& results, const Family& family, const Reasons& reasons);

/// Sums over the rows that have all forms.
std::vector<Cost> totals(const Results& results, const Family& family);

enum class Detail : std::uint8_t { Totals, EveryRow };

std::string table(const Results& results, const Reasons& reasons, Detail detail);
std::string json(const Results& results, const Reasons& reasons);

}  // namespace agal::gpu_cost

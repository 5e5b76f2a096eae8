// The results of a measurement, and the costs that exceed those of other forms.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "forms.hpp"
#include "gpu.hpp"

namespace agal::gpu_cost {

/// One shader of a program, in every form; nullopt for forms without it.
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

/// The cost of the first form exceeds that of another form of the same program by more than `tolerance`.
struct Excess {
  std::string program;
  Stage stage = Stage::Vertex;
  std::string form;  // the better one
  Statistic statistic = Statistic::Instructions;
  std::uint64_t ours = 0, theirs = 0;
  std::string reason;  // "" if none is known

  /// Excess over our optimized SPIR-V must have a reason. Other forms may be better by chance, because of the driver.
  bool is_unexplained() const { return form == optimized_form && reason.empty(); }
};

/// The reasons why programs may cost more, by their names.
using Reasons = std::map<std::string, std::string>;

/// Reads a table with a program and the name of a reason on each line; `#` begins a comment. Errors: AGAL1086.
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

// The results as tables.
#include <fmt/format.h>

#include <algorithm>

#include "results.hpp"

namespace agal::gpu_cost {
namespace {

std::string percent(std::uint64_t value, std::uint64_t base) {
  if (base == 0) return {};
  const double change = 100 * (static_cast<double>(value) / static_cast<double>(base) - 1);
  return fmt::format("{:+.2f} %", change);
}

std::size_t width_of_names(const std::vector<std::string>& names) {
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  return width;
}

class Table {
 public:
  Table(const Results& results, const Reasons& reasons) : results_(results), reasons_(reasons) {}

  std::string run(Detail detail) {
    for (const Family& family : results_.families) {
      out_ += fmt::format("{}: {}\n\n", family.name, family.device);
      if (detail == Detail::EveryRow)
        for (const Row& row : family.rows) costs(fmt::format("{}, {}", row.program, name(row.stage)), row.costs);
      if (detail == Detail::Totals) sums(family);
      worse(family, detail);
    }
    if (results_.left_out != 0) out_ += fmt::format("skipped because they cannot be compiled: {}\n", results_.left_out);
    return std::move(out_);
  }

 private:
  void costs(const std::string& title, const std::vector<std::optional<Cost>>& costs) {
    const std::size_t width = std::max<std::size_t>(width_of_names(results_.forms), 10);
    out_ += title + "\n" + std::string(width + 2, ' ');
    for (const StatisticInfo& statistic : statistic_table) out_ += fmt::format("{:>18}", statistic.heading);
    out_ += '\n';
    for (std::size_t i = 0; i < costs.size(); ++i) {
      if (!costs[i]) continue;
      out_ += fmt::format("  {:<{}}", results_.forms[i], width);
      for (const std::uint64_t value : costs[i]->values) out_ += fmt::format("{:>18}", value);
      out_ += '\n';
    }
    out_ += '\n';
  }

  void sums(const Family& family) {
    const std::vector<Cost> all = totals(results_, family);
    costs(fmt::format("sum of {} shaders", family.rows.size()), {all.begin(), all.end()});
    for (std::size_t i = 1; i < all.size(); ++i) {
      out_ += fmt::format("  {:<{}}", results_.forms[i], std::max<std::size_t>(width_of_names(results_.forms), 10));
      for (std::size_t s = 0; s < statistic_table.size(); ++s)
        out_ += fmt::format("{:>18}", percent(all[i].values[s], all[0].values[s]));
      out_ += '\n';
    }
    out_ += '\n';
  }

  // For a corpus, lists those that need a reason, and the number of the others.
  void worse(const Family& family, Detail detail) {
    std::string listed;
    std::map<std::string, std::size_t> counted;
    for (const Excess& excess : excesses(results_, family, reasons_)) {
      if (detail == Detail::EveryRow || excess.form == optimized_form)
        listed += line(excess);
      else
        ++counted[excess.form];
    }
    if (!listed.empty()) out_ += fmt::format("more than {:.0f} % above another form:\n{}\n", 100 * tolerance, listed);
    for (const auto& [form, count] : counted)
      out_ += fmt::format("programs more than {:.0f} % above {}: {}\n\n", 100 * tolerance, form, count);
  }

  static std::string line(const Excess& excess) {
    std::string why = excess.reason.empty() ? std::string() : ": " + excess.reason;
    if (excess.is_unexplained()) why = ": unexplained";
    return fmt::format("  {}: {} {}, with {} {} ({}){}\n", excess.program, excess.ours,
                       statistic_table[static_cast<std::size_t>(excess.statistic)].heading, excess.form, excess.theirs,
                       percent(excess.ours, excess.theirs), why);
  }

  const Results& results_;
  const Reasons& reasons_;
  std::string out_;
};

}  // namespace

std::string table(const Results& results, const Reasons& reasons, Detail detail) {
  return Table(results, reasons).run(detail);
}

}  // namespace agal::gpu_cost

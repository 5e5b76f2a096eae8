#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <vector>

#include "ratios.hpp"
#include "verdicts.hpp"

namespace agal::bench {
namespace {

std::string ratio_text(std::optional<double> ratio) { return ratio ? fmt::format("{:.3f}", *ratio) : "–"; }

std::string by_token(const Figure& row) { return row.tokens > 0 ? grouped(row.time() / row.tokens) : "–"; }

std::string context_of(const Figures& figures, const std::string& key) {
  const auto it = figures.context.find(key);
  return it == figures.context.end() ? "" : it->second;
}

// The name of a selection on the page.
std::string title_of(const Figures& figures, const std::string& selection) {
  if (selection.find_first_not_of("0123456789") == std::string::npos) return selection + " tokens";
  const auto row = std::find_if(figures.rows.begin(), figures.rows.end(),
                                [&](const Figure& figure) { return figure.selection == selection; });
  const std::string what = selection == "shared" ? "real programs" : "our corpus";
  return fmt::format("{} ({:.0f} programs, {:.0f} tokens on average)", what, row->programs, row->tokens);
}

void add_left_out(const Figures& figures, std::string& out) {
  for (const std::string& selection : figures.selections()) {
    const std::string count = context_of(figures, "left_out_" + selection);
    if (count.empty() || count == "0") continue;
    fmt::format_to(std::back_inserter(out),
                   "Of {}, {} programs are left out: the player refuses them, or a target cannot express them.\n",
                   selection == "shared" ? "the real programs" : "our corpus", count);
  }
}

void add_verdicts(const Figures& figures, std::string& out) {
  out += "| Promise | | Measured |\n|---|---|---|\n";
  for (const Verdict& verdict : verdicts(figures))
    fmt::format_to(std::back_inserter(out), "| {} | **{}** | {} |\n", verdict.promise, name(verdict.outcome),
                   verdict.figure);
}

void add_paths(const Figures& figures, std::string& out) {
  out +=
      "| Programs | From bytes to | ns a program | ns a token | Allocations | / spirv-val | / (spirv-val + "
      "SPIRV-Cross) |\n|---|---|---:|---:|---:|---:|---:|\n";
  for (const Figure& row : figures.rows) {
    if (row.group != "path") continue;
    const bool own = row.step.starts_with("own:");
    const std::string what = row.step == "words" ? "words, not validated"
                             : own               ? row.step.substr(4) + " by agalc's writer, not validated"
                             : row.step == "spv" ? "validated spv"
                                                 : "validated " + row.step + " by SPIRV-Cross";
    fmt::format_to(std::back_inserter(out), "| {} | {} | {} | {} | {:.0f} | {} | {} |\n",
                   title_of(figures, row.selection), what, grouped(row.time()), by_token(row), row.allocations,
                   ratio_text(over_validator(figures, row)), ratio_text(over_khronos(figures, row)));
  }
}

// One row for each step. Steps that run only for some selections, such as a pass that short programs do not need, come
// last.
std::vector<const Figure*> steps_of(const Figures& figures) {
  std::vector<const Figure*> steps;
  for (const Figure& row : figures.rows) {
    const auto same = [&](const Figure* step) { return step->group == row.group && step->step == row.step; };
    if (row.group != "path" && std::none_of(steps.begin(), steps.end(), same)) steps.push_back(&row);
  }
  return steps;
}

void add_steps(const Figures& figures, std::string& out) {
  const std::vector<std::string> selections = figures.selections();
  out += "| Step |";
  for (const std::string& selection : selections) out += " " + selection + " |";
  out += "\n|---|";
  for (std::size_t i = 0; i < selections.size(); ++i) out += "---:|";
  out += "\n";
  for (const Figure* step : steps_of(figures)) {
    const bool bare = step->group == "khronos";
    out +=
        fmt::format("| {}{}{} |", step->group == "pass" ? "pass " : "", step->step, bare ? ", the library alone" : "");
    for (const std::string& selection : selections) {
      const Figure* row = figures.find(selection, step->group, step->step);
      out += row != nullptr ? fmt::format(" {} |", grouped(row->time())) : " |";
    }
    out += "\n";
  }
}

}  // namespace

std::string terminal_table(const Figures& figures) {
  std::string out = fmt::format("{:<8} {:<30} {:>12} {:>8} {:>9} {:>9} {:>11} {:>13}\n", "tokens", "step", "ns/program",
                                "middle", "ns/token", "allocs", "/spirv-val", "/(val+cross)");
  std::string last;
  for (const Figure& row : figures.rows) {
    if (row.selection != last && !last.empty()) out += "\n";
    last = row.selection;
    const std::string step = row.group == "step" ? row.step : row.group + " " + row.step;
    fmt::format_to(std::back_inserter(out), "{:<8} {:<30} {:>12} {:>7.1f}% {:>9} {:>9.1f} {:>11} {:>13}\n",
                   row.selection, step, grouped(row.time()), 100 * row.disturbance(), by_token(row), row.allocations,
                   ratio_text(over_validator(figures, row)), ratio_text(over_khronos(figures, row)));
  }
  return out;
}

std::string terminal_verdicts(const Figures& figures) {
  std::string out;
  for (const Verdict& verdict : verdicts(figures))
    fmt::format_to(std::back_inserter(out), "{:<12} {}\n{:<12} {}\n", name(verdict.outcome), verdict.promise, "",
                   verdict.figure);
  return out;
}

std::string page_figures(const Figures& figures) {
  std::string out = fmt::format("Measured on {}, in one run. ", context_of(figures, "date").substr(0, 10));
  if (!figures.rows.empty())
    out += fmt::format("The fastest of {} repetitions.\n", figures.rows.front().samples.size());
  add_left_out(figures, out);
  out += "\n### Promises\n\n";
  add_verdicts(figures, out);
  out += "\n### Whole paths\n\n";
  add_paths(figures, out);
  out += "\n### Steps, in nanoseconds a program\n\n";
  add_steps(figures, out);
  return out;
}

std::string with_block(const std::string& page, std::string_view name, const std::string& text) {
  const std::string begin_mark = fmt::format("<!-- {}: begin -->\n", name);
  const std::size_t begin = page.find(begin_mark);
  const std::size_t end = begin == std::string::npos ? begin : page.find(fmt::format("<!-- {}: end -->", name), begin);
  if (end == std::string::npos) throw std::runtime_error(fmt::format("the page has no marks for {}", name));
  return page.substr(0, begin + begin_mark.size()) + text + page.substr(end);
}

std::string grouped(double value) {
  std::string text = fmt::format("{:.0f}", value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

}  // namespace agal::bench

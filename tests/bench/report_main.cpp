// agal-bench-report: prints tables, verdicts and comparisons of the results of agal-bench.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "comparison.hpp"
#include "figures.hpp"
#include "files.hpp"
#include "instructions.hpp"
#include "table.hpp"

namespace agal::bench {
namespace {

struct Command {
  std::string measured, before, page, counted;
  bool fail = false;

  int run() const;
};

int Command::run() const {
  if (!counted.empty()) {
    const std::vector<Counted> rows = read_counts(read_file(counted), measured);
    fmt::print("{}", counts_table(rows));
    if (!page.empty()) write_file(page, with_block(read_file(page), "instructions", counts_page(rows)));
    return 0;
  }
  const Figures figures = read_figures(read_file(measured));
  if (!before.empty()) {
    const Comparison comparison = compare(read_figures(read_file(before)), figures);
    fmt::print("{}", text_of(comparison));
    return fail && comparison.regressed() ? 1 : 0;
  }
  fmt::print("{}\n{}", terminal_table(figures), terminal_verdicts(figures));
  if (!page.empty()) write_file(page, with_block(read_file(page), "figures", page_figures(figures)));
  return 0;
}

}  // namespace
}  // namespace agal::bench

int main(int argc, char** argv) {
  agal::bench::Command command;
  CLI::App app("Tables, promises and comparisons of what agal-bench measured", "agal-bench-report");
  app.add_option("FILE", command.measured, "JSON of agal-bench; with --counts, what callgrind's files are called")
      ->required();
  app.add_option("--compare", command.before, "Say what changed since this JSON, beyond the noise");
  app.add_flag("--fail", command.fail, "Exit status 1 if something got slower or allocates more");
  app.add_option("--write-docs", command.page, "Put the figures, or the counts, between their marks in this page");
  app.add_option("--counts", command.counted, "Names that agal-bench --once printed: a table of instruction counts");
  CLI11_PARSE(app, argc, argv);
  try {
    return command.run();
  } catch (const std::exception& error) {
    fmt::print(stderr, "agal-bench-report: {}\n", error.what());
    return 3;
  }
}

// agal-bench-report: tables, promises and comparisons of what agal-bench measured.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "comparison.hpp"
#include "figures.hpp"
#include "instructions.hpp"
#include "table.hpp"

namespace agal::bench {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + " cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::string& path, const std::string& text) {
  const std::string fresh = path + ".new";
  std::ofstream file(fresh, std::ios::binary);
  if (!(file << text).flush()) throw std::runtime_error(fresh + " cannot be written");
  std::filesystem::rename(fresh, path);
}

struct Command {
  std::string measured, before, page, counted;
  bool fail = false;

  int run() const;
};

int Command::run() const {
  if (!counted.empty()) {
    const std::vector<Counted> rows = read_counts(read(counted), measured);
    fmt::print("{}", counts_table(rows));
    if (!page.empty()) write(page, with_block(read(page), "instructions", counts_page(rows)));
    return 0;
  }
  const Figures figures = read_figures(read(measured));
  if (!before.empty()) {
    const Comparison comparison = compare(read_figures(read(before)), figures);
    fmt::print("{}", text_of(comparison));
    return fail && comparison.regressed() ? 1 : 0;
  }
  fmt::print("{}\n{}", terminal_table(figures), terminal_verdicts(figures));
  if (!page.empty()) write(page, with_block(read(page), "figures", page_figures(figures)));
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

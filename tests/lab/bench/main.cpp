// agal-bench: measures every step with every selection, and writes the results as the JSON of Google Benchmark, which
// report.py reads. tools/lab/bench calls both.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "programs.hpp"
#include "selection.hpp"
#include "steps.hpp"
#include "words_ratio.hpp"

namespace agal::bench {
namespace {

constexpr double min_iteration_ns = 500e3;  // long enough to make the time for reading the clock negligible
constexpr std::uint32_t max_rounds = 200;
constexpr std::size_t max_copied_bytes =
    std::size_t{1} << 20;  // the maximum size of modules that wait for a pass, so that they fit in caches

struct Arguments {
  std::string selections;  // separated by commas; "" selects all
  bool no_words_ratio = false;
  bool once = false;
  std::vector<std::string> others;  // arguments for Google Benchmark

  void add_to(CLI::App& app);
};

void Arguments::add_to(CLI::App& app) {
  app.add_option("--selections", selections, "Sizes in tokens, corpus, shared; separated by commas (all)");
  app.add_flag("--no-words-ratio", no_words_ratio, "Leave the comparison with spirv-opt out");
  app.add_flag("--once", once, "Run every step once inside agal_counted and print their names");
  app.allow_extras();
}

std::vector<Selection> chosen_selections(const std::string& list) {
  const auto chosen = [&](std::string_view name) {
    return list.empty() || ("," + list + ",").find(fmt::format(",{},", name)) != std::string::npos;
  };
  std::vector<Selection> all;
  for (const std::uint32_t size : program_sizes)
    if (chosen(std::to_string(size))) all.push_back(selection_of_size(size));
  if (chosen("corpus")) all.push_back(selection_of_corpus());
  if (chosen("shared")) all.push_back(selection_of_shared_corpus());
  // The real programs may be missing.
  all.erase(std::remove_if(all.begin(), all.end(), [](const Selection& s) { return s.subjects.empty(); }), all.end());
  return all;
}

std::string name_of(const Selection& selection, const Step& step) {
  return fmt::format("{}/{}/{}", selection.name, step.group, step.name);
}

double mean_words(const Selection& selection) {
  std::size_t words = 0;
  for (const Subject& subject : selection.subjects) words += subject.spirv.words.size();
  return static_cast<double>(words) / static_cast<double>(selection.subjects.size());
}

// The properties of a step and a selection that are determined once, before the first repetition.
struct Known {
  std::uint32_t rounds;
  Measured::Allocations allocations;
};

Known known_of(const Measured& measured) {
  double once = std::max(1.0, measured.nanoseconds(1));
  if (once < min_iteration_ns) once = std::max(1.0, measured.nanoseconds(1));  // the first run was cold
  const double affordable = static_cast<double>(max_copied_bytes) / static_cast<double>(measured.copied_bytes() + 1);
  const double rounds = std::clamp(std::min(min_iteration_ns / once, affordable), 1.0, double{max_rounds});
  return {static_cast<std::uint32_t>(rounds), measured.allocations()};
}

void run(benchmark::State& state, const Selection& selection, const Step& step, std::optional<Known>& known) {
  const Measured measured(step, selection);
  if (!known) known = known_of(measured);
  const std::uint32_t rounds = known->rounds;
  for (auto _ : state) state.SetIterationTime(std::max(1.0, measured.nanoseconds(rounds) * rounds) * 1e-9);

  const auto programs = static_cast<double>(selection.subjects.size());
  state.counters["rounds"] = rounds;
  state.counters["programs"] = programs;
  state.counters["tokens"] = static_cast<double>(selection.tokens()) / programs;
  state.counters["words"] = mean_words(selection);
  state.counters["allocations"] = known->allocations.mean;
  state.counters["max_allocations"] = static_cast<double>(known->allocations.max);
}

// Suppresses the output on the console, which would have two thousand lines. The results go to a file.
class Quiet final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& one : runs)
      if (one.error_occurred) fmt::print(stderr, "{}: {}\n", one.benchmark_name(), one.error_message);
  }
};

// Omits aggregates. report.py computes its own, and the deviation of counts that are 0 is not valid JSON.
class Repetitions final : public benchmark::JSONReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<Run> kept;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(kept),
                 [](const Run& one) { return one.run_type == Run::RT_Iteration; });
    JSONReporter::ReportRuns(kept);
  }
};

void add_words_ratio() {
  const WordsRatio found = words_ratio();
  benchmark::AddCustomContext("words_ratio_programs", std::to_string(found.programs));
  benchmark::AddCustomContext("words_ratio_median", fmt::format("{:.4f}", found.median));
  benchmark::AddCustomContext("words_ratio_max", fmt::format("{:.4f}", found.max));
  benchmark::AddCustomContext("words_ratio_where", found.where);
}

// Returns true for steps that take hours with callgrind. With default options, spirv-val finds names for all ids, in
// quadratic time if many values are named after one register.
bool takes_hours(const Selection& selection, const Step& step) {
  return step.group == "khronos" && selection.tokens() > 200 * selection.subjects.size();
}

int run_once(const std::vector<Selection>& selections) {
  for (const Selection& selection : selections)
    for (const Step& step : all_steps()) {
      if (takes_hours(selection, step) || !Measured(step, selection).runs()) continue;
      Measured(step, selection).once();
      fmt::print("{} {} {}\n", name_of(selection, step), selection.subjects.size(), selection.tokens());
    }
  return 0;
}

void add_steps(const Selection& selection, const std::vector<Step>& steps) {
  benchmark::AddCustomContext("left_out_" + selection.name, std::to_string(selection.left_out));
  for (const Step& step : steps) {
    if (!Measured(step, selection).runs()) continue;
    const auto known = std::make_shared<std::optional<Known>>();
    const auto one = [&selection, &step, known](benchmark::State& state) { run(state, selection, step, *known); };
    benchmark::RegisterBenchmark(name_of(selection, step).c_str(), one)->UseManualTime();
  }
}

int run_all(const std::vector<Selection>& selections, const Arguments& arguments) {
  const std::vector<Step> steps = all_steps();
  for (const Selection& selection : selections) add_steps(selection, steps);
  if (!arguments.no_words_ratio) add_words_ratio();
  Quiet quiet;
  Repetitions file;
  const std::size_t ran = benchmark::RunSpecifiedBenchmarks(&quiet, &file);
  benchmark::Shutdown();
  return ran > 0 ? 0 : 1;
}

}  // namespace
}  // namespace agal::bench

int main(int argc, char** argv) {
  using namespace agal::bench;
  CLI::App app("Measures every step of a compilation; other options are those of Google Benchmark", "agal-bench");
  Arguments arguments;
  arguments.add_to(app);
  CLI11_PARSE(app, argc, argv);
  arguments.others = app.remaining();
  std::vector<char*> others{argv[0]};
  for (std::string& other : arguments.others) others.push_back(other.data());
  int count = static_cast<int>(others.size());
  benchmark::Initialize(&count, others.data());
  if (benchmark::ReportUnrecognizedArguments(count, others.data())) return 2;
  const std::vector<Selection> selections = chosen_selections(arguments.selections);
  return arguments.once ? run_once(selections) : run_all(selections, arguments);
}

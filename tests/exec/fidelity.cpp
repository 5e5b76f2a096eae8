// Runs programs on every backend and says how well they agree with the interpreter.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>

#include "agal/assembly.hpp"
#include "exec/campaign.hpp"
#include "exec/entries.hpp"
#include "exec/record.hpp"

namespace {

using namespace agal;
using namespace agal::exec;

void print(const CampaignReport& report, std::size_t shown) {
  fmt::print("{} entries, {} programs\n", report.entries, report.programs);
  for (const auto& [reason, count] : report.unsuitable) fmt::print("  {} not executed: {}\n", count, reason);
  fmt::print("{:16} {:>8} {:>9} {:>10} {:>10} {:>10} {:>10} {:>10} {:>7} {:>10}\n", "backend", "programs", "draws", "exact",
             "within", "regrouped", "explained", "undecided", "faults", "mismatches");
  for (const BackendReport& backend : report.backends) {
    const Tally& t = backend.tally;
    fmt::print("{:16} {:>8} {:>9} {:>10} {:>10} {:>10} {:>10} {:>10} {:>7} {:>10}   {}\n", backend.name, t.programs, t.draws,
               t.exact, t.within, t.regrouped, t.explained, t.undecided, t.faults, t.mismatches.size(), backend.device);
    for (const auto& [reason, count] : backend.not_expressible) fmt::print("    {} cannot: {}\n", count, reason);
    std::string last;
    std::size_t left = shown;
    for (const Mismatch& mismatch : t.mismatches) {
      if (mismatch.subject == last) continue;  // one of each program
      last = mismatch.subject;
      if (left-- == 0) break;
      fmt::print("    {}\n", mismatch.text());
    }
  }
}

int run(int argc, char** argv) {
  CLI::App app{"Executes programs on every backend and compares with the interpreter"};
  std::vector<std::string> names;
  bool own = false, shared = false;
  std::uint32_t generated = 0;
  std::array<std::uint32_t, 2> sizes{8, 48};
  std::size_t shown = 10, first = 0, limit = 1u << 30;
  std::string saved;
  CampaignOptions options;
  options.compile.validation.level = ValidationLevel::Warn;
  std::vector<std::string> files;
  app.add_option("files", files, "Programs: bytecode or assembly; two files of both stages are a pair");
  app.add_option("--backends", names, "Only those whose name contains one of these")->delimiter(',');
  app.add_option("--generated", generated, "So many pairs made by agal-smith");
  app.add_option("--size", sizes, "Of generated programs, in tokens: smallest and largest")->expected(2);
  app.add_flag("--own", own, "corpus/");
  app.add_flag("--shared", shared, "../shared/corpus");
  app.add_option("--draws", options.draws, "Inputs for each program")->check(CLI::Range(1u, largest_job));
  app.add_option("--seed", options.seed, "Of the inputs");
  app.add_option("--show", shown, "Programs whose mismatches are printed, for each backend");
  app.add_option("--save", saved, "Write each program that disagrees here, with the inputs on which it does");
  app.add_option("--first", first, "Skip so many entries");
  app.add_option("--limit", limit, "Take so many entries");
  CLI11_PARSE(app, argc, argv);
  options.progress = [](std::string_view text) { fmt::print(stderr, "\r{:60}", text); };

  std::size_t number = 0;
  if (!saved.empty())
    options.on_mismatch = [&](const Subject& subject, const Job& job, const Mismatch& mismatch) {
      const std::string stem = fmt::format("{:04}-{}", number++, mismatch.backend);
      save(subject, mismatch.draw, saved, stem);
      std::ofstream(saved + "/" + stem + ".txt") << mismatch.text() << "\n\n"
                                                 << disassemble(subject.program) << "\n"
                                                 << job.shader.text;
    };

  std::vector<std::string> missing;
  const Backends backends = open_backends(names, missing);
  for (const std::string& reason : missing) fmt::print("missing: {}\n", reason);
  std::vector<Entry> entries;
  if (!files.empty()) entries.push_back(entry_of_files(files));
  for (const bool is_own : {true, false}) {
    if (!(is_own ? own : shared)) continue;
    EntryList list = is_own ? own_entries() : shared_entries();
    if (!list.missing.empty()) fmt::print("missing: {}\n", list.missing);
    std::move(list.entries.begin(), list.entries.end(), std::back_inserter(entries));
  }
  std::vector<Entry> made = generated_entries(generated, sizes[0], sizes[1]);
  std::move(made.begin(), made.end(), std::back_inserter(entries));
  entries.erase(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(std::min(first, entries.size())));
  if (entries.size() > limit) entries.resize(limit);
  const CampaignReport report = run_campaign(entries, backends, options);
  fmt::print(stderr, "\n");
  print(report, shown);
  for (const BackendReport& backend : report.backends)
    if (!backend.tally.mismatches.empty()) return 1;
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv); }

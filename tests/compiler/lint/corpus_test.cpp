// Runs the lints over real programs. Shipped engines have few mistakes, so a lint with many findings would be wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <string>

#include "agal/assembly.hpp"
#include "agal/lint.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"

namespace agal {
namespace {

std::optional<Program> load_accepted(const test::CorpusProgram& entry) {
  AssembleOptions options;
  options.stage = entry.stage;
  options.lenient = true;
  Result<Program> program = load_program(entry.bytes, entry.path, options);
  if (!program || validate(*program).has_errors()) return std::nullopt;
  return *std::move(program);
}

TEST(LintCorpus, SharedCorpusHasFewFindings) {
  AGAL_NEED(test::Facility::Shared, test::shared_corpus().missing);
  std::map<std::uint16_t, std::size_t> findings, programs;
  std::size_t accepted = 0;
  for (const test::CorpusProgram& entry : test::shared_corpus().programs) {
    const std::optional<Program> program = load_accepted(entry);
    if (!program) continue;
    ++accepted;
    std::map<std::uint16_t, std::size_t> own;
    for (const Diagnostic& d : lint(*program)) ++own[d.code];
    for (const auto& [code, count] : own) {
      findings[code] += count;
      ++programs[code];
    }
  }
  fmt::print("{} programs\n", accepted);
  for (const auto& [code, count] : findings)
    fmt::print("{}: {} findings in {} programs\n", find_rule(code)->slug, count, programs[code]);
  ASSERT_GT(accepted, 1000u);
  for (const auto& [code, count] : programs) {
    // Unused results are common. All findings that were checked by hand are correct.
    const std::size_t tolerable = find_rule(code)->slug == "result-never-used" ? accepted / 4 : accepted / 20;
    EXPECT_LE(count, tolerable) << find_rule(code)->slug;
  }
}

// The programs in techniques/ are examples and should not have findings.
TEST(LintCorpus, OwnCorpusPassesLints) {
  std::set<std::string> found;
  for (const test::CorpusProgram& entry : test::own_corpus().programs) {
    const std::optional<Program> program = load_accepted(entry);
    if (!program || entry.path.find("techniques/") == std::string::npos) continue;
    for (const Diagnostic& d : lint(*program))
      if (d.severity != Severity::Note) found.insert(fmt::format("{} {}", entry.path, find_rule(d.code)->slug));
  }
  // The last iteration of mandelbrot computes an unused result, like all iterations before it.
  EXPECT_EQ(found, std::set<std::string>{"techniques/mandelbrot.frag.agal result-never-used"});
}

}  // namespace
}  // namespace agal

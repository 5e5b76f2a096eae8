// Proves that the IR before and after each pass computes equal outputs for all inputs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "generated.hpp"
#include "lower/lower.hpp"
#include "module_terms.hpp"
#include "opt/passes.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/lowering.hpp"

namespace agal::prove {
namespace {

RuleSet granted(std::string_view pass) {
  RuleSet rules = rules_up_to(ProofClass::Exact);
  const auto grant = [&](Rule rule) { rules.set(static_cast<std::size_t>(rule)); };
  if (pass == "contract") grant(Rule::FmaAsSum);
  if (pass == "hoist-derivatives") grant(Rule::Gradients);
  return rules;
}

// Returns the first output that differs between the modules, or "".
std::string difference(const ir::Module& before, const ir::Module& after, const RuleSet& rules) {
  Store store(rules, 1'000'000);
  const Outputs expected = run_module(store, before);
  Outputs found = run_module(store, after);
  if (store.exhausted()) return "the budget is spent";
  if (expected.killed != found.killed) return "discard";
  if (expected.list.size() != found.list.size()) return "the outputs";
  for (const Output& output : expected.list) {
    const Output* const other = found.find(output.type, output.number);
    if (other == nullptr) return "an output is missing";
    for (std::uint32_t c = 0; c < output.width(); ++c)
      if (output.lanes[c] != other->lanes[c])
        return store.text(output.lanes[c], before.stage) + "\n" + store.text(other->lanes[c], before.stage);
  }
  return "";
}

class Passes : public testing::TestWithParam<opt::Form> {};

void expect_the_same(const std::vector<Program>& programs, opt::Form form) {
  std::map<std::string, std::uint32_t> proved;
  opt::PipelineOptions options;
  options.form = form;
  for (const Program& program : programs) {
    Result<ir::Module> module = lower::lower(program, {});
    if (!module) continue;
    ir::Module before = *module;
    const auto compare = [&](std::string_view pass, const ir::Module& after) {
      EXPECT_EQ(difference(before, after, granted(pass)), "") << program.name << " after " << pass;
      ++proved[std::string(pass)];
      before = after;
    };
    ASSERT_TRUE(opt::run_pipeline(*module, options, compare).empty());
  }
  for (const auto& [pass, count] : proved) testing::Test::RecordProperty(pass, static_cast<int>(count));
  EXPECT_GE(proved.size(), 8u);
}

TEST_P(Passes, KeepResults) {
  AGAL_WANT(test::Facility::Shared, test::shared_corpus().missing);
  expect_the_same(test::translatable_programs(), GetParam());
}

TEST_P(Passes, KeepResultsOfGeneratedPrograms) { expect_the_same(test::generated_programs(), GetParam()); }

INSTANTIATE_TEST_SUITE_P(, Passes, testing::Values(opt::Form::Words, opt::Form::Text));

}  // namespace
}  // namespace agal::prove

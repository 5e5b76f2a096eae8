// The steps that --print-after-all reports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/corpus.hpp"

namespace agal {
namespace {

using Names = std::set<std::string>;

// Returns the steps of src/compiler/translate/steps.def.
Names table() {
  return {
#define AGAL_STEP(name, summary) name,
#include "translate/steps.def"
#undef AGAL_STEP
  };
}

// Returns the steps that listeners receive, except for the outputs, whose steps have the names of targets. Each program
// is compiled for every sixth target, and each target gets every sixth program, because the steps depend on few
// properties of either.
Names told() {
  Names names;
  const auto listen = [&](std::string_view step, std::string_view) {
    if (find_target(step) == nullptr) names.emplace(step);
  };
  constexpr std::size_t share = 6;
  std::size_t number = 0;
  for (const test::CorpusProgram& source : test::own_corpus().programs) {
    ++number;
    const Result<Program> program = load_program(source.bytes, source.path, {source.stage, {}, false});
    EXPECT_TRUE(program) << render_text(program.diagnostics());
    if (!program) continue;
    for (std::size_t i = number % share; i < std::size(target_table); i += share) {
      const TargetInfo& target = target_table[i];
      CompileOptions options;
      options.target = target.target;
      options.on_step = listen;
      EXPECT_FALSE(translate(*program, options).diagnostics().contains(5003)) << source.path;
    }
  }
  // The steps after the passes are equal for all programs.
  CompileOptions options;
  options.on_step = listen;
  EXPECT_TRUE(compile(*assemble("//! agal 1 fragment\nmov oc, v0"), options));
  return names;
}

TEST(Steps, CorpusTriggersEveryStepOfTable) {
  ASSERT_EQ(test::own_corpus().missing, "");
  EXPECT_EQ(told(), table());
}

TEST(Steps, HaveSummaries) {
  for (const std::string& step : table()) {
    EXPECT_NE(step_summary(step), "") << step;
    EXPECT_THAT(std::string(step_summary(step)), testing::EndsWith(".")) << step;
  }
  for (const TargetInfo& target : target_table) EXPECT_NE(step_summary(target.name), "") << target.name;
  EXPECT_EQ(step_summary("ir: nothing"), "");
}

}  // namespace
}  // namespace agal

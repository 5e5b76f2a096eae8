// Tests that the separately measured passes match a compilation, in the same order.
#include "bench/passes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bench/programs.hpp"
#include "lower/lower.hpp"

namespace agal::bench {
namespace {

void expect_the_pipeline(const Program& program) {
  Result<ir::Module> lowered = lower::lower(program, {});
  ASSERT_TRUE(lowered) << render_text(lowered.diagnostics());
  std::vector<ir::Module> before;
  const ir::Module stepped = run_steps(*lowered, {}, before);
  ASSERT_EQ(before.size(), step_names().size());
  ir::Module whole = *std::move(lowered);
  ASSERT_FALSE(opt::run_pipeline(whole, {}).has_errors());
  EXPECT_EQ(ir::print(stepped), ir::print(whole)) << program.name;
}

TEST(PassSteps, MatchPipeline) {
  for (const std::uint32_t size : program_sizes)
    for (const Program& program : programs_of_size(size)) expect_the_pipeline(program);
}

TEST(PassSteps, RunForSomeProgram) {
  const std::vector<std::string> names = step_names();
  std::vector<std::size_t> runs(names.size());
  for (const std::uint32_t size : program_sizes)
    for (const Program& program : programs_of_size(size)) {
      std::vector<ir::Module> before;
      run_steps(*lower::lower(program, {}), {}, before);
      for (std::size_t i = 0; i < runs.size(); ++i) runs[i] += before[i].body.empty() ? 0u : 1u;
    }
  for (std::size_t i = 0; i < runs.size(); ++i) EXPECT_GT(runs[i], 0u) << names[i];
}

TEST(PassSteps, HaveUniqueNames) {
  const std::vector<std::string> names = step_names();
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  EXPECT_NE(std::find(names.begin(), names.end(), "cse-3"), names.end());
}

}  // namespace
}  // namespace agal::bench

// The passes that are measured one by one are those that a compilation runs, in its order.
#include "bench/passes.hpp"

#include <gtest/gtest.h>

#include "bench/programs.hpp"
#include "lower/lower.hpp"

namespace agal::bench {
namespace {

void expect_the_pipeline(const Program& program) {
  Result<ir::Module> lowered = lower::lower(program, {});
  ASSERT_TRUE(lowered) << render_text(lowered.diagnostics());
  std::vector<ir::Module> before;
  const ir::Module stepped = run_steps(*lowered, {}, before);
  ASSERT_EQ(before.size(), pass_steps(program.stage).size());
  ir::Module whole = *std::move(lowered);
  ASSERT_FALSE(opt::run_pipeline(whole, {}).has_errors());
  EXPECT_EQ(ir::print(stepped), ir::print(whole)) << program.name;
}

TEST(PassSteps, MakeWhatThePipelineMakes) {
  for (const std::uint32_t size : program_sizes)
    for (const Program& program : programs_of_size(size)) expect_the_pipeline(program);
}

TEST(PassSteps, AllRunSomewhere) {
  for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
    std::vector<std::size_t> runs(pass_steps(stage).size());
    for (const std::uint32_t size : program_sizes)
      for (const Program& program : programs_of_size(size)) {
        if (program.stage != stage) continue;
        std::vector<ir::Module> before;
        run_steps(*lower::lower(program, {}), {}, before);
        for (std::size_t i = 0; i < runs.size(); ++i) runs[i] += before[i].body.empty() ? 0u : 1u;
      }
    for (std::size_t i = 0; i < runs.size(); ++i) EXPECT_GT(runs[i], 0u) << pass_steps(stage)[i].name;
  }
}

}  // namespace
}  // namespace agal::bench

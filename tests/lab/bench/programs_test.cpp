// Tests that the generated programs have the properties that docs/data/speed.md claims.
#include "bench/programs.hpp"

#include <gtest/gtest.h>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/validate.hpp"

namespace agal::bench {
namespace {

class Programs : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Programs, HaveRequestedLength) {
  for (const Program& program : programs_of_size(GetParam()))
    EXPECT_EQ(program.instructions.size(), GetParam()) << program.name;
}

TEST_P(Programs, AreValidUnderStrictRules) {
  for (const Program& program : programs_of_size(GetParam())) {
    const Diagnostics found = validate(program);
    EXPECT_TRUE(found.empty()) << render_text(found);
  }
}

TEST_P(Programs, AreDeterministicAndDistinct) {
  for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
    EXPECT_EQ(program_text(stage, GetParam(), 0), program_text(stage, GetParam(), 0));
    EXPECT_NE(program_text(stage, GetParam(), 0), program_text(stage, GetParam(), 1));
  }
}

// Longer programs must not be cheaper per token because more of their code is dead or redundant.
TEST_P(Programs, HaveMinimumOfWordsPerToken) {
  std::size_t words = 0, tokens = 0;
  for (const Program& program : programs_of_size(GetParam())) {
    CompileOptions options;
    const Result<std::vector<std::uint32_t>> made = translate(program, options);
    ASSERT_TRUE(made) << render_text(made.diagnostics());
    words += made->size();
    tokens += program.instructions.size();
  }
  const double by_token = static_cast<double>(words) / static_cast<double>(tokens);
  RecordProperty("words_by_token", std::to_string(by_token));
  EXPECT_GT(by_token, 10.0);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Programs, testing::ValuesIn(program_sizes),
                         [](const auto& size) { return std::to_string(size.param); });

}  // namespace
}  // namespace agal::bench

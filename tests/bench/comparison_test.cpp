// The comparison of two runs.
#include "bench/comparison.hpp"

#include <gmock/gmock.h>

#include "bench/measured.hpp"

namespace agal::bench {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Figures run(double emit, double validator, std::size_t repetitions = 11, double allocations = 5) {
  return read_figures(Measurement()
                          .step("10/step/emit", around(emit, repetitions), allocations)
                          .step("10/khronos/spirv-val:spv", around(validator, repetitions), 900)
                          .text());
}

TEST(MannWhitney, IsExact) {
  const std::vector<double> low{1, 2, 3}, high{4, 5, 6};
  EXPECT_DOUBLE_EQ(mann_whitney(low, high), 2.0 / 20);  // 20 ways to choose three of six
  EXPECT_DOUBLE_EQ(mann_whitney(high, low), 2.0 / 20);
  EXPECT_DOUBLE_EQ(mann_whitney(std::vector<double>{1, 2, 4}, std::vector<double>{3, 5, 6}), 4.0 / 20);
  EXPECT_DOUBLE_EQ(mann_whitney(std::vector<double>{1, 4, 5}, std::vector<double>{2, 3, 6}), 1.0);
  EXPECT_DOUBLE_EQ(mann_whitney({}, high), 1.0);
}

TEST(Comparison, FindsWhatGotSlower) {
  const Comparison found = compare(run(1000, 8000), run(1200, 8000));
  ASSERT_THAT(found.slower, ElementsAre(Field(&Change::name, "10/step/emit")));
  EXPECT_NEAR(found.slower[0].factor(), 1.2, 1e-6);
  EXPECT_THAT(found.faster, IsEmpty());
  EXPECT_TRUE(found.regressed());
  EXPECT_THAT(text_of(found), HasSubstr("+20.0%"));
}

TEST(Comparison, FindsWhatGotFaster) {
  const Comparison found = compare(run(1000, 8000), run(700, 8000));
  EXPECT_THAT(found.faster, SizeIs(1));
  EXPECT_THAT(found.slower, IsEmpty());
  EXPECT_FALSE(found.regressed());
}

TEST(Comparison, TakesASlowerMachineForWhatItIs) {
  const Comparison found = compare(run(1000, 8000), run(1500, 12000));
  EXPECT_NEAR(found.machine, 1.5, 1e-6);
  EXPECT_FALSE(found.regressed());
}

TEST(Comparison, LetsSmallChangesBe) { EXPECT_FALSE(compare(run(1000, 8000), run(1040, 8000)).regressed()); }

TEST(Comparison, LetsNoisyStepsBe) {
  const auto noisy = [](double shift) {
    return read_figures(Measurement()
                            .step("10/step/emit", {1000 + shift, 1500 + shift, 900 + shift, 1900 + shift, 1200 + shift,
                                                   1100 + shift, 2500 + shift, 1000 + shift, 950 + shift})
                            .step("10/khronos/spirv-val:spv", around(8000))
                            .text());
  };
  const Comparison found = compare(noisy(0), noisy(100));
  EXPECT_FALSE(found.regressed());
  EXPECT_EQ(found.too_few, 0u);
}

TEST(Comparison, SaysThatThereAreTooFewRepetitions) {
  const Comparison found = compare(run(1000, 8000, 3), run(2000, 8000, 3));
  EXPECT_EQ(found.too_few, 2u);
  EXPECT_FALSE(found.regressed());
  EXPECT_THAT(text_of(found), HasSubstr("2 steps have too few repetitions"));
}

TEST(Comparison, CountsAllocationsExactly) {
  const Comparison more = compare(run(1000, 8000, 11, 5), run(1000, 8000, 11, 6));
  EXPECT_THAT(more.allocations, SizeIs(1));
  EXPECT_TRUE(more.regressed());
  const Comparison fewer = compare(run(1000, 8000, 11, 5), run(1000, 8000, 11, 4));
  EXPECT_THAT(fewer.allocations, SizeIs(1));
  EXPECT_FALSE(fewer.regressed());
}

TEST(Comparison, MissesWhatIsGone) {
  const Figures after = read_figures(Measurement().step("10/khronos/spirv-val:spv", around(8000)).text());
  const Comparison found = compare(run(1000, 8000), after);
  EXPECT_THAT(found.missing, ElementsAre("10/step/emit"));
  EXPECT_TRUE(found.regressed());
}

}  // namespace
}  // namespace agal::bench

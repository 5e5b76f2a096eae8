#include "exec/tolerance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace agal::exec {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

float granted(Opcode opcode, float exact, std::vector<float> a, std::vector<float> b = {},
              Latitude latitude = Latitude::Granted) {
  return tolerance(opcode, exact, a, b, latitude);
}

// Returns the distinct results of 64 devices.
std::vector<float> results(Opcode opcode, float exact, std::vector<float> a, std::vector<float> b = {}) {
  std::vector<float> list;
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    ToleratedDevice device(seed);
    list.push_back(device.result(opcode, exact, a, b));
  }
  return list;
}

TEST(Tolerance, UlpIsTheDistanceToTheNextFloat) {
  for (const float value : {1.0f, 1.5f, -3.0f, 1e20f, 1e-20f})
    EXPECT_EQ(ulp(value), std::nextafter(std::fabs(value), infinity) - std::fabs(value)) << value;
}

TEST(Tolerance, UlpOfInfinityAndNanIsInfinite) {
  for (const float value : {infinity, -infinity, std::nanf("")}) EXPECT_EQ(ulp(value), infinity) << value;
}

TEST(Tolerance, ToleranceOfExactResultsIsZero) {
  EXPECT_EQ(granted(Opcode::Add, 0.75f, {0.5f}, {0.25f}), 0);
  EXPECT_EQ(granted(Opcode::Mul, 6, {2}, {3}), 0);
  EXPECT_EQ(granted(Opcode::Frc, 0.25f, {3.25f}), 0);
  EXPECT_EQ(granted(Opcode::Dp3, 11, {1, 2, 3}, {3, 1, 2}), 0);
  EXPECT_EQ(granted(Opcode::Mov, 0.1f, {0.1f}), 0);
  EXPECT_EQ(granted(Opcode::Sge, 1, {0.1f}, {0.1f}), 0);
}

TEST(Tolerance, RoundedSumsAndProductsHaveOneUlp) {
  EXPECT_EQ(granted(Opcode::Add, 1 + 1e-9f, {1}, {1e-9f}), ulp(1));
  EXPECT_EQ(granted(Opcode::Mul, 0.1f * 0.1f, {0.1f}, {0.1f}), ulp(0.01f));
}

// 2^24 + 1 - 2^24, evaluated from left to right, is exact only in double.
TEST(Tolerance, DotProductHasToleranceIfSomeOrderRounds) {
  EXPECT_GT(granted(Opcode::Dp3, 0, {0x1p24f, -0x1p24f, 1}, {1, 1, 1}), 0);
  EXPECT_EQ(granted(Opcode::Dp3, 0, {0x1p22f, -0x1p22f, 1}, {1, 1, 1}), 0);
}

// Multiplies zero by 1e30 twice, in sixteen lanes.
TEST(Tolerance, RegroupedProductsOfZeroMayOverflow) {
  const auto results = [](Latitude latitude, float factor) {
    bool zero = true;
    ToleratedDevice device(1, latitude);
    for (std::uint32_t i = 0; i < 32; ++i) {
      const std::array<float, 1> a{0}, b{factor};
      zero = device.result(Opcode::Mul, 0, a, b) == 0 && zero;
    }
    return zero;
  };
  EXPECT_TRUE(results(Latitude::Granted, 1e30f));
  EXPECT_FALSE(results(Latitude::Regrouped, 1e30f));
  EXPECT_TRUE(results(Latitude::Regrouped, 1e15f));
}

TEST(Tolerance, RegroupedSumsHaveUlpOfLargerTerm) {
  EXPECT_EQ(granted(Opcode::Sub, 0.5f, {1000.5f}, {1000}, Latitude::Regrouped), ulp(1000.5f));
  EXPECT_EQ(granted(Opcode::Sub, 0, {1e15f}, {1e15f}, Latitude::Regrouped), infinity);
}

TEST(Tolerance, UndefinedResultsHaveInfiniteTolerance) {
  EXPECT_EQ(granted(Opcode::Rcp, infinity, {0}), infinity);
  EXPECT_EQ(granted(Opcode::Log, -infinity, {0}), infinity);
  EXPECT_EQ(granted(Opcode::Rsq, 1e20f, {1e-40f}), infinity);
  EXPECT_EQ(granted(Opcode::Pow, 1, {0}, {0}), infinity);
  EXPECT_EQ(granted(Opcode::Sin, 0.5f, {1e15f}), infinity);
  EXPECT_EQ(granted(Opcode::Mul, infinity, {1e30f}, {1e30f}), infinity);
}

TEST(ToleratedDevice, DeviatesWithinTolerance) {
  const float granted_error = granted(Opcode::Rsq, 0.70710677f, {2});
  const std::vector<float> list = results(Opcode::Rsq, 0.70710677f, {2});
  const auto [low, high] = std::minmax_element(list.begin(), list.end());
  EXPECT_GE(*low, 0.70710677f - granted_error * 1.5f);
  EXPECT_LE(*high, 0.70710677f + granted_error * 1.5f);
  EXPECT_GT(*high - *low, granted_error);
  EXPECT_NE(std::find(list.begin(), list.end(), 0.70710677f), list.end());  // many devices are exact
}

TEST(ToleratedDevice, ComparesNanEitherWay) {
  const std::vector<float> list = results(Opcode::Seq, 0, {std::nanf("")}, {1});
  EXPECT_NE(std::find(list.begin(), list.end(), 0.0f), list.end());
  EXPECT_NE(std::find(list.begin(), list.end(), 1.0f), list.end());
}

TEST(ToleratedDevice, MostlyKeepsNan) {
  const std::vector<float> list = results(Opcode::Add, std::nanf(""), {std::nanf("")}, {1});
  EXPECT_GT(std::count_if(list.begin(), list.end(), [](float value) { return std::isnan(value); }), 32);
}

TEST(ToleratedDevice, MayFlushSmallResultsToZero) {
  const std::vector<float> list = results(Opcode::Sin, 1e-20f, {1e-20f});
  EXPECT_NE(std::find(list.begin(), list.end(), 0.0f), list.end());
  EXPECT_NE(std::find(list.begin(), list.end(), 1e-20f), list.end());
}

TEST(ToleratedDevice, IsDeterministicForASeed) {
  EXPECT_EQ(results(Opcode::Sin, 0.5f, {0.5f}), results(Opcode::Sin, 0.5f, {0.5f}));
}

}  // namespace
}  // namespace agal::exec

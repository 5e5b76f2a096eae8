// Componentwise opcodes, compared with values calculated by hand.
#include "interpret/interpret_support.hpp"

namespace agal::test {
namespace {

TEST(Arithmetic, MovCopies) { EXPECT_THAT(apply("mov", {1, -2, infinity, nan}), is(1, -2, infinity, nan)); }

TEST(Arithmetic, AddsSubtractsMultiplies) {
  EXPECT_THAT(apply("add", {1, 2, -3, 0.5f}, {10, -2, 3, 0.25f}), is(11, 0, 0, 0.75f));
  EXPECT_THAT(apply("sub", {1, 2, -3, 0.5f}, {10, -2, 3, 0.25f}), is(-9, 4, -6, 0.25f));
  EXPECT_THAT(apply("mul", {1, 2, -3, 0.5f}, {10, -2, 3, 0.25f}), is(10, -4, -9, 0.125f));
  EXPECT_THAT(apply("mul", {infinity, 0, 1, 1}, {0, 5, 1, 1}), is(nan, 0, 1, 1));
}

TEST(Arithmetic, RoundsToFloat32) {
  // 2^24 + 1 is not a float.
  EXPECT_THAT(apply("add", {16777216, 1, 1, 1}, {1, 1, 1, 1}), is(16777216, 2, 2, 2));
  EXPECT_THAT(apply("mul", {3e38f, 1e-30f, 1, 1}, {10, 1e-30f, 1, 1}), is(infinity, 0, 1, 1));
}

TEST(Arithmetic, Divides) {
  EXPECT_THAT(apply("div", {1, -1, 0, 7}, {4, 0, 0, 2}), is(0.25f, -infinity, nan, 3.5f));
  EXPECT_THAT(apply("rcp", {4, 0, -0.0f, -0.5f}), is(0.25f, infinity, -infinity, -2));
}

TEST(Arithmetic, MinAndMaxSelectByComponent) {
  EXPECT_THAT(apply("min", {1, 2, -3, infinity}, {2, 1, -4, 0}), is(1, 1, -4, 0));
  EXPECT_THAT(apply("max", {1, 2, -3, -infinity}, {2, 1, -4, 0}), is(2, 2, -3, 0));
}

TEST(Arithmetic, FrcIsNotNegative) { EXPECT_THAT(apply("frc", {1.75f, -1.75f, -3, 0}), is(0.75f, 0.25f, 0, 0)); }

TEST(Arithmetic, SqtAndRsqTakeRoots) {
  EXPECT_THAT(apply("sqt", {4, 0, 2.25f, -1}), is(2, 0, 1.5f, nan));
  EXPECT_THAT(apply("rsq", {4, 0, 0.25f, -4}), is(0.5f, infinity, 2, nan));
}

TEST(Arithmetic, PowRaisesBaseToExponent) {
  EXPECT_THAT(apply("pow", {2, 9, 0, 5}, {10, 0.5f, 2, 0}), is(1024, 3, 0, 1));
  EXPECT_THAT(apply("pow", {-2, -2, 1, 4}, {2, 3, 7, -1}), is(nan, nan, 1, 0.25f));
}

TEST(Arithmetic, LogAndExpHaveBaseTwo) {
  EXPECT_THAT(apply("log", {8, 0, 0.5f, -1}), is(3, -infinity, -1, nan));
  EXPECT_THAT(apply("exp", {3, 0, -1, -infinity}), is(8, 1, 0.5f, 0));
}

TEST(Arithmetic, SinAndCosTakeRadians) {
  EXPECT_THAT(apply("sin", {0, 1.57079633f, -1.57079633f, 0.5f}), nearly(0, 1, -1, 0.47942554f));
  EXPECT_THAT(apply("cos", {0, 3.14159265f, 1.57079633f, 0.5f}), nearly(1, -1, 0, 0.87758256f));
}

TEST(Arithmetic, AbsAndNegChangeSign) {
  EXPECT_THAT(apply("abs", {-1, 1, -infinity, 0}), is(1, 1, infinity, 0));
  EXPECT_THAT(apply("neg", {-1, 1, infinity, 2}), is(1, -1, -infinity, -2));
  EXPECT_TRUE(std::signbit(apply("neg", {0, 0, 0, 0})[0]));
}

TEST(Arithmetic, SatClampsToZeroAndOne) { EXPECT_THAT(apply("sat", {-1, 0.5f, 2, infinity}), is(0, 0.5f, 1, 1)); }

TEST(Arithmetic, ComparesToOneOrZero) {
  const Float4 a{1, 2, 3, nan}, b{2, 2, 2, nan};
  EXPECT_THAT(apply("sge", a, b), is(0, 1, 1, 0));
  EXPECT_THAT(apply("slt", a, b), is(1, 0, 0, 0));
  EXPECT_THAT(apply("seq", a, b), is(0, 1, 0, 0));
  EXPECT_THAT(apply("sne", a, b), is(1, 0, 1, 1));
  EXPECT_THAT(apply("seq", {0, 1, 1, 1}, {-0.0f, 1, 2, 3}), is(1, 1, 0, 0));
}

TEST(Arithmetic, TakesDerivativesAcrossTheQuad) {
  QuadRun run;
  // The slope along x differs between rows, and the slope along y between columns.
  run.varyings = {{{{1, 0, 0, 0}}, {{4, 1, 0, 0}}, {{10, 0, 2, 0}}, {{20, 5, 0, 0}}}};
  const QuadOutput x = run("ddx ft0, v0\nmov oc, ft0\n");
  EXPECT_THAT(*x.pixels[0].colors[0], is(3, 1, 0, 0));
  EXPECT_THAT(*x.pixels[1].colors[0], is(3, 1, 0, 0));
  EXPECT_THAT(*x.pixels[2].colors[0], is(10, 5, -2, 0));
  EXPECT_THAT(*x.pixels[3].colors[0], is(10, 5, -2, 0));
  const QuadOutput y = run("ddy ft0, v0\nmov oc, ft0\n");
  EXPECT_THAT(*y.pixels[0].colors[0], is(9, 0, 2, 0));
  EXPECT_THAT(*y.pixels[1].colors[0], is(16, 4, 0, 0));
  EXPECT_THAT(*y.pixels[2].colors[0], is(9, 0, 2, 0));
  EXPECT_THAT(*y.pixels[3].colors[0], is(16, 4, 0, 0));
}

}  // namespace
}  // namespace agal::test

// Branches, kil, and derivatives in branches and after kil.
#include "interpret/interpret_support.hpp"

namespace agal::test {
namespace {

// Returns the branch that the condition "OP va0.x, va1.x" takes: 1 or 2.
float arm(const std::string& opcode, float a, float b, const InterpretOptions& options = {}) {
  VertexRun run;
  run.attributes = {{a, 0, 0, 0}, {b, 0, 0, 0}, {1, 2, 0, 0}};
  run.options = options;
  const VertexOutput out = run(opcode + " va0.x, va1.x\nmov vt0, va2.x\nels\nmov vt0, va2.y\neif\nmov op, vt0\n");
  return (*out.position)[0];
}

TEST(Branches, EvaluateConditions) {
  EXPECT_EQ(arm("ife", 1, 1), 1);
  EXPECT_EQ(arm("ife", 1, 2), 2);
  EXPECT_EQ(arm("ife", 0, -0.0f), 1);
  EXPECT_EQ(arm("ine", 1, 1), 2);
  EXPECT_EQ(arm("ine", 1, 2), 1);
  EXPECT_EQ(arm("ifg", 2, 1), 1);
  EXPECT_EQ(arm("ifg", 1, 1), 2);
  EXPECT_EQ(arm("ifg", 1, 2), 2);
  EXPECT_EQ(arm("ifl", 1, 2), 1);
  EXPECT_EQ(arm("ifl", 1, 1), 2);
  EXPECT_EQ(arm("ifl", 2, 1), 2);
}

TEST(Branches, ComparisonsWithNanAreFalseExceptNotEqual) {
  EXPECT_EQ(arm("ife", nan, nan), 2);
  EXPECT_EQ(arm("ine", nan, nan), 1);
  EXPECT_EQ(arm("ifg", nan, 0), 2);
  EXPECT_EQ(arm("ifl", nan, 0), 2);
}

TEST(Branches, MayLackAnElse) {
  VertexRun run;
  run.attributes = {{0, 1, 0, 0}};
  const std::string text = "mov vt0, va0\nife va0.x, va0.z\nadd vt0.w, vt0.w, va0.y\neif\nmov op, vt0\n";
  EXPECT_THAT(*run(text).position, is(0, 1, 0, 1));
  run.attributes = {{5, 1, 0, 0}};
  EXPECT_THAT(*run(text).position, is(5, 1, 0, 0));
}

TEST(Branches, MergeByComponent) {
  VertexRun run;
  run.attributes = {{0, 1, 2, 3}};
  EXPECT_THAT(
      *run("mov vt0, va0\nifl va0.x, va0.y\nmov vt0.x, va0.w\nels\nmov vt0.y, va0.w\neif\nmov op, vt0\n").position,
      is(3, 1, 2, 3));
}

TEST(Branches, NestThreeDeep) {
  // The result encodes which branches ran: one summand for each condition.
  const std::string text =
      "mov vt0, vc0.x\n"
      "ifg va0.x, vc0.x\n"
      "  add vt0.x, vt0.x, vc0.y\n"
      "  ifg va0.y, vc0.x\n"
      "    add vt0.x, vt0.x, vc0.z\n"
      "  els\n"
      "    ifg va0.z, vc0.x\n"
      "      add vt0.x, vt0.x, vc0.w\n"
      "    eif\n"
      "  eif\n"
      "els\n"
      "  ifg va0.z, vc0.x\n"
      "    sub vt0.x, vt0.x, vc0.y\n"
      "  eif\n"
      "eif\n"
      "mov op, vt0\n";
  const auto result = [&](float x, float y, float z) {
    VertexRun run;
    run.constants = {{0, 1, 2, 4}};
    run.attributes = {{x, y, z, 0}};
    return (*run(text).position)[0];
  };
  EXPECT_EQ(result(0, 0, 0), 0);
  EXPECT_EQ(result(0, 1, 0), 0);
  EXPECT_EQ(result(0, 0, 1), -1);
  EXPECT_EQ(result(1, 0, 0), 1);
  EXPECT_EQ(result(1, 1, 0), 3);
  EXPECT_EQ(result(1, 1, 1), 3);
  EXPECT_EQ(result(1, 0, 1), 5);
}

class Quads : public testing::Test {
 protected:
  // v0.x is 1, 2, 4 and 8 in the four pixels. v0.y is 1 in the first pixel, else 0.
  Quads() { run_.varyings = {{{{1, 1, 0, 0}}, {{2, 0, 0, 0}}, {{4, 0, 0, 0}}, {{8, 0, 0, 0}}}}; }
  std::array<float, 4> red(const QuadOutput& out) {
    std::array<float, 4> values{};
    for (std::size_t i = 0; i < quad_size; ++i) values[i] = (*out.pixels[i].colors[0])[0];
    return values;
  }
  QuadRun run_;
};

TEST_F(Quads, DivergeByPixel) {
  const QuadOutput out = run_("ifg v0.y, v0.z\nmov ft0, v0.xxxx\nels\nneg ft0, v0.xxxx\neif\nmov oc, ft0\n");
  EXPECT_THAT(red(out), testing::ElementsAre(1, -2, -4, -8));
}

TEST_F(Quads, DerivativesInBranchUseAllPixels) {
  // 2x is computed in a branch that only the first pixel takes.
  const QuadOutput out = run_(
      "mov ft1, v0.z\nifg v0.y, v0.z\nadd ft0, v0.x, v0.x\nddx ft1, ft0\nels\nadd ft0, v0.x, v0.y\nddy ft1, ft0\neif\n"
      "mov oc, ft1\n");
  EXPECT_THAT(red(out), testing::ElementsAre(2, 6, 2, 6));
}

TEST_F(Quads, DerivativesInNestedBranchesMergeByPixel) {
  // The pixels of the inner branch merge by their conditions before the derivative is computed.
  const QuadOutput out = run_(
      "mov ft2, v0.z\nifg v0.y, v0.z\n  mov ft0, v0.x\n  ifg v0.x, fc0.x\n    add ft0, ft0, fc0.y\n  eif\n"
      "  ddx ft2, ft0\neif\nmov oc, ft2\n");
  EXPECT_THAT(red(out), testing::ElementsAre(1, 0, 0, 0));
  run_.constants = {{3, 100, 0, 0}};
  const QuadOutput below = run_(
      "mov ft2, v0.z\nifl v0.z, v0.x\n  mov ft0, v0.x\n  ifg v0.x, fc0.x\n    add ft0, ft0, fc0.y\n  eif\n"
      "  ddy ft2, ft0\neif\nmov oc, ft2\n");
  EXPECT_THAT(red(below), testing::ElementsAre(103, 106, 103, 106));
}

TEST_F(Quads, KilledPixelsContinueToRun) {
  run_.varyings = {{{{1, -1, 0, 0}}, {{2, 0, 0, 0}}, {{4, -0.0f, 0, 0}}, {{8, nan, 0, 0}}}};
  const QuadOutput out = run_("kil v0.y\nddx ft0, v0.x\nmov oc, ft0\n");
  EXPECT_TRUE(out.pixels[0].killed);
  EXPECT_FALSE(out.pixels[1].killed);
  EXPECT_FALSE(out.pixels[2].killed);
  EXPECT_FALSE(out.pixels[3].killed);
  EXPECT_THAT(red(out), testing::ElementsAre(1, 1, 4, 4));
}

TEST_F(Quads, KilAppliesToActivePixelsOnly) {
  // kil would kill all pixels, but only the first is active in the branch. A derivative follows.
  const QuadOutput out = run_("neg ft0, v0.x\nifg v0.y, v0.z\nkil ft0.x\neif\nddy ft1, ft0\nmov oc, ft1\n");
  EXPECT_TRUE(out.pixels[0].killed);
  EXPECT_FALSE(out.pixels[1].killed || out.pixels[2].killed || out.pixels[3].killed);
  EXPECT_THAT(red(out), testing::ElementsAre(-3, -6, -3, -6));
}

TEST_F(Quads, KilInElseBranch) {
  const QuadOutput out = run_("neg ft0, v0.x\nifg v0.y, v0.z\nmov ft1, ft0\nels\nkil ft0.x\neif\nmov oc, ft0\n");
  EXPECT_FALSE(out.pixels[0].killed);
  EXPECT_TRUE(out.pixels[1].killed && out.pixels[2].killed && out.pixels[3].killed);
}

}  // namespace
}  // namespace agal::test

// Masks, swizzles, relative addresses, and missing inputs.
#include "interpret/interpret_support.hpp"

namespace agal::test {
namespace {

TEST(Registers, MaskSelectsComponentsWithoutPacking) {
  VertexRun run;
  run.attributes = {{1, 2, 3, 4}, {9, 9, 9, 9}};
  EXPECT_THAT(*run("mov vt0, va1\nmov vt0.y, va0\nmov op, vt0\n").position, is(9, 2, 9, 9));
  EXPECT_THAT(*run("mov vt0, va1\nmov vt0.yw, va0.wzyx\nmov op, vt0\n").position, is(9, 3, 9, 1));
  EXPECT_THAT(*run("mov vt0, va1\nadd vt0.xz, va0.xyzw, va0.wzyx\nmov op, vt0\n").position, is(5, 9, 5, 9));
}

TEST(Registers, SwizzleBothSources) {
  VertexRun run;
  run.attributes = {{1, 2, 3, 4}, {10, 20, 30, 40}};
  EXPECT_THAT(*run("sub op, va1.wwxx, va0.yxwz\n").position, is(38, 39, 6, 7));
}

TEST(Registers, MayBeSourceAndDestination) {
  VertexRun run;
  run.attributes = {{1, 2, 3, 4}};
  EXPECT_THAT(*run("mov vt0, va0\nmov vt0, vt0.wzyx\nmov op, vt0\n").position, is(4, 3, 2, 1));
  EXPECT_THAT(*run("mov vt0, va0\ndp4 vt0.xy, vt0, vt0\nmov op, vt0\n").position, is(30, 30, 3, 4));
}

TEST(Registers, MissingInputsHaveDefaults) {
  VertexRun run;
  EXPECT_THAT(*run("mov op, va3\n").position, is(0, 0, 0, 1));
  EXPECT_THAT(*run("mov op, vc3\n").position, is(0, 0, 0, 0));
  QuadRun quad;
  EXPECT_THAT(*quad("mov oc, v3\n").pixels[1].colors[0], is(0, 0, 0, 0));
}

TEST(Registers, InstanceIdIsAFloat) {
  VertexRun run;
  run.instance = 2;
  run.constants = {{1, 1, 1, 1}, {2, 2, 2, 2}, {3, 4, 5, 6}};
  EXPECT_THAT(*run("mov op, iid.x\n").position, is(2, 2, 2, 2));
  EXPECT_THAT(*run("mov op, vc[iid.x]\n").position, is(3, 4, 5, 6));
  EXPECT_THAT(*run("mov vt0.x, iid.x\nmov op, vc[vt0.x]\n").position, is(3, 4, 5, 6));
}

class RelativeAddress : public testing::Test {
 protected:
  RelativeAddress() {
    for (int i = 0; i < 250; ++i) run_.constants.push_back({static_cast<float>(i), 0, 0, 1});
  }
  float at(float index, const std::string& operand = "vc[va0.y+10].x") {
    run_.attributes = {{-1000, index, 0, 0}};
    return (*run_("mov op, " + operand + "\n").position)[0];
  }
  VertexRun run_;
};

TEST_F(RelativeAddress, AddsTheOffset) {
  EXPECT_EQ(at(0), 10);
  EXPECT_EQ(at(7), 17);
  EXPECT_EQ(at(-3), 7);
  EXPECT_EQ(at(5, "vc[va0.y]"), 5);
  EXPECT_EQ(at(5, "vc[va0.y+200]"), 205);
}

TEST_F(RelativeAddress, IsClampedToConstantsOfVersion) {
  EXPECT_EQ(at(-11), 0);
  EXPECT_EQ(at(1e30f), 249);
  EXPECT_EQ(at(-infinity), 0);
  EXPECT_EQ(at(infinity), 249);
  EXPECT_EQ(at(nan), 0);
  run_.version = 1;
  EXPECT_EQ(at(1e30f), 127);
}

TEST_F(RelativeAddress, ClampKeepsAllRowsInRange) {
  for (Float4& row : run_.constants) row[1] = 1;
  run_.attributes = {{300, 0, 0, 0}, {1, 0, 0, 0}};
  EXPECT_THAT(*run_("m44 op, va1, vc[va0.x]\n").position, is(246, 247, 248, 249));
  run_.attributes[0][0] = 246.5f;
  EXPECT_THAT(*run_("m44 op, va1, vc[va0.x]\n").position, is(246, 247, 248, 249));
  run_.attributes[0][0] = -5;
  EXPECT_THAT(*run_("m44 op, va1, vc[va0.x]\n").position, is(0, 1, 2, 3));
}

// Validation accepts the token at level Off. The clamped index of an operand depends on the number of registers that
// the operand reads.
TEST_F(RelativeAddress, ClampsVectorAndMatrixSeparately) {
  for (Float4& row : run_.constants) row = {row[0], 0, 0, 0};
  run_.attributes = {{249, 0, 0, 0}};
  EXPECT_THAT(*run_("m44 op, vc[va0.x], vc[va0.x]\n").position, is(249 * 246, 249 * 247, 249 * 248, 249 * 249));
}

TEST_F(RelativeAddress, AcceptsConstantAsIndex) {
  run_.constants[3] = {0, 0, 42, 0};
  EXPECT_EQ(at(0, "vc[vc3.z+1]"), 43);
}

TEST(Registers, OutputsArePresentIfWritten) {
  VertexRun run;
  const VertexOutput vertex = run("mov op, va0\nmov v2.x, va0.w\n");
  ASSERT_EQ(vertex.varyings.size(), 3u);
  EXPECT_FALSE(vertex.varyings[0]);
  EXPECT_FALSE(vertex.varyings[1]);
  EXPECT_THAT(*vertex.varyings[2], is(1, 0, 0, 0));
  QuadRun quad;
  for (std::size_t i = 0; i < quad_size; ++i) quad.varyings[i] = {{static_cast<float>(i), 1, 2, 3}};
  const QuadOutput pixels = quad("mov oc, v0\nmov oc1, v0.w\nmov fd.x, v0.x\n");
  EXPECT_THAT(*pixels.pixels[3].colors[0], is(3, 1, 2, 3));
  EXPECT_THAT(*pixels.pixels[3].colors[1], is(3, 3, 3, 3));
  EXPECT_EQ(pixels.pixels[3].depth, 3);
  EXPECT_FALSE(quad("mov oc, v0\n").pixels[0].depth);
}

}  // namespace
}  // namespace agal::test

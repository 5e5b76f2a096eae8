// Dot and cross products, normalization, matrices.
#include "interpret/interpret_support.hpp"

namespace agal::test {
namespace {

TEST(Geometry, DotProductsFillAllComponents) {
  EXPECT_THAT(apply("dp3", {1, 2, 3, 100}, {4, 5, 6, 100}), is(32, 32, 32, 32));
  EXPECT_THAT(apply("dp4", {1, 2, 3, 10}, {4, 5, 6, 100}), is(1032, 1032, 1032, 1032));
}

TEST(Geometry, DotProductsSumFromX) {
  // The sum 2^24 + 1 + 1 is 2^24 from left to right, and 2^24 + 2 from right to left.
  EXPECT_EQ(apply("dp3", {16777216, 1, 1, 0}, {1, 1, 1, 0})[0], 16777216);
}

TEST(Geometry, CrsKeepsW) {
  VertexRun run;
  run.attributes = {{1, 2, 3, 9}, {4, 5, 6, 9}};
  EXPECT_THAT(*run("mov vt0, va0.w\ncrs vt0.xyz, va0, va1\nmov op, vt0\n").position, is(-3, 6, -3, 9));
  EXPECT_THAT(*run("mov vt0, va0.w\ncrs vt0.y, va0, va1\nmov op, vt0\n").position, is(9, 6, 9, 9));
  // One register is both source and destination.
  EXPECT_THAT(*run("mov vt0, va0\ncrs vt0.xyz, vt0, va1\nmov op, vt0\n").position, is(-3, 6, -3, 9));
  EXPECT_THAT(*run("mov vt0, va1\ncrs vt0.xyz, va0, vt0\nmov op, vt0\n").position, is(-3, 6, -3, 9));
}

TEST(Geometry, NrmUsesThreeComponents) {
  VertexRun run;
  run.attributes = {{3, 0, 4, 7}};
  EXPECT_THAT(*run("mov vt0, va0\nnrm vt0.xyz, vt0\nmov op, vt0\n").position, is(0.6f, 0, 0.8f, 7));
  EXPECT_THAT(*run("mov vt0, va0\nnrm vt0.z, vt0\nmov op, vt0\n").position, is(3, 0, 0.8f, 7));
  // The swizzled vector is normalized.
  EXPECT_THAT(*run("mov vt0, va0\nnrm vt0.xyz, vt0.xyy\nmov op, vt0\n").position, is(1, 0, 0, 7));
}

struct MatrixCase {
  const char* set_up;
  const char* operand;
};

class Matrices : public testing::TestWithParam<MatrixCase> {
 protected:
  Matrices() {
    const std::vector<Float4> rows{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
    run_.constants = {{}, {}, rows[0], rows[1], rows[2], rows[3]};
    run_.attributes = {{1, 10, 100, 1000}, {}, rows[0], rows[1], rows[2], rows[3], {-0.0f, 2, 0, 0}};
  }
  Float4 product(const std::string& opcode, const std::string& mask, const std::string& source = "va0") {
    return *run_(std::string(GetParam().set_up) + "mov vt0, va1\n" + opcode + " vt0" + mask + ", " + source + ", " +
                 GetParam().operand + "\nmov op, vt0\n")
                .position;
  }
  VertexRun run_;
};

TEST_P(Matrices, TakeDotProductsWithRows) {
  EXPECT_THAT(product("m44", ""), is(4321, 8765, 13209, 17653));
  EXPECT_THAT(product("m34", ".xyz"), is(4321, 8765, 13209, 0));
  EXPECT_THAT(product("m33", ".xyz"), is(321, 765, 1209, 0));
}

TEST_P(Matrices, ApplyWriteMask) {
  EXPECT_THAT(product("m44", ".yw"), is(0, 8765, 0, 17653));
  EXPECT_THAT(product("m33", ".y"), is(0, 765, 0, 0));
}

TEST_P(Matrices, SwizzleTheVector) { EXPECT_THAT(product("m33", ".xyz", "va0.zyx"), is(123, 567, 1011, 0)); }

INSTANTIATE_TEST_SUITE_P(Registers, Matrices,
                         testing::Values(MatrixCase{"", "vc2"}, MatrixCase{"", "va2"},
                                         MatrixCase{"mov vt2, va2\nmov vt3, va3\nmov vt4, va4\nmov vt5, va5\n", "vt2"},
                                         MatrixCase{"", "vc[va6.y]"}, MatrixCase{"", "vc[va6.x+2]"}));

TEST(Geometry, MatrixMayBeDestination) {
  VertexRun run;
  run.attributes = {{1, 2, 3, 4}, {0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 1}};
  const std::string rows = "mov vt0, va0\nmov vt1, va1\nmov vt2, va2\nmov vt3, va3\n";
  EXPECT_THAT(*run(rows + "m44 vt0, vt0, vt0\nmov op, vt0\n").position, is(30, 2, 1, 4));
  EXPECT_THAT(*run(rows + "m44 vt1, va0, vt0\nmov op, vt1\n").position, is(30, 2, 1, 4));
}

TEST(Geometry, ReadsMatricesFromVaryings) {
  QuadRun run;
  for (std::vector<Float4>& v : run.varyings) v = {{0, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 0, 0}, {5, 6, 7, 8}};
  EXPECT_THAT(*run("mov ft0, v3\nm33 ft0.xyz, v3, v0\nmov oc, ft0\n").pixels[2].colors[0], is(6, 7, 5, 8));
}

}  // namespace
}  // namespace agal::test

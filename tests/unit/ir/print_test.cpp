// The text form of the IR.
#include <gtest/gtest.h>

#include "ir/builder.hpp"

namespace agal::ir {
namespace {

class PrintTest : public testing::Test {
 protected:
  explicit PrintTest() { module.stage = Stage::Fragment; }
  Module module;
  Builder build{module};
};

TEST_F(PrintTest, ConstantsShowTheirLanes) {
  build.constant(0.5f, 2);
  build.int_constant(-3);
  build.bool_constant(true);
  EXPECT_EQ(print(module),
            "stage fragment\n"
            "%0: float2 = constant 0.5, 0.5\n"
            "%1: int = constant -3\n"
            "%2: bool = constant true\n");
}

TEST_F(PrintTest, LoadsNameTheRegister) {
  build.make(Op::LoadVarying, float_type(4), {}, 3);
  build.make(Op::LoadUniform, float_type(1), {}, 7);
  module.body.back().lanes = with_lane(0, 0, 2);
  EXPECT_EQ(print(module),
            "stage fragment\n"
            "%0: float4 = varying v3\n"
            "%1: float = uniform fc7.z\n");
}

TEST_F(PrintTest, TheStageChoosesTheNameOfARegister) {
  module.stage = Stage::Vertex;
  build.make(Op::LoadUniform, float_type(4), {}, 7);
  EXPECT_EQ(print(module), "stage vertex\n%0: float4 = uniform vc7\n");
}

TEST_F(PrintTest, LanesStandBehindTheirValue) {
  const Value v = build.make(Op::LoadVarying, float_type(4), {}, 0);
  const Value s = build.constant(1.0f);
  const std::array<Lane, 3> lanes{Lane{v, 3}, Lane{v, 0}, Lane{s, 0}};
  build.compose(lanes);
  EXPECT_EQ(print(module),
            "stage fragment\n"
            "%0: float4 = varying v0\n"
            "%1: float = constant 1\n"
            "%2: float3 = compose %0.w, %0.x, %1\n");
}

TEST_F(PrintTest, IfsIndentAndPhisPick) {
  const Value v = build.make(Op::LoadVarying, float_type(4), {}, 0);
  const Value truth = build.bool_constant(true);
  build.make(Op::If, {}, {truth});
  const Value n = build.lanewise(Op::Neg, v);
  build.make(Op::Else, {});
  build.make(Op::EndIf, {});
  const Value phi = build.make(Op::Phi, float_type(2), {n, v});
  module.body[index(phi)].lanes = with_lane(with_lane(0, 0, 3), 1, 1);
  EXPECT_EQ(print(module),
            "stage fragment\n"
            "%0: float4 = varying v0\n"
            "%1: bool = constant true\n"
            "if %1\n"
            "  %3: float4 = neg %0\n"
            "else\n"
            "end-if\n"
            "%6: float2 = phi %3.wy, %0.xy\n");
}

TEST_F(PrintTest, FetchesAndStoresNameWhatTheyTouch) {
  module.samplers = {{5, TextureKind::Plane}};
  const Value at = build.constant(0.0f, 2);
  const Value texel = build.make(Op::Sample, float_type(4), {at}, 0);
  build.make(Op::StoreColor, {}, {texel}, 1);
  EXPECT_EQ(print(module),
            "stage fragment\n"
            "sampler fs5 2d\n"
            "%0: float2 = constant 0, 0\n"
            "%1: float4 = sample fs5, %0\n"
            "store-color oc1, %1\n");
}

TEST_F(PrintTest, TokensAndRegistersFollowInAColumn) {
  const Value v = build.make(Op::LoadVarying, float_type(4), {}, 0);
  build.set_origin(0, {RegisterType::Temporary, 2});
  build.lanewise(Op::Neg, v);
  module.body.back().hint = {};
  build.lanewise(Op::Neg, v);
  module.body.push_back(module.body.back());
  module.body.back().token = no_token;
  EXPECT_EQ(print(module),
            "stage fragment\n"
            "%0: float4 = varying v0\n"
            "%1: float4 = neg %0                             @1\n"
            "%2: float4 = neg %0                             @1 ft2\n"
            "%3: float4 = neg %0                             ft2\n");
}

TEST_F(PrintTest, TheHeaderHasWhatTheModuleHoldsBesideTheList) {
  module.samplers = {{0, TextureKind::Plane}, {3, TextureKind::Cube}, {4, TextureKind::Volume}};
  module.centroid_varyings.add(1);
  module.centroid_varyings.add(70);
  module.constant_array = 128;
  EXPECT_EQ(print(module),
            "stage fragment\n"
            "sampler fs0 2d\nsampler fs3 cube\nsampler fs4 3d\n"
            "centroid v1\ncentroid v70\n"
            "constant-array 128\n");
}

TEST_F(PrintTest, SurvivesABrokenModule) {
  Inst broken;
  broken.op = Op::Compose;
  broken.type = float_type(3);
  broken.set_arg(1, static_cast<Value>(99));
  module.body.push_back(broken);
  broken.op = Op::Sample;
  broken.aux = 44;
  module.body.push_back(broken);
  broken.op = Op::EndIf;
  broken.type = {};
  module.body.push_back(broken);
  EXPECT_EQ(print(module),
            "stage fragment\n"
            "%0: float3 = compose %?, %?, %?\n"
            "%1: float3 = sample %?\n"
            "end-if\n");
}

}  // namespace
}  // namespace agal::ir

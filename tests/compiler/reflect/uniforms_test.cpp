// The reflection of constants: the registers that are read before and after optimization, and their layout.
#include <gtest/gtest.h>

#include "reflected.hpp"

namespace agal::test {
namespace {

json range(int first, int count) { return {{"first", first}, {"count", count}}; }

TEST(ReflectionUniforms, HasConstantsBeforeAndAfterOptimization) {
  const json uniforms = agal_of(vertex("m44 op, va0, vc1\nmul v0, va1, vc6\nmul vt0, va1, vc9\n")).at("uniforms");
  EXPECT_EQ(uniforms.at("name"), "vc");
  EXPECT_EQ(uniforms.at("before").at("count"), version_limits(1).vertex_constants);
  EXPECT_EQ(uniforms.at("before").at("ranges"), json({range(1, 4), range(6, 1), range(9, 1)}));
  EXPECT_EQ(uniforms.at("after").at("count"), 7);
  EXPECT_EQ(uniforms.at("after").at("ranges"), json({range(1, 4), range(6, 1)}));
}

TEST(ReflectionUniforms, UniformBlockHasNamesOffsetsAndBinding) {
  EXPECT_EQ(agal_of(fragment("mov oc, fc1\n")).at("uniforms").at("layout"),
            json({{"mode", "ubo"},
                  {"type", "vec4"},
                  {"count", 2},
                  {"stride", 16},
                  {"size", 32},
                  {"block", "FragmentConstants"},
                  {"member", "c"},
                  {"offset", 0},
                  {"set", 0},
                  {"binding", 1},
                  {"msl", {{"buffer", 0}}},
                  {"hlsl", {{"constants", "b1"}, {"space", 0}}}}));
}

TEST(ReflectionUniforms, OmitsSetsForOpenGl) {
  const json layout = agal_of(vertex("mov op, vc1\n"), for_target(Target::Glsl450)).at("uniforms").at("layout");
  EXPECT_FALSE(layout.contains("set"));
  EXPECT_EQ(layout.at("binding"), 0);
}

TEST(ReflectionUniforms, UsesRequestedBindings) {
  CompileOptions options = for_target(Target::Spv);
  options.bindings = {{"fc", 3, 7}};
  const json layout = agal_of(fragment("mov oc, fc1\n"), options).at("uniforms").at("layout");
  EXPECT_EQ(layout.at("set"), 3);
  EXPECT_EQ(layout.at("binding"), 7);
  EXPECT_EQ(layout.at("msl"), json({{"buffer", 7}}));
  EXPECT_EQ(layout.at("hlsl").at("constants"), "b7");
}

TEST(ReflectionUniforms, PlainArrayHasLocation) {
  const json program = reflected(fragment("mov oc, fc1\n"), for_target(Target::Essl100));
  EXPECT_EQ(program.at("agal").at("uniforms").at("layout"),
            json({{"mode", "plain"}, {"type", "vec4"}, {"count", 2}, {"stride", 16}, {"size", 32}, {"location", 256}}));
  EXPECT_FALSE(program.contains("ubos"));
  EXPECT_FALSE(program.contains("types"));
}

TEST(ReflectionUniforms, PushConstantsHaveAnOffset) {
  CompileOptions options = for_target(Target::Spv);
  options.constants = ConstantsMode::Push;
  const json program = reflected(fragment("mov oc, fc1\n"), options);
  EXPECT_EQ(program.at("agal").at("uniforms").at("layout"), json({{"mode", "push"},
                                                                  {"type", "vec4"},
                                                                  {"count", 2},
                                                                  {"stride", 16},
                                                                  {"size", 32},
                                                                  {"block", "FragmentConstants"},
                                                                  {"member", "c"},
                                                                  {"offset", 0}}));
  EXPECT_EQ(program.at("push_constants").at(0).at("name"), "fc");
}

TEST(ReflectionUniforms, OmitsLayoutWithoutConstants) {
  const json uniforms = agal_of(vertex("mov op, va0\n")).at("uniforms");
  EXPECT_FALSE(uniforms.contains("layout"));
  EXPECT_EQ(uniforms.at("before").at("ranges"), json::array());
}

TEST(ReflectionUniforms, RelativeAddressesKeepTheWholeArray) {
  const json agal = agal_of(vertex("m44 op, va0, vc[va1.y+8]\n"));
  EXPECT_EQ(agal.at("indirect"), json({{{"token", 1},
                                        {"operand", "source 2"},
                                        {"index", "va1.y"},
                                        {"offset", 8},
                                        {"rows", 4},
                                        {"reach", range(0, 128)},
                                        {"clamped", true}}}));
  EXPECT_EQ(named(agal.at("registers"), "va1").at("read"), "y");
  const json& after = agal.at("uniforms").at("after");
  EXPECT_EQ(after.at("count"), 128);
  EXPECT_EQ(after.at("indirect"), true);
  EXPECT_EQ(after.at("ranges"), json::array());
}

TEST(ReflectionUniforms, DeadRelativeAddressNeedsNoConstants) {
  const json uniforms = agal_of(vertex("mov vt0, vc[va1.x+2]\nmov op, va0\n")).at("uniforms");
  EXPECT_EQ(uniforms.at("before").at("indirect"), true);
  EXPECT_EQ(uniforms.at("after").at("indirect"), false);
  EXPECT_EQ(uniforms.at("after").at("count"), 0);
}

TEST(ReflectionUniforms, OffsetsAndClampsFollowTheSemantics) {
  CompileOptions options;
  options.semantics.offset_sign = OffsetSign::Signed;
  options.semantics.clamp_index = false;
  const json access = agal_of(vertex("mov op, vc[va1.x+254]\n", 2), options).at("indirect").at(0);
  EXPECT_EQ(access.at("offset"), -2);
  EXPECT_EQ(access.at("clamped"), false);
  EXPECT_EQ(access.at("reach"), range(0, version_limits(2).vertex_constants));
}

}  // namespace
}  // namespace agal::test

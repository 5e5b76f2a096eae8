#include "khronos/cross.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "khronos/spirv_tools.hpp"
#include "modules.hpp"
#include "support/branch_programs.hpp"
#include "support/glslang_oracle.hpp"

namespace agal::khronos {
namespace {

using test::Constants;
using test::FragmentParts;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

CompileOptions options_of(Target target) {
  CompileOptions options;
  options.target = target;
  return options;
}

// The text. Fails the test if there is none, or if glslang rejects it.
std::string text_of(const std::vector<std::uint32_t>& words, Target target, Stage stage,
                    const CompileOptions* given = nullptr) {
  const CompileOptions options = given != nullptr ? *given : options_of(target);
  const Result<std::string> result = cross_compile(words, test::branches_in(words), target::resolve(options, stage));
  if (!result) {
    ADD_FAILURE() << info(target).name << ": " << render_text(result.diagnostics());
    return {};
  }
  if (test::has_oracle(target)) {
    const auto error = test::glslang_error(*result, target, stage, options.entry_point);
    EXPECT_EQ(error, std::nullopt) << info(target).name << "\n" << *result;
  }
  return *result;
}

std::string vertex_text(Target target, bool dynamic = false) {
  const Constants form = info(target).name == "essl100" ? Constants::Plain : Constants::Block;
  return text_of(test::vertex_module(form, dynamic), target, Stage::Vertex);
}

std::string fragment_text(Target target, FragmentParts parts = {}) {
  if (info(target).name == "essl100") parts.constants = Constants::Plain;
  return text_of(test::fragment_module(parts), target, Stage::Fragment);
}

std::vector<Target> text_targets() {
  std::vector<Target> targets;
  for (const TargetInfo& row : target_table)
    if (info(row.family).has(Writer::Cross)) targets.push_back(row.target);
  return targets;
}

class EveryTextTarget : public ::testing::TestWithParam<Target> {};
INSTANTIATE_TEST_SUITE_P(Cross, EveryTextTarget, ::testing::ValuesIn(text_targets()), [](const auto& param) {
  std::string name(agal::info(param.param).name);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

TEST_P(EveryTextTarget, WritesVertexModuleAndKeepsNames) {
  const std::string text = vertex_text(GetParam());
  EXPECT_THAT(text, AllOf(HasSubstr("va0"), HasSubstr("va1"), HasSubstr("v0"), HasSubstr("vc")));
}

TEST_P(EveryTextTarget, WritesDynamicIndicesInVertexShaders) {
  EXPECT_THAT(vertex_text(GetParam(), true), HasSubstr("int"));
}

TEST_P(EveryTextTarget, WritesFragmentModuleAndKeepsNames) {
  const std::string text = fragment_text(GetParam());
  EXPECT_THAT(text, AllOf(HasSubstr("fs3"), HasSubstr("v0"), HasSubstr("fc")));
}

TEST_P(EveryTextTarget, WritesDepthTwoColorsKillAndDerivatives) {
  const std::string text =
      fragment_text(GetParam(), {.depth = true, .second = true, .kill = true, .derivative = true, .gradients = true});
  EXPECT_THAT(text, HasSubstr("discard"));
}

TEST_P(EveryTextTarget, WritesCubeTextures) { fragment_text(GetParam(), {.dimension = "Cube"}); }

TEST_P(EveryTextTarget, WritesCentroidInterpolation) { fragment_text(GetParam(), {.centroid = true}); }

TEST_P(EveryTextTarget, WritesVolumeTexturesExceptInEssl100) {
  if (GetParam() == Target::Essl100) return;  // AGAL4010
  fragment_text(GetParam(), {.dimension = "3D"});
}

TEST_P(EveryTextTarget, DoesNotChangeClipSpace) {
  const std::string text = vertex_text(GetParam());
  EXPECT_THAT(text, Not(HasSubstr("* 0.5")));
  EXPECT_THAT(text, Not(HasSubstr("2.0 *")));
  EXPECT_THAT(text, Not(HasSubstr("-gl_Position")));
}

TEST_P(EveryTextTarget, ReportsMalformedModule) {
  const std::vector<std::uint32_t> noise{0x07230203, 0x10000, 0, 8, 0, 0xffffffff};
  const Result<std::string> result = cross_compile(noise, 0, target::resolve(options_of(GetParam()), Stage::Fragment));
  ASSERT_FALSE(result.has_value());
  ASSERT_TRUE(result.diagnostics().contains(5002));
  EXPECT_THAT(result.diagnostics()[0].message, HasSubstr(std::string(info(GetParam()).name)));
}

TEST(CrossEssl100, UsesPlainArrayAndHighPrecision) {
  const std::string text = fragment_text(Target::Essl100);
  EXPECT_THAT(text, HasSubstr("uniform highp vec4 fc[4];"));
  EXPECT_THAT(text, HasSubstr("uniform highp sampler2D fs3;"));
  EXPECT_THAT(text, HasSubstr("varying highp vec4 v0;"));
  EXPECT_THAT(vertex_text(Target::Essl100), Not(HasSubstr("precision")));
}

TEST(CrossEssl100, RequiresExtensions) {
  const std::string text = fragment_text(Target::Essl100, {.depth = true, .second = true, .gradients = true});
  EXPECT_THAT(text, HasSubstr("#extension GL_EXT_frag_depth : require\n"));
  EXPECT_THAT(text, HasSubstr("gl_FragDepthEXT = "));
  EXPECT_THAT(text, HasSubstr("#extension GL_EXT_draw_buffers : require\n"));
  EXPECT_THAT(text, HasSubstr("gl_FragData[1] = "));
  EXPECT_THAT(text, HasSubstr("#extension GL_EXT_shader_texture_lod : require\n"));
  EXPECT_THAT(text, HasSubstr("texture2DGradEXT("));
  EXPECT_THAT(text, HasSubstr("#extension GL_OES_standard_derivatives : require\n"));
  EXPECT_THAT(fragment_text(Target::Essl100), Not(HasSubstr("#extension")));
}

TEST(CrossEssl100, DropsCentroid) {
  EXPECT_THAT(fragment_text(Target::Essl100, {.centroid = true}), Not(HasSubstr("centroid")));
  EXPECT_THAT(fragment_text(Target::Essl300, {.centroid = true}), HasSubstr("centroid in highp vec4 v0;"));
}

TEST(CrossEssl300, UsesHighPrecision) {
  const std::string text = fragment_text(Target::Essl300, {.dimension = "3D"});
  EXPECT_THAT(text, HasSubstr("uniform highp sampler3D fs3;"));
  EXPECT_THAT(text, HasSubstr("in highp vec4 v0;"));
  EXPECT_THAT(text, HasSubstr("uniform FragmentConstants"));
}

TEST(CrossGlsl, WritesBindingsIfTheVersionHasThem) {
  EXPECT_THAT(fragment_text(Target::Glsl450), HasSubstr("layout(binding = 5) uniform sampler2D fs3;"));
  EXPECT_THAT(fragment_text(Target::Essl310), HasSubstr("layout(binding = 5) uniform"));
  EXPECT_THAT(fragment_text(Target::Glsl330), AllOf(HasSubstr("\nuniform sampler2D fs3;"), Not(HasSubstr("420pack"))));
  EXPECT_THAT(fragment_text(Target::VulkanGlsl450), HasSubstr("layout(set = 0, binding = 5) uniform sampler2D fs3;"));
}

TEST(CrossGlsl, PrintsPlainArraysAndPushConstants) {
  EXPECT_THAT(text_of(test::vertex_module(Constants::Plain), Target::Glsl330, Stage::Vertex),
              HasSubstr("\nuniform vec4 vc[4];"));
  EXPECT_THAT(text_of(test::vertex_module(Constants::Push), Target::VulkanGlsl450, Stage::Vertex),
              HasSubstr("layout(push_constant, std430) uniform VertexConstants"));
}

TEST(CrossMsl, AssignsFixedIndices) {
  const std::string text = fragment_text(Target::Msl20);
  EXPECT_THAT(text, HasSubstr("[[texture(3)]]"));
  EXPECT_THAT(text, HasSubstr("[[sampler(3)]]"));
  EXPECT_THAT(text, HasSubstr("fc [[buffer(0)]]"));
  EXPECT_THAT(text, HasSubstr("fragment main0_out main0("));
  const std::string vertex = vertex_text(Target::Msl12);
  EXPECT_THAT(vertex, HasSubstr("vc [[buffer(0)]]"));
  EXPECT_THAT(vertex, HasSubstr("va1 [[attribute(1)]]"));
}

TEST(CrossHlsl, AssignsFixedRegistersAndSemantics) {
  const std::string text = fragment_text(Target::Hlsl50);
  EXPECT_THAT(text, HasSubstr("fs3 : register(t3);"));
  EXPECT_THAT(text, HasSubstr("register(s3);"));
  EXPECT_THAT(text, HasSubstr("cbuffer FragmentConstants : register(b1)"));
  const std::string vertex = vertex_text(Target::Hlsl51);
  EXPECT_THAT(vertex, HasSubstr("cbuffer VertexConstants : register(b0, space0)"));
  EXPECT_THAT(vertex, HasSubstr("va1 : TEXCOORD1;"));
}

TEST(CrossMslHlsl, UseRequestedBindings) {
  CompileOptions options = options_of(Target::Msl20);
  options.bindings = {{"fs3", 0, 7}, {"fc", 0, 4}};
  const auto words = test::fragment_module();
  EXPECT_THAT(text_of(words, Target::Msl20, Stage::Fragment, &options),
              AllOf(HasSubstr("[[texture(7)]]"), HasSubstr("[[sampler(7)]]"), HasSubstr("[[buffer(4)]]")));
  options.target = Target::Hlsl50;
  EXPECT_THAT(text_of(words, Target::Hlsl50, Stage::Fragment, &options),
              AllOf(HasSubstr("register(t7)"), HasSubstr("register(s7)"), HasSubstr("register(b4)")));
}

TEST(Cross, IsDeterministic) {
  const auto words = test::fragment_module({.kill = true});
  const target::Output output = target::resolve(options_of(Target::Essl300), Stage::Fragment);
  EXPECT_EQ(*cross_compile(words, 1, output), *cross_compile(words, 1, output));
}

}  // namespace
}  // namespace agal::khronos

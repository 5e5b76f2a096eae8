// Text that SPIRV-Cross writes for each target, checked by glslang.
#include "khronos/cross.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "khronos/spirv_tools.hpp"
#include "modules.hpp"
#include "support/branch_programs.hpp"
#include "support/glslang_oracle.hpp"

namespace agal::khronos {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

CompileOptions options_of(Target target) {
  CompileOptions options;
  options.target = target;
  return options;
}

// Returns the text of a program. Fails the test if there is no text, or if glslang rejects the text.
std::string text_of(std::string_view source, const CompileOptions& options) {
  const Stage stage = test::assembled(source).stage;
  const std::vector<std::uint32_t> words = test::words_of(source, options);
  const Result<std::string> result = cross_compile(words, test::branches_in(words), target::resolve(options, stage));
  if (!result) {
    ADD_FAILURE() << info(options.target).name << ": " << render_text(result.diagnostics());
    return {};
  }
  if (test::has_oracle(options.target)) {
    const auto error = test::glslang_error(*result, options.target, stage, options.entry_points.of(stage));
    EXPECT_EQ(error, std::nullopt) << info(options.target).name << "\n" << *result;
  }
  return *result;
}

std::string vertex_text(Target target) { return text_of(test::vertex_text, options_of(target)); }

// Returns the text of a fragment program with the given sampler options.
std::string fragment_text(Target target, const std::string& sampler = "2d, linear") {
  return text_of("tex ft0, v0, fs3 <" + sampler + ">\nmul oc, ft0, fc3\n", options_of(target));
}

constexpr std::string_view many_outputs =
    "tex ft0, v0, fs3 <2d, linear>\nkil ft0.x\nddx ft1, v0\nmul ft1, ft1, ft0\nmov oc, ft1\nmov oc1, fc3\n"
    "mov fd.x, ft0.w\n";

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
  EXPECT_THAT(text_of("m44 op, va0, vc[va0.x+1]\nmov v0, va1\n", options_of(GetParam())), HasSubstr("int"));
}

TEST_P(EveryTextTarget, WritesFragmentModuleAndKeepsNames) {
  const std::string text = fragment_text(GetParam());
  EXPECT_THAT(text, AllOf(HasSubstr("fs3"), HasSubstr("v0"), HasSubstr("fc")));
}

TEST_P(EveryTextTarget, WritesDepthTwoColorsKillAndDerivatives) {
  EXPECT_THAT(text_of(many_outputs, options_of(GetParam())), HasSubstr("discard"));
}

TEST_P(EveryTextTarget, WritesCubeTextures) { fragment_text(GetParam(), "cube, linear"); }

TEST_P(EveryTextTarget, WritesCentroidInterpolation) { fragment_text(GetParam(), "2d, linear, centroid"); }

TEST_P(EveryTextTarget, WritesVolumeTexturesIfVersionHasThem) {
  if (!has(GetParam(), TargetFeature::VolumeTextures)) return;  // rejected by AGAL4010
  fragment_text(GetParam(), "3d, linear");
}

TEST_P(EveryTextTarget, DoesNotChangeClipSpace) {
  CompileOptions options = options_of(GetParam());
  options.clip_z = ClipZ::ZeroToOne;
  const std::string text = text_of(test::vertex_text, options);
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

TEST_P(EveryTextTarget, OmitsVersionOnDemand) {
  CompileOptions options = options_of(GetParam());
  const std::vector<std::uint32_t> words = test::words_of(test::vertex_text, options);
  const auto text = [&] {
    const auto made = cross_compile(words, test::branches_in(words), target::resolve(options, Stage::Vertex));
    EXPECT_TRUE(made.has_value());
    return made ? *made : std::string();
  };
  const std::string with = text();
  options.version_line = false;
  const std::string_view version = info(info(GetParam()).family).glsl() ? target::version_line(GetParam()) : "";
  EXPECT_EQ(with, std::string(version) + text());
}

TEST(CrossEssl100, UsesPlainArrayAndHighPrecision) {
  const std::string text = fragment_text(Target::Essl100);
  EXPECT_THAT(text, HasSubstr("uniform highp vec4 fc[4];"));
  EXPECT_THAT(text, HasSubstr("uniform highp sampler2D fs3;"));
  EXPECT_THAT(text, HasSubstr("varying highp vec4 v0;"));
  EXPECT_THAT(vertex_text(Target::Essl100), Not(HasSubstr("precision")));
}

TEST(CrossEssl100, RequiresExtensions) {
  const std::string text = text_of(many_outputs, options_of(Target::Essl100));
  EXPECT_THAT(text, HasSubstr("#extension GL_EXT_frag_depth : require\n"));
  EXPECT_THAT(text, HasSubstr("gl_FragDepthEXT = "));
  EXPECT_THAT(text, HasSubstr("#extension GL_EXT_draw_buffers : require\n"));
  EXPECT_THAT(text, HasSubstr("gl_FragData[1] = "));
  EXPECT_THAT(text, HasSubstr("#extension GL_OES_standard_derivatives : require\n"));
  EXPECT_THAT(fragment_text(Target::Essl100), Not(HasSubstr("#extension")));
}

TEST(CrossEssl100, DropsCentroid) {
  EXPECT_THAT(fragment_text(Target::Essl100, "2d, linear, centroid"), Not(HasSubstr("centroid")));
  EXPECT_THAT(fragment_text(Target::Essl300, "2d, linear, centroid"), HasSubstr("centroid in highp vec4 v0;"));
}

TEST(CrossGlsl120, PrintsOldKeywordsAndExtension) {
  EXPECT_THAT(vertex_text(Target::Glsl120), AllOf(StartsWith("#version 120\n"), HasSubstr("attribute vec4 va0;"),
                                                  HasSubstr("uniform vec4 vc["), Not(HasSubstr("layout"))));
  EXPECT_THAT(
      fragment_text(Target::Glsl120, "2d, linear, centroid"),
      AllOf(HasSubstr("centroid varying vec4 v0;"), HasSubstr("texture2D(fs3, "), Not(HasSubstr("#extension"))));
  const std::string text = text_of(many_outputs, options_of(Target::Glsl120));
  EXPECT_THAT(text, AllOf(HasSubstr("gl_FragDepth = "), HasSubstr("gl_FragData[1] = "), Not(HasSubstr("#extension"))));
  EXPECT_THAT(text_of("mov ft0, fc0\nifg v0.x, fc0.x\ntex ft0, v1, fs0 <cube>\neif\nmov oc, ft0\n",
                      options_of(Target::Glsl120)),
              AllOf(HasSubstr("#extension GL_ARB_shader_texture_lod : "), HasSubstr("textureCubeGradARB(fs0, ")));
}

TEST(CrossEssl300, UsesHighPrecision) {
  const std::string text = fragment_text(Target::Essl300, "3d, linear");
  EXPECT_THAT(text, HasSubstr("uniform highp sampler3D fs3;"));
  EXPECT_THAT(text, HasSubstr("in highp vec4 v0;"));
  EXPECT_THAT(text, HasSubstr("uniform FragmentConstants"));
}

TEST(CrossGlsl, WritesBindingsIfVersionSupportsThem) {
  EXPECT_THAT(fragment_text(Target::Glsl450), HasSubstr("layout(binding = 5) uniform sampler2D fs3;"));
  EXPECT_THAT(fragment_text(Target::Essl310), HasSubstr("layout(binding = 5) uniform"));
  EXPECT_THAT(fragment_text(Target::Glsl330), AllOf(HasSubstr("\nuniform sampler2D fs3;"), Not(HasSubstr("420pack"))));
  EXPECT_THAT(fragment_text(Target::VulkanGlsl450), HasSubstr("layout(set = 0, binding = 5) uniform sampler2D fs3;"));
}

TEST(CrossGlsl, PrintsPlainArraysAndPushConstants) {
  CompileOptions options = options_of(Target::Glsl330);
  options.constants = ConstantsMode::Plain;
  EXPECT_THAT(text_of(test::vertex_text, options), HasSubstr("\nuniform vec4 vc[4];"));
  options = options_of(Target::VulkanGlsl450);
  options.constants = ConstantsMode::Push;
  EXPECT_THAT(text_of(test::vertex_text, options), HasSubstr("layout(push_constant, std430) uniform VertexConstants"));
}

TEST(Cross, IsDeterministic) {
  const CompileOptions options = options_of(Target::Essl300);
  EXPECT_EQ(text_of(many_outputs, options), text_of(many_outputs, options));
}

}  // namespace
}  // namespace agal::khronos

// --precision: the values of a fragment program that it relaxes, and the effect in each language.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <optional>
#include <string>
#include <string_view>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/glslang_oracle.hpp"

namespace agal {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string fragment(std::string_view lines) { return fmt::format("//! agal 2 fragment\n{}", lines); }

// Prepends a fetch into ft0 to the lines.
std::string textured(std::string_view lines) {
  return fmt::format("tex ft0, v0, fs0 <2d, linear, miplinear, repeat>\n{}", lines);
}

// Compiles a program. glslang checks the text if it knows the language.
std::string text_of(std::string_view program, Precision precision, Target target = Target::Essl300,
                    std::optional<Writer> writer = {}) {
  const Result<Program> assembled = assemble(program);
  EXPECT_TRUE(assembled) << render_text(assembled.diagnostics());
  if (!assembled) return {};
  CompileOptions options;
  options.target = target;
  options.precision = precision;
  options.writer = writer;
  const Result<Compilation> made = compile(*assembled, options);
  EXPECT_TRUE(made) << render_text(made.diagnostics());
  if (!made) return {};
  if (test::has_oracle(target)) {
    EXPECT_EQ(test::glslang_error(made->text, target, assembled->stage), std::nullopt) << made->text;
  }
  return made->text;
}

std::string medium(std::string_view lines, Target target = Target::Essl300) {
  return text_of(fragment(lines), Precision::Medium, target);
}

const std::string tinted = textured("mul ft0, ft0, fc0\nmov oc, ft0\n");

TEST(Precision, DefaultIsHigh) {
  for (const TargetInfo& row : target_table) {
    CompileOptions options;
    options.target = row.target;
    const Program program = *assemble(fragment(tinted));
    const Compilation made = *compile(program, options);
    EXPECT_EQ(made.text, text_of(fragment(tinted), Precision::High, row.target)) << row.name;
    EXPECT_THAT(made.text, Not(HasSubstr("RelaxedPrecision"))) << row.name;
    EXPECT_THAT(made.text, Not(HasSubstr("mediump vec4"))) << row.name;
  }
}

TEST(Precision, RelaxesTexelsColorsAndOutputs) {
  const std::string text = medium(textured("mul ft1, ft0, fc0\nadd ft0, ft1, ft0\nmov oc, ft0\n"));
  EXPECT_THAT(text, HasSubstr("uniform mediump sampler2D fs0;"));
  EXPECT_THAT(text, HasSubstr("mediump vec4 ft0 = texture(fs0, v0.xy)"));
  EXPECT_THAT(text, HasSubstr("out mediump vec4 oc;"));
  EXPECT_THAT(text, HasSubstr("precision highp float;"));
  EXPECT_THAT(text, HasSubstr("\nin vec4 v0;"));
}

TEST(Precision, Essl100UsesHighpOnlyIfAvailable) {
  const std::string text = medium(tinted, Target::Essl100);
  EXPECT_THAT(text, HasSubstr("uniform mediump sampler2D fs0;"));
  EXPECT_EQ(text.find("highp", text.find("#else")), std::string::npos) << text;
}

TEST(Precision, KeepsHighForCoordinates) {
  const std::string text =
      medium(textured("add ft1, ft0, v0\ntex ft2, ft1, fs1 <2d, linear, miplinear, repeat>\nmov oc, ft2\n"));
  EXPECT_THAT(text, HasSubstr("uniform sampler2D fs0;"));
  EXPECT_THAT(text, HasSubstr("uniform mediump sampler2D fs1;"));
  EXPECT_THAT(text, Not(HasSubstr("mediump vec4 ft0")));
}

TEST(Precision, KeepsHighForOperandsOfDerivatives) {
  const std::string text = medium(textured("ddx ft1, ft0\nadd ft0, ft0, ft1\nmov oc, ft0\n"));
  EXPECT_THAT(text, HasSubstr("uniform sampler2D fs0;"));
}

TEST(Precision, KeepsHighForDecodedTexels) {
  const std::string text = medium(textured("dp4 ft1, ft0, fc0\nmul oc, ft1, fc1\n"));
  EXPECT_THAT(text, Not(HasSubstr("mediump")));
}

TEST(Precision, KeepsHighForDepth) {
  const std::string text = medium(textured("mov fd.x, ft0.x\nmov oc, v0\n"));
  EXPECT_THAT(text, HasSubstr("uniform sampler2D fs0;"));
}

TEST(Precision, RelaxesAlphaTestButNotDepthTest) {
  const std::string alpha = textured("sub ft1.x, ft0.w, fc0.w\nkil ft1.x\nmov oc, ft0\n");
  EXPECT_THAT(medium(alpha), HasSubstr("uniform mediump sampler2D fs0;"));
  const std::string depth = textured("slt ft1, v1, ft0\nmul oc, ft1, fc0\n");
  EXPECT_THAT(medium(depth), HasSubstr("uniform sampler2D fs0;"));
  const std::string difference = textured("sub ft1.x, ft0.x, v1.z\nkil ft1.x\nmov oc, v0\n");
  EXPECT_THAT(medium(difference), HasSubstr("uniform sampler2D fs0;"));
}

TEST(Precision, KeepsHighForOutputWithOtherValues) {
  const std::string text = medium(textured("mov ft1.xyz, ft0.xyz\nmov ft1.w, v1.z\nmov oc, ft1\n"));
  EXPECT_THAT(text, HasSubstr("out vec4 oc;"));
  EXPECT_THAT(text, HasSubstr("uniform mediump sampler2D fs0;"));
}

TEST(Precision, IgnoresUnwrittenComponents) {
  const Program program = *assemble(fragment(textured("mov ft1.xyz, ft0.xyz\nadd ft1, ft1, fc0\nmov oc, ft1\n")));
  for (const Unwritten unwritten : {Unwritten::Zero, Unwritten::Undefined}) {
    CompileOptions options;
    options.target = Target::Essl300;
    options.precision = Precision::Medium;
    options.validation.level = ValidationLevel::Off;
    options.semantics.unwritten = unwritten;
    const Result<Compilation> made = compile(program, options);
    ASSERT_TRUE(made) << render_text(made.diagnostics());
    EXPECT_THAT(made->text, HasSubstr("out mediump vec4 oc;"));
  }
}

TEST(Precision, RelaxesFusedMultiplyAdd) {
  const std::string text = medium(textured("mul ft1, ft0, fc0\nadd ft1, ft1, fc1\nmov oc, ft1\n"), Target::Spvasm);
  EXPECT_THAT(text, HasSubstr(" Fma "));
  EXPECT_THAT(text, HasSubstr("OpDecorate %oc RelaxedPrecision"));
}

TEST(Precision, RelaxesValuesThroughBranches) {
  const std::string text =
      medium(textured("ifg v1.x, fc0.x\n  mul ft0, ft0, fc1\nels\n  mul ft0, ft0, ft0\n  add ft0, ft0, "
                      "fc2\neif\nmov oc, ft0\n"));
  EXPECT_THAT(text, HasSubstr("out mediump vec4 oc;"));
}

TEST(Precision, DoesNotChangeVertexPrograms) {
  const std::string program = "//! agal 1 vertex\nm44 op, va0, vc0\nmov v0, va1\n";
  for (const Target target : {Target::Essl100, Target::Essl300, Target::Spvasm})
    EXPECT_EQ(text_of(program, Precision::LowColor, target), text_of(program, Precision::High, target));
}

TEST(Precision, LowColorAppliesToTexelsAndClampedOutputs) {
  const std::string clamped = fragment(tinted.substr(0, tinted.find("mov oc")) + "sat ft0, ft0\nmov oc, ft0\n");
  for (const Writer writer : {Writer::Own, Writer::Cross}) {
    const std::string text = text_of(clamped, Precision::LowColor, Target::Essl300, writer);
    EXPECT_THAT(text, HasSubstr("uniform lowp sampler2D fs0;"));
    EXPECT_THAT(text, HasSubstr("out lowp vec4 oc;"));
  }
  // A texel that is read twice becomes a variable.
  const std::string twice = fragment(textured("mul ft1, ft0, ft0.yzxw\nmov oc, ft1\n"));
  EXPECT_THAT(text_of(twice, Precision::LowColor), HasSubstr("mediump vec4 ft0 ="));
  EXPECT_THAT(text_of(clamped, Precision::LowColor, Target::Essl100), HasSubstr("uniform lowp sampler2D fs0;"));
  // A product with a constant can exceed the range of lowp.
  EXPECT_THAT(text_of(fragment(tinted), Precision::LowColor), HasSubstr("out vec4 oc;"));
}

TEST(Precision, IsADecorationInSpirv) {
  const std::string text = medium(tinted, Target::Spvasm);
  EXPECT_THAT(text, HasSubstr("OpDecorate %fs0 RelaxedPrecision"));
  EXPECT_THAT(text, HasSubstr("OpDecorate %oc RelaxedPrecision"));
  EXPECT_EQ(text, text_of(fragment(tinted), Precision::LowColor, Target::Spvasm));
}

// docs/mapping.md says that MSL and HLSL ignore the option. If a newer SPIRV-Cross supports relaxed precision, the page
// must change.
TEST(Precision, IsIgnoredInMslAndHlsl) {
  for (const Target target : {Target::Msl23, Target::Hlsl50})
    EXPECT_EQ(medium(tinted, target), text_of(fragment(tinted), Precision::High, target));
}

TEST(Precision, IsValidForCorpora) {
  AGAL_WANT(test::Facility::Shared, test::shared_corpus().missing);
  std::size_t relaxed = 0, fragments = 0;
  for (const test::CorpusProgram& entry : test::whole_corpus().programs) {
    if (entry.stage != Stage::Fragment) continue;
    AssembleOptions reading;
    reading.stage = entry.stage;
    const Result<Program> program = load_program(entry.bytes, entry.path, reading);
    if (!program) continue;
    CompileOptions options;
    options.target = Target::Essl300;
    options.precision = Precision::LowColor;
    options.reflect = false;
    const Result<Compilation> made = compile(*program, options);
    if (!made) continue;  // also rejected without the option
    ++fragments;
    if (made->text.find("lowp sampler") != std::string::npos) ++relaxed;
    ASSERT_EQ(test::glslang_error(made->text, options.target, entry.stage), std::nullopt) << entry.path;
  }
  EXPECT_GT(fragments, 30u);
  EXPECT_GT(relaxed, fragments / 4);
}

}  // namespace
}  // namespace agal

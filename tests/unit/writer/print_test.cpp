// What agalc's own writer writes, feature by feature. The conversion and execution tests go over the corpora.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agal/assembly.hpp"
#include "agal/limits.hpp"
#include "agal/translate.hpp"
#include "ir/builder.hpp"
#include "ir/interface.hpp"
#include "writer/print.hpp"
#include "writer/spelling.hpp"

namespace agal {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string write(std::string_view source, Target target, TranslateOptions options = {}) {
  const Result<Program> program = assemble(source, "test");
  if (!program) return "does not assemble: " + program.diagnostics()[0].message;
  options.target = target;
  options.validation.level = ValidationLevel::Warn;
  const Result<std::string> text = agal::write(*program, options);
  return text ? *text : "rejected: " + text.diagnostics()[0].message;
}

// The lines between the braces of the entry point, without their indentation of one level.
std::string body(std::string_view source, Target target = Target::Essl300, TranslateOptions options = {}) {
  const std::string text = write(source, target, options);
  const std::size_t entry = text.find("main(");
  if (entry == std::string::npos) return text;
  const std::size_t open = text.find("{\n", entry);
  std::string out;
  for (std::size_t begin = open + 2; begin < text.size() && text[begin] != '}';) {
    const std::size_t end = text.find('\n', begin);
    out += text.substr(begin + 4, end - begin - 3);
    begin = end + 1;
  }
  return out;
}

TEST(Write, DeclaresTheInterface) {
  EXPECT_EQ(write("//! agal 2 fragment\n"
                  "tex ft0, v0, fs0 <2d, linear>\n"
                  "mul oc, ft0, fc1\n",
                  Target::Essl300),
            "#version 300 es\n"
            "precision highp float;\n"
            "precision highp sampler2D;\n"
            "\n"
            "layout(std140) uniform FragmentConstants {\n"
            "    vec4 c[2];\n"
            "} fc;\n"
            "\n"
            "uniform sampler2D fs0;\n"
            "\n"
            "in vec4 v0;\n"
            "layout(location = 0) out vec4 oc;\n"
            "\n"
            "void main() {\n"
            "    oc = texture(fs0, v0.xy) * fc.c[1];\n"
            "}\n");
}

TEST(Write, DeclaresTheInterfaceOfWgsl) {
  EXPECT_EQ(write("//! agal 2 fragment\n"
                  "tex ft0, v0, fs0 <2d, linear>\n"
                  "mul oc, ft0, fc1\n",
                  Target::Wgsl),
            "struct FragmentOutput {\n"
            "    @location(0) oc: vec4f,\n"
            "}\n"
            "\n"
            "@group(0) @binding(1) var<uniform> fc: array<vec4f, 2>;\n"
            "@group(0) @binding(2) var fs0: texture_2d<f32>;\n"
            "@group(0) @binding(34) var fs0_sampler: sampler;\n"
            "\n"
            "@fragment\n"
            "fn main(@location(0) v0: vec4f) -> FragmentOutput {\n"
            "    var output: FragmentOutput;\n"
            "    output.oc = textureSample(fs0, fs0_sampler, v0.xy) * fc[1];\n"
            "    return output;\n"
            "}\n");
}

TEST(Write, SeparatesResourcesFromTheEntryPoint) {
  const std::string text = write("//! agal 1 fragment\ntex oc, v0, fs0 <2d>\n", Target::Wgsl);
  EXPECT_THAT(text, HasSubstr("var fs0_sampler: sampler;\n\n@fragment\n"));
  EXPECT_THAT(write("//! agal 1 fragment\nmov oc, v0\n", Target::Wgsl), HasSubstr("}\n\n@fragment\n"));
}

TEST(Write, JoinsSeparateSamplersInVulkanGlsl) {
  TranslateOptions options;
  options.samplers = Samplers::Separate;
  options.bindings = {{"fs1", 2, 9}};
  EXPECT_EQ(write("//! agal 2 fragment\n"
                  "tex ft0, v0, fs0 <2d, linear>\n"
                  "tex ft1, v1, fs1 <cube, linear, 1.5>\n"
                  "mul oc, ft0, ft1\n",
                  Target::VulkanGlsl450, options),
            "#version 450\n"
            "\n"
            "layout(set = 0, binding = 2) uniform texture2D fs0;\n"
            "layout(set = 0, binding = 34) uniform sampler fs0_sampler;\n"
            "layout(set = 2, binding = 9) uniform textureCube fs1;\n"
            "layout(set = 2, binding = 41) uniform sampler fs1_sampler;\n"
            "\n"
            "layout(location = 0) in vec4 v0;\n"
            "layout(location = 1) in vec4 v1;\n"
            "layout(location = 0) out vec4 oc;\n"
            "\n"
            "void main() {\n"
            "    oc = texture(sampler2D(fs0, fs0_sampler), v0.xy) *\n"
            "            texture(samplerCube(fs1, fs1_sampler), v1.xyz, 1.5);\n"
            "}\n");
}

// A function of the name of something that the text uses would hide it.
TEST(Write, RefusesEntryPointsWithANameThatWgslTextUses) {
  TranslateOptions options;
  for (const writer::Spelling& spelling : writer::spellings::wgsl) {
    if (spelling.form != writer::Spelling::Form::Call) continue;
    options.entry_point = spelling.text;
    EXPECT_THAT(write("//! agal 1 fragment\nmov oc, v0\n", Target::Wgsl, options),
                HasSubstr("is not a valid name for an entry point of wgsl"))
        << spelling.text;
  }
}

TEST(Write, NamesValuesAfterRegisters) {
  EXPECT_EQ(body("//! agal 1 fragment\n"
                 "mul ft0, v0, fc0\n"
                 "mul oc, ft0, ft0\n"),
            "vec4 ft0 = v0 * fc.c[0];\n"
            "oc = ft0 * ft0;\n");
}

TEST(Write, UsesAVariableAgainWhereItsValueIsDead) {
  EXPECT_EQ(body("//! agal 1 fragment\n"
                 "mul ft0, v0, fc0\n"
                 "mul ft0, ft0, ft0\n"
                 "mul oc, ft0, ft0\n"),
            "vec4 ft0 = v0 * fc.c[0];\n"
            "ft0 = ft0 * ft0;\n"
            "oc = ft0 * ft0;\n");
}

TEST(Write, KeepsAVariableWhileAConstructorReadsIt) {
  const std::string start =
      "//! agal 2 fragment\n"
      "mul ft0, v0, fc0\n"
      "mul ft1, v1, fc1\n"
      "add ft3, ft0, ft1\n"
      "mul ft3, ft3, ft3\n"
      "mov ft2.xy, ft0\n"
      "mov ft2.zw, ft1\n"
      "mul ft1, v2, fc2\n";
  // What reads a variable is found in another way if there are branches.
  for (const char* branch : {"", "ifg v0.x, fc0.x\nkil v0.y\neif\n"}) {
    const std::string text = body(start + branch + "mul ft4, ft1, ft1\nmul ft4, ft4, ft2\nadd oc, ft4, ft3\n");
    EXPECT_THAT(text, HasSubstr("vec4 ft1 = v1 * fc.c[1];\n"));
    EXPECT_THAT(text, HasSubstr("vec4 ft1_1 = v2 * fc.c[2];\n"));
    EXPECT_THAT(text, HasSubstr("oc = ft1_1 * ft1_1 * vec4(ft0.xy, ft1.zw) + ft3 * ft3;\n"));
  }
}

TEST(Write, KeepsAVariableThatIsReadBeforeAnIf) {
  EXPECT_EQ(body("//! agal 2 fragment\n"
                 "mul ft1, v0, fc0\n"
                 "add ft2, ft1, ft1\n"
                 "mul ft2, ft2, ft2\n"
                 "mov ft0, ft1\n"
                 "mul ft1, v1, fc1\n"
                 "ifg v0.x, fc0.x\n"
                 "mul ft0, ft1, fc2\n"
                 "eif\n"
                 "add ft0, ft0, ft1\n"
                 "mul oc, ft0, ft2\n"),
            "vec4 ft1 = v0 * fc.c[0];\n"
            "vec4 ft2 = ft1 + ft1;\n"
            "vec4 ft1_1 = v1 * fc.c[1];\n"
            "vec4 ft0 = ft1;\n"
            "if (v0.x > fc.c[0].x) {\n"
            "    ft0 = ft1_1 * fc.c[2];\n"
            "}\n"
            "oc = (ft0 + ft1_1) * (ft2 * ft2);\n");
}

TEST(Write, AssignsInAnIfWithoutElse) {
  EXPECT_EQ(body("//! agal 2 fragment\n"
                 "mul ft0, v0, fc0\n"
                 "ifg v0.x, fc0.x\n"
                 "mul ft0.xyz, ft0.xyz, fc1.xyz\n"
                 "eif\n"
                 "mov oc, ft0\n"),
            "vec4 ft0 = v0 * fc.c[0];\n"
            "vec3 ft0_1 = ft0.xyz;\n"
            "if (v0.x > fc.c[0].x) {\n"
            "    ft0_1 = ft0.xyz * fc.c[1].xyz;\n"
            "}\n"
            "oc = vec4(ft0_1, ft0.w);\n");
}

TEST(Write, SwapsRegistersInABranch) {
  const std::string text = body(
      "//! agal 2 fragment\n"
      "mul ft0, v0, fc0\n"
      "mul ft1, v1, fc0\n"
      "mul ft3, v0, v1\n"
      "ifg v0.x, fc0.x\n"
      "mov ft2, ft0\n"
      "mov ft0, ft1\n"
      "mov ft1, ft2\n"
      "add ft3, ft3, ft3\n"
      "eif\n"
      "mul ft0, ft0, fc1\n"
      "add ft0, ft0, ft1\n"
      "add oc, ft0, ft3\n");
  // Neither is assigned before the other has been read.
  EXPECT_THAT(text, Not(HasSubstr("ft0 = ft1;\n    ft1 = ft0;"))) << text;
}

TEST(Write, ChainsElseIfs) {
  EXPECT_EQ(body("//! agal 2 fragment\n"
                 "mov ft0, fc0\n"
                 "ifg v0.x, fc0.x\n"
                 "mul ft0, v0, fc1\n"
                 "els\n"
                 "ifg v0.x, fc0.y\n"
                 "mul ft0, v0, fc2\n"
                 "els\n"
                 "mul ft0, v0, fc3\n"
                 "eif\n"
                 "eif\n"
                 "mov oc, ft0\n"),
            "vec4 ft0;\n"
            "if (v0.x > fc.c[0].x) {\n"
            "    ft0 = v0 * fc.c[1];\n"
            "} else if (v0.x > fc.c[0].y) {\n"
            "    ft0 = v0 * fc.c[2];\n"
            "} else {\n"
            "    ft0 = v0 * fc.c[3];\n"
            "}\n"
            "oc = ft0;\n");
}

TEST(Write, DoesNotChainAnIfWithMoreBehindIt) {
  EXPECT_EQ(body("//! agal 2 fragment\n"
                 "mov ft0, fc0\n"
                 "ifg v0.x, fc0.x\n"
                 "mul ft0, v0, fc1\n"
                 "els\n"
                 "ifg v0.x, fc0.y\n"
                 "mul ft0, v0, fc2\n"
                 "els\n"
                 "mul ft0, v0, fc3\n"
                 "eif\n"
                 "add ft1, ft0, v0\n"
                 "mul ft0, ft1, ft1\n"
                 "eif\n"
                 "mov oc, ft0\n"),
            "vec4 ft0;\n"
            "if (v0.x > fc.c[0].x) {\n"
            "    ft0 = v0 * fc.c[1];\n"
            "} else {\n"
            "    if (v0.x > fc.c[0].y) {\n"
            "        ft0 = v0 * fc.c[2];\n"
            "    } else {\n"
            "        ft0 = v0 * fc.c[3];\n"
            "    }\n"
            "    vec4 ft1 = ft0 + v0;\n"
            "    ft0 = ft1 * ft1;\n"
            "}\n"
            "oc = ft0;\n");
}

TEST(Write, SelectsScalarsInOneExpression) {
  EXPECT_EQ(body("//! agal 2 fragment\n"
                 "mul ft0, v0, fc1\n"
                 "ifg v0.x, fc0.x\n"
                 "mov ft0.x, fc0.y\n"
                 "eif\n"
                 "mov oc, ft0.x\n",
                 Target::Essl100),
            "gl_FragData[0] = vec4(v0.x > fc[0].x ? fc[0].y : v0.x * fc[1].x);\n");
}

TEST(Write, KeepsTheOrderOfEvaluation) {
  EXPECT_EQ(body("//! agal 1 fragment\n"
                 "sub ft0, v0, fc0\n"
                 "sub ft0, v1, ft0\n"
                 "add ft0, v2, ft0\n"
                 "mul oc, ft0, fc1\n"),
            "oc = (v2 + (v1 - (v0 - fc.c[0]))) * fc.c[1];\n");
}

TEST(Write, AddsNegativeOffsetsToAddresses) {
  TranslateOptions options;
  options.semantics.offset_sign = OffsetSign::Signed;
  constexpr std::string_view source =
      "//! agal 1 vertex\n"
      "mov op, vc[va0.x+253]\n";
  EXPECT_THAT(body(source, Target::Essl300, options), HasSubstr("vc.c[int(clamp(va0.x, 3.0, 130.0)) + -3]"));
  EXPECT_THAT(body(source, Target::Wgsl, options), HasSubstr("vc[i32(clamp(va0.x, 3.0, 130.0)) + -3]"));
}

TEST(Write, ValuesThatNothingReadsDoNotBreakExpressions) {
  TranslateOptions options;
  options.optimization = Optimization::None;
  EXPECT_EQ(body("//! agal 1 fragment\n"
                 "mul ft0, v0, fc0\n"
                 "add ft0, ft0, fc1\n"
                 "mul ft0, ft0, fc2\n"
                 "add ft0, ft0, fc3\n"
                 "mul ft1, ft0, fc4\n"
                 "mov oc, ft0\n",
                 Target::Essl300, options),
            "oc = (v0 * fc.c[0] + fc.c[1]) * fc.c[2] + fc.c[3];\n");
}

TEST(Write, ComparesLaneByLane) {
  constexpr std::string_view source =
      "//! agal 1 fragment\n"
      "sge ft0, v0, fc0\n"
      "mov oc, ft0\n";
  EXPECT_EQ(body(source), "oc = vec4(greaterThanEqual(v0, fc.c[0]));\n");
  EXPECT_THAT(body(source, Target::Wgsl), HasSubstr("output.oc = vec4f(v0 >= fc[0]);\n"));
}

// WGSL evaluates constant expressions when the module is made, and rejects results that are not finite.
// No program of AGAL selects among values by a condition for each lane, but the IR can.
TEST(Write, SelectsLaneByLane) {
  ir::Module module;
  module.stage = Stage::Fragment;
  ir::Builder build(module);
  const ir::Value no = build.make(ir::Op::LoadVarying, ir::float_type(4), {}, 0);
  const ir::Value yes = build.make(ir::Op::LoadUniform, ir::float_type(4), {}, 0);
  const ir::Value chosen = build.select(build.compare(ir::Op::Less, no, yes), yes, no);
  build.make(ir::Op::StoreColor, {}, {chosen}, 0);
  ASSERT_EQ(ir::verify(module), "");
  const auto print = [&](Target target) {
    target::Output options;
    options.target = target;
    if (target == Target::Essl100) options.constants = ConstantsMode::Plain;
    return writer::print(module, ir::interface_of(module), options);
  };
  EXPECT_THAT(print(Target::Glsl450), HasSubstr("oc = mix(v0, fc.c[0], lessThan(v0, fc.c[0]));"));
  EXPECT_THAT(print(Target::Essl300), HasSubstr("oc = mix(v0, fc.c[0], lessThan(v0, fc.c[0]));"));
  EXPECT_THAT(print(Target::Wgsl), HasSubstr("output.oc = select(v0, fc[0], v0 < fc[0]);"));
  EXPECT_THAT(print(Target::Essl100), HasSubstr("bvec4 test = lessThan(v0, fc[0]);"));
  EXPECT_THAT(print(Target::Essl100), HasSubstr("vec4(test.x ? fc[0].x : v0.x, test.y ? fc[0].y : v0.y, "));
}

TEST(Write, HasNoConstantExpressionsInWgsl) {
  TranslateOptions options;
  options.optimization = Optimization::None;
  EXPECT_THAT(body("//! agal 2 fragment\n"
                   "rcp ft0, ft1\n"
                   "mov oc, ft0\n",
                   Target::Wgsl, options),
              HasSubstr("let "));
  // A vector of constants is no operation.
  for (const std::string start : {"//! agal 2 fragment\n", "//! agal 2 fragment\nmov ft0.xy, v0\n"})
    EXPECT_THAT(body(start + "mov oc, ft0\n", Target::Wgsl, options), Not(HasSubstr("let ")));
}

TEST(Write, TakesDerivativesBeforeBranches) {
  const std::string text = body(
      "//! agal 2 fragment\n"
      "tex ft0, v0, fs0 <2d>\n"
      "ifg v0.x, fc0.x\n"
      "mul ft1, ft0, fc1\n"
      "els\n"
      "mul ft1, v0, fc1\n"
      "eif\n"
      "mov oc, ft1\n",
      Target::Essl100);
  EXPECT_LT(text.find("texture2D"), text.find("if (")) << text;
}

TEST(Write, LeavesDerivativesInConditions) {
  EXPECT_EQ(body("//! agal 2 fragment\n"
                 "tex ft0, v0, fs0 <2d>\n"
                 "mov ft1, fc2\n"
                 "mov ft2, fc1\n"
                 "ifg ft0.x, fc0.x\n"
                 "mov ft1, ft2\n"
                 "eif\n"
                 "mov oc, ft1\n"),
            "oc = texture(fs0, v0.xy).x > fc.c[0].x ? fc.c[1] : fc.c[2];\n");
}

TEST(Write, JoinsConditionsWithoutParentheses) {
  EXPECT_THAT(body("//! agal 1 fragment\nkil v0.x\nkil v0.y\nmov oc, v0\n"),
              HasSubstr("if (v0.x < 0.0 || v0.y < 0.0) {\n"));
}

TEST(Write, TakesDerivativesBeforeEitherArm) {
  const std::string start = "//! agal 2 fragment\ntex ft0, v0, fs0 <2d>\nmov ft1, v0\nifg v0.x, fc0.x\n";
  for (const char* arms : {"mul ft1, v0, fc1\nels\nmov ft1, ft0\n", "mov ft1, ft0\nels\nmul ft1, v0, fc1\n",
                           "mul ft1, v0, fc1\nmul ft1, ft1, ft0\n"}) {
    const std::string text = body(start + arms + "eif\nmov oc, ft1\n");
    EXPECT_LT(text.find("texture"), text.find("if (")) << text;
  }
  // Without the arm that changes it, the variable has its value before the `if`.
  const std::string text = body(
      "//! agal 2 fragment\ntex ft0, v0, fs0 <2d>\nifg v0.x, fc0.x\nmul ft0, v0, fc1\neif\n"
      "mov oc, ft0\n");
  EXPECT_LT(text.find("texture"), text.find("if (")) << text;
}

TEST(Write, TakesDerivativesBeforeSelections) {
  EXPECT_EQ(body("//! agal 2 fragment\n"
                 "tex ft0, v0, fs0 <2d>\n"
                 "mul ft0, ft0, fc2\n"
                 "mov ft1, fc1\n"
                 "ifg v0.x, fc0.x\n"
                 "mov ft1, ft0\n"
                 "eif\n"
                 "mov oc, ft1\n"),
            "vec4 ft0 = texture(fs0, v0.xy);\n"
            "oc = v0.x > fc.c[0].x ? ft0 * fc.c[2] : fc.c[1];\n");
}

TEST(Write, NamesTheExtensionForColorsOnlyWhereItIsNeeded) {
  EXPECT_THAT(write("//! agal 2 fragment\nmov oc, fc0\n", Target::Essl100), Not(HasSubstr("#extension")));
  EXPECT_THAT(write("//! agal 2 fragment\nmov oc, fc0\nmov oc1, fc0\n", Target::Essl100),
              HasSubstr("#extension GL_EXT_draw_buffers : require\n"));
}

TEST(Write, TakesDerivativesBeforeADiscard) {
  const std::string text = body(
      "//! agal 1 fragment\n"
      "tex ft0, v0, fs0 <2d>\n"
      "sub ft1.x, v0.x, fc0.x\n"
      "kil ft1.x\n"
      "mov oc, ft0\n");
  EXPECT_LT(text.find("texture("), text.find("discard")) << text;
}

TEST(Write, DeclaresColorsOfReducedPrecision) {
  TranslateOptions options;
  options.precision = Precision::Medium;
  const std::string text = write(
      "//! agal 1 fragment\n"
      "tex ft0, v0, fs0 <2d>\n"
      "mul ft0, ft0, ft0\n"
      "mul oc, ft0, ft0\n",
      Target::Essl300, options);
  EXPECT_THAT(text, HasSubstr("uniform mediump sampler2D fs0;"));
  EXPECT_THAT(text, HasSubstr("mediump vec4 ft0 = "));
  EXPECT_THAT(text, HasSubstr("out mediump vec4 oc;"));
  // Only GLSL ES has a meaning for it.
  EXPECT_THAT(write("//! agal 1 fragment\ntex oc, v0, fs0 <2d>\n", Target::Glsl450, options),
              Not(HasSubstr("mediump")));
}

Result<std::string> nested(std::uint32_t ifs, Target target) {
  std::string source = "//! agal 2 fragment\nmul ft0, v0, fc0\n";
  for (std::uint32_t i = 0; i < ifs; ++i) source += "ifg ft0.x, v1.y\nmul ft0, ft0, fc0\n";
  for (std::uint32_t i = 0; i < ifs; ++i) source += "eif\n";
  TranslateOptions options;
  options.target = target;
  options.validation.level = ValidationLevel::Off;
  return agal::write(*assemble(source + "mov oc, ft0\n", "test"), options);
}

TEST(Write, KeepsTheNestingThatWgslAllows) {
  EXPECT_TRUE(nested(60, Target::Wgsl));
  const Result<std::string> text = nested(61, Target::Wgsl);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.diagnostics()[0].code, 4094);
  EXPECT_EQ(text.diagnostics()[0].location.line, 2 + 2 * 60 + 1);
  EXPECT_TRUE(nested(translatable_nesting, Target::Essl300));
}

TEST(Write, RefusesLanguagesThatItDoesNotWrite) {
  for (const Target target : {Target::Spv, Target::Spvasm})
    EXPECT_THAT(write("//! agal 1 fragment\nmov oc, v0\n", target), HasSubstr("agalc does not write "));
}

}  // namespace
}  // namespace agal

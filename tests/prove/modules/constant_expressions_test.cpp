// Constant expressions of text. glslang evaluates them in doubles, and compilers of the targets in floats.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "agal/prove/prove.hpp"
#include "proofs/front_end.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

using proofs::ReadStatus;
using proofs::ReadText;

// Returns the text of a fragment shader in the language of a target. `oc` is the color, v0 and v1 are varyings.
std::string fragment_text(Target target, std::string_view globals, std::string_view body) {
  if (info(target).family == TargetFamily::Hlsl)
    return fmt::format(
        "{}\nvoid main(float4 v0 : TEXCOORD0, float4 v1 : TEXCOORD1, out float4 oc : SV_Target0) {{ {} }}\n", globals,
        body);
  if (target == Target::Essl100)
    return fmt::format(
        "#version 100\nprecision highp float;\nprecision highp int;\nvarying vec4 v0, v1;\n{}\nvoid main() {{ vec4 oc; "
        "{} "
        "gl_FragColor = oc; }}\n",
        globals, body);
  const bool es = info(target).family == TargetFamily::Essl;
  return fmt::format(
      "#version {}\n{}in vec4 v0;\nin vec4 v1;\nlayout(location = 0) out vec4 oc;\n{}\nvoid main() {{ {} }}\n",
      es ? "300 es" : "330", es ? "precision highp float;\nprecision highp int;\n" : "", globals, body);
}

// Compares a text with v0 * factor. Returns "equal", "different" or "not decided", or the reason why the text is not
// read.
std::string answer_for(Target target, std::string_view globals, std::string_view body, float factor) {
  const ReadText read =
      proofs::read_text(fragment_text(target, globals, body), Stage::Fragment, proofs::TextDialect(info(target)));
  if (read.status != ReadStatus::Read) return read.fault;
  ProofOptions options;
  options.output.target = target;
  options.match = InterfaceMatch::Names;
  options.assumptions = {{0, 0, factor}};
  options.highest = ProofClass::Rounding;
  const Result<Proof> proof =
      prove_equal(test::assembled("//! agal 2 fragment\nmul oc, v0, fc0.x\n"), read.words, options);
  if (!proof) return proof.diagnostics()[0].message;
  return std::string(name(proof->verdict));
}

struct FloatExpression {
  const char* name;
  const char* globals;
  const char* body;
  float in_floats;   // the factor of v0 if the expressions are evaluated in floats
  float in_doubles;  // the factor of v0 if they are evaluated in doubles
};

void PrintTo(const FloatExpression& one, std::ostream* out) { *out << one.name; }

class FloatExpressions : public testing::TestWithParam<FloatExpression> {
 protected:
  static void expect_floats(Target target) {
    const FloatExpression& one = GetParam();
    EXPECT_EQ(answer_for(target, one.globals, one.body, one.in_floats), "equal") << info(target).name;
    if (one.in_floats != one.in_doubles) {
      EXPECT_NE(answer_for(target, one.globals, one.body, one.in_doubles), "equal") << info(target).name;
    }
  }
};

class GlslExpressions : public FloatExpressions {};
class NewGlslExpressions : public FloatExpressions {};
class HlslExpressions : public FloatExpressions {};

TEST_P(GlslExpressions, AreEvaluatedInFloats) {
  for (const Target target : {Target::Glsl330, Target::Essl100, Target::Essl300}) expect_floats(target);
}
TEST_P(NewGlslExpressions, AreEvaluatedInFloats) {
  for (const Target target : {Target::Glsl330, Target::Essl300}) expect_floats(target);
}
TEST_P(HlslExpressions, AreEvaluatedInFloats) { expect_floats(Target::Hlsl50); }

// 16777216 + 1 is 16777216 in floats.
const std::vector<FloatExpression> glsl_expressions{
    {"Literals", "", "oc = v0 * (16777216.0 + 1.0 - 16777216.0);", 0, 1},
    {"NextToConstantInteger", "const int n = int(2.0);",
     "float a[n]; a[0] = 0.0; oc = v0 * (16777216.0 + 1.0 - 16777216.0);", 0, 1},
    {"NextToArrayLength", "", "float a[int(2.0)]; a[0] = 16777216.0; oc = v0 * (a[0] + 1.0 - 16777216.0);", 0, 0},
    {"GlobalConstant", "const float k = 16777216.0 + 1.0 - 16777216.0;", "oc = v0 * k;", 0, 1},
    {"ConstantOfConstants", "const float a = 16777216.0;\nconst float k = a + 1.0 - a;", "oc = v0 * k;", 0, 1},
    {"GlobalVariable", "float k = 16777216.0 + 1.0 - 16777216.0;", "oc = v0 * k;", 0, 1},
    {"ConstantVector", "", "const vec2 k = vec2(16777216.0, 1.0); oc = v0 * (k.x + k.y - k.x);", 0, 1},
    {"ConstantOfFunction", "float f() { const float a = 16777216.0; return a + 1.0 - a; }", "oc = v0 * f();", 0, 1},
    {"ConstantStructure", "struct S { float a; };", "const S s = S(16777216.0); oc = v0 * (s.a + 1.0 - s.a);", 0, 1},
    {"ConvertedIntegers", "", "oc = v0 * (float(16777216 + 1) - float(16777215 + 1));", 0, 1},
    {"ConvertedConstants", "const int m = 16777217, n = 16777216;", "oc = v0 * (float(m) - float(n));", 0, 1},
    {"ConvertedLengths", "const int m = 16777217, n = 2;",
     "float a[n]; a[n - 1] = float(m); oc = v0 * (a[1] - float(m - 1));", 0, 1},
    {"ConvertedMacros", "#define M 16777217\n#define N (16777215 + 1)", "oc = v0 * (float(M) - float(N));", 0, 1},
    {"ConvertedHexadecimals", "", "oc = v0 * (float(0x1000001) - float(0x1000000));", 0, 1},
    {"ConvertedOctals", "", "oc = v0 * (float(0100000001) - float(0100000000));", 0, 1},
    {"IntegerVectors", "", "oc = v0 * (vec2(ivec2(16777217, 0)) - vec2(ivec2(16777216, 0))).x;", 0, 1},
    {"LengthOfFloats", "const float s = 2.0;", "float a[int(s)]; a[1] = s; oc = v0 * a[1];", 2, 2},
    {"UsedLengthOfFloats", "const float s = 4.0;",
     "float a[int(s) * 2]; a[7] = 16777216.0; oc = v0 * (s * 4194304.0 + 1.0 - a[7]);", 0, 1},
    {"Condition", "", "oc = 16777216.0 + 1.0 == 16777216.0 ? v0 * 2.0 : v0;", 2, 1},
    {"Loop", "const int n = 4;", "float s = 0.0; for (int i = 0; i < n; ++i) s += 0.5; oc = v0 * s;", 2, 2},
    {"Macros", "#define N 2\n#if N > 1\n#define S 2.0\n#else\n#define S 1.0\n#endif",
     "vec4 a[N]; a[N - 1] = v0 * S; oc = a[1];", 2, 2},
    {"Parameters", "vec4 f(const in vec4 x) { const float k = 2.0; return x * k; }", "oc = f(v0);", 2, 2},
};

const std::vector<FloatExpression> new_glsl_expressions{
    {"Label", "",
     "int i = 0; switch (i) { case int(1.0) - 1: oc = v0 * (16777216.0 + 1.0 - 16777216.0); break; default: oc = v1; }",
     0, 1},
    {"LabelOfConstant", "const int n = 7;", "int i = 7; switch (i) { case n: oc = v0 * 2.0; break; default: oc = v1; }",
     2, 2},
    {"ConstantArray", "const float w[2] = float[2](16777216.0, 1.0);", "oc = v0 * (w[0] + w[1] - w[0]);", 0, 1},
    {"ArrayOfUnknownLength", "const float w[] = float[](0.5, 1.5);",
     "float s = 0.0; for (int i = 0; i < w.length(); ++i) s += w[i]; oc = v0 * s;", 2, 2},
    {"LengthsInArray", "const int n[2] = int[2](16777217, 2);",
     "float a[n[1]]; a[0] = float(n[0]); oc = v0 * (a[0] - float(n[0] - 1));", 0, 1},
    {"Unsigned", "const uint m = 16777217u, n = 2u;", "float a[n]; a[0] = float(m); oc = v0 * (a[0] - float(m - 1u));",
     0, 1},
};

const std::vector<FloatExpression> hlsl_expressions{
    {"Literals", "", "oc = v0 * (16777216.0 + 1.0 - 16777216.0);", 0, 1},
    {"NextToConstantInteger", "static const int n = int(2.0);",
     "float a[n]; a[0] = 0; oc = v0 * (16777216.0 + 1.0 - 16777216.0);", 0, 1},
    {"Integers", "", "oc = v0 * (16777217 * 1.0 - 16777216);", 0, 1},
    {"StaticConstants", "static const float a = 16777216, b = 1;", "oc = v0 * (a + b - a);", 0, 1},
    {"Casts", "", "oc = v0 * ((float)16777217 - (float)16777216);", 0, 1},
    {"ConstantMatrix", "static const float2x2 m = {16777217, 16777216, 0, 1};", "oc = v0 * (m[0][0] - m[0][1]);", 0, 1},
    {"UnrolledLoop", "static const int n = 4;",
     "float s = 0; [unroll(4)] for (int i = 0; i < 4; ++i) s += 0.5; oc = v0 * s;", 2, 2},
    {"ShadowedConstant", "static const int n = 3; float f(float n) { return n; }",
     "float a[n]; a[0] = f(2); oc = v0 * a[0];", 2, 2},
    {"TemplateArguments", "vector<float, 4> f(vector<float, 4> x) { return x; }", "oc = f(v0) * 2;", 2, 2},
    {"Condition", "", "oc = 16777216.0 + 1 == 16777216.0 ? v0 * 2 : v0;", 2, 1},
    {"Length", "#define N 2", "float4 a[N]; a[N - 1] = v0 * N; oc = a[1];", 2, 2},
};

const auto name_of_expression = [](const testing::TestParamInfo<FloatExpression>& one) { return one.param.name; };
INSTANTIATE_TEST_SUITE_P(, GlslExpressions, testing::ValuesIn(glsl_expressions), name_of_expression);
INSTANTIATE_TEST_SUITE_P(, NewGlslExpressions, testing::ValuesIn(new_glsl_expressions), name_of_expression);
INSTANTIATE_TEST_SUITE_P(, HlslExpressions, testing::ValuesIn(hlsl_expressions), name_of_expression);

// An expression that must be constant is evaluated in doubles. The line is the line of the text.
TEST(ConstantExpressions, InexactOnesAreNotDecided) {
  struct Text {
    const char* globals;
    const char* body;
  };
  for (const auto& [globals, body] : std::vector<Text>{
           {"const float s = 0.1;", "float a[int(s * 10.0)]; a[0] = 1.0; oc = v0 * a[0];"},
           {"", "float a[int(16777216.0 + 1.0 - 16777215.0)]; a[0] = 1.0; oc = v0 * a[0];"},
           {"", "float a[int(float((1 << 24) + 1) - float(1 << 24))]; a[0] = 1.0; oc = v0 * a[0];"},
           {"", "float a[int(float(0u - 1u) - float(0u - 256u))]; a[0] = 1.0; oc = v0 * a[0];"},
           {"const float m = 4097.0, k = m * m;", "float a[int(k - 16785407.0)]; a[0] = 1.0; oc = v0 * a[0];"},
           {"const int n = int(1.0 / 49.0 * 49.0);", "float a[n]; a[0] = 1.0; oc = v0 * a[0];"},
           {"",
            "int i = 0; oc = v1; switch (i) { case int(sqrt(2.0) * sqrt(2.0)) - 2: oc = v0; break; default: break; }"}})
    EXPECT_EQ(answer_for(Target::Glsl330, globals, body, 1),
              fmt::format("glslang evaluates a constant expression in line {} in doubles", *globals == '\0' ? 6 : 5))
        << globals << body;
  EXPECT_EQ(answer_for(Target::Hlsl50, "", "oc = v0 * (16777216.0h + 1.0h - 16777216.0h);", 1),
            "glslang evaluates a constant expression in line 2 in doubles");
  EXPECT_EQ(answer_for(Target::Glsl330, "#define S 2.0", "float a[int(S)]; a[0] = S; oc = v0 * a[0];", 2),
            "it needs a constant expression in line 6, which glslang evaluates in doubles");
  EXPECT_EQ(answer_for(Target::Hlsl50, "#ifndef N\n#define N 2.0\nstatic float k;\n#endif",
                       "float a[int(N)]; oc = v0 * N;", 2),
            "it needs a constant expression in line 5, which glslang evaluates in doubles");
}

// Initial values of uniforms and offsets of texels must be constant.
TEST(ConstantExpressions, UnusedOnesAreIgnored) {
  for (const char* const globals :
       {"uniform float k = 1.0;", "uniform vec2 k = vec2(0.1, 2.0), m;",
        "const float a = 3.0;\nuniform float k = a * 0.1;", "uniform float k[2] = float[2](0.1, 0.2), m = 0.3;",
        "uniform bool k = true;\nuniform int m = 3 + 4;",
        "uniform mat2 k = mat2(1.0), m; float g(float x) { return x * 0.1; }"})
    EXPECT_EQ(answer_for(Target::Glsl330, globals, "oc = v0 * 2.0;", 2), "equal") << globals;
  for (const char* const value :
       {"textureOffset(t, v0.xy * 0.1, ivec2(1, -2))", "textureLodOffset(t, v0.xy, 0.1, ivec2(1))",
        "textureGradOffset(t, v0.xy, v0.xy * 0.1, v0.zw * 0.1, d)", "texelFetchOffset(t, ivec2(3, 4), 0, d * 2)",
        "textureProjOffset(t, v0.xyz * 0.1, ivec2(1, 0), 0.1)"})
    for (const Target target : {Target::Glsl330, Target::Essl300}) {
      const std::string globals =
          fmt::format("const ivec2 d = ivec2(1, 2);\nuniform highp sampler2D t; vec4 f() {{ return {}; }}", value);
      EXPECT_EQ(answer_for(target, globals, "oc = v0 * 2.0;", 2), "equal") << globals;
      EXPECT_EQ(answer_for(target, globals, "oc = f();", 2), "not decided") << globals;
    }
}

// Numbers in GLSL ES have the precision of the other operand.
TEST(ConstantExpressions, LowPrecisionKeepsFloats) {
  for (const char* const version : {"100", "300 es"}) {
    const bool is_old = std::string_view(version) == "100";
    const auto answer = [&](std::string_view expression, Precision precision) {
      const std::string text = fmt::format(
          "#version {}\nprecision mediump float;\n{}\nvoid main() {{ {} = v0 * ({}); }}\n", version,
          is_old ? "varying vec4 v0;" : "in vec4 v0;\nout vec4 oc;", is_old ? "gl_FragColor" : "oc", expression);
      const ReadText read = proofs::read_text(text, Stage::Fragment, proofs::TextRules::OpenGl);
      EXPECT_EQ(read.fault, "");
      ProofOptions options;
      options.output.target = is_old ? Target::Essl100 : Target::Essl300;
      options.output.precision = precision;
      options.match = InterfaceMatch::Names;
      const Result<Proof> proof =
          prove_equal(test::assembled("//! agal 2 fragment\nmov oc, v0\n"), read.words, options);
      return proof && proof->verdict == Verdict::Equal ? std::string(name(proof->proof_class)) : "not equal";
    };
    EXPECT_EQ(answer("1.0", Precision::Medium), "rounding");
    EXPECT_EQ(answer("1.0", Precision::High), "value-changing");
    EXPECT_EQ(answer("16777216.0 + 1.0 - 16777216.0", Precision::Medium), "not equal");
  }
}

TEST(ConstantExpressions, TextMustBeValidWithThem) {
  for (const char* const body : {"const float k = 1.0; k = 2.0; oc = v0 * k;", "2.0 = v0.x; oc = v0;"}) {
    const ReadText read = proofs::read_text(fragment_text(Target::Glsl330, "", body), Stage::Fragment,
                                            proofs::TextDialect(info(Target::Glsl330)));
    EXPECT_EQ(read.status, ReadStatus::Rejected) << body;
  }
}

TEST(ConstantExpressions, UndefinedExpressionsAreNeverEqual) {
  for (const char* const factor :
       {"float((-7 % 3) + 2)", "float(1 << 32)", "float(1 / 0 == 0x7fffffff)", "float(int(3e9) < 0)",
        "float(uint(-1.5) == 0xffffffffu)", "(round(2.5) - 2.)", "float(pow(-2., 2.) == 4.)"})
    EXPECT_NE(answer_for(Target::Glsl330, "", fmt::format("oc = v0 * {};", factor), 1.0f), "equal") << factor;
}

}  // namespace
}  // namespace agal

// GLSL that a porter would write for a program, and the expected verdict.
#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "agal/prove/prove.hpp"
#include "front_end.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

struct HandTuned {
  const char* name;
  const char* agal;
  /// The body of main.
  const char* glsl;
  /// The expected class of the proof. If unset, the expected verdict is "different".
  std::optional<ProofClass> granted;
  std::vector<Assumption> assumptions = {};
};

void PrintTo(const HandTuned& one, std::ostream* out) { *out << one.name; }

constexpr std::string_view head = R"(#version 450
layout(location = 0) in vec4 v0;
layout(location = 1) in vec4 v1;
layout(location = 2) in vec4 v2;
layout(std140, binding = 1) uniform FragmentConstants { mat4 m; vec4 fc[8]; };
layout(binding = 2) uniform sampler2D fs0;
layout(location = 0) out vec4 oc;
void main() {
)";

class Variants : public testing::TestWithParam<HandTuned> {};

TEST_P(Variants, HaveExpectedVerdict) {
  const HandTuned& one = GetParam();
  const Program program = test::assembled("//! agal 2 fragment\n" + std::string(one.agal));
  const exec::CompiledShader read =
      test::read_text(std::string(head) + one.glsl + "\n}\n", Target::Glsl450, Stage::Fragment);
  ASSERT_EQ(read.fault, "");
  ProofOptions options;
  options.output.target = Target::Glsl450;
  options.match = InterfaceMatch::Names;
  options.mappings = {{"m", RegisterType::Constant, 8}, {"fc", RegisterType::Constant, 0}};
  options.assumptions = one.assumptions;
  const Result<Proof> proof = prove_equal(program, read.words, options);
  ASSERT_TRUE(proof);
  if (one.granted) {
    EXPECT_EQ(proof->verdict, Verdict::Equal) << proof->reason << "\n" << proof->expected << "\n" << proof->found;
    EXPECT_EQ(proof->proof_class, *one.granted);
  } else {
    EXPECT_EQ(proof->verdict, Verdict::Different) << proof->reason << "\n" << proof->expected << "\n" << proof->found;
    // Inputs cannot show a difference in an undefined derivative.
    EXPECT_NE(proof->counterexample.has_value(), proof->reason.find("needs a derivative") != std::string::npos);
  }
}

constexpr auto exact = ProofClass::Exact, undefined = ProofClass::Undefined, rounding = ProofClass::Rounding,
               changing = ProofClass::ValueChanging;

const std::vector<HandTuned> variants{
    {"WrongConstant", "mul oc, v0, fc0.x", "oc = v0 * 0.501;", std::nullopt, {{0, 0, 0.5f}}},
    {"WrongSmallConstant", "mul oc, v0, fc0.x", "oc = v0 * 0.0174;", std::nullopt, {{0, 0, 0.017453292f}}},
    {"DistanceTurnedRound", "sub ft0, v0, fc0\ndp3 ft0.x, ft0, ft0\nsqt ft0, ft0.x\nmov oc, ft0",
     "oc = vec4(distance(fc[0].xyz, v0.xyz));", exact},
    {"NegatedFactor", "sub ft0, v0, v1\nmul ft0, ft0, fc0\nneg oc, ft0", "oc = (v1 - v0) * fc[0];", undefined},
    {"NegatedDirection", "sub ft0, v0, v1\nnrm ft0.xyz, ft0\nmov ft0.w, v0.w\nmov oc, ft0",
     "oc = vec4(-normalize(v1.xyz - v0.xyz), v0.w);", undefined},
    {"DifferenceOfItself", "sub oc, v0, v0", "oc = vec4(0.0);", undefined},
    {"SumInDiscard", "add ft0.x, v0.x, v0.y\nadd ft0.x, ft0.x, v0.z\nsub ft0.x, ft0.x, fc0.x\nkil ft0.x\nmov oc, v1",
     "if (v0.z + v0.y + v0.x < fc[0].x) discard; oc = v1;", rounding},
    {"DotInDiscard", "dp3 ft0.x, v0, v0\nsub ft0.x, ft0.x, fc0.x\nkil ft0.x\nmov oc, v1",
     "if (dot(v0.xyz, v0.xyz) < fc[0].x) discard; oc = v1;", exact},
    {"WrongSumInDiscard",
     "add ft0.x, v0.x, v0.y\nadd ft0.x, ft0.x, v0.z\nsub ft0.x, ft0.x, fc0.x\nkil ft0.x\nmov oc, v1",
     "if (v0.z + v0.y - v0.x < fc[0].x) discard; oc = v1;", std::nullopt},
    {"ThreeMasks",
     "slt ft0.x, v0.x, fc0.y\nslt ft0.y, v0.y, fc0.y\nsub ft1.x, fc0.x, ft0.x\nmul ft1.y, ft0.x, ft0.y\nsub ft0.y, "
     "fc0.x, "
     "ft0.y\nmul ft1.z, ft0.x, ft0.y\ndp3 ft0, ft1.xyz, v1.xyz\nmov oc, ft0",
     "if (v0.x < fc[0].y) { if (v0.y < fc[0].y) oc = v1.yyyy; else oc = v1.zzzz; } else oc = v1.xxxx;",
     rounding,
     {{0, 0, 1.0f}}},
    {"MeanOfFourComparisons",
     "slt ft0, v0, fc0\ndp4 ft0, ft0, fc1.y\nmul oc, ft0, v1",
     "float lit = 0.0; for (int i = 0; i < 4; i++) if (v0[i] < fc[0][i]) lit += 0.25; oc = lit * v1;",
     rounding,
     {{1, 1, 0.25f}}},
    {"NestedAndFlatBranches",
     "mov ft0, fc1\nifl v0.x, fc0.x\nifl v0.y, fc0.x\nmov ft0, fc2\nels\nmov ft0, fc3\neif\nels\nifl v0.z, fc0.x\nmov "
     "ft0, "
     "fc4\neif\neif\nmov oc, ft0",
     "oc = fc[1]; if (v0.x >= fc[0].x) { if (v0.z < fc[0].x) oc = fc[4]; return; } oc = fc[3]; if (v0.y < fc[0].x) oc "
     "= "
     "fc[2];",
     undefined},
    {"LoopOf256", "mov oc, v0", "oc = v0; for (int i = 0; i < 256; i++) if (i > 300) oc = v1;", exact},
    {"AbsOfInteger", "mov oc, v0", "oc = v0; for (int i = -1; i < 2; i++) if (abs(i) > 1) oc = v1;", exact},
    {"ProjectedFetch", "div ft0, v0, v0.w\ntex oc, ft0, fs0 <2d,linear,miplinear>", "oc = textureProj(fs0, v0);",
     exact},
    {"SmoothstepWithOpenEdges",
     "sub ft0, v0, fc0.x\nsub ft1.x, fc0.y, fc0.x\ndiv ft0, ft0, ft1.x\nsat ft0, ft0\nmul ft1, ft0, ft0\nmul ft0, ft0, "
     "fc0.w\nsub ft0, fc0.z, ft0\nmul oc, ft1, ft0",
     "oc = smoothstep(fc[0].x, fc[0].y, v0);",
     std::nullopt,
     {{0, 2, 3.0f}, {0, 3, 2.0f}}},
    {"FractionOfRegroupedProduct", "mul ft0, v0, v1\nmul ft0, ft0, fc0\nfrc oc, ft0", "oc = fract(v0 * (v1 * fc[0]));",
     rounding},
    {"RangesInRanges", "max ft0, v0, fc0.x\nsat oc, ft0", "oc = clamp(v0, 0.0, 1.0);", undefined, {{0, 0, 0.0f}}},
    {"Mix", "sub ft0, v1, v0\nmul ft0, ft0, fc0.x\nadd oc, ft0, v0", "oc = mix(v0, v1, fc[0].x);", changing},
    {"Reflect",
     "dp3 ft0.w, v1, v0\nadd ft0.w, ft0.w, ft0.w\nmul ft1, v1, ft0.w\nsub ft1.xyz, v0, ft1\nmov ft1.w, fc0.x\nmov oc, "
     "ft1",
     "oc = vec4(reflect(v0.xyz, v1.xyz), fc[0].x);", exact},
    {"Step", "sge oc, v0, fc0", "oc = step(fc[0], v0);", undefined},
    {"VectorTimesMatrix", "m44 oc, v0, fc8", "oc = v0 * m;", exact},
    {"TransposedMatrix", "m44 oc, v0, fc8", "oc = transpose(m) * v0;", exact},
    {"MatrixTheWrongWay", "m44 oc, v0, fc8", "oc = m * v0;", std::nullopt},
    {"Ternary", "mov ft0, v0\nifl v0.x, fc0.x\nmov ft0, v1\neif\nmov oc, ft0", "oc = v0.x < fc[0].x ? v1 : v0;", exact},
    {"TernaryTurnedRound", "mov ft0, v0\nifl v0.x, fc0.x\nmov ft0, v1\neif\nmov oc, ft0",
     "oc = v0.x >= fc[0].x ? v0 : v1;", undefined},
    {"ConstantWrittenOut", "mul oc, v0, fc0.z", "oc = v0;", exact, {{0, 2, 1.0f}}},
    {"ConstantThatIsNotOne", "mul oc, v0, fc0.z", "oc = v0;", std::nullopt},
    {"SumInsteadOfDot", "dp3 ft0, v0, v1\nmov oc, ft0", "oc = vec4(v0.z * v1.z + v0.x * v1.x + v0.y * v1.y);",
     rounding},
    {"DividedByLength", "nrm ft0.xyz, v0\nmov ft0.w, fc0.x\nmov oc, ft0",
     "oc = vec4(v0.xyz / length(v0.xyz), fc[0].x);", rounding},
    {"OneOverRoot", "rsq oc, v0", "oc = 1.0 / sqrt(v0);", rounding},
    {"SaturatedByMinMax", "sat oc, v0", "oc = max(min(v0, 1.0), 0.0);", undefined},
    {"WithoutSaturation", "sat oc, v0", "oc = v0;", std::nullopt},
    {"OtherSwizzle", "mov oc, v0.xyzw", "oc = v0.xyww;", std::nullopt},
    {"Bias", "tex oc, v0, fs0 <2d,1.0>", "oc = texture(fs0, v0.xy, 1.0);", exact},
    {"Discard", "kil v0.x\nmov oc, v1", "if (v0.x < 0.0) discard;\noc = v1;", exact},
    {"DiscardAtZero", "kil v0.x\nmov oc, v1", "if (v0.x <= 0.0) discard;\noc = v1;", std::nullopt},
    {"Fraction", "frc oc, v0", "oc = v0 - floor(v0);", exact},
    {"FactorTakenOut", "mul ft0, v0, v1\nmul ft1, v0, v2\nadd oc, ft0, ft1", "oc = v0 * (v1 + v2);", changing},
    {"Fma", "mul ft0, v0, v1\nadd oc, ft0, v2", "oc = fma(v0, v1, v2);", rounding},
    {"ProductsRegrouped", "mul ft0, v0, v1\nmul oc, ft0, v2", "oc = v0 * (v1 * v2);", rounding},
    {"MaskByComparison", "slt ft0, v0, fc0\nmul oc, v1, ft0", "oc = mix(vec4(0.0), v1, lessThan(v0, fc[0]));",
     undefined},
    {"ShortCircuit", "mov ft0, v0\nifl v0.x, fc0.x\nifl v0.y, fc0.y\nmov ft0, v1\neif\neif\nmov oc, ft0",
     "if (v0.x < fc[0].x && v0.y < fc[0].y) oc = v1; else oc = v0;", exact},
    // Loops with a constant iteration count.
    {"Loop", "add ft0, v0, v0\nadd ft0, ft0, v0\nmov oc, ft0",
     "vec4 s = v0;\nfor (int i = 0; i < 2; ++i) s += v0;\noc = s;", exact},
    {"LoopOverConstants", "mul ft0, v0, fc0\nmul ft1, v1, fc1\nadd ft0, ft0, ft1\nmul ft1, v2, fc2\nadd oc, ft0, ft1",
     "vec4 a[3]; a[0] = v0; a[1] = v1; a[2] = v2;\nvec4 s = a[0] * fc[0];\nfor (int i = 1; i < 3; i++) s = s + a[i] * "
     "fc[i];\noc = s;",
     exact},
    {"LoopThatEndsEarly", "mov ft0, v0\nifl v0.x, fc0.x\nadd ft0, v0, v1\neif\nmov oc, ft0",
     "vec4 s = v0;\nfor (int i = 0; i < 4; ++i) { if (i == 1 || !(v0.x < fc[0].x)) break; s += v1; }\noc = s;", exact},
    {"LoopThatCountsAfterItsEnd", "slt ft0.x, v0.x, fc0.x\nmul ft0, v1, ft0.x\nmov oc, ft0",
     "int i = 0;\nfor (; i < 1; ++i) if (!(v0.x < fc[0].x)) break;\noc = v1 * float(i);", exact},
    {"LoopOfFloats", "add ft0, v0, v0\nmov oc, ft0",
     "vec4 s = vec4(0.0);\nfor (float f = 0.0; f < 1.5; f += 1.0) s += v0;\noc = s;", undefined},
    {"LoopInLoop", "add ft0, v0, v1\nadd ft0, ft0, v1\nadd ft0, ft0, v1\nadd ft0, ft0, v1\nmov oc, ft0",
     "vec4 s = v0;\nfor (int i = 0; i < 2; ++i) for (int k = 0; k < 2; ++k) s += v1;\noc = s;", exact},
    {"WhileLoop", "add ft0, v0, v1\nadd oc, ft0, v1",
     "int n = 2; vec4 s = v0;\nwhile (n > 0) { s += v1; n--; }\noc = s;", exact},
    {"LoopWithOneTurnLess", "add ft0, v0, v1\nadd oc, ft0, v1",
     "vec4 s = v0;\nfor (int i = 1; i < 2; ++i) s += v1;\noc = s;", std::nullopt},
    // Operations that AGAL expresses with several tokens.
    {"Floor", "frc ft0, v0\nsub oc, v0, ft0", "oc = floor(v0);", undefined},
    {"Ceiling", "neg ft0, v0\nfrc ft1, ft0\nsub ft0, ft0, ft1\nneg oc, ft0", "oc = ceil(v0);", undefined},
    {"AlphaTest", "tex ft0, v0, fs0 <2d>\nsub ft1.x, ft0.w, fc0.x\nkil ft1.x\nmov oc, ft0",
     "vec4 t = texture(fs0, v0.xy);\nif (t.a < fc[0].x) discard;\noc = t;", exact},
    {"AlphaTestOfDifference", "tex ft0, v0, fs0 <2d>\nsub ft1.x, ft0.w, fc0.x\nkil ft1.x\nmov oc, ft0",
     "vec4 t = texture(fs0, v0.xy);\nif (t.a - fc[0].x < 0.0) discard;\noc = t;", exact},
    {"AlphaTestTheOtherWay", "tex ft0, v0, fs0 <2d>\nsub ft1.x, ft0.w, fc0.x\nkil ft1.x\nmov oc, ft0",
     "vec4 t = texture(fs0, v0.xy);\nif (t.a > fc[0].x) discard;\noc = t;", std::nullopt},
    {"AlphaTestByGreater", "tex ft0, v0, fs0 <2d>\nsub ft1.x, ft0.w, fc0.x\nkil ft1.x\nmov oc, ft0",
     "vec4 t = texture(fs0, v0.xy);\nif (fc[0].x > t.a) discard;\noc = t;", exact},
    {"MaxByCondition", "max oc, v0, v1",
     "oc = vec4(v0.x > v1.x ? v0.x : v1.x, v0.y > v1.y ? v0.y : v1.y, v0.z < v1.z ? v1.z : v0.z, max(v0.w, v1.w));",
     undefined},
    {"MinByCondition", "min oc, v0, v1", "oc = mix(v1, v0, lessThan(v0, v1));", undefined},
    {"MinByGreaterEqual", "min oc, v0, v1", "oc = mix(v0, v1, greaterThanEqual(v0, v1));", undefined},
    {"AbsByMax", "neg ft0, v0\nmax oc, v0, ft0", "oc = abs(v0);", undefined},
    {"AbsByCondition", "abs oc, v0", "oc = vec4(v0.x < 0.0 ? -v0.x : v0.x, abs(v0.yzw));", undefined},
    {"NumberOfCondition", "slt ft0, v0, v1\nmov oc, ft0.x", "oc = vec4(float(int(v0.x < v1.x)));", exact},
    {"NumberOfCondition2", "slt ft0, v0, v1\nmov oc, ft0.x", "oc = vec4(float(v0.x < v1.x));", exact},
    {"ScaledByCondition", "slt ft0, v0, v1\nmul oc, v2, ft0.x", "oc = v0.x < v1.x ? v2 : vec4(0.0);", undefined},
    {"DerivativeOfMultiple", "ddx ft0, v0\nadd oc, ft0, ft0", "oc = dFdx(v0 * 2.0);", rounding},
    {"DerivativeOfUniformMultiple", "ddy ft0, v0\nmul oc, ft0, fc0", "oc = dFdy(v0 * fc[0]);", rounding},
    {"DerivativeOfSum", "ddx ft0, v0\nddx ft1, v1\nadd oc, ft0, ft1", "oc = dFdx(v0 + v1);", rounding},
    {"DerivativeOfProduct", "ddx ft0, v0\nmul oc, ft0, v1", "oc = dFdx(v0 * v1);", std::nullopt},
    {"Modulo", "div ft0, v0, v1\nfrc ft1, ft0\nsub ft0, ft0, ft1\nmul ft0, ft0, v1\nsub oc, v0, ft0",
     "oc = mod(v0, v1);", undefined},
    {"ModuloByFraction", "div ft0, v0, v1\nfrc ft0, ft0\nmul oc, ft0, v1", "oc = mod(v0, v1);", changing},
    {"SquareRootOfSquare", "mul ft0, v0, v0\nsqt oc, ft0", "oc = sqrt(v0 * v0);", exact},
    {"Luminance", "dp3 ft0, v0, fc0\nmov oc, ft0.x",
     "float l = v0.r * fc[0].r + v0.g * fc[0].g + v0.b * fc[0].b;\noc = vec4(l);", rounding},
    {"Premultiplied", "tex ft0, v0, fs0 <2d>\nmul ft0.xyz, ft0.xyz, ft0.w\nmov oc, ft0",
     "vec4 t = texture(fs0, v0.xy);\noc = vec4(t.rgb * t.a, t.a);", exact},
    {"Lambert", "nrm ft0.xyz, v0.xyz\ndp3 ft0.x, ft0, fc0\nsat ft0.x, ft0.x\nmul oc, v1, ft0.x",
     "oc = v1 * clamp(dot(normalize(v0.xyz), fc[0].xyz), 0.0, 1.0);", exact},
    {"LambertByMax",
     "nrm ft0.xyz, v0.xyz\ndp3 ft0.x, ft0, fc0\nmax ft0.x, ft0.x, fc1.x\nmul oc, v1, ft0.x",
     "oc = v1 * max(0.0, dot(fc[0].xyz, normalize(v0.xyz)));",
     undefined,
     {{1, 0, 0.0f}}},
    {"SelectedByStep", "sge ft0.x, v0.x, fc0.x\nsub ft1, v1, v2\nmul ft1, ft1, ft0.x\nadd oc, v2, ft1",
     "oc = mix(v2, v1, step(fc[0].x, v0.x));", changing},
    {"OneLevel", "tex oc, v0, fs0 <2d,linear,mipnone>", "oc = textureLod(fs0, v0.xy, 0.0);", exact},
    {"OneLevelOfMany", "tex oc, v0, fs0 <2d,linear,miplinear>", "oc = textureLod(fs0, v0.xy, 0.0);", std::nullopt},
    {"FetchInBranch",
     "tex ft0, v0, fs0 <2d,linear,miplinear>\nmov ft1, v1\nifl v1.x, fc0.x\nmov ft1, ft0\neif\nmov oc, ft1",
     "vec4 t = v1;\nif (v1.x < fc[0].x) t = texture(fs0, v0.xy);\noc = t;", std::nullopt},
    {"FetchAfterDiscard", "kil v1.x\ntex oc, v0, fs0 <2d,linear,miplinear>",
     "if (v1.x < 0.0) discard;\noc = texture(fs0, v0.xy);", std::nullopt},
    {"FetchInBranchOfOneLevel",
     "tex ft0, v0, fs0 <2d,linear,mipnone>\nmov ft1, v1\nifl v1.x, fc0.x\nmov ft1, ft0\neif\nmov oc, ft1",
     "vec4 t = v1;\nif (v1.x < fc[0].x) t = texture(fs0, v0.xy);\noc = t;", exact},
    {"ZeroOfOtherSign", "mov oc, fc0.z", "oc = vec4(-0.0);", undefined, {{0, 2, 0.0f}}},
};

INSTANTIATE_TEST_SUITE_P(, Variants, testing::ValuesIn(variants),
                         [](const auto& instance) { return std::string(instance.param.name); });

// Interpolation, components and built-in outputs are not part of the terms.
TEST(Interface, IsCompared) {
  const auto verdict = [](std::string_view agal, std::string_view glsl, Stage stage) {
    const exec::CompiledShader read = test::read_text("#version 450\n" + std::string(glsl), Target::Glsl450, stage);
    EXPECT_EQ(read.fault, "") << glsl;
    ProofOptions options;
    options.output.target = Target::Glsl450;
    options.match = InterfaceMatch::Names;
    const Result<Proof> proof = prove_equal(test::assembled(agal), read.words, options);
    EXPECT_TRUE(proof) << glsl;
    return proof ? proof->verdict : Verdict::Equal;
  };
  constexpr std::string_view fragment = "//! agal 1 fragment\nmov oc, v0", vertex = "//! agal 1 vertex\nmov op, va0";
  const std::string color = "layout(location = 0) out vec4 oc;\nvoid main() { oc = v0; }";
  EXPECT_EQ(verdict(fragment, "in vec4 v0;\n" + color, Stage::Fragment), Verdict::Equal);
  for (const std::string input : {"flat in vec4 v0;\n", "noperspective in vec4 v0;\n", "centroid in vec4 v0;\n",
                                  "layout(location = 0, component = 2) in vec2 a;\nvec4 v0 = a.xyxy;\n"})
    EXPECT_NE(verdict(fragment, input + color, Stage::Fragment), Verdict::Equal) << input;
  const std::string position = "gl_Position = vec4(va0.xy, 2.0 * va0.z - va0.w, va0.w);";
  EXPECT_EQ(verdict(vertex, "in vec4 va0;\nvoid main() { " + position + " }", Stage::Vertex), Verdict::Equal);
  EXPECT_NE(verdict(vertex,
                    "in vec4 va0;\nout float gl_ClipDistance[1];\nvoid main() { gl_ClipDistance[0] = va0.x; " +
                        position + " }",
                    Stage::Vertex),
            Verdict::Equal);
}

}  // namespace
}  // namespace agal

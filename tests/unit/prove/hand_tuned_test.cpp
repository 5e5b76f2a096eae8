// Text that a porter would write instead of a program, and what it comes out as.
#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "agal/prove.hpp"
#include "front_end.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

struct HandTuned {
  const char* name;
  const char* agal;
  const char* glsl;                   // the body of main
  std::optional<ProofClass> granted;  // the class of the proof; unset: different
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

TEST_P(Variants, ComeOutAsAReaderSays) {
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
    EXPECT_TRUE(proof->counterexample);
  }
}

constexpr auto exact = ProofClass::Exact, undefined = ProofClass::Undefined, rounding = ProofClass::Rounding,
               changing = ProofClass::ValueChanging;

const std::vector<HandTuned> variants{
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
};

INSTANTIATE_TEST_SUITE_P(, Variants, testing::ValuesIn(variants),
                         [](const auto& instance) { return std::string(instance.param.name); });

// What does not show in the terms.
TEST(Interface, IsComparedBesideTheTerms) {
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

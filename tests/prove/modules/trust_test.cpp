// Verdicts that were wrong once, and cases of the same kind.
#include <gtest/gtest.h>

#include <pthread.h>

#include <string>
#include <vector>

#include "agal/prove/prove.hpp"
#include "agal/translate.hpp"
#include "front_end.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

// Compares two AGAL programs.
Proof answer_to(std::string_view expected, std::string_view found, ProofOptions options = {}) {
  TranslateOptions translation;
  translation.optimization = Optimization::None;
  translation.validation.level = ValidationLevel::Off;
  const std::string prefix = "//! agal 2 fragment\n";
  const Result<std::vector<std::uint32_t>> words = translate(test::assembled(prefix + std::string(found)), translation);
  EXPECT_TRUE(words);
  const Result<Proof> proof = prove_equal(test::assembled(prefix + std::string(expected)), *words, options);
  EXPECT_TRUE(proof);
  return proof ? *proof : Proof{};
}

Proof against_text(std::string_view agal, const std::string& glsl, Stage stage = Stage::Fragment) {
  const exec::CompiledShader read = test::read_text("#version 450\n" + glsl, Target::Glsl450, stage);
  EXPECT_EQ(read.fault, "") << glsl;
  ProofOptions options;
  options.output.target = Target::Glsl450;
  options.match = InterfaceMatch::Names;
  const Result<Proof> proof = prove_equal(test::assembled(agal), read.words, options);
  EXPECT_TRUE(proof);
  return proof ? *proof : Proof{};
}

bool is_equal_within(const Proof& proof, ProofClass highest) {
  return proof.verdict == Verdict::Equal && proof.proof_class <= highest;
}

TEST(Trust, CountsMergedTermsAsRounding) {
  ProofOptions least;
  least.highest = ProofClass::Exact;
  const char* const sum = "add ft0, v0, v0\nadd ft1, ft0, v0\nsub oc, ft1, ft0";
  EXPECT_NE(answer_to(sum, "mov oc, v0", least).verdict, Verdict::Equal);
  EXPECT_FALSE(is_equal_within(answer_to(sum, "mov oc, v0"), ProofClass::Rounding));
  EXPECT_FALSE(is_equal_within(answer_to("mov oc, v0", sum), ProofClass::Rounding));
}

TEST(Trust, DoesNotMergeOverflowingFactors) {
  ProofOptions options;
  options.assumptions = {{0, 0, 2e38f}, {0, 1, 3e38f}};
  const Proof proof =
      answer_to("mul ft0, v0, fc0.x\nadd oc, ft0, ft0", "mul ft0, v0, fc0.y\nadd oc, ft0, ft0", options);
  EXPECT_EQ(proof.verdict, Verdict::Different) << proof.reason;
}

// For each pair of constants, one side loses digits that the other side keeps.
TEST(Trust, LostDigitsAreValueChanging) {
  struct Case {
    const char* agal;
    float x, y;
  };
  for (const Case& one : {Case{"add ft0, v0, fc0.x\nsub oc, ft0, fc0.y", 12582912.0f, 12582912.0f},
                          Case{"add ft0, v0, fc0.x\nsub oc, ft0, fc0.y", 1e10f, 1e10f},
                          Case{"sub ft0, fc0.x, v0\nsub oc, fc0.y, ft0", 8388608.0f, 8388608.0f},
                          Case{"mul ft0, v0, fc0.x\nmul oc, ft0, fc0.y", 1e-30f, 1e30f},
                          Case{"mul ft0, v0, fc0.x\nmul oc, ft0, fc0.y", 1e30f, 1e-30f},
                          Case{"div ft0, v0, fc0.x\nmul oc, ft0, fc0.y", 1e30f, 1e30f}}) {
    ProofOptions options;
    options.assumptions = {{0, 0, one.x}, {0, 1, one.y}};
    EXPECT_FALSE(is_equal_within(answer_to(one.agal, "mov oc, v0", options), ProofClass::Rounding)) << one.agal;
    EXPECT_FALSE(is_equal_within(answer_to("mov oc, v0", one.agal, options), ProofClass::Rounding)) << one.agal;
  }
}

// In AGAL, a negative index plus an offset may be a valid register.
TEST(Trust, KeepsNegativeIndexesPlusOffset) {
  const std::string block =
      "layout(location = 0) in vec4 va0;\nlayout(std140, binding = 0) uniform VertexConstants { vec4 vc[128]; };\n";
  const auto verdict = [&](const std::string& index) {
    return against_text(
               "//! agal 1 vertex\nmov op, vc[va0.x+3]",
               block + "void main() { vec4 p = vc[" + index + "]; gl_Position = vec4(p.xy, 2.0 * p.z - p.w, p.w); }",
               Stage::Vertex)
        .verdict;
  };
  EXPECT_EQ(verdict("int(clamp(va0.x, -3.0, 124.0)) + 3"), Verdict::Equal);
  EXPECT_EQ(verdict("uint(clamp(va0.x, -3.0, 124.0)) + 3u"), Verdict::Different);
  EXPECT_EQ(verdict("uint(int(clamp(va0.x, -3.0, 124.0)) + 3)"), Verdict::Equal);
}

TEST(Trust, RejectsUninitializedVariables) {
  const std::string color = "layout(location = 0) in vec4 v0;\nlayout(location = 0) out vec4 oc;\n";
  EXPECT_NE(against_text("//! agal 1 fragment\nmov oc, v0", color + "void main() { float u; oc = v0 + vec4(u * 0.0); }")
                .verdict,
            Verdict::Equal);
  EXPECT_NE(against_text("//! agal 1 fragment\nmov oc, v0", color + "void main() { float u; oc = v0 + vec4(u - u); }")
                .verdict,
            Verdict::Equal);
  EXPECT_NE(against_text("//! agal 1 vertex\nmov op, va0",
                         "layout(location = 0) in vec4 va0;\nvoid main() { float u; gl_ClipDistance[0] = u;\n"
                         "gl_Position = vec4(va0.xy, 2.0 * va0.z - va0.w, va0.w); }",
                         Stage::Vertex)
                .verdict,
            Verdict::Equal);
}

TEST(Trust, IgnoresLengthOfCubeDirection) {
  const std::string prefix =
      "layout(location = 0) in vec4 v0;\nlayout(binding = 2) uniform samplerCube fs0;\n"
      "layout(location = 0) out vec4 oc;\nvoid main() { oc = texture(fs0, ";
  const char* const agal = "//! agal 1 fragment\ntex oc, v0, fs0 <cube,linear,miplinear>";
  const char* const one_level = "//! agal 1 fragment\ntex oc, v0, fs0 <cube,linear,mipnone>";
  for (const char* const direction : {"2.0 * v0.xyz", "v0.xyz / 3.0", "-v0.xyz * -4.0"})
    EXPECT_TRUE(is_equal_within(against_text(agal, prefix + direction + "); }"), ProofClass::Rounding)) << direction;
  // If derivatives select the level, the lengths of the directions in neighboring pixels matter.
  EXPECT_TRUE(is_equal_within(against_text(agal, prefix + "normalize(v0.xyz)); }"), ProofClass::ValueChanging));
  EXPECT_TRUE(is_equal_within(against_text(one_level, prefix + "normalize(v0.xyz)); }"), ProofClass::Rounding));
  for (const char* const direction : {"-v0.xyz", "v0.xyz * vec3(1.0, 1.0, 2.0)", "0.0 * v0.xyz", "normalize(v0.xzy)"})
    EXPECT_EQ(against_text(agal, prefix + direction + "); }").verdict, Verdict::Different) << direction;
}

// The prover shows only differences that the interpreter confirms. Here the program gives NaN for all inputs that make
// the sides differ.
TEST(Trust, ShowsOnlyDifferencesOfInterpreter) {
  const Proof proof =
      answer_to("sub ft0, v0, v0\ndiv ft1, ft0, ft0\nmul oc, ft1, fc0", "sub ft0, v0, v0\ndiv oc, ft0, ft0");
  EXPECT_NE(proof.verdict, Verdict::Different);
}

// A program, and its SPIR-V with or without optimization.
struct Subject {
  Program program;
  std::vector<std::uint32_t> words;
  Verdict verdict = Verdict::NotDecided;
};

void* prove_on_thread(void* given) {
  Subject& subject = *static_cast<Subject*>(given);
  ProofOptions options;
  options.budget = 20'000;
  const Result<Proof> proof = prove_equal(subject.program, subject.words, options);
  if (proof) subject.verdict = proof->verdict;
  return nullptr;
}

Subject thousand_discards(Optimization level) {
  std::string agal = "//! agal 2 fragment\nmov ft0, v0\n";
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const std::string number = std::to_string(i % 28);
    agal += "sub ft1.x, ft0.x, fc" + number + ".x\nkil ft1.x\nmul ft0, ft0, fc" + number + "\n";
  }
  Subject subject{test::assembled(agal + "mov oc, ft0"), {}};
  TranslateOptions translation;
  translation.optimization = level;
  translation.validation.level = ValidationLevel::Off;
  subject.words = *translate(subject.program, translation);
  return subject;
}

// The program has a thousand discards. Without optimization, its proof spends the budget.
TEST(Trust, RunsOnSmallStack) {
  for (const Optimization level : {Optimization::None, Optimization::Full}) {
    Subject subject = thousand_discards(level);
    pthread_attr_t attributes;
    ASSERT_EQ(pthread_attr_init(&attributes), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, std::size_t{128} << 10), 0);
    pthread_t thread{};
    ASSERT_EQ(pthread_create(&thread, &attributes, prove_on_thread, &subject), 0);
    ASSERT_EQ(pthread_join(thread, nullptr), 0);
    pthread_attr_destroy(&attributes);
    EXPECT_EQ(subject.verdict, level == Optimization::Full ? Verdict::Equal : Verdict::NotDecided);
  }
}

}  // namespace
}  // namespace agal

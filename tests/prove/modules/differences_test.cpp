// The prover never proves different programs equal, and shows inputs that make the outputs differ.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "agal/compile.hpp"
#include "agal/prove/prove.hpp"
#include "exec/planted.hpp"
#include "front_end.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

std::vector<std::uint32_t> words_of(const Program& program, const Semantics& semantics = {}) {
  TranslateOptions options;
  options.optimization = Optimization::None;
  options.validation.level = ValidationLevel::Off;
  options.semantics = semantics;
  Result<std::vector<std::uint32_t>> words = translate(program, options);
  return words ? *std::move(words) : std::vector<std::uint32_t>{};
}

Proof compared(std::string_view expected, std::string_view found, const ProofOptions& options = {}) {
  const Program program = test::assembled(expected);
  const Result<Proof> proof = prove_equal(program, words_of(test::assembled(found)), options);
  EXPECT_TRUE(proof);
  return proof ? *proof : Proof{};
}

TEST(Differences, ShowsAnotherConstant) {
  const Proof proof = compared("//! agal 1 fragment\nmul oc, v0, fc0", "//! agal 1 fragment\nmul oc, v0, fc1");
  EXPECT_EQ(proof.verdict, Verdict::Different);
  EXPECT_TRUE(proof.counterexample);
}

// The outputs differ for equal operands only.
TEST(Differences, ShowsAStrictComparison) {
  const Proof proof = compared("//! agal 2 fragment\nslt ft0, v0.x, fc0.y\nmov oc, ft0",
                               "//! agal 2 fragment\nsge ft0, fc0.y, v0.x\nmov oc, ft0");
  EXPECT_EQ(proof.verdict, Verdict::Different) << proof.reason;
  ASSERT_TRUE(proof.counterexample);
  EXPECT_EQ(proof.counterexample->output.substr(0, 3), "oc.");
}

TEST(Differences, ShowsAComparisonInABranch) {
  const Proof proof = compared("//! agal 2 fragment\nmov ft0, v0\nifg v0.x, fc0.x\nslt ft0, v1, fc1\neif\nmov oc, ft0",
                               "//! agal 2 fragment\nmov ft0, v0\nifg v0.x, fc0.x\nsge ft0, fc1, v1\neif\nmov oc, ft0");
  EXPECT_EQ(proof.verdict, Verdict::Different) << proof.reason;
  EXPECT_TRUE(proof.counterexample);
}

TEST(Differences, ShowsADiscard) {
  const Proof proof =
      compared("//! agal 1 fragment\nkil v0.x\nmov oc, v0", "//! agal 1 fragment\nkil v0.y\nmov oc, v0");
  EXPECT_EQ(proof.verdict, Verdict::Different);
  ASSERT_TRUE(proof.counterexample);
}

TEST(Differences, ShowsAnotherTexture) {
  const std::string both = "//! agal 1 fragment\ntex ft0, v0, fs0 <2d>\ntex ft1, v0, fs1 <2d>\n";
  const Proof proof = compared(both + "add oc, ft0, ft0", both + "add oc, ft0, ft1");
  EXPECT_EQ(proof.verdict, Verdict::Different);
  ASSERT_TRUE(proof.counterexample);
  EXPECT_TRUE(proof.counterexample->samples);
}

TEST(Differences, NamesAMissingOutput) {
  const Proof proof = compared("//! agal 1 vertex\nmov op, va0\nmov v0, va1", "//! agal 1 vertex\nmov op, va0");
  EXPECT_EQ(proof.verdict, Verdict::Different);
  EXPECT_EQ(proof.reason, "it does not write v0");
}

TEST(Differences, AppliesAssumptions) {
  ProofOptions options;
  const auto one = [&] {
    return compared("//! agal 1 fragment\nmul oc, v0, fc0.z", "//! agal 1 fragment\nmov oc, v0", options);
  };
  EXPECT_EQ(one().verdict, Verdict::Different);
  options.assumptions.push_back({0, 2, 1.0f});
  EXPECT_EQ(one().verdict, Verdict::Equal);
}

TEST(Differences, RejectsWordsWithoutModule) {
  const Program program = test::assembled("//! agal 1 fragment\nmov oc, v0");
  EXPECT_FALSE(prove_equal(program, {}, {}));
  EXPECT_FALSE(prove_equal(program, words_of(test::assembled("//! agal 1 vertex\nmov op, va0")), {}));
}

// Undefined values, and operations that AGAL cannot express, are not equal to an AGAL program.
TEST(Differences, AreFoundInModules) {
  struct Case {
    std::string_view declarations, body, agal;
  };
  const Case cases[] = {
      // Two reads of an uninitialized variable may give different values.
      {"", "float a, b; oc = (a < b) ? fc[0] : fc[1];", "mov oc, fc1"},
      {"", "float a; oc = (a == a) ? fc[1] : fc[0];", "mov oc, fc1"},
      {"", "int a, b; oc = (a == b) ? fc[1] : fc[0];", "mov oc, fc1"},
      // 64-bit numbers.
      {"", "double a = 1.0lf, b = a + a; oc = (b > a) ? fc[0] : fc[1];", "mov oc, fc1"},
      // An array has a location for each element, and a matrix a location for each column.
      {"layout(location = 0) in float v0[2];", "oc = vec4(v0[1]);", "mov oc, v0.y"},
      {"layout(location = 0) in mat3 v0;", "oc = vec4(v0[1].x);", "mov oc, v0.w"},
      {"", "int i = 5; oc = fc[i];", "mov oc, fc0"},
      {"", "vec4 a[2] = vec4[](fc[0], fc[0]); oc = a[int(fc[1].x)];", "mov oc, fc0"},
  };
  for (const Case& each : cases) {
    const std::string glsl =
        fmt::format("#version 450\n{}\nuniform vec4 fc[2];\nlayout(location = 0) out vec4 oc;\nvoid main() {{ {} }}\n",
                    each.declarations, each.body);
    const exec::CompiledShader read = test::read_text(glsl, Target::Glsl450, Stage::Fragment);
    ASSERT_EQ(read.fault, "") << glsl;
    ProofOptions options;
    options.output.target = Target::Glsl450;
    options.match = InterfaceMatch::Names;
    const Result<Proof> proof =
        prove_equal(test::assembled(fmt::format("//! agal 1 fragment\n{}\n", each.agal)), read.words, options);
    ASSERT_TRUE(proof) << glsl;
    EXPECT_NE(proof->verdict, Verdict::Equal) << glsl << proof->reason;
  }
}

TEST(Differences, AssumesRegistersOfTheStage) {
  ProofOptions options;
  options.assumptions.push_back({0, 2, 1.0f, Stage::Vertex});
  EXPECT_EQ(compared("//! agal 1 fragment\nmul oc, v0, fc0.z", "//! agal 1 fragment\nmov oc, v0", options).verdict,
            Verdict::Different);
}

// Each line uses the previous sum twice. The negation distributes over all sums.
TEST(Differences, EndsForSumsWithSharedParts) {
  std::string text = "//! agal 1 fragment\nmov ft0, v0\nmov ft1, v1\n";
  for (int k = 0; k < 25; ++k) text += "add ft0, ft0, ft1\nadd ft1, ft0, ft1\n";
  text += "neg ft0, ft0\npow ft0, ft0, fc0\n";
  const Proof proof = compared(text + "mov oc, ft0\n", text + "mov oc, ft0.yxzw\n");
  EXPECT_NE(proof.verdict, Verdict::Equal);
  const Proof same = compared(text + "mov oc, ft0\n", text + "mov oc, ft0\n");
  EXPECT_EQ(same.verdict, Verdict::Equal) << same.reason;
}

// An index that doubles 60 times, more branches than a decision diagram may have, thousands of different terms, the
// negation of a sum with very many parts, and functions that each call the previous function twice.
TEST(Differences, EndsForHostileModules) {
  const auto verdict = [](std::string_view agal, const std::string& glsl) {
    const exec::CompiledShader read = test::read_text("#version 450\n" + glsl, Target::Glsl450, Stage::Fragment);
    EXPECT_EQ(read.fault, "");
    ProofOptions options;
    options.output.target = Target::Glsl450;
    options.match = InterfaceMatch::Names;
    const Result<Proof> proof = prove_equal(test::assembled(agal), read.words, options);
    EXPECT_TRUE(proof);
    return proof ? proof->verdict : Verdict::Equal;
  };
  const std::string head = "in vec4 v0;\nuniform vec4 fc[4];\nlayout(location = 0) out vec4 oc;\nvoid main() {\n";
  std::string doubled = head + "int i = int(v0.x);\n", killed = head, long_sum = head + "vec4 t = v0;\n";
  for (int k = 0; k < 60; ++k) doubled += "i = i + i;\n";
  for (int k = 0; k < 3000; ++k) killed += "if (v0.x < " + std::to_string(k) + ".5) discard;\n";
  for (int k = 0; k < 3000; ++k) long_sum += "t = t * fc[0] + fc[1];\n";
  EXPECT_NE(verdict("//! agal 1 fragment\nmov oc, fc0", doubled + "oc = fc[i]; }"), Verdict::Equal);
  EXPECT_NE(verdict("//! agal 1 fragment\nmov oc, fc0", killed + "oc = fc[0]; }"), Verdict::Equal);
  EXPECT_NE(verdict("//! agal 1 fragment\nmov oc, v0", long_sum + "oc = t; }"), Verdict::Equal);
  std::string deep_sum = head + "float x = v0.x, y = v0.y;\n", calls;
  for (int k = 0; k < 20000; ++k) deep_sum += "x += y;\n";
  calls = "float f0(float x) { return x + 1.0; }\n";
  for (int k = 0; k < 30; ++k) calls += fmt::format("float f{}(float x) {{ return f{}(f{}(x)); }}\n", k + 1, k, k);
  EXPECT_NE(verdict("//! agal 1 fragment\nmov oc, v0", deep_sum + "oc = vec4(-x); }"), Verdict::Equal);
  EXPECT_NE(verdict("//! agal 1 fragment\nmov oc, v0", calls + head + "oc = vec4(f30(v0.x)); }"), Verdict::Equal);
}

// The prover expands the products of sums until the budget is spent.
TEST(Differences, AreShownAfterBudgetIsSpent) {
  std::string squares = "//! agal 1 fragment\nmov ft0, v0\n";
  for (int k = 0; k < 6; ++k) squares += "add ft0, ft0, fc" + std::to_string(k) + "\nmul ft0, ft0, ft0\n";
  ProofOptions options;
  options.budget = 2000;
  const Proof proof = compared(squares + "add oc, ft0, fc6", squares + "add oc, ft0, fc7", options);
  EXPECT_EQ(proof.verdict, Verdict::Different) << proof.reason;
  EXPECT_TRUE(proof.counterexample);
}

// Not every program shows every bug, so for each bug, the prover may find no difference in one of eight programs.
TEST(Differences, FindsEveryPlantedBug) {
  AGAL_WANT(test::Facility::Shared, test::shared_corpus().missing);
  for (const exec::PlantedBug& bug : exec::planted_bugs()) {
    std::uint32_t different = 0, others = 0;
    for (const Program& program : test::translatable_programs()) {
      if (different + others == 8) break;
      const std::vector<std::uint32_t> words = words_of(bug.plant(program), bug.semantics);
      if (words.empty() || words == words_of(program)) continue;
      const Result<Proof> proof = prove_equal(program, words, {});
      ASSERT_TRUE(proof);
      if (proof->verdict == Verdict::Different && proof->counterexample)
        ++different;
      else
        ++others;
    }
    EXPECT_GT(different, 0u) << bug.name;
    EXPECT_LE(others, 1u) << bug.name;
  }
}

// One word of a module is replaced. The prover must not crash.
TEST(Differences, NeverProvesAMutant) {
  std::mt19937 random(7);
  std::map<Verdict, std::uint32_t> verdicts;
  for (const Program& program : test::translatable_programs()) {
    if (program.instructions.size() > 24) continue;
    const std::vector<std::uint32_t> words = words_of(program);
    if (words.empty()) continue;
    std::vector<std::uint32_t> mutant = words;
    std::uint32_t& word = mutant[5 + random() % (mutant.size() - 5)];
    word = random() % 2 == 0 ? word + 1 : mutant[5 + random() % (mutant.size() - 5)];
    const Result<Proof> proof = prove_equal(program, mutant, {});
    if (proof) ++verdicts[proof->verdict];
  }
  EXPECT_GT(verdicts[Verdict::Different], 0u);
}

}  // namespace
}  // namespace agal

// Tests that FXC accepts all HLSL without a warning, and that the programs of a pair match.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "compilers/expect_none.hpp"
#include "compilers/fxc.hpp"
#include "compilers/hlsl.hpp"
#include "exec/entries.hpp"
#include "support/facility.hpp"

namespace agal::compilers {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FxcNeeded : public testing::Test {
 protected:
  void SetUp() override { AGAL_NEED(test::Facility::Direct3d, missing_fxc()); }
};

class Fxc : public FxcNeeded, public testing::WithParamInterface<Writer> {
 protected:
  CompileOptions options(Target target = Target::Hlsl50) const {
    CompileOptions options;
    options.target = target;
    options.writer = GetParam();
    return options;
  }

  // Returns true for messages that are not about the text. They are about the program, which divides by a constant zero
  // ("floating point division by zero"), or takes the root or logarithm of an invalid constant ("imaginary square
  // root", "indefinite logarithm"), or about FXC itself. SPIRV-Cross also writes pow(b, e) unchanged: "pow(f, e) will
  // not work for negative f".
  bool is_expected(const std::string& message) const {
    const auto is = [&](const char* warning) { return message.find(warning) != std::string::npos; };
    return is("warning X4008: ") || is("warning X4118: ") || is("warning X4119: ") ||
           message == "internal warning: optimization did not converge" ||
           (GetParam() == Writer::Cross && is("warning X3571: "));
  }

  void expect_accepted(const std::vector<Module>& modules, std::string_view model,
                       const std::string& entry_point = "main") const {
    EXPECT_GE(modules.size(), min_modules);
    const std::vector<Answer> answers = compile_with_fxc(modules, model, entry_point);
    std::vector<std::string> faults;
    for (std::size_t i = 0; i < modules.size(); ++i) {
      if (!answers[i].accepted) faults.push_back(modules[i].name + " is refused:\n" + modules[i].bytes);
      for (const std::string& message : answers[i].messages)
        if (!is_expected(message)) faults.push_back(modules[i].name + ": " + message);
    }
    expect_none(std::move(faults));
  }

  void expect_to_fit(Linking linking) const {
    const std::vector<ModulePair> pairs = all_pairs(options(), linking);
    EXPECT_GE(pairs.size(), min_pairs);
    std::vector<Signature> signatures;
    for (Answer& answer : compile_with_fxc(modules_of(pairs), "5_0")) signatures.push_back(std::move(answer.signature));
    expect_none(pairs_that_do_not_fit(pairs, signatures));
  }
};

TEST_P(Fxc, AcceptsEveryText) { expect_accepted(all_modules(options()), "5_0"); }

TEST_P(Fxc, AcceptsEveryTextOfModel51) { expect_accepted(all_modules(options(Target::Hlsl51)), "5_1"); }

TEST_P(Fxc, AcceptsEveryOption) {
  for (const OptionVariant& variant : hlsl_variants()) {
    SCOPED_TRACE(fmt::format("--{}={}", variant.name, variant.value));
    const CompileOptions changed = with_variant(options(), variant);
    expect_accepted(modules_of(exec::own_entries().entries, changed), "5_0", changed.entry_points.vertex);
  }
}

TEST_P(Fxc, ConnectsLinkedPairs) { expect_to_fit(Linking::Linked); }

TEST_P(Fxc, ConnectsSeparatelyCompiledPairs) { expect_to_fit(Linking::Apart); }

INSTANTIATE_TEST_SUITE_P(Writers, Fxc, testing::ValuesIn(hlsl_writers()),
                         [](const auto& parameter) { return std::string(name_of(parameter.param)); });

// Checks that the tests detect invalid text.
class FxcOracle : public FxcNeeded {};

TEST_F(FxcOracle, RejectsInvalidText) {
  const std::vector<Answer> answers = compile_with_fxc(
      {{"good", Stage::Fragment, "float4 main(float4 v : TEXCOORD3) : SV_Target0 { return v; }\n"},
       {"no such type", Stage::Fragment, "float5 main() : SV_Target0 { return 1; }\n"},
       {"no output", Stage::Vertex, "float4 main(float4 v : TEXCOORD3) : SV_Target0 { return w; }\n"},
       {"a warning", Stage::Fragment, "float4 main(float4 v : TEXCOORD3) : SV_Target0 { return pow(v, 3.5); }\n"},
       {"nothing", Stage::Fragment, ""}},
      "5_0");
  EXPECT_TRUE(answers[0].accepted);
  EXPECT_THAT(answers[0].messages, IsEmpty());
  EXPECT_FALSE(answers[1].accepted);
  EXPECT_THAT(answers[1].messages, ElementsAre(AllOf(HasSubstr("00001.frag.hlsl(1,"), HasSubstr("error X3000"))));
  EXPECT_FALSE(answers[2].accepted);
  EXPECT_TRUE(answers[3].accepted);
  EXPECT_THAT(answers[3].messages, ElementsAre(HasSubstr("warning X3571")));
  EXPECT_FALSE(answers[4].accepted);
}

TEST_F(FxcOracle, ReportsMismatchedPairs) {
  const auto reasons = [](const std::string& vertex, const std::string& fragment) {
    const std::vector<Answer> answers = compile_with_fxc(
        {{"vertex", Stage::Vertex, "void main(" + vertex + ", out float4 p : SV_Position) { p = 0; a = 1; b = 2; }\n"},
         {"fragment", Stage::Fragment, "float4 main(" + fragment + ") : SV_Target0 { return v; }\n"}},
        "5_0");
    EXPECT_TRUE(answers[0].accepted && answers[1].accepted);
    std::vector<std::string> lines = misplaced(answers[0].signature, answers[1].signature);
    for (std::string& line : unconnected(answers[0].signature, answers[1].signature)) lines.push_back(std::move(line));
    return lines;
  };
  const std::string both = "out float4 a : TEXCOORD0, out float4 b : TEXCOORD1";
  EXPECT_THAT(reasons(both, "float4 v : TEXCOORD0"), IsEmpty());
  EXPECT_THAT(reasons(both, "float4 u : TEXCOORD0, float4 v : TEXCOORD1"), IsEmpty());
  EXPECT_THAT(reasons(both, "float4 v : TEXCOORD1"),
              ElementsAre("TEXCOORD1 is register 0, mask 15, but register 1, mask 15, of the vertex shader"));
  EXPECT_THAT(reasons(both, "float4 v : TEXCOORD2"), ElementsAre("TEXCOORD2 is not an output of the vertex shader"));
}

}  // namespace
}  // namespace agal::compilers

// FXC accepts all HLSL without a warning, and the programs of a pair fit.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "compilers/fxc.hpp"
#include "compilers/hlsl.hpp"
#include "support/facility.hpp"

namespace agal::compilers {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FxcNeeded : public testing::Test {
 protected:
  void SetUp() override { AGAL_NEED(test::Facility::Fxc, missing_fxc()); }
};

class Fxc : public FxcNeeded, public testing::WithParamInterface<Writer> {
 protected:
  CompileOptions options(Target target = Target::Hlsl50) const {
    CompileOptions options;
    options.target = target;
    options.writer = GetParam();
    return options;
  }

  // A program may divide by zero, and FXC may see it: "floating point division by zero". SPIRV-Cross writes pow(b, e)
  // as it is: "pow(f, e) will not work for negative f".
  bool is_expected(const std::string& message) const {
    const auto is = [&](const char* warning) { return message.find(warning) != std::string::npos; };
    return is("warning X4008: ") || (GetParam() == Writer::Cross && is("warning X3571: "));
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
    const std::size_t count = faults.size();
    faults.resize(std::min<std::size_t>(count, 10));
    EXPECT_THAT(faults, IsEmpty()) << count << " in all";
  }

  std::vector<std::string> mismatches(Compiled compiled) const {
    const std::vector<Pair> pairs = all_pairs(options(), compiled);
    EXPECT_FALSE(pairs.empty());
    std::vector<Module> modules;
    std::map<std::string, std::size_t> numbers;  // of the texts
    for (const Pair& pair : pairs) {
      if (numbers.emplace(pair.vertex, modules.size()).second)
        modules.push_back({pair.name, Stage::Vertex, pair.vertex});
      if (numbers.emplace(pair.fragment, modules.size()).second)
        modules.push_back({pair.name, Stage::Fragment, pair.fragment});
    }
    const std::vector<Answer> answers = compile_with_fxc(modules, "5_0");
    const auto signature = [&](const std::string& text) { return answers[numbers.at(text)].signature; };
    std::vector<std::string> faults;
    for (const Pair& pair : pairs)
      if (const std::string reason = mismatch(signature(pair.vertex), signature(pair.fragment)); !reason.empty())
        faults.push_back(pair.name + ": " + reason);
    return faults;
  }
};

TEST_P(Fxc, AcceptsEveryText) { expect_accepted(all_modules(options()), "5_0"); }

TEST_P(Fxc, AcceptsEveryTextOfModel51) { expect_accepted(all_modules(options(Target::Hlsl51)), "5_1"); }

TEST_P(Fxc, AcceptsEveryOption) {
  for (const OptionVariant& variant : hlsl_variants()) {
    SCOPED_TRACE(fmt::format("--{}={}", variant.name, variant.value));
    const CompileOptions changed = with_variant(options(), variant);
    expect_accepted(own_modules(changed), "5_0", changed.entry_point);
  }
}

TEST_P(Fxc, LinkedProgramsFit) { EXPECT_THAT(mismatches(Compiled::Linked), IsEmpty()); }

TEST_P(Fxc, ProgramsThatAreCompiledSeparatelyFit) { EXPECT_THAT(mismatches(Compiled::Apart), IsEmpty()); }

INSTANTIATE_TEST_SUITE_P(Writers, Fxc, testing::ValuesIn(hlsl_writers()),
                         [](const auto& parameter) { return std::string(name_of(parameter.param)); });

// The oracle itself.
class FxcOracle : public FxcNeeded {};

TEST_F(FxcOracle, RefusesWhatIsWrong) {
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

TEST_F(FxcOracle, SeesPairsThatDoNotFit) {
  const auto reason = [](const std::string& vertex, const std::string& fragment) {
    const std::vector<Answer> answers = compile_with_fxc(
        {{"vertex", Stage::Vertex, "void main(" + vertex + ", out float4 p : SV_Position) { p = 0; a = 1; b = 2; }\n"},
         {"fragment", Stage::Fragment, "float4 main(" + fragment + ") : SV_Target0 { return v; }\n"}},
        "5_0");
    EXPECT_TRUE(answers[0].accepted && answers[1].accepted);
    return mismatch(answers[0].signature, answers[1].signature);
  };
  const std::string both = "out float4 a : TEXCOORD0, out float4 b : TEXCOORD1";
  EXPECT_EQ(reason(both, "float4 v : TEXCOORD0"), "");
  EXPECT_EQ(reason(both, "float4 u : TEXCOORD0, float4 v : TEXCOORD1"), "");
  EXPECT_EQ(reason(both, "float4 v : TEXCOORD1"),
            "TEXCOORD1 is in register 1 of the vertex program, and 0 of the fragment program");
  EXPECT_EQ(reason(both, "float4 v : TEXCOORD2"), "TEXCOORD2 is not an output of the vertex program");
}

}  // namespace
}  // namespace agal::compilers

// Proofs through the C interface: every verdict, and counterexamples that the interpreter confirms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "agal/agal.h"
#include "agal/assembly.hpp"
#include "agal/interpret.hpp"
#include "c/owners.hpp"

namespace agal {
namespace {

using c_test::options;
using c_test::OptionsOwner;
using c_test::part;
using c_test::ResultOwner;
using testing::HasSubstr;
using testing::StartsWith;

ResultOwner proved(std::string_view program, std::string_view other, const OptionsOwner& with = nullptr) {
  return ResultOwner(
      agal_prove(program.data(), program.size(), other.empty() ? nullptr : other.data(), other.size(), with.get()));
}

const agal_proof& proof_of(const ResultOwner& result, agal_stage stage = AGAL_STAGE_FRAGMENT) {
  static const agal_proof nothing{};
  EXPECT_EQ(agal_result_status(result.get()), AGAL_OK) << part(result, "messages");
  const agal_proof* const found = agal_result_proof(result.get(), stage);
  EXPECT_NE(found, nullptr);
  EXPECT_EQ(agal_result_proof(result.get(), stage == AGAL_STAGE_VERTEX ? AGAL_STAGE_FRAGMENT : AGAL_STAGE_VERTEX),
            nullptr);
  return found == nullptr ? nothing : *found;
}

constexpr std::string_view multiplied = "mul ft0, v0, fc0\nmov oc, ft0\n";

TEST(Prove, FindsEqualPrograms) {
  const ResultOwner words(agal_compile(multiplied.data(), multiplied.size(), nullptr));
  const std::string module = part(words, "fragment");
  for (const std::string_view other :
       {std::string_view(), std::string_view("mul oc, fc0, v0"), std::string_view(module)}) {
    const ResultOwner result = proved(multiplied, other);
    const agal_proof& proof = proof_of(result);
    EXPECT_EQ(proof.verdict, AGAL_VERDICT_EQUAL) << part(result, "text");
    EXPECT_EQ(proof.proof_class, AGAL_PROOF_EXACT);
    EXPECT_EQ(proof.rule_count, 0u);
    EXPECT_EQ(proof.difference, nullptr);
    EXPECT_STREQ(proof.output, "");
    EXPECT_STREQ(proof.reason, "");
    EXPECT_GT(proof.terms, 0u);
    EXPECT_THAT(part(result, "proof"), HasSubstr("\"verdict\": \"equal\""));
  }
}

TEST(Prove, ListsRulesOfEquality) {
  const ResultOwner result = proved("mul ft0, v0, fc0\nadd oc, ft0, fc1", {});
  const agal_proof& proof = proof_of(result);
  EXPECT_EQ(proof.verdict, AGAL_VERDICT_EQUAL);
  EXPECT_EQ(proof.proof_class, AGAL_PROOF_ROUNDING);
  ASSERT_EQ(proof.rule_count, 1u);
  EXPECT_STREQ(proof.rules[0].name, "fma-as-sum");
  EXPECT_EQ(proof.rules[0].rule_class, AGAL_PROOF_ROUNDING);
  EXPECT_EQ(proof.rules[0].count, 4u);
  EXPECT_EQ(part(result, "text"), "spv: equal up to rounding: fma-as-sum (4)\n");
}

Float4 register_at(const agal_proof_input& input, std::size_t pixel) {
  Float4 value;
  std::copy_n(input.values + 4 * pixel, 4, value.begin());
  return value;
}

// Interprets a program for the inputs of a difference. Returns the output that differs.
float output_of(std::string_view text, const agal_difference& difference) {
  const Result<Program> program = assemble(text);
  Bindings bindings;
  VertexInput vertex;
  QuadInput quad;
  for (const agal_proof_input& input : std::span(difference.inputs, difference.input_count)) {
    const auto store = [&](std::vector<Float4>& registers, std::size_t pixel) {
      registers.resize(std::max<std::size_t>(registers.size(), input.number + 1));
      registers[input.number] = register_at(input, pixel);
    };
    switch (input.kind) {
      case AGAL_INPUT_CONSTANT: store(bindings.constants, 0); break;
      case AGAL_INPUT_ATTRIBUTE: store(vertex.attributes, 0); break;
      case AGAL_INPUT_VARYING:
        for (std::size_t i = 0; i < quad_size; ++i) store(quad.varyings[i], i);
        break;
      case AGAL_INPUT_INSTANCE: vertex.instance = static_cast<std::uint32_t>(input.values[0]); break;
    }
  }
  const std::size_t lane = std::string_view("xyzw").find(std::string_view(difference.output).back());
  if (program->stage == Stage::Vertex) return (*interpret_vertex(*program, bindings, vertex)->position)[lane];
  return (*interpret_quad(*program, bindings, quad)->pixels[difference.pixel].colors[0])[lane];
}

TEST(Prove, ShowsInputsOfDifference) {
  const std::pair<std::string_view, std::string_view> pairs[] = {
      {multiplied, "add oc, v0, fc0"},
      {"slt ft0, v0.x, fc3.x\nmov oc, ft0", "sge ft0, fc3.x, v0.x\nmov oc, ft0"},  // differ for equal operands
      {"ddx ft0, v2\nmov oc, ft0", "ddy ft0, v2\nmov oc, ft0"},
      {"mul op, va1, vc2", "mul op, va1, vc3"},
      {"add op, va1, iid.x", "sub op, va1, iid.x"}};
  for (const auto& [program, other] : pairs) {
    const agal_stage stage = program.find("op") < program.size() ? AGAL_STAGE_VERTEX : AGAL_STAGE_FRAGMENT;
    const ResultOwner result = proved(program, other, options({{"other-name", "tuned"}, {"agal-version", "3"}}));
    const agal_proof& proof = proof_of(result, stage);
    ASSERT_EQ(proof.verdict, AGAL_VERDICT_DIFFERENT) << part(result, "text");
    EXPECT_THAT(part(result, "text"), StartsWith("tuned: different: "));
    ASSERT_NE(proof.difference, nullptr);
    const agal_difference& difference = *proof.difference;
    EXPECT_NE(difference.expected, difference.found);
    EXPECT_EQ(output_of(program, difference), difference.expected) << part(result, "text");
    EXPECT_EQ(output_of(other, difference), difference.found) << part(result, "text");
    EXPECT_STREQ(proof.output, difference.output);
    EXPECT_THAT(part(result, "proof"), HasSubstr(std::string("\"") + difference.inputs[0].name + "\": ["));
    EXPECT_STRNE(proof.expected, proof.found);
  }
}

TEST(Prove, ReportsMissingOutput) {
  const ResultOwner result = proved("mov oc, v0\nmov oc1, v1", "mov oc, v0", options({{"agal-version", "2"}}));
  const agal_proof& proof = proof_of(result);
  EXPECT_EQ(proof.verdict, AGAL_VERDICT_DIFFERENT);
  EXPECT_STREQ(proof.reason, "it does not write oc1");
  EXPECT_EQ(proof.difference, nullptr);
}

TEST(Prove, StopsAtBudget) {
  const ResultOwner result = proved(multiplied, {}, options({{"budget", "3"}}));
  const agal_proof& proof = proof_of(result);
  EXPECT_EQ(proof.verdict, AGAL_VERDICT_NOT_DECIDED);
  EXPECT_STREQ(proof.reason, "the budget of terms is spent");
}

TEST(Prove, AssumesValuesOfConstants) {
  const OptionsOwner all = options({{"assume", "fc0.x=2,fc0.y=2,fc0.z=2,fc0.w=2"}});
  EXPECT_EQ(proof_of(proved(multiplied, "add oc, v0, v0", all)).verdict, AGAL_VERDICT_EQUAL);
  EXPECT_EQ(proof_of(proved(multiplied, "add oc, v0, v0")).verdict, AGAL_VERDICT_DIFFERENT);
}

TEST(Prove, ReportsFaults) {
  EXPECT_EQ(agal_result_status(ResultOwner(agal_prove("mov oc, v0", 10, nullptr, 1, nullptr)).get()),
            AGAL_BAD_ARGUMENT);
  const std::string broken("\x03\x02\x23\x07 nothing", 12);
  for (const auto& [program, other, code] :
       {std::tuple<std::string_view, std::string_view, const char*>(multiplied, "mov op, va0", "AGAL1120"),
        {multiplied, "mov oc, vt0", "AGAL"},
        {"mov fc0, v0", multiplied, "AGAL3652"},
        {multiplied, broken, "AGAL1121"}}) {
    const ResultOwner result = proved(program, other);
    EXPECT_EQ(agal_result_status(result.get()), AGAL_REJECTED) << other;
    EXPECT_THAT(part(result, "messages"), HasSubstr(code));
    EXPECT_EQ(agal_result_proof(result.get(), AGAL_STAGE_FRAGMENT), nullptr);
  }
  const ResultOwner text = proved(multiplied, {}, options({{"target", "wgsl"}}));
  EXPECT_THAT(part(text, "messages"), HasSubstr("only SPIR-V is compared here"));
  EXPECT_EQ(agal_result_proof(nullptr, AGAL_STAGE_VERTEX), nullptr);
  EXPECT_EQ(agal_result_proof(text.get(), AGAL_STAGE_UNKNOWN), nullptr);
  const OptionsOwner unchanged = options({});
  for (const auto& [name, value] : {std::pair("map", "mvp"),
                                    {"map", "mvp=vc0,a=ft0"},
                                    {"assume", "fc0.z=nan"},
                                    {"assume", "fc0.z=1,fc0=2"},
                                    {"budget", "0"}})
    EXPECT_EQ(agal_options_set(unchanged.get(), name, value), AGAL_BAD_ARGUMENT) << value;
  EXPECT_STREQ(agal_options_message(unchanged.get()), "invalid value '0' of budget; expected 1 to 16777216");
}

TEST(Prove, AppliesMappings) {
  const ResultOwner words(agal_compile(multiplied.data(), multiplied.size(), options({{"debug-info", "true"}}).get()));
  const ResultOwner result = proved(multiplied, part(words, "fragment"), options({{"map", "v0=v0,fc=fc0,oc=oc"}}));
  EXPECT_EQ(proof_of(result).verdict, AGAL_VERDICT_EQUAL) << part(result, "text");
}

}  // namespace
}  // namespace agal

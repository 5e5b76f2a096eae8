// Modules of SPIR-V that no front end of a language makes: each says something that changes the meaning of the rest.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "agal/prove.hpp"
#include "support/lowering.hpp"
#include "support/spirv_text.hpp"

namespace agal {
namespace {

// A fragment shader of AGAL 1, in which `v0` and `oc` are variables, and `fc` is a block of `length` registers.
struct Parts {
  std::string_view body = "%x = OpLoad %vec4 %v0\nOpStore %oc %x\n";
  std::string_view decorations = "", declarations = "", modes = "";
  std::string_view entries = "OpEntryPoint Fragment %main \"main\" %v0 %oc\n", types = "";
  int length = 28;
  std::string_view connected = "%vec4";  // the type of v0
  std::string_view block = "Block", functions = "";
};

std::string text_of(const Parts& p) {
  return fmt::format(R"(OpCapability Shader
OpMemoryModel Logical GLSL450
{}OpExecutionMode %main OriginUpperLeft
{}OpDecorate %v0 Location 0
OpDecorate %oc Location 0
OpDecorate %array ArrayStride 16
OpDecorate %block {}
OpMemberDecorate %block 0 Offset 0
OpDecorate %fc DescriptorSet 0
OpDecorate %fc Binding 1
{}%void = OpTypeVoid
%function = OpTypeFunction %void
%bool = OpTypeBool
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%vec4 = OpTypeVector %float 4
%ivec4 = OpTypeVector %int 4
%zero = OpConstant %int 0
%five = OpConstant %int 5
%seven = OpConstant %int 7
%one_bits = OpConstant %int 1065353216
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%f0 = OpConstant %float 0
%length = OpConstant %int {}
%array = OpTypeArray %vec4 %length
%block = OpTypeStruct %array
%pblock = OpTypePointer Uniform %block
%pregister = OpTypePointer Uniform %vec4
%fc = OpVariable %pblock Uniform
{}%in = OpTypePointer Input {}
%out = OpTypePointer Output %vec4
%pfloat = OpTypePointer Output %float
%v0 = OpVariable %in Input
%oc = OpVariable %out Output
{}%main = OpFunction %void None %function
%entry = OpLabel
{}OpReturn
OpFunctionEnd
{})",
                     p.entries, p.modes, p.block, p.decorations, p.length, p.types, p.connected, p.declarations, p.body,
                     p.functions);
}

Verdict verdict_of(std::string_view agal, const Parts& parts, const ProofOptions& options = {}) {
  const std::string text = text_of(parts);
  const Result<Proof> proof =
      prove_equal(test::assembled(fmt::format("//! agal 2 fragment\n{}\n", agal)), test::assemble_spirv(text), options);
  EXPECT_TRUE(proof) << text;
  return proof ? proof->verdict : Verdict::NotDecided;
}

constexpr std::string_view register_0 =
    "%p = OpAccessChain %pregister %fc %zero %zero\n%x = OpLoad %vec4 %p\nOpStore %oc %x\n";
constexpr std::string_view converted = "%x = OpCompositeConstruct %vec4 %f %f %f %f\nOpStore %oc %x\n";
constexpr std::string_view depth_entry = "OpEntryPoint Fragment %main \"main\" %v0 %oc %depth\n";
constexpr std::string_view depth_variable = "%depth = OpVariable %pfloat Output\n";
constexpr std::string_view depth_decoration = "OpDecorate %depth BuiltIn FragDepth\n";
constexpr std::string_view depth_body =
    "%x = OpLoad %vec4 %v0\nOpStore %oc %x\n%z = OpCompositeExtract %float %x 0\nOpStore %depth %z\n";

// The template itself is equal, so that what follows is not because of it.
TEST(Modules, AreEqualWithoutWhatIsStrange) {
  EXPECT_EQ(verdict_of("mov oc, v0", {}), Verdict::Equal);
  EXPECT_EQ(verdict_of("mov oc, fc0", {.body = register_0}), Verdict::Equal);
  EXPECT_EQ(verdict_of("mov oc, v0\nmov fd.x, v0.x", {.body = depth_body,
                                                      .decorations = depth_decoration,
                                                      .declarations = depth_variable,
                                                      .modes = "OpExecutionMode %main DepthReplacing\n",
                                                      .entries = depth_entry}),
            Verdict::Equal);
}

TEST(Modules, MayNotReachWhatIsUnreachable) {
  EXPECT_NE(verdict_of("mov oc, v0", {.body = "%x = OpLoad %vec4 %v0\n%lane = OpCompositeExtract %float %x 0\n"
                                              "%c = OpFOrdGreaterThan %bool %lane %f0\nOpSelectionMerge %end None\n"
                                              "OpBranchConditional %c %never %end\n%never = OpLabel\nOpUnreachable\n"
                                              "%end = OpLabel\nOpStore %oc %x\n"}),
            Verdict::Equal);
}

TEST(Modules, HaveDecorationsOfGroups) {
  EXPECT_NE(
      verdict_of("mov oc, v0", {.decorations = "OpDecorate %g Flat\n%g = OpDecorationGroup\nOpGroupDecorate %g %v0\n"}),
      Verdict::Equal);
}

TEST(Modules, HaveExecutionModes) {
  for (const std::string_view mode : {"DepthGreater", "DepthUnchanged", "EarlyFragmentTests"}) {
    const std::string modes = fmt::format("OpExecutionMode %main DepthReplacing\nOpExecutionMode %main {}\n", mode);
    EXPECT_NE(verdict_of("mov oc, v0\nmov fd.x, v0.x", {.body = depth_body,
                                                        .decorations = depth_decoration,
                                                        .declarations = depth_variable,
                                                        .modes = modes,
                                                        .entries = depth_entry}),
              Verdict::Equal)
        << mode;
  }
}

TEST(Modules, HaveTheEntryPointWithTheNameOfTheOutput) {
  const Parts two{.entries =
                      "OpEntryPoint Fragment %other \"other\" %v0 %oc\nOpEntryPoint Fragment %main \"main\" %v0 %oc\n"
                      "OpExecutionMode %other OriginUpperLeft\n",
                  .functions =
                      "%other = OpFunction %void None %function\n%other_entry = OpLabel\n"
                      "%y = OpLoad %vec4 %v0\n%z = OpFNegate %vec4 %y\nOpStore %oc %z\nOpReturn\nOpFunctionEnd\n"};
  ProofOptions other;
  other.output.entry_point = "other";
  EXPECT_EQ(verdict_of("mov oc, v0", two), Verdict::Equal);
  EXPECT_EQ(verdict_of("neg oc, v0", two), Verdict::Different);
  EXPECT_EQ(verdict_of("neg oc, v0", two, other), Verdict::Equal);
}

TEST(Modules, MayNotLeaveArraysThatAreShorterThanTheProgram) {
  constexpr std::string_view body =
      "%p = OpAccessChain %pregister %fc %zero %five\n%x = OpLoad %vec4 %p\nOpStore %oc %x\n";
  EXPECT_EQ(verdict_of("mov oc, fc5", {.body = body}), Verdict::Equal);
  EXPECT_NE(verdict_of("mov oc, fc5", {.body = body, .length = 2}), Verdict::Equal);
}

TEST(Modules, HaveInputsOfFloatsThatAreInterpolated) {
  EXPECT_NE(verdict_of("mov oc, v0", {.body = "%i = OpLoad %ivec4 %v0\n%x = OpConvertSToF %vec4 %i\nOpStore %oc %x\n",
                                      .connected = "%ivec4"}),
            Verdict::Equal);
  EXPECT_NE(
      verdict_of("mov oc, v0", {.body = "%p = OpAccessChain %pin %v0 %zero\n%x = OpLoad %vec4 %p\nOpStore %oc %x\n",
                                .decorations = "OpDecorate %v0 Flat\n",
                                .types = "%inputs = OpTypeStruct %vec4\n%pin = OpTypePointer Input %vec4\n",
                                .connected = "%inputs"}),
      Verdict::Equal);
}

TEST(Modules, SelectLanesThatExist) {
  EXPECT_NE(verdict_of("mov oc, v0.x", {.body = "%v = OpLoad %vec4 %v0\n%f = OpVectorExtractDynamic %float %v %seven\n"
                                                "%x = OpCompositeConstruct %vec4 %f %f %f %f\nOpStore %oc %x\n"}),
            Verdict::Equal);
}

TEST(Modules, HaveUnsignedNumbers) {
  ProofOptions minus;
  minus.assumptions.push_back({0, 0, -1.0f, Stage::Fragment});
  const std::string body = fmt::format("%u = OpISub %uint %u0 %u1\n%f = OpConvertUToF %float %u\n{}", converted);
  EXPECT_NE(verdict_of("mov oc, fc0.x", {.body = body}, minus), Verdict::Equal);
}

TEST(Modules, HaveConstantsWhereTheOutputHasThem) {
  ProofOptions push;
  push.output.constants = ConstantsMode::Push;
  EXPECT_NE(verdict_of("mov oc, fc0", {.body = register_0}, push), Verdict::Equal);
  EXPECT_NE(verdict_of("mov oc, fc0", {.body = register_0, .block = "BufferBlock"}), Verdict::Equal);
}

// What is not understood is no difference.
TEST(Modules, HaveConstantsWithBitsOrSpecializations) {
  EXPECT_EQ(verdict_of("mov oc, v0", {.body = "%v = OpLoad %vec4 %v0\n%o = OpBitcast %float %one_bits\n"
                                              "%x = OpVectorTimesScalar %vec4 %v %o\nOpStore %oc %x\n"}),
            Verdict::Equal);
  EXPECT_EQ(
      verdict_of("mov oc, v0", {.body = "%v = OpLoad %vec4 %v0\n%x = OpVectorTimesScalar %vec4 %v %s\nOpStore %oc %x\n",
                                .declarations = "%s = OpSpecConstant %float 1\n"}),
      Verdict::NotDecided);
}

// Composites that double, arrays of arrays, and branches that copy what is large.
TEST(Modules, MayNotBeTooLarge) {
  std::string types =
      "%many = OpConstant %int 60000\n%a0 = OpTypeArray %vec4 %many\n%a1 = OpTypeArray %a0 %many\n"
      "%null = OpConstantNull %a1\n%c0 = OpConstantComposite %vec4 %f0 %f0 %f0 %f0\n";
  for (int k = 0; k < 40; ++k)
    types += fmt::format("%s{0} = OpTypeStruct {1} {1}\n%c{2} = OpConstantComposite %s{0} %c{0} %c{0}\n", k,
                         k == 0 ? "%vec4" : fmt::format("%s{}", k - 1), k + 1);
  EXPECT_NE(verdict_of("mov oc, v0", {.types = types}), Verdict::Different);
}

}  // namespace
}  // namespace agal

// Unusual SPIR-V modules that no compiler emits. Each contains one instruction or decoration that changes the meaning
// of the others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "agal/prove/prove.hpp"
#include "agal/translate.hpp"
#include "support/lowering.hpp"
#include "support/spirv_text.hpp"

namespace agal {
namespace {

// The parts of a fragment shader with the variables `v0` and `oc`, and the block `fc` of `length` registers.
struct Parts {
  std::string_view body = "%x = OpLoad %vec4 %v0\nOpStore %oc %x\n";
  std::string_view decorations = "", declarations = "", modes = "";
  std::string_view entries = "OpEntryPoint Fragment %main \"main\" %v0 %oc\n", types = "";
  /// The length of the array of registers, and its stride in bytes.
  int length = 28, stride = 16;
  /// The type of v0.
  std::string_view connected = "%vec4";
  std::string_view block = "Block", functions = "";
};

std::string text_of(const Parts& p) {
  return fmt::format(R"(OpCapability Shader
OpMemoryModel Logical GLSL450
{}OpExecutionMode %main OriginUpperLeft
{}OpDecorate %v0 Location 0
OpDecorate %oc Location 0
OpDecorate %array ArrayStride {}
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
                     p.entries, p.modes, p.stride, p.block, p.decorations, p.length, p.types, p.connected,
                     p.declarations, p.body, p.functions);
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

// The unchanged template is equal to its program. The other tests change the template, so their verdicts are caused by
// their changes.
TEST(Modules, TemplateIsEqual) {
  EXPECT_EQ(verdict_of("mov oc, v0", {}), Verdict::Equal);
  EXPECT_EQ(verdict_of("mov oc, fc0", {.body = register_0}), Verdict::Equal);
  EXPECT_EQ(verdict_of("mov oc, v0\nmov fd.x, v0.x", {.body = depth_body,
                                                      .decorations = depth_decoration,
                                                      .declarations = depth_variable,
                                                      .modes = "OpExecutionMode %main DepthReplacing\n",
                                                      .entries = depth_entry}),
            Verdict::Equal);
}

TEST(Modules, RejectsReachableUnreachable) {
  EXPECT_NE(verdict_of("mov oc, v0", {.body = "%x = OpLoad %vec4 %v0\n%lane = OpCompositeExtract %float %x 0\n"
                                              "%c = OpFOrdGreaterThan %bool %lane %f0\nOpSelectionMerge %end None\n"
                                              "OpBranchConditional %c %never %end\n%never = OpLabel\nOpUnreachable\n"
                                              "%end = OpLabel\nOpStore %oc %x\n"}),
            Verdict::Equal);
}

TEST(Modules, AppliesDecorationGroups) {
  EXPECT_NE(
      verdict_of("mov oc, v0", {.decorations = "OpDecorate %g Flat\n%g = OpDecorationGroup\nOpGroupDecorate %g %v0\n"}),
      Verdict::Equal);
}

TEST(Modules, RejectsOtherExecutionModes) {
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

TEST(Modules, SelectsEntryPointByName) {
  const Parts two{.entries =
                      "OpEntryPoint Fragment %other \"other\" %v0 %oc\nOpEntryPoint Fragment %main \"main\" %v0 %oc\n"
                      "OpExecutionMode %other OriginUpperLeft\n",
                  .functions =
                      "%other = OpFunction %void None %function\n%other_entry = OpLabel\n"
                      "%y = OpLoad %vec4 %v0\n%z = OpFNegate %vec4 %y\nOpStore %oc %z\nOpReturn\nOpFunctionEnd\n"};
  ProofOptions other;
  other.output.entry_points = {"other", "other"};
  EXPECT_EQ(verdict_of("mov oc, v0", two), Verdict::Equal);
  EXPECT_EQ(verdict_of("neg oc, v0", two), Verdict::Different);
  EXPECT_EQ(verdict_of("neg oc, v0", two, other), Verdict::Equal);
}

TEST(Modules, RejectsTooShortConstantArray) {
  constexpr std::string_view body =
      "%p = OpAccessChain %pregister %fc %zero %five\n%x = OpLoad %vec4 %p\nOpStore %oc %x\n";
  EXPECT_EQ(verdict_of("mov oc, fc5", {.body = body}), Verdict::Equal);
  EXPECT_NE(verdict_of("mov oc, fc5", {.body = body, .length = 2}), Verdict::Equal);
}

TEST(Modules, RejectsIntegerAndFlatInputs) {
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

TEST(Modules, RejectsLaneBeyondVector) {
  EXPECT_NE(verdict_of("mov oc, v0.x", {.body = "%v = OpLoad %vec4 %v0\n%f = OpVectorExtractDynamic %float %v %seven\n"
                                                "%x = OpCompositeConstruct %vec4 %f %f %f %f\nOpStore %oc %x\n"}),
            Verdict::Equal);
}

TEST(Modules, ReadsUnsignedIntegers) {
  ProofOptions minus;
  minus.assumptions.push_back({0, 0, -1.0f, Stage::Fragment});
  const std::string body = fmt::format("%u = OpISub %uint %u0 %u1\n%f = OpConvertUToF %float %u\n{}", converted);
  EXPECT_NE(verdict_of("mov oc, fc0.x", {.body = body}, minus), Verdict::Equal);
}

TEST(Modules, RejectsConstantsInOtherStorage) {
  ProofOptions push;
  push.output.constants = ConstantsMode::Push;
  EXPECT_NE(verdict_of("mov oc, fc0", {.body = register_0}, push), Verdict::Equal);
  EXPECT_NE(verdict_of("mov oc, fc0", {.body = register_0, .block = "BufferBlock"}), Verdict::Equal);
}

// A construct that the prover does not understand gives the verdict "not decided".
TEST(Modules, ReadsBitcastsAndLeavesSpecConstantsOpen) {
  EXPECT_EQ(verdict_of("mov oc, v0", {.body = "%v = OpLoad %vec4 %v0\n%o = OpBitcast %float %one_bits\n"
                                              "%x = OpVectorTimesScalar %vec4 %v %o\nOpStore %oc %x\n"}),
            Verdict::Equal);
  EXPECT_EQ(
      verdict_of("mov oc, v0", {.body = "%v = OpLoad %vec4 %v0\n%x = OpVectorTimesScalar %vec4 %v %s\nOpStore %oc %x\n",
                                .declarations = "%s = OpSpecConstant %float 1\n"}),
      Verdict::NotDecided);
}

// Forty structures, each with two members of the previous type, and an array of 60000 arrays.
TEST(Modules, HugeTypesAreNeverDifferent) {
  std::string types =
      "%many = OpConstant %int 60000\n%a0 = OpTypeArray %vec4 %many\n%a1 = OpTypeArray %a0 %many\n"
      "%null = OpConstantNull %a1\n%c0 = OpConstantComposite %vec4 %f0 %f0 %f0 %f0\n";
  for (int k = 0; k < 40; ++k)
    types += fmt::format("%s{0} = OpTypeStruct {1} {1}\n%c{2} = OpConstantComposite %s{0} %c{0} %c{0}\n", k,
                         k == 0 ? "%vec4" : fmt::format("%s{}", k - 1), k + 1);
  EXPECT_NE(verdict_of("mov oc, v0", {.types = types}), Verdict::Different);
}

// ------------------------------------------------------------------------------------------- variables and addresses

TEST(Modules, LeavesStoreInLargeVariableOpen) {
  EXPECT_EQ(verdict_of("mov oc, v0",
                       {.body = "%x = OpLoad %vec4 %v0\n%p = OpAccessChain %pmember %large %one\nOpStore %p %x\n",
                        .declarations =
                            "%many = OpConstant %int 16384\n%one = OpConstant %int 1\n%all = OpTypeArray %vec4 %many\n"
                            "%whole = OpTypeStruct %all %vec4\n%plarge = OpTypePointer Private %whole\n"
                            "%pmember = OpTypePointer Private %vec4\n%large = OpVariable %plarge Private\n"}),
            Verdict::NotDecided);
}

TEST(Modules, AddressesDoNotWrap) {
  EXPECT_EQ(verdict_of("mov oc, fc0",
                       {.body = "%p = OpAccessChain %pregister %fc %zero %n\n%x = OpLoad %vec4 %p\nOpStore %oc %x\n",
                        .types = "%n = OpConstant %int 16\n",
                        .stride = 1 << 30}),
            Verdict::Different);
}

// A vertex shader that reads the second member of a block, an array of registers. The index is va0.x, clamped to the
// range 0 to 249, minus one.
TEST(Modules, NegativeIndexReadsNoRegister) {
  constexpr std::string_view text = R"(OpCapability Shader
%ext = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main" %va0 %op
OpDecorate %va0 Location 0
OpDecorate %op BuiltIn Position
OpDecorate %array ArrayStride 16
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 16
OpDecorate %vc DescriptorSet 0
OpDecorate %vc Binding 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%vec4 = OpTypeVector %float 4
%zero = OpConstant %int 0
%one = OpConstant %int 1
%minus = OpConstant %int -1
%length = OpConstant %int 249
%f0 = OpConstant %float 0
%last = OpConstant %float 249
%array = OpTypeArray %vec4 %length
%block = OpTypeStruct %vec4 %array
%pblock = OpTypePointer Uniform %block
%pregister = OpTypePointer Uniform %vec4
%in = OpTypePointer Input %vec4
%pfloat = OpTypePointer Input %float
%out = OpTypePointer Output %vec4
%vc = OpVariable %pblock Uniform
%va0 = OpVariable %in Input
%op = OpVariable %out Output
%main = OpFunction %void None %function
%entry = OpLabel
%px = OpAccessChain %pfloat %va0 %zero
%x = OpLoad %float %px
%c = OpExtInst %float %ext FClamp %x %f0 %last
%i = OpConvertFToS %int %c
%n = OpIAdd %int %i %minus
%p = OpAccessChain %pregister %vc %one %n
%v = OpLoad %vec4 %p
OpStore %op %v
OpReturn
OpFunctionEnd
)";
  const Result<Proof> proof =
      prove_equal(test::assembled("//! agal 2 vertex\nmov op, vc[va0.x]\n"), test::assemble_spirv(text));
  ASSERT_TRUE(proof);
  EXPECT_NE(proof->verdict, Verdict::Equal);
}

TEST(Modules, AppliesMappingsOfInputsAndOutputs) {
  const Parts second{.body = "%x = OpLoad %vec4 %v0\nOpStore %color %x\n",
                     .decorations = "OpDecorate %color Location 1\n",
                     .declarations = "%color = OpVariable %out Output\n",
                     .entries = "OpEntryPoint Fragment %main \"main\" %v0 %color\n"};
  EXPECT_EQ(verdict_of("mov oc1, v0", second), Verdict::Equal);
  Parts named = second;
  named.entries = "OpEntryPoint Fragment %main \"main\" %v0 %color\nOpName %color \"color\"\n";
  ProofOptions to_output, to_varying;
  to_output.mappings.push_back({"color", RegisterType::Output, 0});
  to_varying.mappings.push_back({"color", RegisterType::Varying, 0});
  EXPECT_EQ(verdict_of("mov oc, v0", named, to_output), Verdict::Equal);
  EXPECT_EQ(verdict_of("mov oc, v0", named, to_varying), Verdict::Different);
}

TEST(Modules, AppliesMappingsOfBlockMembers) {
  constexpr std::string_view decorations =
      "OpDecorate %two Block\nOpMemberDecorate %two 0 Offset 0\nOpMemberDecorate %two 1 Offset 16\n"
      "OpDecorate %other DescriptorSet 3\nOpDecorate %other Binding 7\n";
  constexpr std::string_view types =
      "%one = OpConstant %int 1\n%two = OpTypeStruct %vec4 %vec4\n%ptwo = OpTypePointer Uniform %two\n"
      "%other = OpVariable %ptwo Uniform\n";
  constexpr std::string_view entries = "OpEntryPoint Fragment %main \"main\" %v0 %oc\nOpMemberName %two 0 \"tint\"\n";
  const auto member = [](std::string_view index) {
    return fmt::format("%p = OpAccessChain %pregister %other {}\n%x = OpLoad %vec4 %p\nOpStore %oc %x\n", index);
  };
  ProofOptions options;
  options.mappings.push_back({"tint", RegisterType::Constant, 4});
  const std::string tint = member("%zero"), unmapped = member("%one");
  const auto verdict = [&](std::string_view source, const std::string& text) {
    return verdict_of(source, {.body = text, .decorations = decorations, .entries = entries, .types = types}, options);
  };
  EXPECT_EQ(verdict("mov oc, fc4", tint), Verdict::Equal);
  EXPECT_EQ(verdict("mov oc, fc1", unmapped), Verdict::NotDecided);
}

// A variable with another binding is a difference. A variable that begins at the second component of a location gives
// the verdict "not decided".
TEST(Modules, FindsVariablesAtOtherPlaces) {
  EXPECT_EQ(verdict_of("mov oc, fc0", {.body = register_0}), Verdict::Equal);
  ProofOptions elsewhere;
  elsewhere.output.bindings.push_back({"fc", 0, 9});
  EXPECT_EQ(verdict_of("mov oc, fc0", {.body = register_0}, elsewhere), Verdict::Different);
  EXPECT_EQ(verdict_of("mov oc, v0", {.decorations = "OpDecorate %v0 Component 1\n"}), Verdict::NotDecided);
}

// Huge locations do not wrap, and do not allocate memory for all lower registers.
TEST(Modules, RejectsLocationsBeyondRegisters) {
  for (const std::string_view location : {"1073741824", "4294967295", "1024"}) {
    std::string text = text_of({});
    const std::string_view usual = "OpDecorate %v0 Location 0";
    text.replace(text.find(usual), usual.size(), fmt::format("OpDecorate %v0 Location {}", location));
    const Result<Proof> proof =
        prove_equal(test::assembled("//! agal 2 fragment\nmov oc, v0\n"), test::assemble_spirv(text));
    ASSERT_TRUE(proof);
    EXPECT_EQ(proof->verdict, Verdict::Different) << location;
  }
}

// A block with a larger stride extends beyond the constant buffer of the program.
TEST(Modules, RejectsOtherStrideOfConstants) {
  EXPECT_EQ(verdict_of("mov oc, fc0", {.body = register_0, .length = 64}), Verdict::Equal);
  EXPECT_EQ(verdict_of("mov oc, fc0", {.body = register_0, .length = 64, .stride = 32}), Verdict::Different);
}

TEST(Modules, IgnoresUnusedVariables) {
  EXPECT_EQ(
      verdict_of("mov oc, v0",
                 {.decorations = "OpDecorate %flat Location 1\nOpDecorate %flat Flat\nOpDecorate %more Location 1\n"
                                 "OpDecorate %comment Binding 5\nOpDecorate %comment DescriptorSet 2\n",
                  .declarations = "%pint = OpTypePointer Input %int\n%flat = OpVariable %pint Input\n"
                                  "%more = OpVariable %out Output\n%comment = OpVariable %pblock Uniform\n",
                  .entries = "OpEntryPoint Fragment %main \"main\" %v0 %oc %flat %more\n"}),
      Verdict::Equal);
}

// No output depends on the read, but the pipeline must bind the block.
TEST(Modules, RejectsReadOfUnboundBlock) {
  constexpr std::string_view body =
      "%p = OpAccessChain %pregister %other %zero %zero\n%d = OpLoad %vec4 %p\n%x = OpLoad %vec4 %v0\n"
      "OpStore %oc %x\n";
  EXPECT_EQ(verdict_of("mov oc, v0", {.body = body,
                                      .decorations = "OpDecorate %other DescriptorSet 0\nOpDecorate %other Binding 7\n",
                                      .declarations = "%other = OpVariable %pblock Uniform\n"}),
            Verdict::Different);
}

TEST(Modules, RequiresDepthReplacingForDepthOutput) {
  EXPECT_NE(verdict_of("mov oc, v0", {.modes = "OpExecutionMode %main DepthReplacing\n"}), Verdict::Equal);
  EXPECT_NE(verdict_of("mov oc, v0\nmov fd.x, v0.x", {.body = depth_body,
                                                      .decorations = depth_decoration,
                                                      .declarations = depth_variable,
                                                      .entries = depth_entry}),
            Verdict::Equal);
}

// ------------------------------------------------------------------------------------------------ modules of agalc

Verdict verdict_of_translated(std::string_view agal, std::string_view other, Samplers samplers, Samplers of_other) {
  const auto read = [](std::string_view text) {
    return test::assembled(fmt::format("//! agal 1 fragment\n{}\n", text));
  };
  TranslateOptions translation;
  translation.samplers = of_other;
  ProofOptions options;
  options.output.samplers = samplers;
  const auto words = translate(read(other), translation);
  EXPECT_TRUE(words);
  const Result<Proof> proof = prove_equal(read(agal), *words, options);
  EXPECT_TRUE(proof);
  return proof->verdict;
}

TEST(Modules, RequiresRequestedKindOfSamplers) {
  constexpr std::string_view text = "tex oc, v0, fs0 <2d>";
  for (const Samplers asked : {Samplers::Combined, Samplers::Separate})
    for (const Samplers given : {Samplers::Combined, Samplers::Separate})
      EXPECT_EQ(verdict_of_translated(text, text, asked, given), asked == given ? Verdict::Equal : Verdict::Different);
}

TEST(Modules, RequiresTexturesOfProgram) {
  const auto verdict = [](std::string_view program, std::string_view module) {
    TranslateOptions translation;
    translation.optimization = Optimization::None;
    const auto read = [](std::string_view text) {
      return test::assembled(fmt::format("//! agal 1 fragment\ntex ft0, v0, {}\nmov oc, ft0\n", text));
    };
    const Result<Proof> proof = prove_equal(read(program), *translate(read(module), translation));
    EXPECT_TRUE(proof);
    return proof ? proof->verdict : Verdict::NotDecided;
  };
  EXPECT_EQ(verdict("fs0 <2d>", "fs0 <2d>"), Verdict::Equal);
  EXPECT_EQ(verdict("fs0 <2d>", "fs1 <2d>"), Verdict::Different);
  EXPECT_EQ(verdict("fs0 <2d>", "fs0 <cube>"), Verdict::Different);
}

TEST(Modules, RequiresCentroidsOfProgram) {
  constexpr std::string_view with = "tex oc, v0, fs0 <2d,centroid>", without = "tex oc, v0, fs0 <2d>";
  constexpr auto combined = Samplers::Combined;
  EXPECT_EQ(verdict_of_translated(with, with, combined, combined), Verdict::Equal);
  EXPECT_EQ(verdict_of_translated(with, without, combined, combined), Verdict::Different);
  EXPECT_EQ(verdict_of_translated(without, with, combined, combined), Verdict::Different);
  // GLSL ES 1.00 does not have centroid interpolation.
  const Program program = test::assembled(fmt::format("//! agal 1 fragment\n{}\n", with));
  ProofOptions essl100;
  essl100.output.target = Target::Essl100;
  essl100.match = InterfaceMatch::Names;
  const Result<Proof> proof =
      prove_equal(program, *translate(test::assembled(fmt::format("//! agal 1 fragment\n{}\n", without))), essl100);
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->verdict, Verdict::Equal);
}

// Lanes of v0 that the fragment module does not read may differ.
TEST(Modules, ComparesOnlyReadLanesOfPair) {
  const Program vertex = test::assembled("//! agal 1 vertex\nmov op, va0\nmov v0, va1\n");
  const Program other = test::assembled("//! agal 1 vertex\nmov op, va0\nmov v0.xy, va1\nmov v0.zw, va0\n");
  for (const auto& [text, verdict] :
       {std::pair("mov oc, v0.xyxy", Verdict::Equal), {"mov oc, v0.xyxz", Verdict::Different}}) {
    const Program fragment = test::assembled(fmt::format("//! agal 1 fragment\n{}\n", text));
    const auto found = prove_pair(vertex, fragment, *translate(other), *translate(fragment));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->vertex.verdict, verdict) << text;
    EXPECT_EQ(found->fragment.verdict, Verdict::Equal) << text;
  }
}

// --------------------------------------------------------------------------------------------------- numbers, sizes

// The search for a counterexample ignores inputs that give integers beyond 2^24, because it computes with floats.
TEST(Modules, LeavesLargeIntegersOpen) {
  ProofOptions minus;
  minus.assumptions.push_back({0, 0, -1.0f, Stage::Fragment});
  const std::string body = fmt::format(
      "%v = OpLoad %vec4 %v0\n%lane = OpCompositeExtract %float %v 0\n%n = OpConvertFToS %int %lane\n"
      "%sum = OpIAdd %int %n %large\n%c = OpSLessThan %bool %sum %large\n%f = OpSelect %float %c %f1 %f0\n{}",
      converted);
  EXPECT_EQ(
      verdict_of("mov ft0, fc0\nsge oc, ft0.x, v0.x",
                 {.body = body, .types = "%large = OpConstant %int 16777219\n%f1 = OpConstant %float 1\n"}, minus),
      Verdict::NotDecided);
}

TEST(Modules, AcceptsManyEmptyOrUnusedValues) {
  EXPECT_EQ(verdict_of("mov oc, v0", {.types = "%many = OpConstant %int 60000\n%none = OpTypeStruct\n"
                                               "%a0 = OpTypeArray %none %many\n%a1 = OpTypeArray %a0 %many\n"
                                               "%a2 = OpTypeArray %a1 %many\n%null = OpConstantNull %a2\n"}),
            Verdict::Equal);
  std::string types = "%many = OpConstant %int 16000\n%row = OpTypeArray %vec4 %many\n";
  for (int k = 0; k < 2000; ++k) types += fmt::format("%u{} = OpUndef %row\n", k);
  EXPECT_EQ(verdict_of("mov oc, v0", {.types = types}), Verdict::NotDecided);
}

// A SPIR-V validator would reject these modules. The prover must not read missing lanes.
TEST(Modules, InvalidModuleIsNeverEqual) {
  for (const std::string_view wide : {"OpMatrixTimesVector %vec4 %m %v", "OpVectorTimesMatrix %vec4 %v %m"}) {
    const std::string body = fmt::format("%x = {}\nOpStore %oc %x\n", wide);
    EXPECT_NE(verdict_of("mov oc, v0", {.body = body,
                                        .types = "%vec2 = OpTypeVector %float 2\n%mat2 = OpTypeMatrix %vec2 2\n"
                                                 "%m = OpUndef %mat2\n%v = OpUndef %vec2\n"}),
              Verdict::Equal)
        << wide;
  }
}

}  // namespace
}  // namespace agal

// HLSL with a different meaning in Direct3D and in the SPIR-V of glslang or DXC.
#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "agal/prove/prove.hpp"
#include "compilers/dxc.hpp"
#include "proofs/dxc.hpp"
#include "proofs/front_end.hpp"
#include "proofs/hlsl.hpp"
#include "support/facility.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

using proofs::FrontEnd;
using proofs::ReadStatus;
using proofs::ReadText;
using proofs::TextRules;

ReadText read_hlsl(FrontEnd front_end, const std::string& text, Stage stage = Stage::Fragment) {
  const proofs::TextDialect dialect(TextRules::Hlsl);
  if (front_end == FrontEnd::Glslang) return proofs::read_text(text, stage, dialect);
  return proofs::read_by_dxc(compilers::dxc_folder() + "/dxc", text, stage, dialect);
}

std::string hlsl_fragment(std::string_view globals, std::string_view body) {
  return std::string(globals) +
         "\nvoid main(float4 v0 : TEXCOORD0, float4 v1 : TEXCOORD1, out float4 oc : SV_Target0) {" + std::string(body) +
         "}\n";
}

// Returns "equal", "different", or the reason why the text is not read or not decided.
std::string hlsl_answer(FrontEnd front_end, const std::string& agal, const std::string& text,
                        std::vector<Assumption> assumptions = {}) {
  const ReadText read = read_hlsl(front_end, text);
  if (read.status != ReadStatus::Read) return read.fault;
  ProofOptions options;
  options.output.target = Target::Hlsl50;
  options.match = InterfaceMatch::Names;
  options.assumptions = std::move(assumptions);
  const Result<Proof> proof = prove_equal(test::assembled("//! agal 2 fragment\n" + agal), read.words, options);
  if (!proof) return proof.diagnostics()[0].message;
  if (proof->verdict == Verdict::NotDecided) return proof->reason;
  return proof->verdict == Verdict::Equal ? "equal" : "different";
}

struct Reading {
  const char* name;
  const char* agal;
  const char* globals;
  const char* body;
  const char* expected;
  std::vector<Assumption> assumptions = {};
  const char* expected_of_dxc = nullptr;  // null if both front ends give one answer
};

void PrintTo(const Reading& one, std::ostream* out) { *out << one.name; }

void need(FrontEnd front_end) {
  if (front_end == FrontEnd::Dxc) AGAL_NEED(test::Facility::Dxc, compilers::missing_dxc());
}

class HlslReading : public testing::TestWithParam<std::tuple<FrontEnd, Reading>> {
 protected:
  void SetUp() override { need(std::get<0>(GetParam())); }
};

TEST_P(HlslReading, FollowsDirect3D) {
  const auto& [front_end, one] = GetParam();
  const bool differs = front_end == FrontEnd::Dxc && one.expected_of_dxc != nullptr;
  EXPECT_EQ(hlsl_answer(front_end, one.agal, hlsl_fragment(one.globals, one.body), one.assumptions),
            differs ? one.expected_of_dxc : one.expected);
}

std::string reading_name(const testing::TestParamInfo<std::tuple<FrontEnd, Reading>>& instance) {
  return std::string(std::get<1>(instance.param).name) + "_" + std::string(name(std::get<0>(instance.param)));
}

std::string front_end_name(const testing::TestParamInfo<FrontEnd>& instance) {
  return std::string(name(instance.param));
}

const auto front_ends = testing::Values(FrontEnd::Glslang, FrontEnd::Dxc);

// Tests that run with each front end.
class ByFrontEnd : public testing::TestWithParam<FrontEnd> {
 protected:
  void SetUp() override { need(GetParam()); }
};

constexpr const char* scaled_by_fc2w = "mul ft0, v1, fc2.w\nadd oc, ft0, fc3";
constexpr const char* four_constants = "cbuffer F : register(b1) { float4 fc[4]; };";

const std::vector<Reading> hlsl_operations{
    {"FmodIsNotFract", "frc oc, v0", "", "oc = fmod(v0, 1.0);", "different"},
    {"RemainderIsNotFract", "frc oc, v0", "", "oc = v0 % 1.0;", "different"},
    {"FmodOfConstants", "mul oc, v0, fc0.x", "", "oc = v0 * fmod(-7.0, 4.0);", "equal", {{0, 0, -3.0f}}},
    {"RemainderOfIntegers", "mul oc, v0, fc0.x", "", "int a = -7; oc = v0 * (a % 4);", "equal", {{0, 0, -3.0f}}},
    {"Lerp", "sub ft0, v1, v0\nmul ft0, ft0, fc0.x\nadd oc, ft0, v0", four_constants, "oc = lerp(v0, v1, fc[0].x);",
     "equal"},
    {"ClampByVariables", "max ft0, v0, fc0.x\nmin oc, ft0, fc0.y", four_constants, "oc = clamp(v0, fc[0].x, fc[0].y);",
     "equal"},
    {"ClampTurnedRound",
     "max ft0, v0, fc0.x\nmin oc, ft0, fc0.y",
     "",
     "oc = clamp(v0, 1.0, 0.0);",
     "equal",
     {{0, 0, 1.0f}, {0, 1, 0.0f}}},
    {"StaticVariablesAreZero", "mov oc, v0", "static float4 z;", "oc = v0 * (z.x == 0.0 ? 1.0 : 2.0);", "equal"},
    {"ConstantsAreFloats",
     "mul oc, v0, fc0.x",
     "",
     "oc = v0 * (1e8 + 1.0 - 1e8);",
     "equal",
     {{0, 0, 0.0f}},
     "different"},
    {"ConstantsOfDxcAreDoubles", "mov oc, v0", "", "oc = v0 * (1e8 + 1.0 - 1e8);", "different", {}, "equal"},
    {"ConstantConditionsSelectByComponent",
     "mul oc, v0, fc0.x",
     "",
     "float2 k = float2(1, 0) > float2(0, 0) ? float2(1, 1) : float2(2, 2); oc = v0 * k.y;",
     "equal",
     {{0, 0, 2.0f}}},
};

const std::vector<Reading> hlsl_layouts{
    {"AfterArray", scaled_by_fc2w, "cbuffer F : register(b1) { float3 a[3]; float z; float4 e; };", "oc = v1 * z + e;",
     "equal"},
    {"AfterMatrix", scaled_by_fc2w, "cbuffer F : register(b1) { float3x3 a; float z; float4 e; };", "oc = v1 * z + e;",
     "equal"},
    {"AfterStruct", scaled_by_fc2w,
     "struct S { float4 a, b; float3 c; }; cbuffer F : register(b1) { S s; float z; float4 e; };", "oc = v1 * z + e;",
     "equal"},
    {"WithinStruct", scaled_by_fc2w, "struct S { float3x3 m; float k; }; cbuffer F : register(b1) { S s; float4 e; };",
     "oc = v1 * s.k + e;", "equal"},
    {"AfterArrayOfFloats", scaled_by_fc2w, "cbuffer F : register(b1) { float a[3]; float b; float2 c; float4 g; };",
     "oc = v1 * c.y + g;", "equal"},
    {"PackOffset", scaled_by_fc2w,
     "cbuffer F : register(b1) { float3 a[2] : packoffset(c0); float z : packoffset(c2.w); float4 e : packoffset(c3); "
     "};",
     "oc = v1 * z + e;", "equal"},
    {"SomePackOffsets",
     scaled_by_fc2w,
     "cbuffer F : register(b1) { float3 a[2]; float z : packoffset(c2.w); };",
     "oc = v1 * z;",
     "some members of F have packoffset, and others do not",
     {},
     "different"},
    {"ElementOfMatrix", scaled_by_fc2w, "cbuffer F : register(b1) { float4x3 m; float4 e; };", "oc = v1 * m[3][2] + e;",
     "equal"},
    {"RowOfMatrix", "dp4 ft0, v0, fc1\nmul oc, v1, ft0", "cbuffer F : register(b1) { row_major float4x4 m; };",
     "oc = v1 * dot(v0, m[1]);", "equal"},
    {"RowOfTransposedMatrix",
     "mul ft0.x, v0.x, fc0.y\nmul ft0.y, v0.y, fc1.y\nmul ft0.z, v0.z, fc2.y\nmul ft0.w, v0.w, fc3.y\ndp4 ft0, ft0, "
     "fc4.x\nmul oc, v1, ft0",
     "cbuffer F : register(b1) { float4x4 m; };",
     "oc = v1 * dot(v0 * m[1], float4(1, 1, 1, 1));",
     "equal",
     {{4, 0, 1.0f}}},
};

const std::vector<Reading> hlsl_texts{
    {"GlobalConstant",
     "mov oc, v0",
     "const float k = 1.0;",
     "oc = v0 * k;",
     "the host sets the global constant k, because it is not static",
     {},
     "different"},
    {"StaticConstant", "mov oc, v0", "static const float k = 1.0;", "oc = v0 * k;", "equal"},
    {"OrientationInTypedef",
     "m44 oc, v0, fc0",
     "typedef row_major float4x4 Matrix; cbuffer F : register(b1) { Matrix m; };",
     "oc = mul(m, v0);",
     "glslang ignores row_major in a typedef",
     {},
     "equal"},
    {"PackMatrixAtStruct",
     "m44 oc, v0, fc0",
     "#pragma pack_matrix(row_major)\nstruct S { float4x4 m; };\n#pragma pack_matrix(column_major)\ncbuffer F : "
     "register(b1) { S s; };",
     "oc = mul(s.m, v0);",
     "#pragma pack_matrix counts where a struct or a typedef declares a matrix, which glslang ignores",
     {},
     "equal"},
    {"MatricesMultiplied",
     "mul ft0, v0, fc0.x\nmul oc, ft0, fc2.x",
     "cbuffer F : register(b1) { float2x2 m, n; };",
     "float2x2 p = m * n; oc = v0 * p[0][0];",
     "it multiplies matrices by *, which glslang takes for the product that mul() makes",
     {},
     "equal"},
    {"MatricesInMul", "mul ft0, v0, fc0.x\nmul ft0, ft0, fc1.x\nmov oc, ft0", four_constants,
     "float2x2 m = {fc[0].x, 0, 0, 1}, n = {fc[1].x, 0, 0, 1}; float2x2 p = mul(m, n); oc = v0 * fc[0].x * fc[1].x;",
     "equal"},
    {"ConversionToShortFloat", "mov oc, v0", "", "oc = (float4)(min16float4)v0;",
     "an expression is converted to min16float4, which SPIR-V does not have"},
    {"IntegerOfSixteenBits",
     "mul oc, v0, fc0.x",
     "",
     "min16int a = 40000; oc = v0 * a;",
     "min16int may overflow on some devices",
     {{0, 0, 40000.0f}}},
    {"IntegerOfTwelveBits", "mul oc, v0, fc0", "cbuffer F : register(b1) { float4 fc; min12int2 i; };", "oc = v0 * fc;",
     "min12int2 may overflow on some devices"},
    {"NormalizedTexture", "tex oc, v0, fs0 <2d>",
     "Texture2D<unorm float4> t : register(t0); SamplerState s : register(s0);", "oc = t.Sample(s, v0.xy);",
     "SPIR-V does not have unorm"},
    {"RegisterWithLeadingZeros",
     "tex oc, v0, fs0 <2d>",
     "Texture2D t : register(t00); SamplerState s : register(s0);",
     "oc = t.Sample(s, v0.xy);",
     "the number of t00 has leading zeros",
     {},
     "equal"},
    {"BufferWithLeadingZeros",
     "mul oc, v0, fc0",
     "cbuffer F : register(b01) { float4 fc; };",
     "oc = v0 * fc;",
     "the number of b01 has leading zeros",
     {},
     "equal"},
    {"OffsetWithLeadingZeros",
     "mul oc, v0, fc0",
     "cbuffer F : register(b1) { float4 fc : packoffset(c00); };",
     "oc = v0 * fc;",
     "the number of c00 has leading zeros",
     {},
     "equal"},
    {"SelectedNameWithZeros", "mov oc, v0", "", "float4 a01 = v0; oc = v0.x > 1.0 ? v0 : a01;", "equal"},
    {"AttributesOfVulkan", "mul oc, v0, fc0", "[[vk::binding(7, 0)]] cbuffer F : register(b1) { float4 fc; };",
     "oc = v0 * fc;", "equal"},
    {"BlockWithoutRegister", "mul oc, v0, fc0", "cbuffer FragmentConstants { float4 fc[4]; };", "oc = v0 * fc[0];",
     "different"},
    {"BlockInFirstFreeRegister", "mul oc, v0, fc0",
     "cbuffer A : register(b0) { float4 a; }; cbuffer FragmentConstants { float4 fc[4]; };",
     "oc = v0 * fc[0]; if (a.x == 0.0) oc = v0 * fc[0];", "equal"},
};

constexpr const char* leaked = "FXC takes i after a loop for the variable of the loop, and other compilers do not";

const std::vector<Reading> hlsl_doubts{
    {"VariableAfterLoop", "mov oc, v0", "", "int i = 9; for (int i = 0; i < 2; ++i) { } oc = v0; if (i != 9) oc = v1;",
     leaked},
    {"VariableAfterInnerLoop", "mov oc, v0", "",
     "oc = v0; for (int i = 0; i < 2; ++i) { for (int i = 0; i < 2; ++i) { } if (i > 5) oc = v1; }", leaked},
    {"VariableAfterShortLoop", "mov oc, v0", "",
     "int i = 9; oc = v0; for (int i = 0; i < 2; ++i) oc = v0; if (i != 9) oc = v1;", leaked},
    {"VariableOfTwoLoops", "mov oc, v0", "",
     "oc = v0; for (int i = 0; i < 2; ++i) { oc = v0; } for (int i = 0; i < 2; ++i) { oc = v0; }", "equal"},
    {"VariableDeclaredAgain", "mov oc, v0", "",
     "int i = 9; oc = v0; { for (int i = 0; i < 2; ++i) { } { int i = 3; if (i != 3) oc = v1; } } if (i != 9) oc = v1;",
     "equal"},
    {"UnusedVariableAfterLoop", "mov oc, v0", "", "int i = 9; for (int i = 0; i < 2; ++i) { } oc = v0;", "equal"},
    {"AssignmentInAnd", "mov oc, v0", "", "float k = 1.0; oc = v0; if (false && (k = 2.0) > 1.0) oc = v1; oc *= k;",
     "an operand of && has a side effect, and versions of HLSL differ in when they evaluate it"},
    {"IncrementInOr", "mov oc, v0", "", "int k = 1; oc = v0; if (true || k++ > 1) oc = v0; oc *= k;",
     "an operand of || has a side effect, and versions of HLSL differ in when they evaluate it"},
    {"CompoundAssignmentInSelection", "mov oc, v0", "",
     "float k = 1.0; float m = true ? 1.0 : (k += 1.0); oc = v0 * m * k;",
     "an operand of ?: has a side effect, and versions of HLSL differ in when they evaluate it"},
    {"OutputArgumentInAnd", "mov oc, v0", "bool f(out float k) { k = 2.0; return true; }",
     "float k = 1.0; oc = v0; if (false && f(k)) oc = v1; oc *= k;",
     "an operand of && has a side effect, and versions of HLSL differ in when they evaluate it"},
    {"PureOperands", "mov oc, v0", "bool f(float k) { float m = k; return m >= 2.0; }",
     "oc = v0; if ((false && f(1.0)) || 1.0 == 2.0 || 3.0 <= 2.0) oc = v1; oc = true ? oc : v1;", "equal"},
    {"AssignmentOfAnd", "mov oc, v0", "", "bool a = true && true, b = false; oc = v0; if (!a) oc = v1; b = a;",
     "equal"},
    {"UnrollOfFewerTurns", "mul oc, v0, fc0.x", "", "oc = 0; [unroll(3)] for (int i = 0; i < 4; ++i) oc += v0;",
     "the loop may have more turns than [unroll(3)], which compilers read differently"},
    {"UnrollOfAllTurns", "add oc, v0, v0", "", "oc = 0; [unroll(2)] for (int i = 0; i < 2; i++) oc += v0;", "equal"},
    {"UnrollWithoutNumber", "add oc, v0, v0", "", "oc = 0; [unroll] for (int i = 0; i < 2; i++) oc += v0;", "equal"},
    {"UnrollOfUnknownTurns", "mov oc, v0", "", "int n = 2; oc = v0; [unroll(2)] for (int i = 0; i < n; i++) oc = v0;",
     "the loop may have more turns than [unroll(2)], which compilers read differently"},
};

INSTANTIATE_TEST_SUITE_P(Doubts, HlslReading, testing::Combine(front_ends, testing::ValuesIn(hlsl_doubts)),
                         reading_name);
INSTANTIATE_TEST_SUITE_P(Operations, HlslReading, testing::Combine(front_ends, testing::ValuesIn(hlsl_operations)),
                         reading_name);
INSTANTIATE_TEST_SUITE_P(Layouts, HlslReading, testing::Combine(front_ends, testing::ValuesIn(hlsl_layouts)),
                         reading_name);
INSTANTIATE_TEST_SUITE_P(Texts, HlslReading, testing::Combine(front_ends, testing::ValuesIn(hlsl_texts)), reading_name);

// ---------------------------------------------------------------------------------------------------- short types

struct ShortText {
  const char* globals;
  const char* body;
  const char* agal;
};

// glslang ignores most of these types.
class HlslShortTypes : public ByFrontEnd {};

TEST_P(HlslShortTypes, NeedLowPrecision) {
  for (const ShortText& one : std::vector<ShortText>{
           {"cbuffer F : register(b1) { min16float4 k; };", "oc = v0 * k;", "mul oc, v0, fc0"},
           {"cbuffer F : register(b1) { min10float4 k[2]; };", "oc = v0 * k[1];", "mul oc, v0, fc1"},
           {"struct S { min16float4 a; }; cbuffer F : register(b1) { S s; };", "oc = v0 * s.a;", "mul oc, v0, fc0"},
           {"Texture2D<min16float4> t : register(t0); SamplerState s : register(s0);", "oc = t.Sample(s, v0.xy);",
            "tex oc, v0, fs0 <2d>"},
           {"typedef min16float4 Short;", "oc = (Short)v0;", "mov oc, v0"},
           {"#define SHORT min10float4", "oc = SHORT(v0);", "mov oc, v0"},
           {"min16float4 f(float4 x) { return x; }", "oc = f(v0);", "mov oc, v0"},
           {"", "min16float4 a = v0; oc = a;", "mov oc, v0"}}) {
    const ReadText read = read_hlsl(GetParam(), hlsl_fragment(one.globals, one.body));
    ASSERT_EQ(read.fault, "") << one.globals;
    for (const auto& [precision, expected] :
         {std::pair(Precision::High, ProofClass::ValueChanging), {Precision::Medium, ProofClass::Rounding}}) {
      ProofOptions options;
      options.output.target = Target::Hlsl50;
      options.output.precision = precision;
      options.match = InterfaceMatch::Names;
      const Result<Proof> proof =
          prove_equal(test::assembled("//! agal 2 fragment\n" + std::string(one.agal)), read.words, options);
      ASSERT_TRUE(proof);
      EXPECT_EQ(proof->verdict, Verdict::Equal) << one.globals << proof->reason;
      EXPECT_EQ(proof->proof_class, expected) << one.globals << one.body;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, HlslShortTypes, front_ends, front_end_name);

// ------------------------------------------------------------------------------------------------------ registers

class HlslRegisters : public ByFrontEnd {};

TEST_P(HlslRegisters, TexturesAreNumberedInOrderOfDeclaration) {
  const std::string tail = " SamplerState fs0_sampler : register(s0); SamplerState fs1_sampler : register(s1);";
  const std::string body = "oc = fs0.Sample(fs0_sampler, v0.xy) * fs1.Sample(fs1_sampler, v1.xy);";
  const std::string agal = "tex ft0, v0, fs0 <2d>\ntex ft1, v1, fs1 <2d>\nmul oc, ft0, ft1";
  EXPECT_EQ(hlsl_answer(GetParam(), agal, hlsl_fragment("Texture2D fs0; Texture2D fs1;" + tail, body)), "equal");
  EXPECT_EQ(hlsl_answer(GetParam(), agal, hlsl_fragment("Texture2D fs1; Texture2D fs0;" + tail, body)), "different");
}

TEST_P(HlslRegisters, VaryingsAreNumberedInOrderOfDeclaration) {
  const auto signature = [](const std::string& parameters) {
    return read_hlsl(GetParam(), "void main(" + parameters + ", out float4 oc : SV_Target0) { oc = a.xyxy; }")
        .signature;
  };
  using proofs::Signature;
  const Signature sorted = signature("float4 a : TEXCOORD0, float4 b : TEXCOORD1, float4 p : SV_Position");
  EXPECT_EQ(sorted, (Signature{"TEXCOORD0 0.0", "TEXCOORD1 1.0", "SV_POSITION 2.0"}));
  EXPECT_EQ(proofs::misplaced_varying(sorted), "");
  const Signature swapped = signature("float4 a : TEXCOORD1, float4 b : TEXCOORD0");
  EXPECT_NE(proofs::misplaced_varying(swapped), "");
  const Signature narrow = signature("float2 a : TEXCOORD0, centroid float2 b : TEXCOORD1, float2 c : TEXCOORD2");
  EXPECT_EQ(narrow, (Signature{"TEXCOORD0 0.0", "TEXCOORD1 1.0", "TEXCOORD2 0.2"}));
  EXPECT_EQ(proofs::misplaced_varying(signature("float4 a : TEXCOORD1")),
            "TEXCOORD1 is in register 0.0, and not in that of docs/abi.md, because of the order of declaration");
}

TEST_P(HlslRegisters, MembersAreNumberedInOrderOfDeclaration) {
  const ReadText read = read_hlsl(GetParam(),
                                  "struct I { float2 a : TEXCOORD0; float4 b : TEXCOORD1; float4 p : SV_Position; };\n"
                                  "float4 main(I i, float4 c : TEXCOORD3) : SV_Target { return i.b; }");
  EXPECT_EQ(read.signature, (proofs::Signature{"TEXCOORD0 0.0", "TEXCOORD1 1.0", "SV_POSITION 2.0", "TEXCOORD3 3.0"}));
}

TEST_P(HlslRegisters, VaryingsOfPairsMustFit) {
  using proofs::Signature;
  const Signature vertex = read_hlsl(GetParam(),
                                     "void main(float4 i : TEXCOORD0, out float4 p : SV_Position, out float4 b : "
                                     "TEXCOORD0, out float4 c : TEXCOORD1) { p = i; b = i; c = i; }",
                                     Stage::Vertex)
                               .signature;
  EXPECT_EQ(vertex, (Signature{"SV_POSITION 0.0", "TEXCOORD0 1.0", "TEXCOORD1 2.0"}));
  EXPECT_EQ(proofs::unlinked_varying(vertex, {"SV_POSITION 0.0", "TEXCOORD0 1.0"}), "");
  EXPECT_EQ(proofs::unlinked_varying(vertex, {"TEXCOORD0 0.0"}),
            "TEXCOORD0 is in register 1.0 of the vertex shader, and in register 0.0 of the fragment shader");
  EXPECT_EQ(proofs::unlinked_varying(vertex, {"SV_POSITION 0.0", "TEXCOORD0 1.0", "TEXCOORD1 2.0", "TEXCOORD2 3.0"}),
            "the vertex shader does not write TEXCOORD2");
}

INSTANTIATE_TEST_SUITE_P(, HlslRegisters, front_ends, front_end_name);

}  // namespace
}  // namespace agal

// Tests that variables keep the numbers in the text, and do not get numbers from glslang.
#include <gmock/gmock.h>

#include <sstream>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/prove/prove.hpp"
#include "khronos/spirv_tools.hpp"
#include "proofs/front_end.hpp"
#include "support/lowering.hpp"

namespace agal::proofs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// Returns the decorations that number variables, such as "v0 Location 1".
std::vector<std::string> numbers(const std::string& text, Target target, Stage stage = Stage::Fragment) {
  const ReadText read = read_text(text, stage, TextDialect(info(target)));
  EXPECT_EQ(read.fault, "") << text;
  EXPECT_EQ(khronos::validate(read.words, info(target).vulkan ? Environment::Vulkan10 : Environment::OpenGL45),
            std::nullopt);
  std::vector<std::string> out;
  std::istringstream lines(khronos::disassemble(read.words));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find("OpDecorate");
    if (begin == line.npos) continue;
    for (const std::string kind : {" Location ", " Binding ", " DescriptorSet ", " UserSemantic "})
      if (line.find(kind) != line.npos) out.push_back(line.substr(line.find('%') + 1));
  }
  return out;
}

TEST(Interface, UnnumberedGlslStaysUnnumbered) {
  EXPECT_THAT(
      numbers("#version 330\nuniform sampler2D a;\nuniform vec4 b;\nlayout(std140) uniform Block { vec4 c; } block;\n"
              "in vec4 light;\nin vec4 color;\nout vec4 oc;\nout vec4 oc1;\n"
              "void main() { oc = light + texture(a, color.xy) * b; oc1 = color * block.c; }\n",
              Target::Glsl330),
      IsEmpty());
  EXPECT_THAT(numbers("#version 330\nin vec4 position;\nin vec4 uv;\nout vec4 light;\nout vec4 color;\n"
                      "void main() { gl_Position = position; light = uv; color = uv; }\n",
                      Target::Glsl330, Stage::Vertex),
              IsEmpty());
}

TEST(Interface, GlslKeepsItsNumbers) {
  EXPECT_THAT(
      numbers(
          "#version 450\nlayout(binding = 3) uniform sampler2D a;\nuniform sampler2D free;\n"
          "layout(std140, binding = 0) uniform Block { vec4 c; } block;\n"
          "layout(location = 2) in vec4 light;\nin vec4 color;\nlayout(location = 1) out vec4 oc;\nout vec4 second;\n"
          "void main() { oc = light + texture(a, color.xy); second = block.c + texture(free, color.xy); }\n",
          Target::Glsl450),
      UnorderedElementsAre("a DescriptorSet 0", "a Binding 3", "block DescriptorSet 0", "block Binding 0",
                           "light Location 2", "oc Location 1"));
  EXPECT_THAT(
      numbers("#version 450\nlayout(set = 2, binding = 3) uniform sampler2D a;\nlayout(location = 0) in vec4 v0;\n"
              "layout(location = 0) out vec4 oc;\nvoid main() { oc = texture(a, v0.xy); }\n",
              Target::VulkanGlsl450),
      UnorderedElementsAre("a DescriptorSet 2", "a Binding 3", "v0 Location 0", "oc Location 0"));
}

TEST(Interface, ArrayOfSamplersKeepsItsBinding) {
  EXPECT_THAT(numbers("#version 450\nlayout(binding = 3) uniform sampler2D a[2];\nuniform sampler2D b[2];\nout vec4 "
                      "oc;\nout vec4 x;\n"
                      "void main() { oc = texture(a[1], vec2(0.0)); x = texture(b[1], vec2(0.0)); }\n",
                      Target::Glsl450),
              UnorderedElementsAre("a DescriptorSet 0", "a Binding 3"));
}

TEST(Interface, SingleOutputHasLocation0) {
  EXPECT_THAT(numbers("#version 300 es\nprecision highp float;\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n",
                      Target::Essl300),
              ElementsAre("color Location 0"));
  EXPECT_THAT(numbers("#version 100\nvoid main() { gl_FragColor = vec4(1.0); }\n", Target::Essl100),
              ElementsAre("gl_FragColor Location 0"));
  // The depth is a built-in.
  EXPECT_THAT(numbers("#version 330\nout vec4 color;\nvoid main() { color = vec4(1.0); gl_FragDepth = 0.5; }\n",
                      Target::Glsl330),
              ElementsAre("color Location 0"));
  EXPECT_THAT(numbers("#version 330\nlayout(location = 3) out vec4 color;\nvoid main() { color = vec4(1.0); }\n",
                      Target::Glsl330),
              ElementsAre("color Location 3"));
}

TEST(Interface, ColorsOfOldGlslEsAreVariables) {
  const std::string begin =
      "#version 100\n#extension GL_EXT_draw_buffers : require\nprecision highp float;\nvarying vec4 v0;\n";
  EXPECT_THAT(numbers(begin + "#define N 2\nvoid main() { gl_FragData[ 0 ] = v0; gl_FragData[N].x = v0.y; "
                              "gl_FragData[N].yzw = v0.xyz; }\n",
                      Target::Essl100),
              UnorderedElementsAre("gl_FragData_0_ Location 0", "gl_FragData_2_ Location 2"));
  // Only one component is written, so that no instruction has the type of a color.
  EXPECT_THAT(numbers(begin + "void main() { gl_FragData[1].x = v0.y; }\n", Target::Essl100),
              ElementsAre("gl_FragData_1_ Location 1"));
  const ReadText found = read_text("#version 120\nuniform int n;\nvoid main() { gl_FragData[n] = vec4(1.0); }\n",
                                   Stage::Fragment, TextDialect(info(Target::Glsl330)));
  EXPECT_EQ(found.status, ReadStatus::Undecided);
  EXPECT_THAT(found.fault, HasSubstr("gl_FragData"));
}

TEST(Interface, ColorsOfOldGlslEsAreProved) {
  const Program program = test::assembled("//! agal 2 fragment\nmov oc, v0\nmov oc1, v1\n");
  ProofOptions options;
  options.match = InterfaceMatch::Names;
  options.output.target = Target::Essl100;
  const auto verdict = [&](const std::string& body) {
    const ReadText read = read_text(
        "#version 100\n#extension GL_EXT_draw_buffers : require\nprecision highp float;\nvarying vec4 v0, v1;\nvoid "
        "main() {" +
            body + "}\n",
        Stage::Fragment, TextDialect(info(Target::Essl100)));
    const Result<Proof> proof = prove_equal(program, read.words, options);
    return proof ? proof->verdict : Verdict::NotDecided;
  };
  EXPECT_EQ(verdict("gl_FragData[0] = v0; gl_FragData[1] = v1;"), Verdict::Equal);
  EXPECT_EQ(verdict("gl_FragData[1] = v0; gl_FragData[0] = v1;"), Verdict::Different);
  EXPECT_EQ(verdict("gl_FragData[0] = v0; gl_FragData[2] = v1;"), Verdict::Different);
}

TEST(Interface, HlslHasSemanticsAndRegisters) {
  EXPECT_THAT(
      numbers("cbuffer C : register(b3) { float4 c; };\ncbuffer D { float4 d; };\nTexture2D a : register(t2, space1);\n"
              "SamplerState s : register(s1);\nTexture2D b;\nSamplerState u;\n"
              "struct In { float4 position : SV_Position; float4 first : TEXCOORD3; float4 second : TEXCOORD; float4 "
              "third : COLOR1; };\n"
              "struct Out { float4 color : SV_Target3; };\n"
              "Out main(In i) { Out o; o.color = c * d + a.Sample(s, i.first.xy) + b.Sample(u, i.second.xy) * i.third; "
              "return o; }\n",
              Target::Hlsl51),
      UnorderedElementsAre(
          "_ DescriptorSet 0", "_ Binding 3", "a DescriptorSet 1", "a Binding 2", "s DescriptorSet 0", "s Binding 1",
          "i_position UserSemantic \"SV_POSITION\"", "i_first UserSemantic \"TEXCOORD3\"", "i_first Location 3",
          "i_second UserSemantic \"TEXCOORD\"", "i_second Location 0", "i_third UserSemantic \"COLOR1\"",
          "_entryPointOutput_color UserSemantic \"SV_TARGET3\"", "_entryPointOutput_color Location 3",
          // Direct3D gives the first free register to the others.
          "__0 DescriptorSet 0", "__0 Binding 0", "b DescriptorSet 0", "b Binding 0", "u DescriptorSet 0",
          "u Binding 0"));
}

TEST(Interface, HlslParametersHaveSemantics) {
  EXPECT_THAT(numbers("float4 main(float4 a : TEXCOORD1, float4 b : TEXCOORD0) : SV_Target { return a * b; }\n",
                      Target::Hlsl50),
              UnorderedElementsAre("a_1 UserSemantic \"TEXCOORD1\"", "a_1 Location 1", "b_1 UserSemantic \"TEXCOORD0\"",
                                   "b_1 Location 0", "_entryPointOutput UserSemantic \"SV_TARGET\"",
                                   "_entryPointOutput Location 0"));
}

TEST(Interface, VertexShaderOfHlslHasSemantics) {
  EXPECT_THAT(numbers("struct Out { float4 v1 : TEXCOORD1; float4 position : SV_Position; };\n"
                      "Out main(float4 p : POSITION, float4 t : TEXCOORD2, uint id : SV_InstanceID) {\n"
                      "  Out o; o.v1 = t; o.position = p * id; return o; }\n",
                      Target::Hlsl50, Stage::Vertex),
              UnorderedElementsAre("p_1 UserSemantic \"POSITION\"", "t_1 UserSemantic \"TEXCOORD2\"", "t_1 Location 2",
                                   "id_1 UserSemantic \"SV_INSTANCEID\"",
                                   "_entryPointOutput_v1 UserSemantic \"TEXCOORD1\"", "_entryPointOutput_v1 Location 1",
                                   "_entryPointOutput_position UserSemantic \"SV_POSITION\""));
}

TEST(Interface, MissingEntryPointIsRejected) {
  EXPECT_THAT(read_text("float4 shade() : SV_Target { return 1; }\n", Stage::Fragment, TextRules::Hlsl).fault,
              HasSubstr("it does not have the entry point main"));
  EXPECT_EQ(
      read_text("#version 450\nout vec4 oc;\nvoid shade() { oc = vec4(1.0); }\n", Stage::Fragment, TextRules::OpenGl)
          .status,
      ReadStatus::Rejected);
}

}  // namespace
}  // namespace agal::proofs

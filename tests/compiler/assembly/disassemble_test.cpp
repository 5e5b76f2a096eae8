// The disassembler, its explanations of tokens, and large inputs.
#include <algorithm>

#include "assembly_support.hpp"

namespace agal {
namespace {

using namespace agal::test;

Program parse(std::string_view text) {
  auto program = assemble(text);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return *std::move(program);
}

TEST(Disassemble, IndentsBlocks) {
  const std::string text =
      "//! agal 2 fragment\n"
      "mov ft0, v0\n"
      "ifg ft0.x, fc0.y\n"
      "  ifl ft0.z, fc0.y\n"
      "    mov ft1, fc1\n"
      "  els\n"
      "    mov ft1, fc2\n"
      "  eif\n"
      "eif\n"
      "mov oc, ft1\n";
  EXPECT_EQ(disassemble(parse(text)), text);
}

TEST(Disassemble, WritesCanonicalText) {
  EXPECT_EQ(disassemble(parse("  tex  ft0.wzyx ,fi0.xy  fs0<dxt5 wrap,linear 2d>//\nmov fo0 i1.xyzw")),
            "//! agal 1 fragment\n"
            "tex ft0, v0.xy, fs0 <2d, linear, mipnone, repeat, compressedalpha>\n"
            "mov oc, v1\n");
}

TEST(Disassemble, AcceptsUnbalancedBlocks) {
  Program program;
  program.version = 2;
  const auto add = [&](Opcode op) { program.instructions.push_back({static_cast<std::uint32_t>(op), {}, {}, {}}); };
  add(Opcode::Eif);
  add(Opcode::Els);
  add(Opcode::Els);
  add(Opcode::Eif);
  add(Opcode::Eif);
  EXPECT_EQ(disassemble(program), "//! agal 2 vertex\neif\nels\nels\neif\neif\n");
}

TEST(Disassemble, OmitsHeaderOnRequest) {
  EXPECT_EQ(disassemble(parse("mov op, va0"), {false, false, false}), "mov op, va0\n");
}

TEST(Disassemble, WritesOffsetsOnRequest) {
  EXPECT_EQ(disassemble(parse("mov vt0, va0\nmov op, vt0\n.bytes 07"), {true, false, true}),
            "//! agal 1 vertex\n"
            "// 0x0007 token 1\n"
            "mov vt0, va0\n"
            "// 0x001f token 2\n"
            "mov op, vt0\n"
            "// 0x0037 trailing bytes\n"
            ".bytes 07\n");
}

TEST(Disassemble, WritesInexactTokensAsDirectives) {
  Program program;
  program.instructions.push_back({0, Destination::make(RegisterType::Temporary, 0, 0), {}, {}});
  EXPECT_EQ(disassemble(program, {false, false, false}),
            ".token 0x00 0x02000000 0x0000000000000000 0x0000000000000000 // mov vt0._, va0.x\n");
}

TEST(Disassemble, WritesSixteenTrailingBytesPerLine) {
  Program program = parse("mov op, va0");
  program.trailing.assign(18, std::byte{0xab});
  EXPECT_EQ(disassemble(program, {false, false, false}),
            "mov op, va0\n"
            ".bytes ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab ab\n"
            ".bytes ab ab\n");
}

TEST(Explain, NamesEveryField) {
  EXPECT_EQ(disassemble(parse("//! agal 1 fragment\ntex ft0.xyz, v0.xy, fs1 <cube, linear, single, 0.5>"),
                        {false, true, false}),
            "tex ft0.xyz, v0.xy, fs1 <cube, linear, mipnone, clamp, single, 0.5>\n"
            "//   opcode                        31:0    0x00000028  tex: d = sample(b, a)\n"
            "//   destination  register         15:0    0x0000      ft0\n"
            "//   destination  mask             19:16   0x7         xyz\n"
            "//   destination  type             27:24   0x2         temporary\n"
            "//   source 1     register         15:0    0x0000      v0\n"
            "//   source 1     swizzle          31:24   0x54        xyyy\n"
            "//   source 1     type             35:32   0x4         varying\n"
            "//   source 1     addressing       63      0x0         direct\n"
            "//   source 2     register         15:0    0x0001      fs1\n"
            "//   source 2     lod bias         23:16   0x04        0.5\n"
            "//   source 2     type             35:32   0x5         sampler\n"
            "//   source 2     read mode        43:40   0x0         rgba\n"
            "//   source 2     dimension        47:44   0x1         cube\n"
            "//   source 2     special flags    51:48   0x2         single\n"
            "//   source 2     wrap mode        55:52   0x0         clamp\n"
            "//   source 2     mip filter       59:56   0x0         mipnone\n"
            "//   source 2     texture filter   63:60   0x1         linear\n");
}

TEST(Explain, NamesFieldsOfRelativeAddress) {
  const std::string text = disassemble(parse("m44 op, vc[va1.y+3], vc0"), {false, true, false});
  for (const char* line : {"//   source 1     index register   15:0    0x0001      va1\n",
                           "//   source 1     offset           23:16   0x03        3\n",
                           "//   source 1     index type       43:40   0x0         attribute\n",
                           "//   source 1     index component  49:48   0x1         y\n",
                           "//   source 1     addressing       63      0x1         indirect\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
}

TEST(Explain, NamesUnknownAndReservedBits) {
  Program program;
  program.instructions.push_back({0x77, {0xffff'ffff}, {~std::uint64_t{0}}, {0x0f00'0000'0000}});
  const std::string text = disassemble(program, {false, true, false});
  EXPECT_NE(text.find("0x00000077  unknown"), std::string::npos) << text;
  EXPECT_NE(text.find("destination  reserved         31:0    0xf0f00000  should be zero"), std::string::npos) << text;
  EXPECT_NE(text.find("source 1     reserved         63:0    0x7ffcf0f000000000  should be zero"), std::string::npos)
      << text;
  EXPECT_NE(text.find("source 2     index type       43:40   0xf         should be zero in a direct operand"),
            std::string::npos)
      << text;
}

TEST(Explain, NamesUnusedFields) {
  Program program;
  program.instructions.push_back({0x20, {}, {}, {1}});
  const std::string text = disassemble(program, {false, true, false});
  EXPECT_NE(text.find("source 1                      63:0    0x0000000000000000  not used\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("0x0000000000000001  not used, and should be zero\n"), std::string::npos) << text;
}

// Indentation is limited, so that nested conditionals do not make the size of the text quadratic.
TEST(LargeInput, DeepNestingIsDisassembledInLinearSize) {
  Program program;
  program.version = 2;
  const Source scalar = Source::make(RegisterType::Temporary, 0, 0);
  program.instructions.assign(100'000, {0x1c, {}, scalar, scalar});
  const std::string text = disassemble(program);
  EXPECT_LT(text.size(), program.instructions.size() * 64);
  const auto again = assemble(text);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->instructions, program.instructions);
}

TEST(LargeInput, AssemblesTenMegabytes) {
  std::string text;
  const std::string line = "mul ft1.xyz, ft0.wzyx, fc[ft0.x+3].zyx // comment\n";
  while (text.size() < 10'000'000) text += line;
  const auto program = assemble(text, {}, fragment());
  ASSERT_TRUE(program);
  EXPECT_EQ(program->instructions.size(), text.size() / line.size());
}

TEST(LargeInput, RejectsMegabytesOfErrors) {
  for (const std::string_view piece :
       {"x\n", "mov ", "[", "<", ".", "9", "vt0.", "vc[va0.x+", "mov vt0, va0 <2d, linear\n", "//", "\n", ","}) {
    std::string text;
    while (text.size() < (piece == "x\n" ? 2'000'000 : 200'000)) text += piece;
    for (const bool relaxed : {false, true}) {
      const auto program = assemble(text, {}, {Stage::Vertex, {}, relaxed});
      EXPECT_FALSE(program) << piece;
      EXPECT_LE(program.diagnostics().size(), 2002u) << piece;
    }
  }
}

}  // namespace
}  // namespace agal

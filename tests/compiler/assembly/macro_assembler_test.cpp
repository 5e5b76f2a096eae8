// Text for AGALMacroAssembler. The expected instructions were written by hand from Adobe's description of the language,
// or follow from its source.
#include "assembly_support.hpp"

#include "agal/validate.hpp"

namespace agal {
namespace {

using namespace agal::test;

AssembleOptions macros(Stage stage = Stage::Fragment) {
  AssembleOptions options{stage, {}, false};
  options.dialect = Dialect::Macro;
  return options;
}

// Returns the instructions of a text; its messages if it does not assemble.
std::string instructions(std::string_view text, const AssembleOptions& options = macros()) {
  const Result<Program> program = assemble(text, "shader", options);
  if (!program) return render_text(program.diagnostics());
  DisassembleOptions plain;
  plain.header = false;
  return disassemble(*program, plain);
}

std::string first_message(std::string_view text, const AssembleOptions& options = macros()) {
  const Result<Program> program = assemble(text, "shader", options);
  return program.diagnostics().empty() ? "" : program.diagnostics()[0].message;
}

TEST(MacroAssembler, WritesInstructionsOfExpressions) {
  const std::pair<const char*, const char*> cases[] = {
      {"ft0 = v0", "mov ft0, v0\n"},
      {"ft0.xy = -v0", "neg ft0.xy, v0\n"},
      {"ft0 = v0 + v1", "add ft0, v0, v1\n"},
      {"ft0 = v0 - v1", "sub ft0, v0, v1\n"},
      {"ft0.xyz=v0.xyz*fc0.w", "mul ft0.xyz, v0.xyz, fc0.w\n"},
      {"ft0 = v0 / v1", "div ft0, v0, v1\n"},
      {"ft0 += v1", "add ft0, ft0, v1\n"},
      {"ft0 -= v1", "sub ft0, ft0, v1\n"},
      {"ft0 *= v1", "mul ft0, ft0, v1\n"},
      {"ft0 /= v1", "div ft0, ft0, v1\n"},
      {"ft0 = v0 * v1 + v2", "mul ft0, v0, v1\nadd ft0, ft0, v2\n"},
      {"ft0 = v0 + v1 * v2", "mul ft0, v1, v2\nadd ft0, ft0, v0\n"},
      {"ft0.x = v0.x < v1.x", "slt ft0.x, v0.x, v1.x\n"},
      {"ft0.x = v0.x >= v1.x", "sge ft0.x, v0.x, v1.x\n"},
      {"ft0.x = v0.x == v1.x", "seq ft0.x, v0.x, v1.x\n"},
      {"ft0.x = v0.x != v1.x", "sne ft0.x, v0.x, v1.x\n"},
      {"ft0 = tex<2d, linear,miplinear>(v0, fs1)", "tex ft0, v0, fs1 <2d, linear, miplinear, clamp>\n"},
      {"crs ft0.xyz, v0, v1", "crs ft0.xyz, v0, v1\n"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(instructions(text), expected) << text;
    EXPECT_EQ(codes_of(text, macros()), Codes{}) << text;
  }
}

TEST(MacroAssembler, HasMatrixFunctions) {
  EXPECT_EQ(instructions("op = mul4x4(va0, vc4)\nvt0.xyz = mul3x3( va1, vc0 )", macros(Stage::Vertex)),
            "m44 op, va0, vc4\nm33 vt0.xyz, va1, vc0\n");
}

TEST(MacroAssembler, KeepsInstructionsOfMiniAssembler) {
  EXPECT_EQ(instructions("mov vt0, vc[va0.x+3]; m44 op, vt0, vc0;", macros(Stage::Vertex)),
            "mov vt0, vc[va0.x+3]\nm44 op, vt0, vc0\n");
  EXPECT_EQ(instructions("//! agal 2 fragment\nife v0.x, v1.x\nmov oc v0\neif\n", {}),
            "ife v0.x, v1.x\n  mov oc, v0\neif\n");
}

TEST(MacroAssembler, EndsStatementsAtSemicolons) {
  EXPECT_EQ(instructions("ft0 = v0; oc = ft0"), "mov ft0, v0\nmov oc, ft0\n");
  EXPECT_EQ(instructions("ft0 = v0 // a; b\n/* c;\n d */ oc = ft0 /* e */"), "mov ft0, v0\nmov oc, ft0\n");
}

TEST(MacroAssembler, ReplacesAliases) {
  EXPECT_EQ(instructions("alias v1, uv\nalias fc2.xyxy, offset\nft0.xy = uv.zw + offset\nmov oc, uv"),
            "add ft0.xy, v1.zw, fc2.xyxy\nmov oc, v1\n");
  EXPECT_EQ(instructions("alias v1, uv\nalias v2, uv\noc = uv"), "mov oc, v2\n");
}

TEST(MacroAssembler, FindsNumbersInConstants) {
  EXPECT_EQ(instructions("alias fc3, C(0.5, 2, -1)\noc = v0 * 0.5"), "mul oc, v0, fc3.x\n");
  EXPECT_EQ(instructions("alias fc3, C(0.5, 2, -1)\nadd oc, v0, 2.0"), "add oc, v0, fc3.y\n");
  // A declared 0 is better than a component that the declaration leaves out.
  EXPECT_EQ(instructions("alias fc3, C(1)\nalias fc4, D(0, 1)\noc = v0 * 0"), "mul oc, v0, fc4.x\n");
  EXPECT_EQ(instructions("alias fc3, C(1)\noc = v0 * 0"), "mul oc, v0, fc3.y\n");
  EXPECT_EQ(codes_of("alias fc3, C(1)\nalias fc3, C(2)\noc = v0 * 1", macros()), Codes{2063});
}

TEST(MacroAssembler, ExpandsMacros) {
  EXPECT_EQ(instructions("macro half(a) { out = a * 0.5 }\nalias fc0, C(0.5)\noc = half(v0.xy)"),
            "mul oc, v0.xy, fc0.x\n");
  EXPECT_EQ(instructions("macro f(a, b) {\n  ft1 = a - b;\n  out.x = ft1\n}\nft0 = f(v0, v1); oc = ft0"),
            "sub ft1, v0, v1\nmov ft0.x, ft1\nmov oc, ft0\n");
}

TEST(MacroAssembler, SelectsMacroByNumberOfArguments) {
  EXPECT_EQ(instructions("macro f(a) { out = a }\nmacro f(a, b) { out = a + b }\nft0 = f(v0)\noc = f(ft0, v1)"),
            "mov ft0, v0\nadd oc, ft0, v1\n");
}

TEST(MacroAssembler, ExpandsMacrosInMacros) {
  EXPECT_EQ(instructions("macro b(x) { out = x + x }\nmacro a(x) { ft1 = b(x)\nout = b(ft1) }\noc = a(v0)"),
            "add ft1, v0, v0\nadd oc, ft1, ft1\n");
}

TEST(MacroAssembler, ContinuesStatementAfterMacro) {
  EXPECT_EQ(instructions("macro f(a, b) { out = a * b }\noc = f(v0, v1) + v2"), "mul oc, v0, v1\nadd oc, oc, v2\n");
}

TEST(MacroAssembler, ReadsConditions) {
  const std::string text =
      "#if FOG && LIGHTS > 1\nft0 = v0\n#elif LIGHTS == 1\nft0 = v1\n#else\nft0 = v2\n#endif\noc = ft0";
  const auto with = [](double fog, double lights) {
    AssembleOptions options = macros();
    options.definitions = {{"FOG", fog}, {"LIGHTS", lights}};
    return options;
  };
  EXPECT_EQ(instructions(text, with(1, 2)), "mov ft0, v0\nmov ft0, v2\nmov oc, ft0\n");  // as in Adobe's assembler
  EXPECT_EQ(instructions(text, with(0, 1)), "mov ft0, v1\nmov oc, ft0\n");
  EXPECT_EQ(instructions(text, with(0, 2)), "mov ft0, v2\nmov oc, ft0\n");
  EXPECT_EQ(codes_of(text, macros()), (Codes{2069, 2069}));
}

TEST(MacroAssembler, DefinesValues) {
  EXPECT_EQ(instructions("#define A 2\n#define B=A*3;\n#if B == 6 && !(A < 2)\noc = v0\n#endif\noc.x = v1"),
            "mov oc, v0\nmov oc.x, v1\n");
  EXPECT_EQ(instructions("#define A 2\n#undef A\n#if A\noc = v0\n#else\noc = v1\n#endif"), "mov oc, v1\n");
  EXPECT_EQ(codes_of("#define A\n#if A\n#endif\noc = v0", macros()), Codes{2069});
}

TEST(MacroAssembler, SkipsUnknownNamesInSkippedLines) {
  EXPECT_EQ(instructions("#if 0\n#if UNKNOWN\noc = v1\n#elif ALSO\n#endif\n\"'?$\n#endif\noc = v0"), "mov oc, v0\n");
}

// These readings follow from the source of AGALMacroAssembler. Each has a warning.
TEST(MacroAssembler, ReadsLikeAdobeWhereReadingsDiffer) {
  const auto reads = [](const char* text, const char* expected) {
    EXPECT_EQ(instructions(text), expected) << text;
    EXPECT_EQ(codes_of(text, macros()), Codes{2072}) << text;
  };
  reads("ft0 = v0 * v1 + ft0\noc = ft0", "mul ft0, v0, v1\nadd ft0, ft0, ft0\nmov oc, ft0\n");
  reads("#if 1 || 0 && 0\noc = v0\n#else\noc = v1\n#endif", "mov oc, v1\n");
  reads("#define A 1\n#if A + 2 * A == 4\noc = v0\n#endif\noc.x = v1", "mov oc.x, v1\n");
  reads("#define A 2\n#if A - (2) * A\noc = v0\n#else\noc = v1\n#endif", "mov oc, v1\n");
  reads("#if 1\nft0 = v0\n#elif 0\n#else\nft0 = v1\n#endif\noc = ft0", "mov ft0, v0\nmov ft0, v1\nmov oc, ft0\n");
  reads("#if 0\n#define A 1\n#endif\n#if A\noc = v0\n#endif", "mov oc, v0\n");
  reads("macro f(v1) { out = v1.x }\noc = f(v0)", "mov oc, v1.x\n");
  reads("alias v1, v2\noc = tex<2d>(v2, fs0)", "tex oc, v2, fs0 <2d, nearest, mipnone, clamp>\n");
}

TEST(MacroAssembler, SkipsUnknownLinesInLenientMode) {
  AssembleOptions options = macros();
  options.lenient = true;
  EXPECT_EQ(instructions("ft0 = v0 * v1 - v2\noc = v0", options), "mov oc, v0\n");
  EXPECT_EQ(codes_of("ft0 = v0 * v1 - v2\noc = v0", options), Codes{2101});
  // The word out is replaced at the beginning of longer words too, and options are joined if a comma is missing.
  EXPECT_EQ(instructions("macro f(a) { outX.x = a }\nft0 = f(v0)\noc = ft0", options), "mov ft0, v0\nmov oc, ft0\n");
  EXPECT_EQ(instructions("tex oc, v0, fs0 <2d linear, repeat>", options),
            "tex oc, v0, fs0 <2d, nearest, mipnone, repeat>\n");
}

TEST(MacroAssembler, PointsIntoMacroAndItsUse) {
  EXPECT_EQ(
      instructions("alias fc0, C(1)\nmacro f(a) {\n  out = a * 2\n}\noc = f(v0)"),
      "shader:3:13: error[AGAL2063]: no constant register is declared to hold 2, in macro 'f', which line 5 uses\n"
      "   |   out = a * 2\n"
      "   |             ^\n"
      "  help: declare what a register holds before the use, and set the register at run time: alias fc0, NUMBERS(1, "
      "0.5)\n");
  EXPECT_EQ(instructions("macro f(a) { mov out, a.q }\n\nmacro g(a) { out = f(a) }\noc = g(v0)").substr(0, 99),
            "shader:1:23: warning[AGAL2072]: the parameter a is not replaced, because it has components, in macr");
}

TEST(MacroAssembler, PositionsAreInTheText) {
  const std::string text = "macro f(a) {\n  out.x = a + a\n}\nft0 = f(v0); oc = ft0";
  const Result<Program> program = assemble(text, "shader", macros());
  ASSERT_TRUE(program);
  EXPECT_EQ(program->text, text);
  EXPECT_EQ(program->line_of(0), "  out.x = a + a");
  EXPECT_EQ(program->positions[0].line, 2u);
  EXPECT_EQ(program->positions[0].used_in_line, 4u);
  EXPECT_EQ(program->positions[1].line, 4u);
  EXPECT_EQ(program->positions[1].column, 14u);
  EXPECT_EQ(program->positions[1].used_in_line, 0u);
  const Result<Program> invalid = assemble("macro f(a) {\n  out = a\n}\noc = f(v0)\nv0 = f(v1)", "shader", macros());
  ASSERT_TRUE(invalid);
  const Diagnostics found = validate(*invalid);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(render_text(found).substr(0, 18), "shader:2:3: error[") << render_text(found);
  EXPECT_NE(found[0].message.find(", in a macro that line 5 uses"), std::string::npos) << found[0].message;
}

TEST(MacroAssembler, KeepsNamesAndValuesOfAliases) {
  const Result<Program> program =
      assemble("alias fc0, C(1, 0.5)\nalias v0, uv\nalias fc1.x, part\noc = uv", "", macros());
  ASSERT_TRUE(program);
  ASSERT_EQ(program->registers.size(), 2u);
  EXPECT_EQ(program->registers[0].place, "fc0");
  EXPECT_EQ(program->registers[0].name, "C");
  EXPECT_EQ(program->registers[0].values, (std::vector<float>{1, 0.5F, 0, 0}));
  EXPECT_EQ(program->registers[1].name, "uv");
}

// Text is for AGALMacroAssembler only if AGALMiniAssembler would skip its lines.
TEST(MacroAssembler, IsRecognized) {
  EXPECT_EQ(instructions("op = mul4x4(va0, vc0)", {}), "m44 op, va0, vc0\n");
  EXPECT_EQ(instructions("alias va0, pos\nm44 op, pos, vc0", {}), "m44 op, va0, vc0\n");
  EXPECT_EQ(instructions("oc = v0 * fc0", lenient(Stage::Fragment)), "mul oc, v0, fc0\n");
  EXPECT_EQ(codes_of("op = add(va0, vc0)"), Codes{2064});
  EXPECT_EQ(codes_of("#define A 1\nvoid main() { gl_FragColor = a; }").front(), 2006);
  EXPECT_EQ(codes_of("mov oc, v0;", fragment()), Codes{2006});
  AssembleOptions other = fragment();
  other.dialect = Dialect::OpenFl;
  EXPECT_EQ(codes_of("oc = v0", other), Codes{2020});
}

TEST(MacroAssembler, ExplainsWrongText) {
  EXPECT_EQ(first_message("op = foo(va0", macros(Stage::Vertex)), "this does not end: ')' is missing");
  EXPECT_EQ(first_message("/* oc = v0"), "this does not end: '*/' is missing");
  EXPECT_EQ(first_message("macro f(a) { out = a"), "this does not end: '}' is missing");
  EXPECT_EQ(first_message("alias fc0"), "malformed statement; expected alias fc0, name or alias fc0, NAME(1, 0.5)");
  EXPECT_EQ(first_message("alias fc0, C(1,)"),
            "malformed statement; expected alias fc0, name or alias fc0, NAME(1, 0.5)");
  EXPECT_EQ(first_message("oc = tex<2d>(v0)"), "malformed statement; expected d = tex<2d, linear>(a, sampler)");
  EXPECT_EQ(first_message("oc = v0 $ v1"), "unexpected '$'");
  const Result<Program> unknown = assemble("oc = sat(v0)", "", macros());
  EXPECT_EQ(unknown.diagnostics()[0].help, "define it first: macro sat(a) { sat out, a }");
  const Result<Program> wrong = assemble("oc = mul4x4(v0)", "", macros());
  EXPECT_EQ(wrong.diagnostics()[0].help, "it has 2 parameters");
}

TEST(MacroAssembler, LimitsExpansion) {
  EXPECT_EQ(codes_of("macro f(a) { out = f(a) }\noc = f(v0)", macros()), Codes{2066});
  std::string text = "macro m0(a) { mov out, a }\n";
  for (int i = 1; i < 40; ++i) {
    const std::string call = "out = m" + std::to_string(i - 1) + "(a)\n";
    text += "macro m" + std::to_string(i) + "(a) {\n" + call + call + "}\n";
  }
  EXPECT_EQ(codes_of(text + "oc = m39(v0)", macros()), Codes{2067});
}

// ---- Procedure text of Alternativa3D

TEST(Procedure, HasRegistersOfItsStage) {
  const char vertex_procedure[] = "#a0=aPosition\n#v1=vUV\nm44 t0.xyz, a0, c4\nmov v1, c[a1.x+3] // i0\nmov o0, t0";
  EXPECT_EQ(instructions(vertex_procedure, {}), "m44 vt0.xyz, va0, vc4\nmov v1, vc[va1.x+3]\nmov op, vt0\n");
  EXPECT_EQ(
      instructions("#s2=sMap\ntex t0, v0.xyz, s2 <2d,linear,bias40>\nmul t0.xy, t0.w, ft1\nmov d0.x, c3.x\nmov o0, t0",
                   {}),
      "tex ft0, v0.xyz, fs2 <2d, linear, mipnone, clamp, 5>\nmul ft0.xy, ft0.w, ft1\nmov fd.x, fc3.x\nmov oc, ft0\n");
  const Result<Program> program = assemble(vertex_procedure);
  ASSERT_TRUE(program);
  ASSERT_EQ(program->registers.size(), 2u);
  EXPECT_EQ(program->registers[0].place, "va0");
  EXPECT_EQ(program->registers[0].name, "aPosition");
  EXPECT_EQ(program->positions[0].line, 3u);
}

TEST(Procedure, NeedsStageAndRegisters) {
  AssembleOptions options;
  options.dialect = Dialect::Alternativa3D;
  EXPECT_EQ(codes_of("mov o0, c0", options), Codes{2010});
  EXPECT_EQ(instructions("ife v0.x, c0.x\neif\nmul o0, v0, c0", options), "ife v0.x, fc0.x\neif\nmul oc, v0, fc0\n");
  options.stage = Stage::Fragment;
  EXPECT_EQ(instructions("mov o0, c0", options), "mov oc, fc0\n");
  EXPECT_EQ(codes_of("mov o0, a0", options), Codes{2011});
  EXPECT_EQ(codes_of("mov o0, i0", options), Codes{2073});
  EXPECT_EQ(codes_of("foo o0, t0", options), Codes{2020});
}

}  // namespace
}  // namespace agal

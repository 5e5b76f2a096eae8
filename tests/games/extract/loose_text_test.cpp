// Assembly text in files of other languages and formats, and text for AGALMacroAssembler.
#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string canonical_vertex = canonical(vertex_text);

TEST(LooseText, FindsStringsOfLanguages) {
  const std::pair<const char*, const char*> cases[] = {
      {"a.ts", "export const v = 'm44 op, va0, vc0\\n' +\n  'mov v0, va1'; // don't stop\n"},
      {"a.js", "let v = `\n  m44 op, va0, vc0\n  mov v0, va1\n`;"},
      {"b.js", "let v = [\n  \"m44 op, va0, vc0\", // first\n \"mov v0, va1\"].join(\"\\n\");"},
      {"c.js", "var v = ''; v += 'm44 op, va0, vc0\\n';\nv += \"mov v0, va1\";"},
      {"a.cs", "class A { string v = @\"m44 op, va0, vc0\nmov v0, va1\"; }"},
      {"a.cpp", "auto v = R\"agal(\nm44 op, va0, vc0\nmov v0, va1\n)agal\";"},
      {"b.cpp", "const char* v =\n  \"m44 op, va0, vc0\\n\"\n  \"mov v0, va1\\n\";"},
      {"a.py", "v = '''m44 op, va0, vc0\nmov v0, va1\n'''\n"},
      {"a.lua", "v = \"m44 op, va0, vc0\\n\" .. \"mov v0, va1\""},
  };
  for (const auto& [name, text] : cases)
    EXPECT_THAT(texts(found_in(bytes_of(text), name)), ElementsAre(canonical_vertex)) << name;
}

TEST(LooseText, FindsFieldsAndBlocks) {
  const std::pair<const char*, const char*> cases[] = {
      {"a.json", R"({"materials": [{"vertex": "m44 op, va0, vc0\nmov v0, va1"}], "other": "x"})"},
      {"a.yaml", "vertex: |\n  m44 op, va0, vc0\n  mov v0, va1\nname: it's water\n"},
      {"b.yaml", "vertex: \"m44 op, va0, vc0\\nmov v0, va1\"\n"},
      {"a.md", "# Water\nIt's easy:\n```agal\nm44 op, va0, vc0 // position\nmov v0, va1\n```\nadd some text\n"},
      {"a.xml", "<a><shader code=\"m44 op, va0, vc0&#10;mov v0, va1\"/></a>"},
      {"b.xml", "<a>\n<shader code='m44 op, va0, vc0\nmov v0, va1'/></a>"},
      {"a.txt", "The shader is:\n\n    m44 op, va0, vc0;\n\n    mov v0, va1;\n\nThe end.\n"},
  };
  for (const auto& [name, text] : cases)
    EXPECT_THAT(texts(found_in(bytes_of(text), name)), ElementsAre(canonical_vertex)) << name;
}

TEST(LooseText, KeepsProgramsOfListApart) {
  EXPECT_THAT(texts(found_in(bytes_of("[\"m44 op, va0, vc0\\nmov v0, va1\", \"mov oc, v0\"]"), "a.json")),
              ElementsAre(canonical_vertex, "mov oc, v0\n"));
}

TEST(LooseText, NamesLineAndOffset) {
  const std::string text = "{\n\"v\": \"m44 op, va0, vc0\\nmov v0, va1\",\n\n\"f\": \"mul oc, v0, fc0\"}";
  const Extraction found = found_in(bytes_of(text), "a.json");
  ASSERT_THAT(found.programs, SizeIs(2));
  EXPECT_EQ(found.programs[0].origins[0].line, 2u);
  EXPECT_EQ(found.programs[0].origins[0].offset, text.find("\"m44"));
  EXPECT_EQ(found.programs[1].origins[0].line, 4u);
}

TEST(LooseText, ReadsUtf16) {
  std::string wide = "\xff\xfe";
  for (const char c : std::string("{\"f\": \"mul oc, v0, fc0\"}")) wide += {c, '\0'};
  EXPECT_THAT(found_in(bytes_of(wide), "a.json").programs, SizeIs(1));
  EXPECT_THAT(found_in(SwfBuilder().binary_data("app.Data", bytes_of(wide)).build()).programs, SizeIs(1));
}

TEST(LooseText, SaysWhichTextsAreNotPrograms) {
  const Extraction found =
      found_in(bytes_of("{\"f\": \"mul oc, v0, fc0\", \"part\": \"mov ft0, v0\\nmul ft0, ft0, fc1\"}"), "a.json");
  EXPECT_THAT(found.programs, SizeIs(1));
  EXPECT_TRUE(found.incomplete());
}

TEST(LooseText, IgnoresCommentsAndProse) {
  for (const char* const text : {"// var a = 'mul oc, v0, fc0';\n", "/* 'mul oc, v0, fc0' */", "\"add v1 to the list\"",
                                 "it's mul oc v0", "float v0 = v1; v0 = v1 * 2;"}) {
    const Result<Extraction> found = extract(bytes_of(text), "a.js");
    EXPECT_TRUE(!found || found->programs.empty()) << text;
  }
}

constexpr char macro_text[] = "alias va0, pos\\nmacro f(a) { out = a }\\nop = mul4x4(pos, vc0); v0 = f(va1)\\n";

TEST(MacroText, IsFoundInSourcesAndPools) {
  const Extraction in_source = found_in(
      bytes_of("package { class A { static const V:String = \"" + std::string(macro_text) + "\"; } }"), "A.as");
  EXPECT_THAT(texts(in_source), ElementsAre(canonical_vertex));
  EXPECT_THAT(texts(found_in(swf_with_pool({"#define A 1\n// b\n/* c\n */ op = mul4x4(va0, vc0)\nv0 = va1\n"}))),
              ElementsAre(canonical_vertex));
  EXPECT_THAT(texts(found_in(SwfBuilder().binary_data("app.V", bytes_of("op = mul4x4(va0, vc0)\nv0 = va1")).build())),
              ElementsAre(canonical_vertex));
}

TEST(MacroText, SaysWhichValueIsMissing) {
  const Result<Extraction> found =
      extract(swf_with_pool({"op = mul4x4(va0, vc0)\n#if UV\nv0 = va1\n#endif\nv1 = va2\n"}), "game.swf");
  ASSERT_TRUE(found);
  EXPECT_THAT(found->programs, IsEmpty());
  EXPECT_NE(render_text(found.diagnostics()).find("line 2: 'UV' does not have a value"), std::string::npos)
      << render_text(found.diagnostics());
}

// ---- procedures of Alternativa3D

ByteVector with_procedures(const std::string& code) {
  return bytes_of("package { class A { function f(b:Boolean, s:String):void { " + code + " } } }");
}

TEST(ProcedureText, IsFoundInListsOfSources) {
  const Extraction found = found_in(
      with_procedures(
          "l.addProcedure(new Procedure([\"#v0=vUV\", \"#s0=sMap\", \"tex t0, v0, s0 <2d>\", \"mov o0, t0\"], 'n'));\n"
          "m.addProcedure(Procedure.compileFromArray(['#a0=a0', '#c0=c0', 'm44 o0, a0, c0']));"),
      "A.as");
  EXPECT_THAT(texts(found), testing::UnorderedElementsAre(canonical("tex ft0, v0, fs0 <2d>\nmov oc, ft0"),
                                                          canonical("m44 op, va0, vc0")));
  for (const FoundProgram& program : found.programs) {
    EXPECT_EQ(program.origins[0].certainty, Certainty::Variant);
    EXPECT_EQ(program.program.registers.size(), 2u);
  }
  EXPECT_EQ(found.programs[0].origins[0].line, 1u);
}

TEST(ProcedureText, IsIncompleteIfLinkerJoinsIt) {
  for (const char* const code : {"l.addProcedure(Procedure.compileFromArray(['#c0=cP', 'm44 o0, i0, c0']));",
                                 "var p:Procedure = new Procedure(['#v0=vUV', 'mov o0, v0', 'mul t0, v0, ' + s]);",
                                 "p.compileFromArray(['mov o0, c0']);"}) {
    const Result<Extraction> found = extract(with_procedures(code), "A.as");
    ASSERT_TRUE(found) << code;
    EXPECT_THAT(found->programs, IsEmpty()) << code;
    ASSERT_THAT(found->texts, SizeIs(1)) << code;
    EXPECT_EQ(found->texts[0].origin.line, 1u);
    EXPECT_TRUE(found.diagnostics().contains(1072));
  }
}

}  // namespace
}  // namespace agal::test

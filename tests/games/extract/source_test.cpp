// Programs in ActionScript, Haxe and MXML sources.
#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Extraction in_source(const std::string& text, const std::string& name = "Foo.as") {
  return found_in(bytes_of(text), name);
}

std::string in_class(const std::string& code) { return "package a.b { public class Foo { " + code + " } }"; }
std::string in_method(const std::string& code) { return in_class("public function Foo() { " + code + " }"); }

TEST(Source, FoldsConcatenationAndConstants) {
  const Extraction found =
      in_source(in_class("private static const TAIL:String = \"mov v0, va1\\n\";\n"
                         "private const VS:String = \"m44 op, va0, vc\" + 0 + '\\n' + // row\n"
                         "TAIL;"));
  ASSERT_THAT(texts(found), ElementsAre(canonical(vertex_text)));
  const Origin& origin = found.programs[0].origins[0];
  EXPECT_EQ(origin.container, "Foo.as");
  EXPECT_EQ(origin.line, 2u);
  EXPECT_EQ(origin.name, "a.b.Foo");
  EXPECT_EQ(origin.certainty, Certainty::Exact);
}

TEST(Source, AcceptsProgramsOfOneLineInAssemblerCalls) {
  for (const char* const code :
       {"a.assemble(FRAGMENT, 'mov oc, v0');", "p = assembler.assemble2(c, 2, 'mov op, va0', 'mov oc, v0');",
        "var s:Array = ['mov oc, v0']; a.assemble(FRAGMENT, s.join('\\n'));"}) {
    const Extraction found = in_source(in_method(code));
    ASSERT_FALSE(found.programs.empty()) << code;
    EXPECT_EQ(texts(found).back(), canonical("mov oc, v0")) << code;
    EXPECT_FALSE(found.incomplete()) << code;
  }
  // The line may be one of several.
  EXPECT_THAT(in_source(in_method("line('mov oc, v0');")).programs, IsEmpty());
}

TEST(Source, FollowsAssignmentsAndConditions) {
  const Extraction found =
      in_source(in_method("var fs:String = 'mov ft0, v0\\n';\n"
                          "if (tinted) fs += 'mul oc, ft0, fc0'; else fs += 'mov oc, ft0';\n"
                          "program.upload(assemble(fs));"));
  ASSERT_THAT(found.programs, SizeIs(2));
  EXPECT_EQ(found.programs[0].origins[0].detail, "tinted");
  EXPECT_EQ(found.programs[1].origins[0].detail, "not tinted");
  EXPECT_EQ(found.programs[0].origins[0].certainty, Certainty::Variant);
  EXPECT_FALSE(found.incomplete());
}

TEST(Source, TestsOfOneConditionTakeTheSameSide) {
  const Extraction found =
      in_source(in_method("var fs:String = a ? 'mov ft0, v0\\n' : 'mov ft0, v1\\n';\n"
                          "if (!a) fs += 'mov oc, ft0'; else fs += 'mul oc, ft0, fc0';\n"
                          "use(fs);"));
  EXPECT_THAT(texts(found),
              ElementsAre(canonical("mov ft0, v0\nmul oc, ft0, fc0"), canonical("mov ft0, v1\nmov oc, ft0")));
}

TEST(Source, ParenthesesKeepTheSideOfACondition) {
  for (const char* const condition :
       {"a == b", "(a == b)", "!(a != b)", "!((a != b))", "!(!(a == b))", "(!(a != b))"}) {
    const Extraction found =
        in_source(in_method("var fs:String = a == b ? 'mov ft0, v0\\n' : 'mov ft0, v1\\n';\n"
                            "if (" +
                            std::string(condition) +
                            ") fs += 'mov oc, ft0'; else fs += 'mul oc, ft0, fc0';\n"
                            "use(fs);"));
    EXPECT_THAT(texts(found),
                ElementsAre(canonical("mov ft0, v0\nmov oc, ft0"), canonical("mov ft0, v1\nmul oc, ft0, fc0")))
        << condition;
    ASSERT_THAT(found.programs, SizeIs(2));
    EXPECT_EQ(found.programs[0].origins[0].detail, "a == b") << condition;
    EXPECT_EQ(found.programs[1].origins[0].detail, "a != b") << condition;
  }
}

TEST(Source, JoinsLists) {
  for (const char* const code :
       {"var s:String = ['m44 op, va0, vc0', 'mov v0, va1'].join('\\n');",
        "var s:String = new <String>['m44 op, va0, vc0', 'mov v0, va1'].join('\\n');",
        "var l:Array = []; l.push('m44 op, va0, vc0'); l.push('mov v0, va1'); use(l.join('\\n'));",
        "use(new Array('m44 op, va0, vc0', 'mov v0, va1').join('\\n'));"})
    EXPECT_THAT(texts(in_source(in_method(code))), ElementsAre(canonical(vertex_text))) << code;
}

TEST(Source, ReadsXmlAndCdata) {
  for (const char* const code : {"var x:XML = <agal><![CDATA[\nm44 op, va0, vc0\nmov v0, va1\n]]></agal>;",
                                 "var x:String = (<![CDATA[m44 op, va0, vc0\nmov v0, va1]]>).toString();",
                                 "var x:XML = <a><b>m44 op, va0, vc0\nmov v0, va1</b><c>&lt;</c></a>;"})
    EXPECT_THAT(texts(in_source(in_method(code))), ElementsAre(canonical(vertex_text))) << code;
}

// MXML scripts contain entities unless they use CDATA.
TEST(Source, ReadsEntitiesInScripts) {
  const std::string file =
      "<s:Application xmlns:fx='f' xmlns:s='s'>\n<fx:Script>\n  private var s:String = "
      "\"tex ft0, v0, fs0 &lt;2d,linear,mipnone,clamp&gt;\\n\" +\n \"mul oc, ft0, fc0\";\n"
      "  private var b:Boolean = x &amp;&amp; y;\n</fx:Script></s:Application>";
  const Result<Extraction> found = extract(bytes_of(file), "src/Water.mxml");
  ASSERT_TRUE(found);
  EXPECT_THAT(texts(*found), ElementsAre(canonical(fragment_text)));
  EXPECT_EQ(found->programs[0].origins[0].line, 3u);
  EXPECT_EQ(found->programs[0].origins[0].name, "Water");
}

TEST(Source, ReadsUtf16) {
  std::string little = "\xff\xfe", big = "\xfe\xff";
  for (const char c : in_method("a.assemble(F, 'mov oc, v0');")) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  for (const std::string& file : {little, big}) {
    const Result<Extraction> found = extract(bytes_of(file), "Foo.as");
    ASSERT_TRUE(found);
    EXPECT_THAT(texts(*found), ElementsAre(canonical("mov oc, v0")));
  }
}

TEST(Source, IgnoresCommentsAndRegularExpressions) {
  const Extraction found =
      in_source(in_method("// \"mov oc, v0\"\n/* 'mov oc, v1' */ var r:RegExp = /[\"\\/]'/g;\n"
                          "var s:String = 'mov oc, v2';"));
  EXPECT_THAT(texts(found), ElementsAre(canonical("mov oc, v2")));
}

TEST(Source, UnknownPartsAreHoles) {
  const Extraction found = in_source(in_method("use('tex ft0, v0, fs0 <2d>\\nmul oc, ft0, fc' + index + '\\n');"));
  EXPECT_THAT(found.programs, IsEmpty());
  ASSERT_THAT(found.texts, SizeIs(1));
  EXPECT_EQ(found.texts[0].origin.certainty, Certainty::Partial);
  EXPECT_EQ(found.texts[0].origin.detail, "index");
  EXPECT_TRUE(found.incomplete());
}

TEST(Source, IgnoresEnglishBeginningWithOpcode) {
  for (const char* const text : {"'add item ' + n", "'log ' + n + ' done'", "'max ' + n", "'sub total ' + n"}) {
    const Extraction found = in_source(in_method("status.text = " + std::string(text) + ";"));
    EXPECT_FALSE(found.incomplete()) << text;
  }
  EXPECT_TRUE(in_source(in_method("use('kil ft' + n);")).incomplete());
}

TEST(Source, TextWithReplacedPartIsTemplate) {
  const std::string code = in_method("var s:String = 'tex oc, v0, fs0 <?\?\?>'; use(s.replace('<?\?\?>', flags()));");
  const Extraction open = in_source(code);
  ASSERT_THAT(open.texts, SizeIs(1));
  EXPECT_EQ(open.texts[0].origin.detail, "<?\?\?>");
  ExtractOptions options;
  options.fills.use_defaults = true;
  const Result<Extraction> filled = extract(bytes_of(code), "Foo.as", options);
  ASSERT_TRUE(filled);
  ASSERT_THAT(filled->programs, SizeIs(1));
  EXPECT_EQ(filled->programs[0].origins[0].certainty, Certainty::Filled);
}

// Code in another file replaces the name.
TEST(Source, TextWithConstantNameInOptionsIsTemplate) {
  const std::string code = in_method("use('tex ft0, v0, fs0 <SAMPLING_OPTIONS>\\n' + 'mov oc, ft0');");
  const Extraction open = in_source(code);
  EXPECT_THAT(open.programs, IsEmpty());
  ASSERT_THAT(open.texts, SizeIs(1));
  EXPECT_EQ(open.texts[0].origin.certainty, Certainty::Template);
  EXPECT_EQ(open.texts[0].origin.detail, "SAMPLING_OPTIONS");
  ExtractOptions options;
  options.fills.use_defaults = true;
  const Result<Extraction> filled = extract(bytes_of(code), "Foo.as", options);
  ASSERT_TRUE(filled);
  ASSERT_THAT(filled->programs, SizeIs(1));
  EXPECT_EQ(filled->programs[0].origins[0].detail, "SAMPLING_OPTIONS filled with 2d,linear,mipnone,clamp");
}

TEST(Source, FollowsMethodsOfTheSameFile) {
  const Extraction found = in_source(
      in_class("function tex(r:String):String { return 'tex ' + r + ', v0, fs0 <2d,linear,mipnone,clamp>\\n'; }\n"
               "function run():void { use(tex('ft0') + 'mul oc, ft0, fc0'); }"));
  EXPECT_THAT(texts(found), ElementsAre(canonical(fragment_text)));
  EXPECT_FALSE(found.incomplete());
}

TEST(Source, JoinsLinesOfConsecutiveCalls) {
  const Extraction found = in_source(in_method("add('m44 op, va0, vc0'); add('mov v0, va1');"));
  EXPECT_THAT(texts(found), ElementsAre(canonical(vertex_text)));
  EXPECT_THAT(
      texts(in_source(in_method("vertexCode.lines.add('m44 op, va0, vc0'); vertexCode.lines.add('mov v0, va1');"))),
      ElementsAre(canonical(vertex_text)));
  EXPECT_THAT(in_source(in_method("add('m44 op, va0, vc0'); if (x) add('mov v0, va1');")).programs, SizeIs(0));
}

// A text with an unknown opcode must not be ignored, even if other texts for the assembler are programs.
TEST(Source, ReportsTextsWithUnknownOpcode) {
  const std::string good = "a.assemble(VERTEX, 'm44 op, va0, vc0\\nmov v0, va1'); a.assemble(FRAGMENT, 'mov oc, v0'); ";
  for (const char* const text :
       {"foo oc, v0", "foo ft0, v0\\nmov oc, ft0", "mov ft0, v0\\nfoo oc, ft0", "Foo oc.xyz , v0.x"})
    for (const std::string& before : {std::string(), good}) {
      const Extraction found = in_source(in_method(before + "a.assemble(FRAGMENT, '" + text + "');"));
      EXPECT_TRUE(found.incomplete()) << text;
      EXPECT_THAT(found.texts, SizeIs(1)) << text;
      ASSERT_THAT(found.programs, SizeIs(before.empty() ? 0 : 2)) << text;
      for (const FoundProgram& program : found.programs) EXPECT_THAT(program.origins, SizeIs(1)) << text;
    }
  for (const char* const text : {"item v, i", "set v0", "foo(oc, v0)", "vertex va0: v0", "of ft0 and v0, v1"})
    EXPECT_FALSE(in_source(in_method("use('" + std::string(text) + "');")).incomplete()) << text;
}

TEST(Source, ReportsUnknownOpcodeAmongLinesOfCalls) {
  const Extraction found = in_source(in_method("add('mov ft0, v0'); add('foo oc, ft0');"));
  EXPECT_THAT(found.texts, SizeIs(1));
  EXPECT_THAT(found.programs, IsEmpty());
}

TEST(Source, ReadsHaxe) {
  const Extraction found = in_source(
      "class Foo {\n static inline var R = 'ft0';\n function new() {\n var s = '\n"
      "  tex $R, v0, fs0 <2d,linear,mipnone,clamp>\n  mul oc, ${R}, fc0';\n use(s);\n"
      "  var m = \"m44 op, va0, vc0\n  mov v0, va1\";\n } }",
      "Foo.hx");
  EXPECT_THAT(texts(found), ElementsAre(canonical(fragment_text), canonical(vertex_text)));
  EXPECT_EQ(found.programs[0].origins[0].line, 4u);
}

TEST(Source, ReadsBothSidesOfConditionalCompilation) {
  const Extraction found = in_source(
      "class Foo {\n#if (flash && !air)\n static var a = 'mov oc, v0';\n#else\n static var b = 'mov oc, v1';\n#end\n}",
      "Foo.hx");
  EXPECT_THAT(found.programs, SizeIs(2));
}

TEST(Source, RunsLoopsWithKnownBounds) {
  const Extraction found = in_source(
      "class Foo { function new() { var s = 'mov ft0, v0\n'; for (i in 0...2) s += 'add ft0, ft0, fc$i\n'; use(s + "
      "'mov oc, ft0'); } }",
      "Foo.hx");
  EXPECT_THAT(texts(found), ElementsAre(canonical("mov ft0, v0\nadd ft0, ft0, fc0\nadd ft0, ft0, fc1\nmov oc, ft0")));
  const Extraction open =
      in_source(in_method("var s:String = 'mov ft0, v0\\n'; for each (var l:X in layers) s += l.code;\n"
                          "use(s + 'mov oc, ft0');"));
  EXPECT_THAT(open.programs, IsEmpty());
  ASSERT_THAT(open.texts, SizeIs(1));
  EXPECT_EQ(open.texts[0].origin.detail, "a loop");
}

TEST(Source, ReadsScriptsOfMxml) {
  const Extraction found = in_source(
      "<mx:Application xmlns:mx='x'>\n<mx:Script>\n<![CDATA[\n"
      "private const V:String = 'm44 op, va0, vc0\\nmov v0, va1';\n]]>\n</mx:Script>\n"
      "<fx:String>mov oc, v0</fx:String></mx:Application>",
      "Foo.mxml");
  ASSERT_THAT(found.programs, SizeIs(2));
  EXPECT_EQ(found.programs[0].origins[0].line, 4u);
}

TEST(Source, SwitchGivesVariants) {
  const Extraction found =
      in_source(in_method("var s:String = 'mov ft0, v0\\n'; switch (mode) {\n"
                          "case 1: s += 'mov oc, ft0'; break;\ncase 2: s += 'mul oc, ft0, fc0'; break;\n"
                          "default: s += 'mul oc, ft0, fc1'; }\nuse(s);"));
  ASSERT_THAT(found.programs, SizeIs(3));
  EXPECT_EQ(found.programs[0].origins[0].detail, "mode == 1");
  EXPECT_EQ(found.programs[2].origins[0].detail, "mode != 1; mode != 2");
}

TEST(Source, ReadsVersionFromCall) {
  const Extraction found = in_source(in_method("lines.add('vertex', 'm44 op, va0, vc0', 2);"));
  // A single line may be one of several.
  EXPECT_THAT(found.programs, IsEmpty());
  const Extraction one = in_source(in_method("assembler.assemble('vertex', 'm44 op, va0, vc0', 2);"));
  ASSERT_THAT(one.programs, SizeIs(1));
  EXPECT_EQ(one.programs[0].program.version, 2u);
  const Extraction two = in_source(in_method("assembler.assemble('vertex', 'm44 op, va0, vc0\\nmov v0, va1', 2);"));
  ASSERT_THAT(two.programs, SizeIs(1));
  EXPECT_EQ(two.programs[0].program.version, 2u);
}

TEST(Source, AcceptsSourceWithoutAssembly) {
  EXPECT_THAT(in_source(in_method("trace('hello');")).programs, IsEmpty());
  EXPECT_FALSE(in_source(" ").incomplete());
}

TEST(Source, IsReadInArchive) {
  const Extraction found =
      found_in(build_archive({{"src/Foo.as", bytes_of(in_class("const A:String = 'mov oc, v0';"))}}), "a.zip");
  ASSERT_THAT(found.programs, SizeIs(1));
  EXPECT_EQ(found.programs[0].origins[0].container, "a.zip!src/Foo.as");
}

// Each piece of code nests or repeats something far more often than real code. tests/compiler/growth measures the cost.
TEST(Source, ReadsHostileInputToItsEnd) {
  const auto many = [](const std::string& text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
  };
  constexpr int count = 1000;
  const std::string line = "'mov ft0, v0\\n'";
  for (const std::string& code : {many("(", count),
                                  many("[", count),
                                  many("{", count),
                                  many("if(a)", count),
                                  many("!", count),
                                  many("a?", count),
                                  many("x=", count),
                                  many("<a>", count),
                                  many("f(", count),
                                  many("s+=" + line + ";", count),
                                  many("s=s+s;", count) + line,
                                  many("if(a" + line + ")s+=" + line + ";", 500),
                                  many("`${", count),
                                  many("a.b.", count),
                                  many("function f(){", count),
                                  many("class A{", count),
                                  many("switch(a){case ", count),
                                  many("for(;;)", count),
                                  many("var s:String=" + line + ";use(s);", count),
                                  std::string("/*"),
                                  std::string("<![CDATA[")})
    for (const char* const name : {"a.as", "a.hx", "a.mxml"}) {
      (void)extract(bytes_of(line + ";" + code), name);
      (void)extract(bytes_of(in_method("var s:String=" + line + ";" + code)), name);
    }
}

}  // namespace
}  // namespace agal::test

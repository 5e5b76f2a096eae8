// Texts in sources that code changes at run time, and sources without texts: a program is missing, or not exact.
#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::string class_with(const std::string& members) { return "package { public class Foo { " + members + " } }"; }
std::string method_with(const std::string& code) {
  return class_with("public function make(x:String):void { " + code + " }");
}

bool has_exact(const Extraction& found) {
  return std::any_of(found.programs.begin(), found.programs.end(),
                     [](const FoundProgram& program) { return certainty_of(program) == Certainty::Exact; });
}

// Extracts a file of a program that consists of several sources.
Result<Extraction> in_program(const std::vector<std::pair<std::string, std::string>>& files, std::size_t searched) {
  Sources sources;
  for (const auto& [name, text] : files) sources.add(bytes_of(text), name);
  sources.finish();
  ExtractOptions options;
  options.sources = &sources;
  return extract(bytes_of(files[searched].second), files[searched].first, options);
}

TEST(SourceChanges, ReplacedPartsOfUnresolvedTextsAreHoles) {
  const std::string xml =
      "private var P:XML = <p><a><vertex><![CDATA[\nm44 op, va0, vc0\nmov v1, va1\n]]></vertex><fragment><![CDATA[\n"
      "tex oc, v1, fs1 <>\nmov ft0, v1\n]]></fragment></a></p>;\n";
  for (const char* const code : {"asm.assemble(F, P[x].fragment.toString().replace('<>', '<' + x + '>'));",
                                 "asm.assemble(F, P[x].fragment.toString().split('<>').join('<' + x + '>'));",
                                 "asm.assemble(F, get(P[x].fragment).replace(/<>/g, x));",
                                 "asm.assemble(F, P[x].fragment.text().replace(/<\\s*>/, x));",
                                 "asm.assemble(F, StringTools.replace(P[x].fragment, '<>', x));"}) {
    const Result<Extraction> found =
        extract(bytes_of(class_with(xml + "public function make(x:String):void { " + code + " }")), "Foo.as");
    ASSERT_TRUE(found) << code;
    EXPECT_FALSE(has_exact(*found)) << code;
    EXPECT_TRUE(found->incomplete()) << code;
    ASSERT_THAT(found->texts, SizeIs(1)) << code;
    EXPECT_EQ(found->texts[0].origin.certainty, Certainty::Template) << code;
    // The vertex text does not have the part.
    EXPECT_THAT(texts(*found), ElementsAre(canonical("m44 op, va0, vc0\nmov v1, va1"))) << code;
  }
}

TEST(SourceChanges, TextsOfUnknownMethodsArePartial) {
  const std::string text = "'tex ft0, v0, fs0 <2d>\\nmov oc, ft0'";
  for (const std::string& code :
       {text + ".replace(/(2d|3d)/g, x)", text + ".substr(0, x)", text + ".replace(x, 'a')",
        "~/a+/.replace(" + text + ", x)", "StringTools.replace(" + text + ", x, '')", "sprintf(" + text + ", x)"}) {
    const Extraction found = found_in(bytes_of(method_with("asm.assemble(F, " + code + ");")), "Foo.as");
    EXPECT_THAT(found.programs, IsEmpty()) << code;
    EXPECT_TRUE(found.incomplete()) << code;
  }
}

TEST(SourceChanges, FormatsTexts) {
  const std::string expected = canonical("tex ft0, v1, fs1 <2d,linear,clamp>\nmov oc, ft0\n");
  for (const char* const code :
       {"StringUtil.format('tex {0}, v1, fs1 <2d,linear,clamp>\\nmov oc, {0}\\n', 'ft0')",
        "formatString('tex {0}, {1}, fs{2} <{3},linear,clamp>\\nmov oc, {0}\\n', 'ft0', 'v1', 1, '2d')",
        "StringUtil.substitute('tex {0}, v1, fs1 <2d,{1},clamp>\\nmov oc, {0}\\n', 'ft0', 'linear')",
        "StringUtil.format('tex {0}, v1, fs1 <2d,linear,clamp>\\nmov oc, {0}\\n', ['ft0'])"}) {
    const Extraction found = found_in(bytes_of(method_with("asm.assemble(F, " + std::string(code) + ");")), "Foo.as");
    EXPECT_THAT(texts(found), ElementsAre(expected)) << code;
    EXPECT_FALSE(found.incomplete()) << code;
  }
  for (const char* const code : {"StringUtil.format('tex {0}, v1, fs1 <2d>\\nmov oc, {0}\\n', x)",
                                 "other('tex {0}, v1, fs1 <2d>\\nmov oc, {0}\\n', 'ft0')",
                                 "printf('tex %s, v1, fs1 <2d>\\nmov oc, %s\\n', 'ft0', 'ft0')"}) {
    const Extraction found = found_in(bytes_of(method_with("asm.assemble(F, " + std::string(code) + ");")), "Foo.as");
    EXPECT_THAT(found.programs, IsEmpty()) << code;
    EXPECT_TRUE(found.incomplete()) << code;
  }
}

// The values of the argument are alternatives of the text.
TEST(SourceChanges, FormatsTextsWithAlternatives) {
  const Extraction found = found_in(
      bytes_of(method_with("asm.assemble(F, StringUtil.format('mov ft0, {0}\\nmov oc, ft0\\n', on ? 'v0' : 'v1'));")),
      "Foo.as");
  EXPECT_THAT(texts(found), ElementsAre(canonical("mov ft0, v0\nmov oc, ft0"), canonical("mov ft0, v1\nmov oc, ft0")));
}

TEST(SourceChanges, FieldsThatCodeChangesAreUnknown) {
  const std::string make =
      "public function make():void { asm.assemble(F, 'tex ft0, v0, fs0 <2d,' + OPTION + '>\\nmov oc, ft0\\n'); }";
  const auto in_class = [&](const std::string& members, const std::string& option) {
    std::string text = make;
    text.replace(text.find("OPTION"), 6, option);
    return found_in(bytes_of(class_with(members + text)), "Foo.as");
  };
  for (const char* const members :
       {"private var o:String = 'linear'; public function set(x:String):void { o = x; }",
        "private var o:String = 'linear'; public function set(x:String):void { this.o = x; }",
        "private var o:String = 'linear'; public function set(x:String):void { o ||= x; }",
        "private static var o:String = 'linear'; public static function set(x:String):void { Foo.o = x; }"}) {
    const Extraction found = in_class(members, "o");
    EXPECT_FALSE(has_exact(found)) << members;
    EXPECT_TRUE(found.incomplete()) << members;
  }
  for (const char* const members :
       {"private var o:Array = ['linear']; public function set(x:String):void { o.push(x); }",
        "private var o:Array = ['linear']; public function set(x:String):void { o[0] = x; }",
        "private var o:Array = ['linear']; public function set(x:String):void { o.unshift(x); }"}) {
    const Extraction found = in_class(members, "o[0]");
    EXPECT_FALSE(has_exact(found)) << members;
    EXPECT_TRUE(found.incomplete()) << members;
  }
  const Extraction counted = found_in(
      bytes_of(class_with("private var n:int = 0; public function next():void { n++; } public function make():void { "
                          "asm.assemble(F, 'mov ft0, v' + n + '\\nmov oc, ft0\\n'); }")),
      "Foo.as");
  EXPECT_FALSE(has_exact(counted));
  EXPECT_TRUE(counted.incomplete());
  EXPECT_TRUE(has_exact(in_class("private var o:String = 'linear';", "o")));
}

TEST(SourceChanges, OtherFilesOfTheProgramChangeFields) {
  const auto foo = [](const std::string& member) {
    return class_with(
        member +
        " public function make():void { asm.assemble(F, 'tex ft0, v0, fs0 <2d,' + o + '>\\nmov oc, ft0\\n'); }");
  };
  for (const char* const other : {"var f:Foo = new Foo(); f.o = 'nearest'; f.make();", "this.foo.o = x;", "Foo.o += x;",
                                  "o = x;" /* in a subclass */}) {
    const std::string main =
        "package { public class Main extends Foo { public function Main() { " + std::string(other) + " } } }";
    const Result<Extraction> found =
        in_program({{"Foo.as", foo("public var o:String = 'linear';")}, {"Main.as", main}}, 0);
    ASSERT_TRUE(found);
    EXPECT_THAT(found->programs, IsEmpty()) << other;
    EXPECT_TRUE(found->incomplete()) << other;
    // Code of another file cannot assign to a private field.
    const Result<Extraction> hidden =
        in_program({{"Foo.as", foo("private var o:String = 'linear';")}, {"Main.as", main}}, 0);
    ASSERT_TRUE(hidden);
    EXPECT_TRUE(has_exact(*hidden)) << other;
  }
  const Result<Extraction> unchanged = in_program({{"Foo.as", foo("public var o:String = 'linear';")},
                                                   {"Main.as", "class Main { var o:int; function f() { o = 1; } }"}},
                                                  0);
  ASSERT_TRUE(unchanged);
  EXPECT_TRUE(has_exact(*unchanged));
}

TEST(SourceChanges, SourcesOfAnArchiveAreOneProgram) {
  const std::string foo = class_with(
      "public var o:String = 'linear'; public function make():void { asm.assemble(F, 'tex ft0, v0, fs0 <2d,' + o + "
      "'>\\nmov oc, ft0\\n'); }");
  const Extraction found =
      found_in(build_archive({{"Foo.as", bytes_of(foo)},
                              {"Main.as", bytes_of("class Main { function f() { new Foo().o = 'nearest'; } }")}}),
               "src.zip");
  EXPECT_THAT(found.programs, IsEmpty());
  EXPECT_TRUE(found.incomplete());
}

TEST(SourceChanges, OtherFilesOfTheProgramReplaceParts) {
  const std::string xml = "<p><fragment><![CDATA[\ntex ft0, v1, fs1 <>\nmov oc, ft0\n]]></fragment></p>";
  const std::string constant = class_with("public static const F:String = 'tex ft0, v1, fs1 <>\\nmov oc, ft0\\n';");
  for (const char* const code : {"s.replace('<>', x)", "s.split('<>').join(x)", "StringTools.replace(s, '<>', x)"})
    for (const auto& [name, text] : {std::pair<std::string, std::string>{"shader.xml", xml}, {"Foo.as", constant}}) {
      const Result<Extraction> found = in_program(
          {{name, text}, {"Main.as", "class Main { function f(s) { upload(" + std::string(code) + "); } }"}}, 0);
      ASSERT_TRUE(found) << code;
      EXPECT_THAT(found->programs, IsEmpty()) << code;
      EXPECT_THAT(found->texts, SizeIs(1)) << code;
    }
}

TEST(SourceChanges, EnginesMakeProgramsWithoutText) {
  for (const auto& [name, text] :
       {std::pair<const char*, const char*>{
            "A.as", "package { import com.barliesque.agal.EasierAGAL; public class A extends EasierAGAL {} }"},
        {"B.as", "package b { import aerys.minko.render.shader.Shader; public class B extends Shader {} }"},
        {"C.hx", "class C extends hxsl.Shader { static var SRC = {}; }"},
        {"D.as", "package { import org.flashgate.display.gpu.assembler.*; public class D extends GpuAssembler { } }"},
        {"E.as", "package e { import com.studio.sgsl.Material; public class E {} }"},
        {"F.as", "package { class F { var p:Program3D; function f(v, w) { p.upload(v, w); } } }"}}) {
    const Result<Extraction> found = extract(bytes_of(text), name);
    ASSERT_TRUE(found) << name;
    EXPECT_TRUE(found->incomplete()) << name;
    EXPECT_EQ(found.diagnostics().size(), 1u) << name;
  }
  for (const char* const text :
       {"class A { var sgslider:int; var hxslot:int; }", "class B { function upload() { upload(); } }"}) {
    const Result<Extraction> found = extract(bytes_of(text), "A.as");
    ASSERT_TRUE(found) << text;
    EXPECT_FALSE(found->incomplete()) << text;
  }
}

// Another source has the texts of the programs.
TEST(SourceChanges, UploadsOfTextsInOtherFilesAreNotMissing) {
  const std::string upload = "package { class F { var p:Program3D; function f(v, w) { p.upload(v, w); } } }";
  const Result<Extraction> found =
      in_program({{"F.as", upload}, {"G.as", class_with("const V:String = 'mov oc, v0';")}}, 0);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->incomplete());
}

TEST(SourceChanges, EnglishIsNotAssembly) {
  for (const char* const text : {"max uv count is 4",
                                 "add a comment",
                                 "sub menu item 3",
                                 "div by zero",
                                 "min version is 3",
                                 "kil l",
                                 "log out v2",
                                 "exp 100",
                                 "sin v1",
                                 "add v1 to the list, then stop",
                                 "max 3, min 4",
                                 "mov file, then close",
                                 "mul tiply by 2, 3",
                                 "tex ture is 512, 512 pixels",
                                 "sat urday, sunday",
                                 "nrm v1, ok",
                                 "min ft, max",
                                 "exp ired, v2",
                                 "sin op",
                                 "log v, x",
                                 "tex v0, then v1",
                                 "cos t, 3 coins"}) {
    const Extraction found =
        found_in(bytes_of(class_with("private var a:String = \"" + std::string(text) + "\";")), "Foo.as");
    EXPECT_FALSE(found.incomplete()) << text;
    EXPECT_THAT(found.programs, IsEmpty()) << text;
    const Extraction several =
        found_in(bytes_of(class_with("private var a:String = \"" + std::string(text) + "\\n" + text + " again\" + n;")),
                 "Foo.as");
    EXPECT_FALSE(several.incomplete()) << text;
  }
  for (const char* const text :
       {"mul ft0, ft0, fc", "mov v", "kil ft0.x", "mov ft0.", "m44 op, va0, vc0", "mov oc, {0}", "mul ft0, fc0 , fc"}) {
    const Extraction found = found_in(
        bytes_of(class_with("private var a:String = \"" + std::string(text) + "\"; function f() { g(a); }")), "Foo.as");
    EXPECT_TRUE(found.incomplete() || !found.programs.empty()) << text;
  }
}

TEST(SourceChanges, NamesBetweenSectionSignsAreNames) {
  for (const char* const name :
       {"\xc2\xa7"
        "a{b\xc2\xa7",
        "\xc2\xa7(x\xc2\xa7", "\xc2\xa7\"'\xc2\xa7", "\xc2\xa7/*\xc2\xa7", "\xc2\xa7 //\xc2\xa7",
        "\xc2\xa7\\\xc2\xa7{\xc2\xa7", "\xc2\xa7}\\\\\xc2\xa7", "\xc2\xa7use\xc2\xa7"}) {
    const std::string n = name;
    const Extraction found = found_in(bytes_of("package " + n + " { public class R { private var " + n +
                                               ":int = 1; public function make():void { this." + n +
                                               " = 5; asm.assemble(F, 'tex ft0, v1, fs1 <2d>\\nmov oc, ft0'); } } }"),
                                      "R.as");
    EXPECT_THAT(found.programs, SizeIs(1)) << name;
    EXPECT_FALSE(found.incomplete()) << name;
  }
}

TEST(SourceChanges, DecompiledInstructionsAreCalls) {
  const Extraction found =
      found_in(bytes_of(class_with("function f():void { \xc2\xa7\xc2\xa7push(this); \xc2\xa7\xc2\xa7push(2); "
                                   "\xc2\xa7\xc2\xa7pop().\xc2\xa7{\xc2\xa7 = "
                                   "\xc2\xa7\xc2\xa7pop(); asm.assemble(F, 'tex ft0, v1, fs1 <2d>\\nmov oc, ft0'); }")),
               "R.as");
  EXPECT_THAT(found.programs, SizeIs(1));
}

}  // namespace
}  // namespace agal::test

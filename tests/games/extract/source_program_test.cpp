// Sources as one program: classes, fields and methods of several files, and code that compilers make of statements.
#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string begin_text = "var s:String = 'mov ft0, v0\\n'; ", first_line = " s += 'mul ft0, ft0, fc1\\n'; ",
                  second_line = " s += 'mul ft0, ft0, fc2\\n'; ",
                  end_text = " asm.assemble('fragment', s + 'mov oc, ft0');";

std::string foo_of(const std::string& members) { return "package { public class Foo { " + members + " } }"; }

Extraction in_foo(const std::string& code, const std::string& members = {}, const std::string& classes = {}) {
  return found_in(
      bytes_of(
          foo_of(members + " public function make(opts:Object, list:Array, p:String, v:String):void { " + code + " }") +
          classes),
      "Foo.as");
}

Extraction in_file_of(const std::vector<std::pair<std::string, std::string>>& files, std::size_t searched) {
  Sources sources;
  for (const auto& [name, text] : files) sources.add(bytes_of(text), name);
  sources.finish();
  ExtractOptions options;
  options.sources = &sources;
  const Result<Extraction> found = extract(bytes_of(files[searched].second), files[searched].first, options);
  return found ? *found : Extraction();
}

bool finds_exact(const Extraction& found) {
  return std::any_of(found.programs.begin(), found.programs.end(),
                     [](const FoundProgram& program) { return certainty_of(program) == Certainty::Exact; });
}

bool leaves_doubt(const Extraction& found) {
  return !finds_exact(found) && (!found.programs.empty() || found.incomplete());
}

TEST(SourceProgram, FollowsMethodsAndConstantsOfOtherFiles) {
  const Extraction found = in_file_of(
      {{"a/Main.as",
        "package a { import a.Lines; public class Main { function make():void { asm.assemble('fragment', "
        "Lines.first(1) + "
        "Lines.LAST); } } }"},
       {"a/Lines.as",
        "package a { public class Lines { public static const LAST:String = 'mov oc, ft0'; public static function "
        "first(n:int):String { return 'mov ft0, v' + n + '\\n'; } } }"}},
      1);
  EXPECT_THAT(texts(found), ElementsAre(canonical("mov ft0, v1\nmov oc, ft0")));
  EXPECT_FALSE(found.incomplete());
}

TEST(SourceProgram, UnknownFieldsOfOtherClassesStayUnknown) {
  const auto with = [](const std::string& first) {
    return found_in(bytes_of("package { class A { public static var X:String = " + first +
                             "; } class B { public static var Y:String = A.X + 'mov oc, ft0'; } class C { function "
                             "f():void { asm.assemble('fragment', B.Y); } } }"),
                    "A.as");
  };
  EXPECT_TRUE(finds_exact(with("'mov ft0, v0\\n'")));
  EXPECT_TRUE(leaves_doubt(with("Loader.load('x')")));
}

TEST(SourceProgram, ClassesWithOneNameAreTheNearest) {
  const auto lines = [](const std::string& last) {
    return "package { public class Lines { public static const LAST:String = '" + last + "'; } }";
  };
  const std::string main =
      "package { public class Main { function make():void { asm.assemble('fragment', 'mov ft0, v0\\n' + Lines.LAST); } "
      "} }";
  const Extraction found = in_file_of(
      {{"x/Main.as", main}, {"x/Lines.as", lines("mov oc, ft0")}, {"y/Lines.as", lines("mul oc, ft0, fc0")}}, 0);
  EXPECT_THAT(texts(found), ElementsAre(canonical("mov ft0, v0\nmov oc, ft0")));
}

TEST(SourceProgram, ConstantsOfSeveralClassesMayHaveOneName) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string name : {"A", "B", "C"})
    files.emplace_back(name + ".as", "package { public class " + name +
                                         " { private static const F:String = 'mov ft0, v0\\n' + "
                                         "'add oc, ft0, fc" +
                                         std::to_string(files.size()) +
                                         "'; function make():void { asm.assemble('fragment', F); } } }");
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Extraction found = in_file_of(files, i);
    ASSERT_THAT(found.programs, SizeIs(1)) << i;
    EXPECT_EQ(certainty_of(found.programs[0]), Certainty::Exact) << i;
  }
}

TEST(SourceProgram, RunsLoopsWithJumps) {
  for (const char* const loop :
       {"for (var i:int = 0; i < 3; i++) { if (i == 1) continue; s += 'mul ft0, ft0, fc' + i + '\\n'; }",
        "var i:int = 3; while (i--) { if (i == 1) continue; t = 'mul ft0, ft0, fc' + i + '\\n' + t; } s += t;",
        "outer: for (var i:int = 0; i < 9; i++) for (var k:int = 0; k < 2; k++) { if (i > 2) break outer; if (k == 1 "
        "|| i == "
        "1) continue outer; s += 'mul ft0, ft0, fc' + i + '\\n'; }",
        "var i:int = 0; do { if (i != 1) s += 'mul ft0, ft0, fc' + i + '\\n'; } while (++i < 3);",
        "for each (var n:int in [0, 2]) s += 'mul ft0, ft0, fc' + n + '\\n';"}) {
    const Extraction found = in_foo(begin_text + "var t:String = ''; " + loop + end_text);
    EXPECT_THAT(texts(found), ElementsAre(canonical("mov ft0, v0\nmul ft0, ft0, fc0\nmul ft0, ft0, fc2\nmov oc, ft0")))
        << loop;
    EXPECT_TRUE(finds_exact(found)) << loop;
  }
}

// The second test of a field may have another result.
TEST(SourceProgram, CodeBetweenTestsMayChangeFields) {
  const std::string members =
      "private var flag:Boolean; private function flip(x:int, y:int):int { flag = !flag; return 0; } private function "
      "get "
      "next():Boolean { flag = !flag; return true; } ";
  for (const char* const between :
       {"Other.flip();", "opts.cb();", "list.forEach(opts.f);", "list.sort(flip);", "if (next) {}",
        "opts.f.call(this);", "var f:Function = opts.f; f();", "list.map(function(x:*):void { flag = !flag; });",
        "new Other(this);", "register(this);"}) {
    const Extraction found =
        in_foo(begin_text + "if (flag)" + first_line + between + " if (flag)" + second_line + end_text, members);
    EXPECT_THAT(found.programs, SizeIs(4)) << between;
  }
  for (const char* const between : {"list.push(1);", "trace(opts);", "p = p.toLowerCase();", "Math.max(1, 2);"}) {
    const Extraction found =
        in_foo(begin_text + "if (flag)" + first_line + between + " if (flag)" + second_line + end_text, members);
    EXPECT_THAT(found.programs, SizeIs(2)) << between;
  }
  const Extraction known =
      in_foo(begin_text + "if (Other.on)" + first_line + "Other.flip(); if (Other.on)" + second_line + end_text, {},
             " class Other { public static var on:Boolean; public static function flip():void { on = !on; } }");
  EXPECT_THAT(known.programs, SizeIs(4));
  const Extraction in =
      in_foo(begin_text + "if ('k' in opts)" + first_line + "opts.k = 1; if ('k' in opts)" + second_line + end_text);
  EXPECT_THAT(in.programs, SizeIs(4));
}

TEST(SourceProgram, TextsThatMayBeOthersAreInDoubt) {
  const std::string text = "'tex ft0, v0, fs0 <2d,linear>\\nmov oc, ft0'";
  const std::string xml = "<p><f><![CDATA[\ntex ft0, v0, fs0 <2d,linear>\nmov oc, ft0\n]]></f></p>;";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"var t:String = " + text + "; opts.t ||= t; asm.assemble('fragment', opts.t);", ""},
      {"var t:String = " + text + "; try { t = opts.x; risky(); } catch (e:Error) {} asm.assemble('fragment', t);", ""},
      {"P.f = v; asm.assemble('fragment', P.f);", ""},
      {"P.f = " + text + "; P.f = v; asm.assemble('fragment', P.f);", ""},
      {"opts[p] = v; asm.assemble('fragment', t + '\\nmov ft0, v0');", "public var t:String = " + text + ";"},
      {"var r:Object = {t: " + text + "}; r[p] = v; asm.assemble('fragment', r.t);", ""},
      {"opts.k = ['tex ft0, v0, fs0 <2d>', 'mov oc, ft0']; opts.k.length = 0; asm.assemble('fragment', "
       "opts.k.join('\\n'));",
       ""},
      {"var t:String = X.f.toString(), i:int = t.indexOf('linear'); asm.assemble('fragment', t.substring(0, i) + v + "
       "t.substring(i + 6));",
       "private var X:XML = " + xml},
      {"asm.assemble('fragment', 'mov ft1, v0\\n' + X.f.toString());", "private var X:XML = " + xml},
      {"var t:String = " + text + "; list.forEach(function(x:*):void { t = x; }); asm.assemble('fragment', t);", ""}};
  const std::string field = " class P { public static var f:String = " + text + "; }";
  for (const auto& [code, members] : cases)
    EXPECT_TRUE(leaves_doubt(in_foo(code, members, code.find("P.f") != code.npos ? field : std::string()))) << code;
}

TEST(SourceProgram, StatementsThatCannotBeReadChangeWhatTheyName) {
  for (const char* const code : {"s = <> + ;", "s += @ 3;", "s[0] = # x;", "with (opts) s = x y;"}) {
    const Extraction found = in_foo(begin_text + code + end_text);
    EXPECT_FALSE(finds_exact(found)) << code;
    EXPECT_TRUE(found.incomplete() || !found.programs.empty()) << code;
  }
  // Other statements are not affected.
  EXPECT_TRUE(finds_exact(in_foo(begin_text + "opts = <> + ;" + end_text)));
}

TEST(SourceProgram, FollowsFunctionsInFunctions) {
  const Extraction found = in_foo(
      "function line(n:int):String { return 'mul ft0, ft0, fc' + n + '\\n'; } var last:Function = function():String { "
      "return 'mov oc, ft0'; }; asm.assemble('fragment', 'mov ft0, v0\\n' + line(1) + last());");
  EXPECT_THAT(texts(found), ElementsAre(canonical("mov ft0, v0\nmul ft0, ft0, fc1\nmov oc, ft0")));
}

TEST(SourceProgram, ReadsValuesOfStatementsInHaxe) {
  const auto haxe = [](const std::string& code) {
    return found_in(bytes_of("class Foo { function make(mode:Int, on:Bool) { " + code + " } }"), "Foo.hx");
  };
  for (const char* const code :
       {"var s = switch (mode) { case 1: 'mov ft0, v1\\n'; case 2 | 3: 'mov ft0, v2\\n'; default: 'mov ft0, v3\\n'; }; "
        "asm.assemble(F, s + 'mov oc, ft0');",
        "var s = if (mode == 1) 'mov ft0, v1\\n' else if (mode == 2) { var x = 2; 'mov ft0, v$x\\n'; } else 'mov ft0, "
        "v3\\n'; asm.assemble(F, s + 'mov oc, ft0');",
        "var s = #if one 'mov ft0, v1\\n' #elseif two 'mov ft0, v2\\n' #else 'mov ft0, v3\\n' #end; asm.assemble(F, s "
        "+ "
        "'mov oc, ft0');"}) {
    const Extraction found = haxe(code);
    EXPECT_THAT(texts(found), testing::UnorderedElementsAre(canonical("mov ft0, v1\nmov oc, ft0"),
                                                            canonical("mov ft0, v2\nmov oc, ft0"),
                                                            canonical("mov ft0, v3\nmov oc, ft0")))
        << code;
  }
}

TEST(SourceProgram, BodiesOfDeclarationsWithoutNamesAreSearched) {
  for (const char* const code :
       {"class A { function () { asm.assemble('fragment', 'mov oc, v0'); } }",
        "class A { public static function () { asm.assemble('fragment', 'mov oc, v0'); } function f() {} }",
        "package { class A { override function() : void { asm.assemble('fragment', 'mov oc, v0') } } }"})
    for (const char* const name : {"A.as", "A.hx"})
      EXPECT_THAT(texts(found_in(bytes_of(code), name)), ElementsAre(canonical("mov oc, v0"))) << code << name;
}

TEST(SourceProgram, ProgramsUnderConditionsThatExcludeEachOtherAreNotListed) {
  for (const char* const code :
       {"if (opts.a) { if (!opts.a) return 'mov oc, v5'; return 'mov oc, v1'; } return 'mov oc, v2';",
        "if (n > 2) { if (n == 1) return 'mov oc, v5'; return 'mov oc, v1'; } return 'mov oc, v2';",
        "switch (mode) { case 'x': if (mode == 'y') return 'mov oc, v5'; return 'mov oc, v1'; } return 'mov oc, "
        "v2';"}) {
    const Extraction found =
        in_foo("asm.assemble('fragment', code(opts, list.length, p));",
               "function code(opts:Object, n:int, mode:String):String { " + std::string(code) + " }");
    EXPECT_THAT(texts(found), ElementsAre(canonical("mov oc, v1"), canonical("mov oc, v2"))) << code;
  }
}

}  // namespace
}  // namespace agal::test

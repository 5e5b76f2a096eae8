// Sources whose programs are not known for certain: each is not exact, or a message says that programs may be missing.
#include "support/extraction.hpp"

namespace agal::test {
namespace {

const std::string line_one = " s += 'mul ft0, ft0, fc1\\n'; ", line_two = " s += 'mul ft0, ft0, fc2\\n'; ",
                  line_three = " s += 'mul ft0, ft0, fc3\\n'; ";

std::string method_of(const std::string& code, const std::string& members = {}) {
  return "package { public class Foo { " + members +
         " public function make(opts:Object, a:Boolean, mode:String):void { " +
         "var s:String = 'tex ft0, v0, fs0 <2d>\\n'; " + code + " } } }";
}

Extraction built_by(const std::string& code, const std::string& members = {}) {
  return found_in(bytes_of(method_of(code + " asm.assemble('fragment', s + 'mov oc, ft0');", members)), "Foo.as");
}

// Returns the lines that each found program multiplies by, such as "12".
std::set<std::string> lines_of(const Extraction& found) {
  std::set<std::string> all;
  for (const std::string& text : texts(found)) {
    std::string lines;
    for (const char number : {'1', '2', '3'})
      if (text.find(std::string("fc") + number) != text.npos) lines += number;
    all.insert(lines);
  }
  return all;
}

bool is_in_doubt(const Extraction& found) {
  const bool exact = std::any_of(found.programs.begin(), found.programs.end(),
                                 [](const FoundProgram& program) { return certainty_of(program) == Certainty::Exact; });
  return (!exact && !found.programs.empty()) || found.incomplete();
}

using Lines = std::set<std::string>;

TEST(SourceDoubts, VersionsOfOtherCallsAreUnknown) {
  const std::string text = "'mov oc, v0\\nmov ft0, v0'";
  for (const char* const call :
       {"a.assemble('fragment', x.text, n)", "var f:Function = a.assemble; f('fragment', x.text, 2)",
        "a['assemble']('fragment', x.text, 2)"}) {
    const Extraction found = found_in(bytes_of("class T { static function get text():String { return " + text +
                                               "; } function g() { " + call + "; } }"),
                                      "T.as");
    ASSERT_FALSE(found.programs.empty()) << call;
    EXPECT_NE(certainty_of(found.programs[0]), Certainty::Exact) << call;
    EXPECT_TRUE(found.incomplete()) << call;
  }
  const Extraction known = found_in(bytes_of("class T { static function get text():String { return " + text +
                                             "; } function g() { a.assemble('fragment', x.text, 2); } }"),
                                    "T.as");
  const Extraction either = found_in(bytes_of("class T { static function get text():String { return " + text +
                                              "; } function g() { a.assemble('fragment', x.text, n > 1 ? 2 : 1); } }"),
                                     "T.as");
  ASSERT_EQ(either.programs.size(), 2u);
  for (const FoundProgram& program : either.programs) EXPECT_EQ(certainty_of(program), Certainty::Variant);
  ASSERT_EQ(known.programs.size(), 1u);
  EXPECT_EQ(known.programs[0].program.version, 2u);
  EXPECT_EQ(certainty_of(known.programs[0]), Certainty::Exact);
}

TEST(SourceDoubts, CasesFallThrough) {
  EXPECT_EQ(lines_of(built_by("switch (mode) { case 'x':" + line_one + "case 'y':" + line_two +
                              "break; case 'z':" + line_three + "break; }")),
            (Lines{"", "12", "2", "3"}));
  EXPECT_EQ(
      lines_of(built_by("switch (mode) { case 'x': if (a) break;" + line_one + "case 'y':" + line_two + "break; }")),
      (Lines{"", "12", "2"}));
  EXPECT_EQ(lines_of(built_by("switch (mode) { default:" + line_one + "case 'y': {" + line_two +
                              "break; } case 'z':" + line_three + "}")),
            (Lines{"12", "2", "3"}));
}

TEST(SourceDoubts, ConditionalCompilationIsACondition) {
  EXPECT_EQ(lines_of(built_by("CONFIG::debug {" + line_one + "} CONFIG::release {" + line_two + "}")),
            (Lines{"", "1", "2", "12"}));
  const auto haxe = [](const std::string& code) {
    return found_in(bytes_of("class Foo { function make() { var s = 'tex ft0, v0, fs0 <2d>\\n'; " + code +
                             " asm.assemble(F, s + 'mov oc, ft0'); } }"),
                    "Foo.hx");
  };
  EXPECT_EQ(lines_of(haxe("#if debug" + line_one + "#else" + line_two + "#end")), (Lines{"1", "2"}));
  EXPECT_EQ(lines_of(haxe("#if (a && b)" + line_one + "#elseif c" + line_two + "#end")), (Lines{"", "1", "2"}));
  EXPECT_TRUE(is_in_doubt(haxe("s += #if debug 'mul ft0, ft0, fc1\\n' #else 'mul ft0, ft0, fc2\\n' #end ;")));
}

TEST(SourceDoubts, NullAndFalseAreNotEqual) {
  EXPECT_EQ(lines_of(built_by("if (mode == null)" + line_one + "else if (mode)" + line_two + "else" + line_three)),
            (Lines{"1", "2", "3"}));
  EXPECT_TRUE(lines_of(built_by("if (opts == false)" + line_one + "if (!opts)" + line_two)).contains("2"));
  EXPECT_TRUE(lines_of(built_by("if (opts == true)" + line_one + "if (opts)" + line_two)).contains("2"));
}

TEST(SourceDoubts, ConstantsMayBeEqual) {
  for (const char* const other : {"Format.BGRA", "'1'", "LIMIT"}) {
    const std::string constant = std::string(other) == "'1'" ? "1" : "'bgra'";
    EXPECT_TRUE(lines_of(built_by("if (opts == " + std::string(other) + ")" + line_one + "if (opts == " + constant +
                                  ")" + line_two))
                    .contains("12"))
        << other;
  }
}

TEST(SourceDoubts, OperandsChangeVariablesUnderTheirCondition) {
  EXPECT_EQ(lines_of(built_by("var b:Boolean = false; var x:Boolean = a || (b = true); if (x)" + line_one + "if (b)" +
                              line_two)),
            (Lines{"1", "12"}));
  EXPECT_EQ(lines_of(built_by("var x:int = 0; if (a && x++ == 0)" + line_one + "if (x == 0)" + line_two)),
            (Lines{"1", "2"}));
  EXPECT_EQ(lines_of(built_by("var x:int = 0; a ? (x = 1) : 0; if (x == 1)" + line_one)), (Lines{"", "1"}));
}

TEST(SourceDoubts, OtherTextsOfTriesAndDefaults) {
  const std::string text = "var t:String = 'tex oc, v0, fs0 <2d>'; ";
  for (const char* const code : {"try { t = opts.x; } catch (e:Error) {}", "t = opts.t || t;",
                                 "opts.t ||= t; t = opts.t;", "if (a) t = opts.t;"})
    EXPECT_TRUE(is_in_doubt(found_in(bytes_of(method_of(text + code + " asm.assemble('fragment', t);")), "Foo.as")))
        << code;
  EXPECT_TRUE(
      is_in_doubt(built_by("try {" + line_one + "risky();" + line_two + "} catch (e:Error) {" + line_three + "}")));
}

TEST(SourceDoubts, EditedTextsAreInDoubt) {
  const std::string field = "public var CODE:String = 'tex ft0, v0, fs0 <2d,linear>\\nmov oc, ft0';";
  for (const char* const code :
       {"var p:Array = CODE.split('linear'); asm.assemble('fragment', p[0] + opts + p[1]);",
        "asm.assemble('fragment', fix(CODE));", "asm.assemble('fragment', CODE['replace']('linear', opts));",
        "asm.assemble('fragment', CODE.substr(0, 14) + CODE.substr(20));"})
    EXPECT_TRUE(is_in_doubt(found_in(
        bytes_of(method_of(code, field + " function fix(c:String):String { return c.substr(0, 14) + c.substr(20); }")),
        "Foo.as")))
        << code;
}

TEST(SourceDoubts, FieldsChangeThroughNames) {
  for (const char* const code :
       {"this['t'] = opts.v;", "this[mode] = opts.v;", "for each (t in opts) {}", "Reflect.setField(this, 't', opts);"})
    EXPECT_TRUE(is_in_doubt(built_by("s += t;", "var t:String = 'mul ft0, ft0, fc1\\n'; function f(opts:Object, " +
                                                    std::string("mode:String):void { ") + code + " }")))
        << code;
}

TEST(SourceDoubts, FormatsWithNestedPlaceholdersAreInDoubt) {
  for (const char* const code : {"StringUtil.format('tex {0}, v0, fs0 <2d>\\nmov oc, {0}', '{1}', 'ft3')",
                                 "formatString('tex {0}, v0, fs0 <2d>\\nmov oc, {0}', 'ft{1}', 3)",
                                 "StringUtil.substitute('tex ft0, v0, fs{0} <2d>\\nmov oc, ft0', '{0}')"})
    EXPECT_TRUE(
        is_in_doubt(found_in(bytes_of(method_of("asm.assemble('fragment', " + std::string(code) + ");")), "Foo.as")))
        << code;
}

}  // namespace
}  // namespace agal::test

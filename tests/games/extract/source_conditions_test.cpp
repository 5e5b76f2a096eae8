// Conditions in sources: the programs that are found are exactly the programs that the code can build.
#include <functional>
#include <set>

#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

// Values of the variables that conditions test.
struct Inputs {
  bool a = false, b = false, c = false;
  int n = 0;
  std::string mode;
};

struct TestedCondition {
  std::string text;
  std::function<bool(const Inputs&)> holds;
};

std::vector<Inputs> all_inputs() {
  std::vector<Inputs> all;
  for (int bits = 0; bits < 8; ++bits)
    for (int n = 0; n < 5; ++n)
      for (const char* const mode : {"x", "y", "z"})
        all.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, n, mode});
  return all;
}

std::string line_of(std::size_t number) { return "add ft0, ft0, fc" + std::to_string(number) + "\n"; }

// Returns the programs of code that appends a line for each condition that holds.
std::set<std::string> possible_programs(const std::vector<TestedCondition>& conditions) {
  std::set<std::string> programs;
  for (const Inputs& inputs : all_inputs()) {
    std::string text = "mov ft0, v0\n";
    for (std::size_t i = 0; i < conditions.size(); ++i)
      if (conditions[i].holds(inputs)) text += line_of(i);
    programs.insert(canonical(text + "mov oc, ft0"));
  }
  return programs;
}

std::string code_of(const std::vector<TestedCondition>& conditions) {
  std::string code = "var s:String = 'mov ft0, v0\\n';\n";
  for (std::size_t i = 0; i < conditions.size(); ++i)
    code += "if (" + conditions[i].text + ") s += 'add ft0, ft0, fc" + std::to_string(i) + "\\n';\n";
  return code + "assembler.assemble('fragment', s + 'mov oc, ft0');";
}

std::set<std::string> programs_of(const Extraction& found) {
  const std::vector<std::string> all = texts(found);
  return {all.begin(), all.end()};
}

Extraction in_member_code(const std::string& members, const std::string& code, const std::string& name = "Foo.as") {
  return found_in(
      bytes_of("package { public class Foo { " + members + " public function make():void { " + code + " } } }"), name);
}

void expect_possible(const std::vector<TestedCondition>& conditions, const std::string& name = "Foo.as") {
  std::string all;
  for (const TestedCondition& condition : conditions) all += condition.text + " | ";
  const std::string code = code_of(conditions);
  const Extraction found =
      name.ends_with(".hx")
          ? found_in(bytes_of("class Foo { function make() { " + code + " } }"), name)
          : in_member_code("private var a:Boolean, b:Boolean, c:Boolean; private var n:int; var mode:String;", code);
  EXPECT_EQ(programs_of(found), possible_programs(conditions)) << all;
  EXPECT_FALSE(found.incomplete()) << all;
}

#define AGAL_CONDITION(text, expression)              \
  TestedCondition {                                   \
    text, [](const Inputs& in) { return expression; } \
  }

TEST(SourceConditions, NegationBindsOnlyItsOperand) {
  expect_possible({AGAL_CONDITION("!a || b", !in.a || in.b), AGAL_CONDITION("!(a || b)", !(in.a || in.b))});
  expect_possible({AGAL_CONDITION("!a && b", !in.a && in.b), AGAL_CONDITION("!(a && b)", !(in.a && in.b))});
  expect_possible({AGAL_CONDITION("!a && !b", !in.a && !in.b), AGAL_CONDITION("a", in.a)});
  expect_possible({AGAL_CONDITION("!!a || !(!b && c)", in.a || !(!in.b && in.c)), AGAL_CONDITION("b", in.b),
                   AGAL_CONDITION("c", in.c)});
  expect_possible({AGAL_CONDITION("!this.a && b", !in.a && in.b), AGAL_CONDITION("a && this.b", in.a && in.b)});
}

TEST(SourceConditions, FollowThePrecedenceOfTheLanguage) {
  for (const char* const name : {"Foo.as", "Foo.hx"}) {
    expect_possible({AGAL_CONDITION("a || b && c", in.a || (in.b && in.c)),
                     AGAL_CONDITION("(a || b) && c", (in.a || in.b) && in.c)},
                    name);
    expect_possible({AGAL_CONDITION("a && b || c", (in.a && in.b) || in.c), AGAL_CONDITION("!c", !in.c)}, name);
    expect_possible(
        {AGAL_CONDITION("n > 1 && a", in.n > 1 && in.a), AGAL_CONDITION("n == 0 || !a", in.n == 0 || !in.a)}, name);
    expect_possible({AGAL_CONDITION("a ? b : c", in.a ? in.b : in.c), AGAL_CONDITION("a && b", in.a && in.b)}, name);
    expect_possible({AGAL_CONDITION("a ? b : c ? !a : b", in.a   ? in.b
                                                          : in.c ? !in.a
                                                                 : in.b),
                     AGAL_CONDITION("c", in.c)},
                    name);
  }
}

// The operands of these operators are types, or any other values.
TEST(SourceConditions, ReadTypesAsOperands) {
  const std::string one = " s += 'mul ft0, ft0, fc1\\n'; ", two = " s += 'mul ft0, ft0, fc2\\n'; ";
  const std::vector<std::pair<std::string, std::size_t>> cases{
      {"if (x is Foo && a)" + one + "if (!a)" + two, 3},
      {"if (x is a.b.Foo || a)" + one + "if (a)" + two, 3},
      {"if (!(x is Foo))" + one + "if (x is Foo)" + two, 2},
      {"if (x is Vector.<String> && a)" + one + "if (!a)" + two, 3},
      {"if (x is Foo ? a : !a)" + one + "if (a)" + two, 4},
      {"if ((x as Foo) && a)" + one + "if (!a)" + two, 3},
      {"if ('q' in x && a)" + one + "if (!a)" + two, 3},
      {"if (typeof x == 'object')" + one + "if (typeof x != 'object')" + two, 2},
      {"if (x instanceof Foo == a)" + one + "if (x instanceof Foo)" + two, 4},
      {"if (int(1) == 1)" + one + "if (uint(2) > 3)" + two, 1}};
  for (const auto& [code, count] : cases) {
    const Extraction found =
        in_member_code("private var a:Boolean, x:Object;",
                       "var s:String = 'mov ft0, v0\\n';" + code + "asm.assemble('fragment', s + 'mov oc, ft0');");
    EXPECT_THAT(found.programs, SizeIs(count)) << code;
  }
}

TEST(SourceConditions, OfOneValueExcludeEachOther) {
  expect_possible({AGAL_CONDITION("mode == 'x'", in.mode == "x"), AGAL_CONDITION("mode == 'y'", in.mode == "y"),
                   AGAL_CONDITION("mode != 'x'", in.mode != "x")});
  expect_possible(
      {AGAL_CONDITION("n > 0", in.n > 0), AGAL_CONDITION("n > 1", in.n > 1), AGAL_CONDITION("n >= 3", in.n >= 3)});
  expect_possible(
      {AGAL_CONDITION("n < 2", in.n < 2), AGAL_CONDITION("n == 3", in.n == 3), AGAL_CONDITION("n <= 3", in.n <= 3)});
  expect_possible({AGAL_CONDITION("a == true", in.a), AGAL_CONDITION("a == false", !in.a), AGAL_CONDITION("a", in.a)});
}

TEST(SourceConditions, NestedConditionsKeepTheOuterOnes) {
  const Extraction found = in_member_code(
      "private var a:Boolean, b:Boolean;",
      "var r:int = -1, c:int = -1, o:int = -1; var v:String = 'm44 op, va0, vc0\\n';\n"
      "if (this.a) { c = ++r; v += 'mov v' + c + ', va1\\n'; }\n"
      "if (this.b) { o = ++r; v += 'mov v' + o + ', va2\\n'; }\n"
      "var f:String; if (this.a && this.b) f = 'add oc, v' + c + ', v' + o; else if (this.a) f = 'mov oc, v' + c;\n"
      "else f = 'mov oc, fc0';\n"
      "asm.assemble('vertex', v); asm.assemble('fragment', f);");
  const std::set<std::string> expected{canonical("m44 op, va0, vc0"),
                                       canonical("m44 op, va0, vc0\nmov v0, va1"),
                                       canonical("m44 op, va0, vc0\nmov v0, va2"),
                                       canonical("m44 op, va0, vc0\nmov v0, va1\nmov v1, va2"),
                                       canonical("add oc, v0, v1"),
                                       canonical("mov oc, v0"),
                                       canonical("mov oc, fc0")};
  EXPECT_EQ(programs_of(found), expected);
  EXPECT_FALSE(found.incomplete());
}

TEST(SourceConditions, VariablesCarryConditions) {
  for (const char* const code : {"var on:Boolean = false; if (a) on = true; if (on) s += LINE; if (!a) s += OTHER;",
                                 "var on:Boolean = !a; if (!on) s += LINE; if (on) s += OTHER;",
                                 "var on:Boolean = a && true; if (on) s += LINE; if (!on) s += OTHER;"}) {
    std::string text =
        "var s:String = 'mov ft0, v0\\n'; " + std::string(code) + " asm.assemble('fragment', s + 'mov oc, ft0');";
    text.replace(text.find("LINE"), 4, "'add ft0, ft0, fc1\\n'");
    text.replace(text.find("OTHER"), 5, "'add ft0, ft0, fc2\\n'");
    const Extraction found = in_member_code("private var a:Boolean;", text);
    EXPECT_EQ(programs_of(found), (std::set<std::string>{canonical("mov ft0, v0\nadd ft0, ft0, fc1\nmov oc, ft0"),
                                                         canonical("mov ft0, v0\nadd ft0, ft0, fc2\nmov oc, ft0")}))
        << code;
  }
}

// The second test of a value may have another result.
TEST(SourceConditions, OfChangingValuesAreSeparateChoices) {
  const std::string one = " s += 'mul ft0, ft0, fc1\\n'; ", two = " s += 'mul ft0, ft0, fc2\\n'; ";
  const std::string members =
      "private var list:Array, flag:Boolean, n:int; private function change():void { flag = !flag; } "
      "private function isOn():Boolean { return flag; } private function next():Boolean { return n++ > 2; }";
  const std::vector<std::pair<std::string, std::size_t>> cases{
      {"if (list.pop())" + one + "if (list.pop())" + two, 4},
      {"if (next())" + one + "if (next())" + two, 4},
      {"if (n++ > 1)" + one + "if (n++ > 1)" + two, 4},
      {"if (isOn())" + one + "inherited(); if (isOn())" + two, 4},
      {"if (list.length > 1)" + one + "list.pop(); if (list.length > 1)" + two, 4},
      {"if (flag)" + one + "inherited(); if (flag)" + two, 4},
      {"if (flag)" + one + "super.inherited(); if (flag)" + two, 4},
      {"if (it.on)" + one + "it.on = x; if (it.on)" + two, 4},
      // The new value is known.
      {"if (flag)" + one + "change(); if (flag)" + two, 2},
      {"if (it.on)" + one + "it.on = false; if (it.on)" + two, 2},
      // No value changes.
      {"if (flag)" + one + "trace('x'); if (flag)" + two, 2},
      {"if (isOn())" + one + "if (isOn())" + two, 2},
      {"if (flag)" + one + "n = 3; if (flag)" + two, 2}};
  for (const auto& [code, count] : cases) {
    const Extraction found = in_member_code(
        members, "var s:String = 'mov ft0, v0\\n';" + code + "asm.assemble('fragment', s + 'mov oc, ft0');");
    EXPECT_THAT(found.programs, SizeIs(count)) << code;
  }
  const Extraction flipped = in_member_code(
      members, "var s:String = 'mov ft0, v0\\n';" + cases[8].first + "asm.assemble('fragment', s + 'mov oc, ft0');");
  EXPECT_EQ(programs_of(flipped), (std::set<std::string>{canonical("mov ft0, v0\nmul ft0, ft0, fc1\nmov oc, ft0"),
                                                         canonical("mov ft0, v0\nmul ft0, ft0, fc2\nmov oc, ft0")}));
}

TEST(SourceConditions, ParametersAreOtherValuesInEachCall) {
  const Extraction found =
      in_member_code("private function line(on:Boolean):String { if (on) return 'add ft0, ft0, fc1\\n'; return ''; }",
                     "asm.assemble('fragment', 'mov ft0, v0\\n' + line(x) + line(y) + 'mov oc, ft0');");
  EXPECT_THAT(found.programs, SizeIs(3));
}

TEST(SourceConditions, BranchesThatExcludeEachOtherAreNotReached) {
  for (const char* const inner : {"!a", "!(a || b)", "b && !a"}) {
    const Extraction found = in_member_code("private var a:Boolean, b:Boolean;",
                                            "if (a) { asm.assemble('fragment', 'mov oc, v0'); if (" +
                                                std::string(inner) + ") asm.assemble('fragment', 'mov oc, v1'); }");
    EXPECT_EQ(programs_of(found), std::set<std::string>{canonical("mov oc, v0")}) << inner;
    EXPECT_THAT(found.unused, SizeIs(1)) << inner;
  }
}

TEST(SourceConditions, CasesExcludeConditions) {
  const Extraction found = in_member_code("private var mode:int;",
                                          "var s:String = 'mov ft0, v0\\n'; switch (mode) { case 1: s += 'add ft0, "
                                          "ft0, fc1\\n'; break; case 2: s += 'add ft0, "
                                          "ft0, fc2\\n'; break; } if (mode == 1) s += 'add ft0, ft0, fc3\\n'; "
                                          "asm.assemble('fragment', s + 'mov oc, ft0');");
  const std::set<std::string> programs = programs_of(found);
  EXPECT_TRUE(programs.contains(canonical("mov ft0, v0\nadd ft0, ft0, fc1\nadd ft0, ft0, fc3\nmov oc, ft0")));
  EXPECT_TRUE(programs.contains(canonical("mov ft0, v0\nadd ft0, ft0, fc2\nmov oc, ft0")));
  EXPECT_FALSE(programs.contains(canonical("mov ft0, v0\nadd ft0, ft0, fc2\nadd ft0, ft0, fc3\nmov oc, ft0")));
}

TEST(SourceConditions, NegativeNumbersOfRegistersAreNotPrograms) {
  for (const char* const text : {"'mov oc, v' + -1", "'mov oc, fc' + (1 - 3)", "'add oc, v0, v' + (i - 2)"}) {
    const Extraction found = in_member_code("", "var i:int = 0; asm.assemble('fragment', " + std::string(text) + ");");
    EXPECT_THAT(found.programs, IsEmpty()) << text;
    EXPECT_TRUE(found.incomplete()) << text;
  }
}

}  // namespace
}  // namespace agal::test

// Extraction of texts that ActionScript code builds in loops.
#include <fmt/format.h>

#include "avm2/methods.hpp"

namespace agal::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;

/// Writes `for (var i = 0; i < turns; i++) text += line;`. `push_turns` pushes the number of iterations.
void repeat_line(Code& code, const char* line, const Write& push_turns) {
  code.push_byte(0).set_local(2);
  const std::size_t test = code.jump();
  const std::size_t begin = code.position();
  code.op(0x09).get_local(1).push_string(line).add().set_local(1).increment_local(2);
  code.land(test).get_local(2);
  push_turns(code);
  code.back_if_less(begin);
}

Write blur(const Write& push_turns) {
  return [push_turns](Code& code) {
    code.push_string("mov ft0, v0\n").set_local(1);
    repeat_line(code, "add ft0, ft0, v0\n", push_turns);
    code.push_field("assembler").get_local(1).push_string("mov oc, ft0\n").add().call_void("assemble", 1);
  };
}

TEST(Loops, RunsLoopWithConstantBounds) {
  const Extraction found = in_methods({blur([](Code& code) { code.push_byte(3); })});
  EXPECT_THAT(texts(found), ElementsAre(canonical("mov ft0, v0\nadd ft0, ft0, v0\nadd ft0, ft0, v0\n"
                                                  "add ft0, ft0, v0\nmov oc, ft0")));
  EXPECT_THAT(origins(found), ElementsAre("exact: "));
}

TEST(Loops, ConditionsNameValuesOfIteration) {
  // for (…) { const filter = filters[i]; assemble("tex oc, v0, fs0 <2d," + filter + ">"); }
  const Extraction found = in_methods({[](Code& code) {
    code.push_string("nearest").push_string("linear").new_array(2).set_local(1).push_byte(0).set_local(2);
    const std::size_t test = code.jump();
    const std::size_t begin = code.position();
    code.op(0x09).get_local(1).get_local(2).get_item().set_local(3);
    code.push_field("assembler")
        .push_string("fragment")
        .push_string("tex oc, v0, fs0 <2d,")
        .get_local(3)
        .add()
        .push_string(">")
        .add();
    code.call_void("assemble", 2).increment_local(2).land(test).get_local(2).push_byte(2).back_if_less(begin);
  }});
  EXPECT_THAT(origins(found), ElementsAre("variant: 'nearest'", "variant: 'linear'"));
}

// Writes `for (var turn = 0; turn < 2; turn++) { filter = filters[turn]; smooth = turn == 1; … }`.
Write named_turns(const std::vector<const char*>& names_of_filter) {
  return [=](Code& code) {
    for (const char* name : names_of_filter) code.name_local(3, name);
    code.name_local(2, "turn").name_local(4, "smooth");
    code.push_string("nearest").push_string("linear").new_array(2).set_local(1).push_byte(0).set_local(2);
    const std::size_t test = code.jump();
    const std::size_t begin = code.position();
    code.op(0x09).get_local(1).get_local(2).get_item().set_local(3);
    code.get_local(2).push_byte(1).op(0xab).set_local(4);  // ==
    code.push_field("assembler").push_string("fragment").push_string("tex oc, v0, fs0 <2d,").get_local(3).add();
    code.push_string(">").add().call_void("assemble", 2);
    code.increment_local(2).land(test).get_local(2).push_byte(2).back_if_less(begin);
  };
}

TEST(Loops, ConditionsNameLocalVariables) {
  EXPECT_THAT(origins(in_methods({named_turns({"filter"})})),
              ElementsAre("variant: turn == 0; filter == 'nearest'; not smooth",
                          "variant: turn == 1; filter == 'linear'; smooth"));
  // The name of a local register that two variables share is ambiguous, so it is omitted.
  EXPECT_THAT(origins(in_methods({named_turns({"filter", "other"})})),
              ElementsAre("variant: turn == 0; 'nearest'; not smooth", "variant: turn == 1; 'linear'; smooth"));
}

TEST(Loops, LoopWithUnknownBoundGivesPartialText) {
  const Extraction found = in_methods({blur([](Code& code) { code.push_field("lights"); })});
  EXPECT_THAT(texts(found), IsEmpty());
  ASSERT_EQ(found.texts.size(), 1u);
  EXPECT_EQ(name(found.texts[0].origin.certainty), "partial");
  EXPECT_EQ(found.texts[0].origin.detail, "a loop");
  EXPECT_TRUE(found.incomplete());
}

/// Writes `for (var i = 0; i < layers.length; i++) { … }`.
void repeat_for_layers(Code& code, std::uint32_t counter, const Write& body) {
  code.push_byte(0).set_local(counter);
  const std::size_t test = code.jump();
  const std::size_t begin = code.position();
  code.op(0x09);
  body(code);
  code.increment_local(counter);
  code.land(test).get_local(counter).push_field("layers").get_field("length").back_if_less(begin);
}

/// Writes `text += "add ft" + i + ", v" + i + ", v0\n";`.
void add_layer(Code& code) {
  code.get_local(1).push_string("add ft").add().get_local(2).add().push_string(", v").add().get_local(2).add();
  code.push_string(", v0\n").add().set_local(1);
}

TEST(Loops, RunsRegisterNumberingLoopForFewIterations) {
  const Write layers = [](Code& code) {
    code.push_string("mov ft0, v0\n").set_local(1);
    repeat_for_layers(code, 2, add_layer);
    code.push_field("assembler").get_local(1).push_string("mov oc, ft0").add().call_void("assemble", 1);
  };
  const Extraction found = in_methods({layers});
  std::string lines = "mov ft0, v0\n";
  std::vector<std::string> expected;
  for (int i = 0; i <= 4; ++i) {
    expected.push_back(canonical(lines + "mov oc, ft0"));
    lines += fmt::format("add ft{}, v{}, v0\n", i, i);
  }
  EXPECT_THAT(texts(found), ElementsAreArray(expected));
  EXPECT_THAT(origins(found), ElementsAre("variant: not 0 < length", "variant: 0 < length; not 1 < length",
                                          "variant: 0 < length; 1 < length; not 2 < length",
                                          "variant: 0 < length; 1 < length; 2 < length; not 3 < length",
                                          "variant: 0 < length; 1 < length; 2 < length; 3 < length; not 4 < length"));
  // Higher iteration counts stay unknown.
  ASSERT_EQ(found.texts.size(), 1u);
  EXPECT_EQ(found.texts[0].origin.detail, "a loop");
}

TEST(Loops, LoopsWithSameBoundHaveEqualIterationCounts) {
  // if (layers.length) { for (…) vertex line; for (…) fragment line; } gives four pairs. The programs of each pair have
  // equal iteration counts.
  const Write layers = [](Code& code) {
    const std::size_t none = code.push_field("layers").get_field("length").if_false();
    code.push_string("m44 op, va0, vc0\n").set_local(1);
    repeat_for_layers(code, 2, [](Code& body) {
      body.get_local(1).push_string("mov v").add().get_local(2).add().push_string(", va1\n").add().set_local(1);
    });
    code.get_local(1).set_local(3).push_string("mov ft0, v0\n").set_local(1);
    repeat_for_layers(code, 2, add_layer);
    code.push_field("assembler").get_local(3).get_local(1).push_string("mov oc, ft0").add().call_void("assemble", 2);
    code.land(none);
  };
  const Extraction found = in_methods({layers});
  EXPECT_EQ(found.programs.size(), 8u);
  for (const FoundProgram& program : found.programs) EXPECT_THAT(program.origins[0].detail, Not(StartsWith("not 0")));
}

TEST(Loops, SwitchWithConditionsAtEndIsNotLoop) {
  // Some compilers place the conditions of a switch after its cases.
  const Write cases = [](Code& code) {
    code.push_string("mov ft0, v0\n").set_local(1);
    const std::size_t test = code.jump();
    const std::size_t first = code.position();
    code.op(0x09).get_local(1).push_string("add ft0, ft0, v0\n").add().set_local(1);
    const std::size_t end_of_first = code.jump();
    const std::size_t second = code.position();
    code.op(0x09).get_local(1).push_string("mul ft0, ft0, v0\n").add().set_local(1);
    const std::size_t end_of_second = code.jump();
    code.land(test).push_field("mode").push_byte(1).back_if_less(first);
    code.push_field("mode").push_byte(2).back_if_less(second);
    code.land(end_of_first).land(end_of_second);
    code.push_field("assembler").get_local(1).push_string("mov oc, ft0").add().call_void("assemble", 1);
  };
  const Extraction found = in_methods({cases});
  EXPECT_THAT(texts(found), UnorderedElementsAre(canonical("mov ft0, v0\nmov oc, ft0"),
                                                 canonical("mov ft0, v0\nadd ft0, ft0, v0\nmov oc, ft0"),
                                                 canonical("mov ft0, v0\nmul ft0, ft0, v0\nmov oc, ft0")));
  EXPECT_FALSE(found.incomplete());
}

}  // namespace
}  // namespace agal::test

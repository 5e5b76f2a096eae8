// Fields that change between two tests of them.
#include "avm2/methods.hpp"

namespace agal::test {
namespace {

using testing::IsSubsetOf;
using testing::IsSupersetOf;
using testing::SizeIs;
using testing::UnorderedElementsAreArray;

/// Writes `this.name();`.
Write calls(const char* name) {
  return [=](Code& code) { code.op(0xd0).call_void(name, 0); };
}

TEST(Fields, TestsAfterChangeInSameMethodTakeOtherSide) {
  EXPECT_THAT(texts_in({tests_twice(reads_flag, toggle)}), UnorderedElementsAreArray(changed_programs()));
}

TEST(Fields, TestsAfterChangingCallAreIndependent) {
  const Write other_object = [](Code& code) { code.push_field("world").call_void("method1", 0); };
  const Write constructs_other = [](Code& code) { code.op(0xd0).call("method1", 0).op(avm2::Opcode::pop); };
  const Write pops = [](Code& code) { code.push_field("list").call_void("pop", 0); };
  const Write sets_item = [](Code& code) { code.push_field("list").call_void("push", 0); };
  const Write mode = [](Code& code) { code.push_field("flag").push_byte(2).op(avm2::Opcode::equals); };
  const Write length = [](Code& code) { code.push_field("list").get_field("length"); };
  const Write first_item = [](Code& code) { code.push_field("list").push_byte(0).get_item(); };
  struct Case {
    const char* what;
    std::vector<Write> methods;
  };
  const std::vector<Case> cases{
      {"a method", {tests_twice(reads_flag, calls("method1")), toggle}},
      {"a method that calls it", {tests_twice(reads_flag, calls("method1")), calls("method2"), toggle}},
      {"recursion",
       {tests_twice(reads_flag, calls("method1")), calls("method2"),
        [](Code& code) {
          calls("method1")(code);
          toggle(code);
        }}},
      {"a method of another object", {tests_twice(reads_flag, other_object), toggle}},
      {"a method with a result", {tests_twice(reads_flag, constructs_other), toggle}},
      {"a comparison", {tests_twice(mode, calls("method1")), toggle}},
      {"the length of a list", {tests_twice(length, pops)}},
      {"the length of a list in a method", {tests_twice(length, calls("method1")), pops}},
      {"an item of a list", {tests_twice(first_item, sets_item)}},
      {"a field of another object",
       {tests_twice([](Code& code) { code.push_field("world").get_field("flag"); }, calls("method1")), toggle}},
  };
  for (const Case& one : cases) EXPECT_THAT(texts_in(one.methods), IsSupersetOf(changed_programs())) << one.what;
}

TEST(Fields, TestsAroundOtherCallsTakeTheSameSide) {
  const Write changes_other = [](Code& code) {
    code.op(0xd0).push_field("count").op(avm2::Opcode::increment).set_field("count");
  };
  const Write of_player = [](Code& code) { code.push_field("stage").call_void("invalidate", 0); };
  for (const std::vector<Write>& methods :
       {std::vector{tests_twice(reads_flag, calls("method1")), changes_other},
        std::vector{tests_twice(reads_flag, of_player)}, std::vector{tests_twice(reads_flag, [](Code&) {})},
        std::vector{tests_twice(reads_flag, calls("method1")), of_player}})
    EXPECT_THAT(texts_in(methods), UnorderedElementsAreArray(unchanged_programs()));
}

// The method that returns a line tests the field after the change.
TEST(Fields, FollowedMethodSeesChange) {
  const Write line = [](Code& code) {
    const std::size_t otherwise = code.push_field("flag").if_false();
    code.push_string(second_line).return_value().land(otherwise).push_string("").return_value();
  };
  const Write builds = [](Code& code) {
    code.push_string("mov ft0, v0\n").set_local(1);
    add_line_if(code, reads_flag, first_line);
    code.op(0xd0).call_void("method2", 0);
    code.get_local(1).op(0xd0).call("method1", 0).add().set_local(1);
    code.push_field("assembler").push_string("fragment").get_local(1).push_string("mov oc, ft0").add();
    code.call_void("assemble", 2);
  };
  EXPECT_THAT(texts_in({builds, line, toggle}), IsSupersetOf(changed_programs()));
  EXPECT_THAT(texts_in({builds, line, [](Code&) {}}), UnorderedElementsAreArray(unchanged_programs()));
}

// A known value is forgotten, too.
TEST(Fields, ChangingCallReplacesKnownValue) {
  const Write builds = [](Code& code) {
    code.op(0xd0).op(avm2::Opcode::pushtrue).set_field("flag");
    tests_twice(reads_flag, calls("method1"))(code);
  };
  EXPECT_THAT(
      texts_in({builds, toggle}),
      UnorderedElementsAreArray({program_with(first_line), program_with(std::string(first_line) + second_line)}));
  EXPECT_THAT(texts_in({builds, [](Code&) {}}), SizeIs(1));
}

}  // namespace
}  // namespace agal::test

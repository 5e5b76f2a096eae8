// The assembler of AVM2 code. The tests read its output back as instructions.
#include "avm2/assembler.hpp"

#include <gmock/gmock.h>

#include "avm2/abc.hpp"
#include "avm2/control_flow.hpp"

namespace agal::avm2 {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// Returns the names of the instructions of the last function.
std::vector<std::string> instructions_of(const ByteVector& file) {
  const Abc abc = read_abc(file);
  EXPECT_EQ(abc.files[0].problem, "");
  std::vector<std::string> names;
  if (abc.bodies.empty()) return names;
  const base::Bytes code = abc.bodies.back().code;
  for (auto t = read_instruction(abc, code, 0); t; t = read_instruction(abc, code, t->end))
    names.emplace_back(t->info().name);
  return names;
}

ByteVector assembled(std::string_view names, std::string_view text) {
  AbcBuilder abc;
  abc.add(Code(abc, names).assemble(text));
  EXPECT_EQ(abc.problem(), "");
  return abc.build();
}

TEST(Assembler, WritesInstructionForEachWord) {
  EXPECT_THAT(instructions_of(assembled("a; b", "a 1 + =b  b .length  b \"x y\" []  // b\n returnvoid")),
              ElementsAre("getlocal", "pushint", "add", "setlocal", "getlocal", "getproperty", "getlocal", "pushstring",
                          "getproperty", "returnvoid"));
  EXPECT_THAT(
      instructions_of(assembled("", "this .call= 0 0 0 []= {} [2] new(1) call(2) call(0); x.y::Z state =state")),
      ElementsAre("getlocal", "setproperty", "pushint", "pushint", "pushint", "setproperty", "newobject", "newarray",
                  "construct", "callproperty", "callpropvoid", "getlex", "getlex", "initproperty"));
}

TEST(Assembler, BranchesForwardAndBackward) {
  const ByteVector file = assembled("", "next: label  pushtrue iffalse:end  jump:next  end: returnvoid");
  const Abc abc = read_abc(file);
  ASSERT_THAT(abc.bodies, SizeIs(1));
  const base::Bytes code = abc.bodies[0].code;
  std::vector<std::size_t> targets;
  for (auto t = read_instruction(abc, code, 0); t; t = read_instruction(abc, code, t->end))
    targets.insert(targets.end(), t->targets.begin(), t->targets.end());
  EXPECT_THAT(targets, ElementsAre(code.size() - 1, 0u));
}

TEST(Assembler, PlacesHandlerAfterProtectedCode) {
  EXPECT_THAT(instructions_of(assembled("", "try nop end_try returnvoid")),
              ElementsAre("nop", "jump", "pop", "returnvoid"));
}

TEST(Assembler, NumbersFunctionsInOrderOfDefinition) {
  AbcBuilder abc;
  const auto functions = abc.add_all("\nfunction one(a, b) c\n c returnvalue\n// two\nfunction two()\n returnvoid\n");
  EXPECT_THAT(functions, ElementsAre(testing::Pair("one", 0u), testing::Pair("two", 1u)));
  const Abc read = read_abc(abc.build());
  EXPECT_EQ(read.method(0).parameters, 2u);
  EXPECT_EQ(read.method(1).parameters, 0u);
  EXPECT_THAT(read.bodies, SizeIs(2));
}

TEST(Assembler, DoesNotCountRestParameter) {
  const Abc abc = read_abc(assembled("a, ...rest; b", "rest b returnvoid"));
  EXPECT_EQ(abc.method(0).arguments.min, 1u);
  EXPECT_EQ(abc.method(0).arguments.max, Arity::any);
}

TEST(Assembler, Rejects_UnknownWords) {
  for (const std::string word : {"a", "=a", "bogus", "bogus:end", "newfunction:a", "call(a)", "[a]"}) {
    AbcBuilder abc;
    abc.add(Code(abc, "").assemble("nop " + word + " returnvoid"));
    EXPECT_EQ(abc.problem(), word);
    EXPECT_THAT(abc.build(), IsEmpty());
  }
}

}  // namespace
}  // namespace agal::avm2

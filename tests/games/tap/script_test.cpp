// The script that `agalc tap` inserts into a game, read instruction by instruction.
#include "tap/script.hpp"

#include <gmock/gmock.h>

#include <set>
#include <string>

#include "avm2/abc.hpp"
#include "avm2/control_flow.hpp"

namespace agal::test {
namespace {

using avm2::Abc;
using avm2::Opcode;

struct Instructions {
  std::set<std::size_t> starts;
  std::set<std::size_t> targets;
  // The offsets of instructions that begin with an empty stack.
  std::set<std::size_t> empty;
  std::size_t end = 0;
};

Instructions read_instructions(const Abc& abc, base::Bytes code) {
  Instructions out;
  int depth = 0;
  for (auto t = avm2::read_instruction(abc, code, 0); t; t = avm2::read_instruction(abc, code, t->end)) {
    out.starts.insert(t->begin);
    out.targets.insert(t->targets.begin(), t->targets.end());
    if (depth == 0) out.empty.insert(t->begin);
    depth += t->info().pushes - t->info().pops - static_cast<int>(t->count) - t->name_pops;
    // The code before an exception handler ends with a jump. The handler begins with the exception on the stack.
    if (t->code == Opcode::pop && depth < 0) depth = 0;
    EXPECT_GE(depth, 0) << out.starts.size();
    out.end = t->end;
  }
  EXPECT_EQ(depth, 0);
  return out;
}

TEST(Script, IsAnAbcFile) {
  const base::ByteVector file = tapping::build_script(";game=0;file=a.swf");
  const Abc abc = avm2::read_abc(file);
  EXPECT_EQ(abc.files[0].problem, "");
  EXPECT_GT(abc.bodies.size(), tapping::tapped_methods.size());
}

TEST(Script, BranchesToStartsOfInstructions) {
  for (const std::string_view receiver : {"", "http://127.0.0.1:7272/"}) {
    const base::ByteVector file = tapping::build_script(";game=0;file=a.swf", receiver);
    const Abc abc = avm2::read_abc(file);
    EXPECT_FALSE(abc.bodies.empty());
    for (const avm2::MethodBody& body : abc.bodies) {
      const Instructions instructions = read_instructions(abc, body.code);
      EXPECT_EQ(instructions.end, body.code.size());
      for (const std::size_t target : instructions.targets) {
        EXPECT_TRUE(instructions.starts.contains(target)) << target;
        EXPECT_TRUE(instructions.empty.contains(target)) << target;
      }
    }
  }
}

TEST(Script, HasFunctionForEachNote) {
  const base::ByteVector file = tapping::build_script(";game=0;file=a.swf");
  std::set<std::string, std::less<>> strings;
  const Abc abc = avm2::read_abc(file);
  for (const avm2::PoolString& string : abc.strings) strings.emplace(string.text);
  for (const tapping::TappedMethod& method : tapping::tapped_methods) {
    EXPECT_EQ(strings.contains(method.name), !method.note.empty()) << method.name;
    EXPECT_TRUE(method.note.empty() || strings.contains(method.note));
  }
}

}  // namespace
}  // namespace agal::test

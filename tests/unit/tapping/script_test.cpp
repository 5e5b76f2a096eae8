// The inserted script, read instruction by instruction.
#include "tapping/script.hpp"

#include <gmock/gmock.h>

#include <set>
#include <string>

#include "avm2/abc.hpp"
#include "avm2/instructions.hpp"
#include "base/bytes.hpp"

namespace agal::test {
namespace {

using extraction::Abc;
using extraction::Avm2Operands;
using extraction::Reader;

constexpr std::uint32_t item_name = 2;  // AbcBuilder::item_name

tapping::NewNames new_names() {
  tapping::NewNames names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = tapping::tapped_methods[i].name;
    names[i].back() = '$';
  }
  return names;
}

// The values that an instruction adds to the stack, without arguments.
int change_of(const extraction::Avm2Info& info) {
  using extraction::Avm2Effect;
  const bool adds =
      info.effect == Avm2Effect::PushString || info.effect == Avm2Effect::Dup || info.effect == Avm2Effect::GetLocal;
  const bool removes = info.effect == Avm2Effect::Add || info.effect == Avm2Effect::SetLocal;
  return adds ? 1 : removes ? -1 : info.pushes - info.pops;
}

struct Instructions {
  std::set<std::size_t> starts;
  std::set<std::size_t> targets;
  std::set<std::size_t> empty;  // where the stack is empty
  std::size_t end = 0;
};

// The script has only these kinds of operands.
Instructions read_instructions(extraction::Bytes code) {
  Instructions out;
  Reader reader(code);
  int depth = 0;
  while (!reader.at_end() && !reader.failed()) {
    out.starts.insert(reader.position());
    if (depth == 0) out.empty.insert(reader.position());
    const std::uint8_t number = reader.u8();
    const extraction::Avm2Info& info = extraction::avm2_table[number];
    EXPECT_TRUE(info.known) << int{number};
    std::size_t operands = 0;
    switch (info.operands) {
      case Avm2Operands::None: break;
      case Avm2Operands::Index:
      case Avm2Operands::String:
      case Avm2Operands::Name:
      case Avm2Operands::Count: operands = 1; break;
      case Avm2Operands::NameCount: operands = 2; break;
      case Avm2Operands::Branch: {
        const auto displacement = static_cast<std::int32_t>(reader.u24() << 8) >> 8;
        out.targets.insert(reader.position() + static_cast<std::size_t>(displacement));
        break;
      }
      case Avm2Operands::Byte:
      case Avm2Operands::Index2:
      case Avm2Operands::IndexCount:
      case Avm2Operands::Switch:
      case Avm2Operands::Debug: ADD_FAILURE() << int{number}; break;
    }
    std::vector<std::uint32_t> values;
    for (; operands > 0; --operands) values.push_back(reader.variable());
    depth += change_of(info);
    if (info.operands == Avm2Operands::Count || info.operands == Avm2Operands::NameCount)
      depth -= static_cast<int>(values.back());
    if (info.operands == Avm2Operands::Name && values[0] == item_name) --depth;
    // An exception handler begins after a jump, with the exception on the stack.
    if (number == static_cast<std::uint8_t>(extraction::Avm2Opcode::pop) && depth < 0) depth = 0;
    EXPECT_GE(depth, 0) << out.starts.size();
  }
  EXPECT_EQ(depth, 0);
  EXPECT_FALSE(reader.failed());
  out.end = reader.position();
  return out;
}

TEST(Script, IsAnAbcFile) {
  const tapping::ByteVector file = tapping::build_script(new_names());
  const Abc abc = extraction::read_abc(file);
  EXPECT_EQ(abc.problem, "");
  EXPECT_GT(abc.bodies.size(), tapping::tapped_methods.size());
}

TEST(Script, HasWholeInstructionsAndBranchesToThem) {
  const tapping::ByteVector file = tapping::build_script(new_names());
  for (const extraction::MethodBody& body : extraction::read_abc(file).bodies) {
    const Instructions instructions = read_instructions(body.code);
    EXPECT_EQ(instructions.end, body.code.size());
    for (const std::size_t target : instructions.targets) {
      EXPECT_TRUE(instructions.starts.contains(target)) << target;
      EXPECT_TRUE(instructions.empty.contains(target)) << target;
    }
  }
}

TEST(Script, HasAFunctionForEachNote) {
  const tapping::ByteVector file = tapping::build_script(new_names());
  std::set<std::string, std::less<>> strings;
  const Abc abc = extraction::read_abc(file);
  for (const extraction::PoolString& string : abc.strings) strings.emplace(string.text);
  for (const tapping::TappedMethod& method : tapping::tapped_methods) {
    EXPECT_TRUE(strings.contains(method.name));
    EXPECT_TRUE(strings.contains(method.note));
  }
  for (const std::string& name : new_names()) EXPECT_TRUE(strings.contains(name)) << name;
}

}  // namespace
}  // namespace agal::test

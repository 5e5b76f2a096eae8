// What a real player said to programs that were uploaded to it: the first error of each, by number, operand and token.
#include <optional>

#include "unit/validate/support.hpp"

namespace agal::test {
namespace {

struct Recorded {
  const char* name;
  Stage stage;
  std::vector<Instruction> instructions;
  std::optional<std::uint16_t> code;  // none: accepted
  Operand operand = Operand::None;
  std::uint32_t token = 1;
};

constexpr auto mov = static_cast<std::uint32_t>(Opcode::Mov);

Instruction move(RegisterType to, Source from) { return {mov, Destination::make(to, 0), from, {}}; }
Instruction move(RegisterType to, RegisterType from) { return move(to, Source::make(from, 0)); }

std::vector<Recorded> recorded() {
  using enum RegisterType;
  const Instruction color = move(Output, Constant);
  const Source relative = Source::make_indirect(Constant, Attribute, 0, 0, 0);
  return {
      {"valid", Stage::Fragment, {color}, std::nullopt},
      {"bad_opcode", Stage::Fragment, {{0xff, {}, {}, {}}}, 3620, Operand::Opcode},
      {"source_output", Stage::Fragment, {move(Temporary, Output), color}, 3646, Operand::Source1},
      {"source_sampler", Stage::Fragment, {move(Temporary, Sampler), color}, 3638, Operand::Source1},
      {"dest_constant", Stage::Fragment, {move(Constant, Constant)}, 3652, Operand::Destination},
      {"dest_attribute", Stage::Vertex, {move(Attribute, Constant)}, 3651, Operand::Destination},
      {"dest_sampler", Stage::Fragment, {move(Sampler, Constant)}, 3649, Operand::Destination},
      {"dest_depth", Stage::Fragment, {move(Depth, Constant)}, 3749, Operand::Destination},
      {"indirect_fragment",
       Stage::Fragment,
       {move(Output, Source::make_indirect(Temporary, Constant, 0, 0, 0))},
       3639,
       Operand::Source1},
      {"indirect_temporary",
       Stage::Vertex,
       {move(Output, Source::make_indirect(Temporary, Attribute, 0, 0, 0))},
       3640,
       Operand::Source1},
      {"indirect_valid", Stage::Vertex, {move(Output, relative)}, std::nullopt},
      {"source_depth", Stage::Fragment, {move(Temporary, Depth), color}, 3749, Operand::Source1},
      {"temporary_8",
       Stage::Fragment,
       {{mov, Destination::make(Temporary, 8), Source::make(Varying, 0), {}}, color},
       3661,
       Operand::Destination},
      {"unwritten", Stage::Fragment, {move(Output, Temporary)}, 3647, Operand::Source1},
  };
}

TEST(Player, FirstErrorsAreTheRecordedOnes) {
  for (const Recorded& entry : recorded()) {
    SCOPED_TRACE(entry.name);
    Program program;
    program.stage = entry.stage;
    program.instructions = entry.instructions;
    ValidateOptions options;
    options.adobe_order = true;
    const Diagnostics found = validate(program, options);
    if (!entry.code) {
      EXPECT_TRUE(found.empty()) << render_text(found);
      continue;
    }
    ASSERT_EQ(found.size(), 1u) << render_text(found);
    EXPECT_EQ(found[0].code, *entry.code);
    EXPECT_EQ(found[0].location.operand, entry.operand);
    EXPECT_EQ(found[0].location.token, entry.token);
    // Nothing is said twice in other words when all errors are collected.
    EXPECT_EQ(validate(program).size(), 1u) << render_text(validate(program));
  }
}

TEST(Player, SamplerConflict) {
  EXPECT_EQ(findings("agal 1 fragment",
                     "tex ft0, v0, fs0 <2d,repeat,linear,mipnone>\n"
                     "tex ft1, v0, fs0 <2d,repeat,linear,mipnearest>\n"
                     "add oc, ft0, ft1"),
            Findings{"3696@2"});
}

// A token that breaks a rule of every stage of the check: the player stops at the first.
TEST(Player, ChecksInThePlayersOrder) {
  using enum RegisterType;
  const auto first = [](const Instruction& instruction) {
    Program program;
    program.stage = Stage::Fragment;
    program.instructions = {instruction};
    ValidateOptions options;
    options.adobe_order = true;
    const Diagnostics found = validate(program, options);
    return found.empty() ? 0 : static_cast<int>(found[0].code);
  };
  const auto m44 = static_cast<std::uint32_t>(Opcode::M44);
  Instruction token{0xff, Destination::make(Constant, 200, 0), Source::make(Temporary, 0), Source::make(Output, 0)};
  EXPECT_EQ(first(token), 3620);
  token.opcode = static_cast<std::uint32_t>(Opcode::Sgn);
  EXPECT_EQ(first(token), 3621);
  token.opcode = m44;
  EXPECT_EQ(first(token), 3647);  // source 1
  token.src1 = Source::make(Constant, 0);
  EXPECT_EQ(first(token), 3660);  // source 2: the range of its rows comes first
  token.src2 = Source::make(Constant, 26);
  EXPECT_EQ(first(token), 3659);
  token.src2 = Source::make(Constant, 1, 0);
  EXPECT_EQ(first(token), 3625);  // the pair
  token.src1 = Source::make(Varying, 0);
  EXPECT_EQ(first(token), 3689);
  token.src2 = Source::make(Constant, 1);
  EXPECT_EQ(first(token), 3659);  // the destination
  token.dst = Destination::make(Constant, 1, 0);
  EXPECT_EQ(first(token), 3652);
  token.dst = Destination::make(Output, 0, 0);
  EXPECT_EQ(first(token), 3701);
  token.dst = Destination::make(Temporary, 0, 0);
  EXPECT_EQ(first(token), 3653);
  token.dst = Destination::make(Temporary, 0);
  EXPECT_EQ(first(token), 0);
}

}  // namespace
}  // namespace agal::test

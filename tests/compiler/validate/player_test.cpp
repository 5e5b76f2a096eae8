// Compares validation with the recorded results of a real player: the first error of each program, with operand and
// token.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "support/example.hpp"
#include "validate/support.hpp"

namespace agal::test {
namespace {

struct Recorded {
  const char* name;
  Stage stage;
  std::vector<Instruction> instructions;
  std::optional<std::uint16_t> code;  // nullopt if accepted
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

TEST(Player, FirstErrorsMatchRecordings) {
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
    // Without adobe_order, all errors are reported, but the one mistake still gives only one.
    EXPECT_EQ(validate(program).size(), 1u) << render_text(validate(program));
  }
}

TEST(Player, RejectsConflictingSamplerStates) {
  EXPECT_EQ(findings("agal 1 fragment",
                     "tex ft0, v0, fs0 <2d,repeat,linear,mipnone>\n"
                     "tex ft1, v0, fs0 <2d,repeat,linear,mipnearest>\n"
                     "add oc, ft0, ft1"),
            Findings{"3696@2"});
}

// The token breaks a rule in every step of the check. The player stops at the first error.
TEST(Player, ChecksInPlayerOrder) {
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
  EXPECT_EQ(first(token), 3647);  // checks source 1
  token.src1 = Source::make(Constant, 0);
  EXPECT_EQ(first(token), 3660);  // checks the range of rows of source 2
  token.src2 = Source::make(Constant, 26);
  EXPECT_EQ(first(token), 3659);
  token.src2 = Source::make(Constant, 1, 0);
  EXPECT_EQ(first(token), 3625);  // checks both sources
  token.src1 = Source::make(Varying, 0);
  EXPECT_EQ(first(token), 3689);
  token.src2 = Source::make(Constant, 1);
  EXPECT_EQ(first(token), 3659);  // checks the destination
  token.dst = Destination::make(Constant, 1, 0);
  EXPECT_EQ(first(token), 3652);
  token.dst = Destination::make(Output, 0, 0);
  EXPECT_EQ(first(token), 3701);
  token.dst = Destination::make(Temporary, 0, 0);
  EXPECT_EQ(first(token), 3653);
  token.dst = Destination::make(Temporary, 0);
  EXPECT_EQ(first(token), 0);
}

// Returns the number and the operand of the first error in the order of the player.
std::string first_error(const Program& program, ValidationLevel level = ValidationLevel::Strict) {
  ValidateOptions options;
  options.adobe_order = true;
  options.level = level;
  const Diagnostics found = validate(program, options);
  if (found.empty()) return "accepted";
  return std::to_string(found[0].code) + " " + std::string(name(found[0].location.operand));
}

Program one_token(Instruction token, std::uint32_t version = 1) {
  Program program;
  program.stage = Stage::Fragment;
  program.version = version;
  program.instructions = {token};
  return program;
}

// Values for the upper half of the type byte: bits 31:28 of a destination and bits 39:36 of a source.
constexpr std::array<std::uint32_t, 5> upper_halves{1, 2, 4, 8, 15};

// Register types that only internal code of the player may use.
constexpr std::array<std::uint32_t, 4> internal_types{0x11, 0x12, 0x13, 0x16};

void set_upper_half(Destination& dst, std::uint32_t bits) { dst.bits |= bits << 28; }
void set_upper_half(Source& source, std::uint32_t bits) { source.bits |= std::uint64_t{bits} << 36; }

// The AGAL 1 code of the player reads a whole byte as the register type. The format specifies four bits.
TEST(Player, Agal1ReadsWholeByteAsDestinationType) {
  using enum RegisterType;
  for (const std::uint32_t bits : upper_halves) {
    SCOPED_TRACE(bits);
    // A valid destination, one beyond the limit, one that cannot be written, one with an empty mask, and a sampler.
    for (Destination dst :
         {Destination::make(Output, 0), Destination::make(Temporary, 9), Destination::make(Constant, 0),
          Destination::make(Output, 0, 0), Destination::make(Sampler, 99)}) {
      set_upper_half(dst, bits);
      const bool internal = std::ranges::count(internal_types, dst.type_byte()) != 0;
      for (const std::uint32_t version : {0u, 1u})
        EXPECT_EQ(first_error(one_token({mov, dst, Source::make(Varying, 0), {}}, version)),
                  internal ? "3654 destination" : "3655 destination");
    }
    // Sources are checked before the destination. An unused destination of any type must be zero.
    Destination dst = Destination::make(Output, 0);
    set_upper_half(dst, bits);
    EXPECT_EQ(first_error(one_token({mov, dst, Source::make(Varying, 8), {}})), "3657 source 1");
    const auto kil = static_cast<std::uint32_t>(Opcode::Kil);
    EXPECT_EQ(first_error(one_token({kil, dst, Source::make(Varying, 0, 0), {}})), "3627 destination");
  }
}

// With any index, internal types give 3654 (reserved bits) instead of 3655 (unknown type).
TEST(Player, Agal1ReportsReservedBitsForInternalTypes) {
  for (std::uint32_t byte = 0x10; byte <= 0xff; ++byte) {
    const bool internal = std::ranges::count(internal_types, byte) != 0;
    for (const std::uint32_t index : {0u, 9u, 0xffffu}) {
      const Destination dst{byte << 24 | 0xfu << 16 | index};
      EXPECT_EQ(first_error(one_token({mov, dst, Source::make(RegisterType::Varying, 0), {}})),
                internal ? "3654 destination" : "3655 destination")
          << byte << " " << index;
    }
  }
  const Result<Program> smallest =
      load_program(from_hex("a0 01 00 00 00 a1 01 00 00 00 00 00 00 0f 11 00 "
                            "00 00 e4 04 00 00 00 00 00 00 00 00 00 00 00"));
  ASSERT_TRUE(smallest);
  EXPECT_EQ(first_error(*smallest), "3654 destination");
}

TEST(Player, Agal1ReadsWholeByteAsSamplerType) {
  using enum RegisterType;
  const auto tex = static_cast<std::uint32_t>(Opcode::Tex);
  for (const std::uint32_t bits : upper_halves) {
    SCOPED_TRACE(bits);
    for (const std::uint32_t index : {0u, 7u, 8u, 2000u}) {
      Source sampler{SamplerOperand::make(index).bits};
      set_upper_half(sampler, bits);
      EXPECT_EQ(first_error(one_token({tex, Destination::make(Output, 0), Source::make(Varying, 0), sampler})),
                "3693 source 2");
    }
  }
}

TEST(Player, Agal1ReportsReservedBitsOfSourceBeforeIndex) {
  using enum RegisterType;
  const auto add = static_cast<std::uint32_t>(Opcode::Add);
  const auto tex = static_cast<std::uint32_t>(Opcode::Tex);
  for (const std::uint32_t bits : upper_halves)
    for (const RegisterType type : {Attribute, Constant, Temporary, Output, Varying, Sampler, Depth}) {
      SCOPED_TRACE(std::to_string(bits) + " " + std::string(info(type).noun));
      for (const std::uint32_t index : {0u, 999u}) {
        Source source = Source::make(type, index);
        set_upper_half(source, bits);
        const Destination color = Destination::make(Output, 0);
        const Source varying = Source::make(Varying, 0), sampler{SamplerOperand::make(0).bits};
        EXPECT_EQ(first_error(one_token({mov, color, source, {}})), "3654 source 1");
        EXPECT_EQ(first_error(one_token({add, color, varying, source})), "3654 source 2");
        EXPECT_EQ(first_error(one_token({tex, color, source, sampler})), "3654 source 1");
      }
    }
}

// In later AGAL versions, and without adobe_order, the upper half of the type byte counts as reserved bits: how players
// read it in later versions is unknown.
TEST(Player, WholeByteTypesOnlyInAgal1WithAdobeOrder) {
  using enum RegisterType;
  const auto tex = static_cast<std::uint32_t>(Opcode::Tex);
  Program destination = one_token({mov, Destination::make(Output, 0), Source::make(Varying, 0), {}});
  set_upper_half(destination.instructions[0].dst, 8);
  Program sampler =
      one_token({tex, Destination::make(Output, 0), Source::make(Varying, 0), Source{SamplerOperand::make(0).bits}});
  set_upper_half(sampler.instructions[0].src2, 8);
  Program misplaced = one_token({mov, Destination::make(Output, 0), Source{SamplerOperand::make(99).bits}, {}});
  set_upper_half(misplaced.instructions[0].src1, 8);

  EXPECT_EQ(findings(validate(destination)), Findings{"3654@1"});
  EXPECT_EQ(findings(validate(sampler)), Findings{"3654@1"});
  EXPECT_EQ(findings(validate(misplaced)), Findings{"3656@1"});
  EXPECT_EQ(first_error(destination, ValidationLevel::Warn), "accepted");
  EXPECT_EQ(first_error(sampler, ValidationLevel::Off), "accepted");
  for (const std::uint32_t version : {2u, 3u, 4u}) {
    SCOPED_TRACE(version);
    destination.version = sampler.version = misplaced.version = version;
    EXPECT_EQ(first_error(destination), "3654 destination");
    EXPECT_EQ(first_error(sampler), "3654 source 2");
    EXPECT_EQ(first_error(misplaced), "3656 source 1");
  }
}

// The player has this rule since AGAL 2.
TEST(Player, RejectsColorWrittenTwiceFromAgal2) {
  const std::string lines = "mov oc, v0\nmov oc, v1";
  const Diagnostics found = validate(assembled("agal 1 fragment", lines));
  EXPECT_EQ(findings(found), Findings{"3744@2"});
  EXPECT_FALSE(found.has_errors());
  EXPECT_EQ(first_error(assembled("agal 1 fragment", lines)), "accepted");
  Program zero = assembled("agal 1 fragment", lines);
  zero.version = 0;
  EXPECT_FALSE(validate(zero).has_errors());
  for (const char* version : {"agal 2 fragment", "agal 3 fragment", "agal 4 fragment"}) {
    SCOPED_TRACE(version);
    EXPECT_EQ(findings(version, lines), Findings{"3744@2"});
    EXPECT_EQ(first_error(assembled(version, lines)), "3744 destination");
  }
}

}  // namespace
}  // namespace agal::test

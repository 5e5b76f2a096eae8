// Operands, samplers, outputs, and the locations of messages, in addition to the programs of the registry.
#include "validate/support.hpp"

namespace agal::test {
namespace {

constexpr std::uint32_t code(Opcode opcode) { return static_cast<std::uint32_t>(opcode); }

TEST(Operands, ReportsEachUnknownTypeOnce) {
  Program program = assembled("agal 1 fragment", "add ft0, v0, v1\nmov oc, ft0");
  program.instructions[0].src1.bits |= std::uint64_t{8} << 32;
  program.instructions[0].src2.bits |= std::uint64_t{8} << 32;
  program.instructions[0].dst.bits |= 8u << 24;
  const Diagnostics found = validate(program);
  ASSERT_EQ(findings(found), (Findings{"3655@1", "3655@1", "3655@1", "3647@2"}));
  EXPECT_EQ(found[0].location.operand, Operand::Source1);
  EXPECT_EQ(found[1].location.operand, Operand::Source2);
  EXPECT_EQ(found[2].location.operand, Operand::Destination);
}

TEST(Operands, RejectsOnlyConstantSources) {
  EXPECT_EQ(findings("agal 1 fragment", "mov oc, fc0"), Findings{});
  EXPECT_EQ(findings("agal 1 fragment", "rcp ft0, fc0\nmov oc, ft0"), Findings{"3625@1"});
  EXPECT_EQ(findings("agal 1 fragment", "kil fc0.x\nmov oc, v0"), Findings{"3625@1"});
  EXPECT_EQ(findings("agal 1 fragment", "tex oc, fc0, fs0 <2d>"), Findings{});
  EXPECT_EQ(findings("agal 1 vertex", "add op, vc0, vc[va0.x]"), Findings{"3625@1"});
  EXPECT_EQ(findings("agal 1 vertex", "add op, va0, vc[va0.x]"), Findings{});
}

TEST(Operands, ConstantsOnlyMessageNamesConstants) {
  const Diagnostics found = validate(assembled("agal 1 vertex", "add op, vc3, vc[va0.y+2]"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "add reads only constants: vc3 and vc[va0.y]");
}

TEST(Operands, AcceptsConstantsAndInstanceIdAsIndex) {
  EXPECT_EQ(findings("agal 1 vertex", "mov op, vc[vc7.w+1]"), Findings{});
  EXPECT_EQ(findings("agal 1 vertex", "mov op, vc[vc128.x]"), Findings{"3659@1"});
  EXPECT_EQ(findings("agal 3 vertex", "mov op, vc[iid.x]"), Findings{});
  Program program = assembled("agal 3 vertex", "mov op, vc[iid.x]");
  program.version = 2;
  EXPECT_EQ(findings(validate(program)), Findings{"3789@1"});
}

TEST(Operands, RejectsReservedBitsOfEveryOperandType) {
  const Program good = assembled("agal 1 fragment", "tex ft0, v0, fs0 <2d>\nmov oc, ft0");
  const auto with = [&](auto change) {
    Program program = good;
    change(program.instructions[0]);
    return findings(validate(program));
  };
  EXPECT_EQ(with([](Instruction& i) { i.dst.bits |= 1u << 20; }), Findings{"3654@1"});
  EXPECT_EQ(with([](Instruction& i) { i.src1.bits |= std::uint64_t{1} << 36; }), Findings{"3654@1"});
  EXPECT_EQ(with([](Instruction& i) { i.src1.bits |= std::uint64_t{1} << 62; }), Findings{"3654@1"});
  EXPECT_EQ(with([](Instruction& i) { i.src2.bits |= std::uint64_t{1} << 24; }), Findings{"3654@1"});
  // Read modes beyond the known four use undefined bits.
  EXPECT_EQ(with([](Instruction& i) { i.src2.bits |= std::uint64_t{4} << 40; }), Findings{"3654@1"});
}

TEST(Operands, LastRegisterIsNotBeyondTheLimitForAnotherError) {
  Program program = assembled("agal 1 fragment", "kil v7.x\nmov oc, v0");
  program.instructions[0].src1 = Source::make(RegisterType::Varying, 7, swizzle_identity);
  EXPECT_EQ(findings(validate(program)), Findings{"3703@1"});
}

TEST(Operands, RejectsOperandsOfOpcodesWithoutOperands) {
  Program program = assembled("agal 2 fragment", "mov oc, v0\nife v0.x, v0.y\nmov ft0, v0\neif");
  program.instructions[3].dst.bits = 1;
  program.instructions[3].src1.bits = 1;
  program.instructions[3].src2.bits = 1;
  EXPECT_EQ(findings(validate(program)), (Findings{"3636@4", "3636@4", "3627@4"}));
}

TEST(Samplers, AcceptsEveryKnownOption) {
  for (const SamplerOptionInfo& option : sampler_option_table) {
    if (!option.accepted || option.option == SamplerOption::Cube) continue;
    EXPECT_EQ(findings("agal 1 fragment", "tex oc, v0, fs0 <" + std::string(option.text) + ">"), Findings{})
        << option.text;
  }
}

TEST(Samplers, ReportsAllInvalidFields) {
  Program program = assembled("agal 1 fragment", "tex oc, v0, fs0 <2d>");
  program.instructions[0].src2.bits |= std::uint64_t{0xfff8'3000} << 32;
  EXPECT_EQ(findings(validate(program)), (Findings{"3664@1", "3665@1", "3666@1", "3667@1", "3668@1"}));
}

TEST(Samplers, MessageHasUnknownFormatInItsPlace) {
  Program program = assembled("agal 1 fragment", "tex oc, v0, fs0 <2d>");
  program.instructions[0].src2.bits = program.instructions[0].sampler().with(SamplerField::Format, 5).bits;
  const Diagnostics found = validate(program);
  ASSERT_EQ(findings(found), Findings{"3654@1"});
  EXPECT_NE(found[0].message.find("0x0000050000000000"), std::string::npos) << found[0].message;
}

TEST(Samplers, UnknownFilterIsOneErrorInVertexProgram) {
  Program program = assembled("agal 4 vertex", "tld op, va0, vs0 <2d>");
  program.instructions[0].src2.bits = program.instructions[0].sampler().with(SamplerField::Filter, 15).bits;
  EXPECT_EQ(findings(validate(program)), Findings{"3665@1"});
}

TEST(Samplers, RejectsUnknownDimensionAtEveryLevel) {
  Program program = assembled("agal 1 fragment", "tex oc, v0, fs0 <3d>");
  ValidateOptions options;
  options.level = ValidationLevel::Off;
  EXPECT_EQ(findings(validate(program, options)), Findings{});
  program.instructions[0].src2.bits = program.instructions[0].sampler().with(SamplerField::Dim, 3).bits;
  EXPECT_EQ(findings(validate(program, options)), Findings{"3664@1"});
}

TEST(Samplers, BiasIsPartOfTheState) {
  EXPECT_EQ(findings("agal 1 fragment", "tex ft0, v0, fs0 <2d>\ntex ft0, v0, fs0 <2d, -1>\nmov oc, ft0"),
            Findings{"3696@2"});
}

TEST(Samplers, InPlaceOfRegisterHaveRangeOfStage) {
  const auto found = [](const char* magic, const char* line, std::uint32_t sampler) {
    Program program = assembled(magic, line);
    program.instructions[0].src1 = Source{SamplerOperand::make(sampler).bits};
    return findings(validate(program));
  };
  EXPECT_EQ(found("agal 4 fragment", "mov oc, v0", 15), Findings{"3638@1"});
  EXPECT_EQ(found("agal 4 fragment", "mov oc, v0", 16), Findings{"3656@1"});
  EXPECT_EQ(found("agal 4 vertex", "mov op, va0", 3), Findings{"3638@1"});
  EXPECT_EQ(found("agal 4 vertex", "mov op, va0", 4), Findings{"3656@1"});
}

TEST(Samplers, VertexFetchInOldVersionIsOneError) {
  Program program = assembled("agal 4 vertex", "tld op, va0, vs3 <2d>");
  EXPECT_EQ(findings(validate(program)), Findings{});
  program.version = 1;
  EXPECT_EQ(findings(validate(program)), Findings{"3805@1"});
  program = assembled("agal 4 vertex", "tld op, va0, vs0 <2d>");
  program.instructions[0].src2 = Source{SamplerOperand::make(4).bits};
  EXPECT_EQ(findings(validate(program)), Findings{"3656@1"});
  program.instructions[0] = {code(Opcode::Tex), Destination::make(RegisterType::Output, 0),
                             Source::make(RegisterType::Attribute, 0), Source{SamplerOperand::make(7).bits}};
  EXPECT_EQ(findings(validate(program)), Findings{"3622@1"});
}

TEST(Sources, RejectsIndexFieldsOfDirectSources) {
  const Source direct = Source::make(RegisterType::Attribute, 0);
  Program program = assembled("agal 1 vertex", "mov op, va0");
  for (const std::uint32_t bit : {16u, 40u, 48u}) {  // offset, index type, index component
    program.instructions[0].src1 = Source{direct.bits | std::uint64_t{1} << bit};
    EXPECT_EQ(findings(validate(program)), Findings{"3643@1"}) << bit;
  }
}

TEST(Outputs, RejectsColorWrittenTwice) {
  EXPECT_EQ(findings("agal 2 fragment", "mov oc, v0\nmov oc1, v0\nmov oc2, v0\nmov oc3, v0"), Findings{});
  EXPECT_EQ(findings("agal 2 fragment", "mov oc, v0\nmov oc1, v0\nmov oc1, v0"), Findings{"3744@3"});
  EXPECT_EQ(findings("agal 2 fragment", "mov oc1, v0"), Findings{"3775@1"});
  EXPECT_EQ(findings("agal 2 fragment", "mov oc1, v0\nmov oc, v0"), Findings{});
}

TEST(Outputs, ReportsGapAtColorWrite) {
  Program program = assembled("agal 2 fragment", "kil v0.x\nmov oc, v0\nmov oc2, v0");
  EXPECT_EQ(findings(validate(program)), Findings{"3775@3"});
  program.instructions[0].dst = Destination::make(RegisterType::Output, 2);  // kil does not write
  EXPECT_EQ(findings(validate(program)), (Findings{"3627@1", "3775@3"}));
}

TEST(Outputs, AcceptsPositionAndVaryingsWrittenInParts) {
  EXPECT_EQ(findings("agal 1 vertex", "mov op.xy, va0\nmov op.zw, va0\nmov v0.x, va0.x\nmov v0, va1"), Findings{});
}

TEST(Locations, FindingsAreAtTheOperand) {
  Result<Program> program = assemble("//! agal 1 fragment\n\n  mov ft0, v0\n  add oc, ft0, ft1\n", "a.frag.agal");
  ASSERT_TRUE(program);
  const Diagnostics found = validate(*program);
  ASSERT_EQ(found.size(), 1u);
  const Location& place = found[0].location;
  EXPECT_EQ(place.file, "a.frag.agal");
  EXPECT_EQ(place.line, 4u);
  EXPECT_EQ(place.token, 2u);
  EXPECT_EQ(place.byte_offset, 31u);
  EXPECT_EQ(place.operand, Operand::Source2);
  EXPECT_EQ(place.stage, Stage::Fragment);
  EXPECT_EQ(found[0].snippet, "  add oc, ft0, ft1");
  EXPECT_EQ(found[0].caret, 15u);
  EXPECT_EQ(place.column, 16u);
  EXPECT_EQ(found[0].caret_length, 3u);
}

}  // namespace
}  // namespace agal::test

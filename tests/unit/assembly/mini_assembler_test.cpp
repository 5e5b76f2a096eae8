// Compatibility with AGALMiniAssembler, one property per test. Everything that it accepts is accepted; lines that it
// skips silently are errors, or warnings in the lenient mode.
#include "assembly_support.hpp"

namespace agal {
namespace {

using namespace agal::test;

const Instruction mov_vt0_va0{
    0, Destination::make(RegisterType::Temporary, 0), Source::make(RegisterType::Attribute, 0), {}};

TEST(MiniAssembler, CommasAreOptional) {
  EXPECT_EQ(token("mov vt0 va0", vertex()), mov_vt0_va0);
  EXPECT_EQ(token("mov,vt0,,va0,", vertex()), mov_vt0_va0);
  EXPECT_EQ(token("mov\tvt0 ,\t va0", vertex()), mov_vt0_va0);
}

TEST(MiniAssembler, AcceptsEveryLineBreak) {
  for (const char* separator : {"\n", "\r", "\r\n", "\f", "\v", "\n\n\r\n"})
    EXPECT_EQ(tokens(std::string("mov vt0, va0") + separator + "mov op, vt0", vertex()).size(), 2u);
}

TEST(MiniAssembler, RejectsSemicolon) { EXPECT_EQ(codes_of("mov vt0, va0; mov op, vt0", vertex()), Codes{2006}); }

TEST(MiniAssembler, CommentsRunToTheEndOfTheLine) {
  EXPECT_EQ(token("// first\n  // second\nmov vt0, va0 // third // fourth\n//", vertex()), mov_vt0_va0);
  EXPECT_EQ(token("mov vt0, va0//mov op, va0", vertex()), mov_vt0_va0);
  EXPECT_EQ(token("tex ft0, v0, fs0 // <2d, linear>", fragment()).sampler(), SamplerOperand::make(0));
}

TEST(MiniAssembler, IgnoresBlanks) { EXPECT_EQ(token("  \t mov  vt0  ,  va0 \t ", vertex()), mov_vt0_va0); }

TEST(MiniAssembler, OpcodesAreCaseSensitive) {
  EXPECT_EQ(codes_of("MOV vt0, va0", vertex()), Codes{2020});
  EXPECT_EQ(codes_of("mov VT0, va0", vertex()), Codes{2030});
}

TEST(MiniAssembler, DefaultMaskIsAllComponents) { EXPECT_EQ(token("mov vt0, va0", vertex()).dst.mask(), 0xf); }

TEST(MiniAssembler, DefaultSwizzleIsTheIdentity) { EXPECT_EQ(token("mov vt0, va0", vertex()).src1.swizzle(), 0xe4); }

TEST(MiniAssembler, ShortSwizzlesRepeatTheirLastLetter) {
  EXPECT_EQ(token("mov vt0, va0.x", vertex()).src1.swizzle(), 0x00);
  EXPECT_EQ(token("mov vt0, va0.xy", vertex()).src1.swizzle(), 0b01'01'01'00);
  EXPECT_EQ(token("mov vt0, va0.wzx", vertex()).src1.swizzle(), 0b00'00'10'11);
}

TEST(MiniAssembler, AcceptsMaskLettersInAnyOrder) {
  EXPECT_EQ(token("mov vt0.wzyx, va0", vertex()).dst.mask(), 0xf);
  EXPECT_EQ(token("mov vt0.zx, va0", vertex()).dst.mask(), 0x5);
}

TEST(MiniAssembler, IgnoresRepeatedMaskLetters) {
  EXPECT_EQ(token("mov vt0.xx, va0", vertex()).dst.mask(), 0x1);
  EXPECT_EQ(codes_of("mov vt0.xx, va0", vertex()), Codes{2036});
}

TEST(MiniAssembler, IgnoresFifthComponent) {
  EXPECT_EQ(token("mov vt0, va0.xyzwx", vertex()).src1.swizzle(), 0xe4);
  EXPECT_EQ(codes_of("mov vt0, va0.xyzwx", vertex()), Codes{2034});
}

TEST(MiniAssembler, DestinationOfOpcodesWithoutOneIsZero) {
  EXPECT_EQ(token("kil ft0.x", fragment()).dst.bits, 0u);
  EXPECT_EQ(tokens("ife vt0.x, vt0.y\nels\neif", vertex()).at(0).dst.bits, 0u);
}

TEST(MiniAssembler, UnusedFieldsAreZero) {
  EXPECT_EQ(token("mov vt0, va0", vertex()).src2.bits, 0u);
  const std::vector<Instruction> all = tokens("ife vt0.x, vt0.y\nels\neif", vertex());
  EXPECT_EQ(all.at(1).src1.bits, 0u);
  EXPECT_EQ(all.at(2).src2.bits, 0u);
}

TEST(MiniAssembler, EncodesRelativeAddress) {
  const Source source = token("mov vt0, vc[va0.x+3]", vertex()).src1;
  EXPECT_EQ(source.index(), 0u);
  EXPECT_EQ(source.offset(), 3u);
  EXPECT_EQ(source.type(), RegisterType::Constant);
  EXPECT_EQ(source.index_type(), RegisterType::Attribute);
  EXPECT_EQ(source.index_component(), 0u);
  EXPECT_TRUE(source.indirect());
}

TEST(MiniAssembler, EncodesRelativeAddressWithTemporaryAndSwizzle) {
  EXPECT_EQ(token("mov vt0, vc[vt3.w].zzw", vertex()).src1,
            Source::make_indirect(RegisterType::Constant, RegisterType::Temporary, 3, 3, 0, 0b11'11'10'10));
}

TEST(MiniAssembler, IgnoresBlanksInRelativeAddress) {
  EXPECT_EQ(token("mov vt0, vc[ va1.y + 7 ]", vertex()).src1,
            Source::make_indirect(RegisterType::Constant, RegisterType::Attribute, 1, 1, 7));
}

TEST(MiniAssembler, RejectsRelativeOffsetAbove255) {
  EXPECT_EQ(token("mov vt0, vc[va0.x+255]", vertex()).src1.offset(), 255);
  EXPECT_EQ(codes_of("mov vt0, vc[va0.x+256]", vertex()), Codes{2043});
  EXPECT_EQ(codes_of("mov vt0, vc[va0.x+99999999999999999999]", vertex()), Codes{2043});
}

TEST(MiniAssembler, EncodesNegativeOffsetWithWarning) {
  EXPECT_EQ(token("mov vt0, vc[va0.x-23]", vertex()).src1.offset(), 256 - 23);
  EXPECT_EQ(token("mov vt0, vc[va0.x-128]", vertex()).src1.offset(), 128);
  EXPECT_EQ(codes_of("mov vt0, vc[va0.x-23]", vertex()), Codes{2044});
  EXPECT_EQ(codes_of("mov vt0, vc[va0.x-129]", vertex()), Codes{2043});
  EXPECT_EQ(codes_of("mov vt0, vc[va0.x-23]", lenient(Stage::Vertex)), Codes{2109});
}

TEST(MiniAssembler, RejectsRelativeAddressWithoutComponent) {
  EXPECT_EQ(codes_of("mov vt0, vc[va0]", vertex()), Codes{2042});
  EXPECT_EQ(codes_of("mov vt0, vc[va0.xy]", vertex()), Codes{2042});
}

TEST(MiniAssembler, SamplerWithoutOptionsIsAllZero) {
  EXPECT_EQ(token("tex ft0, v0, fs3", fragment()).sampler(), SamplerOperand::make(3));
  EXPECT_EQ(token("tex ft0, v0, fs3 <>", fragment()).sampler(), SamplerOperand::make(3));
}

TEST(MiniAssembler, AcceptsSamplerOptionsWithAnySeparator) {
  const SamplerOperand expected =
      SamplerOperand::make(0).with(SamplerField::Filter, 1).with(SamplerField::Wrap, 1).with(SamplerField::Mip, 2);
  for (const char* text :
       {"tex ft0, v0, fs0<2d,linear,repeat,miplinear>", "tex ft0, v0, fs0 < 2d linear\twrap miplinear >",
        "tex ft0, v0, fs0, <2d , linear,, repeat,miplinear>"})
    EXPECT_EQ(token(text, fragment()).sampler(), expected) << text;
}

TEST(MiniAssembler, CombinesSpecialOptions) {
  EXPECT_EQ(
      token("tex ft0, v0, fs0 <centroid, single, ignoresampler>", fragment()).sampler().field(SamplerField::Special),
      7u);
}

TEST(MiniAssembler, LastOptionOfAFieldWins) {
  const Instruction made = token("tex ft0, v0, fs0 <linear, nearest, clamp, repeat>", fragment());
  EXPECT_EQ(made.sampler().field(SamplerField::Filter), 0u);
  EXPECT_EQ(made.sampler().field(SamplerField::Wrap), 1u);
}

TEST(MiniAssembler, TruncatesBiasToEighths) {
  const auto bias = [](std::string_view number) {
    return int{token("tex ft0, v0, fs0 <2d, " + std::string(number) + ">", fragment()).sampler().bias_eighths()};
  };
  EXPECT_EQ(bias("-0.5"), -4);
  EXPECT_EQ(bias("+2"), 16);
  EXPECT_EQ(bias(".125"), 1);
  EXPECT_EQ(bias("1e0"), 8);
  EXPECT_EQ(bias("0.99"), 7);
  EXPECT_EQ(bias("-0.99"), -7);
  EXPECT_EQ(bias("1e-400"), 0);
  EXPECT_EQ(bias("-16.1"), -128);
  EXPECT_EQ(bias("15.99"), 127);
}

TEST(MiniAssembler, RejectsBiasOutOfRange) {
  for (const char* number : {"16", "-16.125", "1e9", "1e400", "-1e400"})
    EXPECT_EQ(codes_of(std::string("tex ft0, v0, fs0 <") + number + ">", fragment()), Codes{2051}) << number;
}

TEST(MiniAssembler, SuggestsSamplerOption) {
  const auto result = assemble("tex ft0, v0, fs0 <2d, miplinaer>", {}, fragment());
  ASSERT_EQ(codes(result.diagnostics()), Codes{2050});
  EXPECT_EQ(result.diagnostics()[0].help.find("did you mean 'miplinear'? the options are "), 0u);
  for (const char* word : {"2D", "nan", "inf", "-", "1x", "--1", "0x10", "."})
    EXPECT_EQ(codes_of(std::string("tex ft0, v0, fs0 <") + word + ">", fragment()), Codes{2050}) << word;
}

TEST(MiniAssembler, SuggestsOpcode) {
  const auto result = assemble("mvo ft0, v0", {}, fragment());
  ASSERT_EQ(codes(result.diagnostics()), Codes{2020});
  EXPECT_EQ(result.diagnostics()[0].help, "did you mean 'mov'?");
}

TEST(MiniAssembler, SuggestsRegister) {
  const auto result = assemble("mov ft0, FC12", {}, fragment());
  ASSERT_EQ(codes(result.diagnostics()), Codes{2030});
  EXPECT_EQ(result.diagnostics()[0].help, "did you mean 'fc12'?");
}

TEST(MiniAssembler, AcceptsAnyRegisterInAnyOperand) {
  // Whether a player accepts these is tested with the validator.
  EXPECT_TRUE(codes_of("mov vc0, va0", vertex()).empty());
  EXPECT_TRUE(codes_of("mov ft0, oc", fragment()).empty());
  EXPECT_TRUE(codes_of("mov ft0, fs0 <2d>", fragment()).empty());
  EXPECT_TRUE(codes_of("tex ft0, v0, fc0", fragment()).empty());
  EXPECT_TRUE(codes_of("kil va0.x", vertex()).empty());
}

TEST(MiniAssembler, AssemblesReservedOpcodes) {
  EXPECT_EQ(token("sgn ft0, v0", fragment()).opcode, 0x2bu);
  EXPECT_EQ(token("ted ft0, v0, fs0 <2d>", fragment()).opcode, 0x26u);
  EXPECT_EQ(token("tld vt0, va0, vs0 <2d>", vertex()).opcode, 0x2eu);
}

TEST(MiniAssembler, RgbaMeansXyzw) {
  EXPECT_EQ(token("mov ft0.rgb, v0.bgra", fragment()).dst.mask(), 7u);
  EXPECT_EQ(token("mov ft0.rgb, v0.bgra", fragment()).src1.swizzle(), 0b11'00'01'10);
  EXPECT_EQ(codes_of("mov ft0, v0.xgba", fragment()), Codes{2033});
}

TEST(MiniAssembler, SkipsStrayNumbers) {
  // Old engines format register numbers into their texts.
  EXPECT_EQ(token("21\nmov vt0, va0\n7", vertex()), mov_vt0_va0);
  EXPECT_EQ(codes_of("21\nmov vt0, va0", vertex()), Codes{2022});
  EXPECT_EQ(codes_of("210\nmov vt0, va0", vertex()), Codes{2020});
  EXPECT_EQ(codes_of("mo\nmov vt0, va0", vertex()), Codes{2020});
}

TEST(MiniAssemblerLenient, SkipsUnknownLines) {
  const auto result = assemble("MOV vt0, va0\nfoo\nx\n-\nmov vt0, va0", {}, lenient(Stage::Vertex));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->instructions, std::vector<Instruction>{mov_vt0_va0});
  EXPECT_EQ(codes(result.diagnostics()), (Codes{2101, 2101, 2101, 2101}));
}

TEST(MiniAssemblerLenient, OpcodeIsTheFirstThreeCharacters) {
  EXPECT_EQ(token("move vt0, va0", lenient(Stage::Vertex)), mov_vt0_va0);
  EXPECT_EQ(codes_of("move vt0, va0", lenient(Stage::Vertex)), Codes{2102});
}

TEST(MiniAssemblerLenient, UnknownOptionsSetTheBiasToZero) {
  const Instruction made = token("tex ft0, v0, fs0 <2d, 2, liner>", lenient(Stage::Fragment));
  EXPECT_EQ(made.sampler(), SamplerOperand::make(0));
  EXPECT_EQ(codes_of("tex ft0, v0, fs0 <2d, 2, liner>", lenient(Stage::Fragment)), Codes{2104});
}

TEST(MiniAssemblerLenient, LargeBiasesWrap) {
  EXPECT_EQ(token("tex ft0, v0, fs0 <16>", lenient(Stage::Fragment)).sampler().bias_eighths(), -128);
  EXPECT_EQ(token("tex ft0, v0, fs0 <-17>", lenient(Stage::Fragment)).sampler().bias_eighths(), 120);
  EXPECT_EQ(token("tex ft0, v0, fs0 <1e400>", lenient(Stage::Fragment)).sampler().bias_eighths(), 0);
}

TEST(MiniAssemblerLenient, SamplerWithoutOptionsRepeatsTheLatest) {
  const std::vector<Instruction> all = tokens(
      "tex ft0, v0, fs0\ntex ft0, v0, fs1 <cube, linear>\nmov ft1, v0\ntex ft2, v0, fs2", lenient(Stage::Fragment));
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].sampler(), SamplerOperand::make(0));
  EXPECT_EQ(all[3].sampler(), SamplerOperand::make(2).with(SamplerField::Dim, 1).with(SamplerField::Filter, 1));
  // Otherwise each is a separate program.
  EXPECT_EQ(tokens("tex ft0, v0, fs1 <cube>\ntex ft2, v0, fs2", fragment()).at(1).sampler(), SamplerOperand::make(2));
}

TEST(MiniAssemblerLenient, AcceptsArbitrarySeparators) {
  EXPECT_EQ(token("mov vt0 = va0;", lenient(Stage::Vertex)), mov_vt0_va0);
  EXPECT_EQ(token("tex ft0, v0, fs0 <2d;linear>", lenient(Stage::Fragment)).sampler().field(SamplerField::Filter), 1u);
}

TEST(MiniAssemblerLenient, IgnoresColorLetters) {
  EXPECT_EQ(token("mov ft0.rg, v0.bgr", lenient(Stage::Fragment)).dst.mask(), 0xf);
  EXPECT_EQ(token("mov ft0.rg, v0.bgr", lenient(Stage::Fragment)).src1.swizzle(), 0xe4);
}

TEST(MiniAssemblerLenient, SkipsOpcodesOfLaterVersion) {
  AssembleOptions options = lenient(Stage::Fragment);
  options.version = 1;
  EXPECT_EQ(codes_of("ddx ft0, v0\nmov oc, v0", options), Codes{2101});
  options.version = 2;
  EXPECT_EQ(tokens("ddx ft0, v0\nmov oc, ft0", options).size(), 2u);
}

TEST(MiniAssemblerLenient, RejectsWrongOperandCount) {
  EXPECT_EQ(codes_of("add vt0, va0", lenient(Stage::Vertex)), Codes{2021});
}

}  // namespace
}  // namespace agal

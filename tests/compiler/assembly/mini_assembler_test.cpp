// Compatibility with AGALMiniAssembler, one property per test. agalc accepts everything that AGALMiniAssembler accepts.
// Lines that AGALMiniAssembler skips silently are errors, or warnings in the lenient mode.
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

TEST(MiniAssembler, EncodesZeroForMissingDestination) {
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
  // The assembler accepts these operands. Tests of the validator check which of them players accept.
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

TEST(MiniAssembler, ErrorForColorComponentsNamesBothReadings) {
  const auto result = assemble("mul ft0.xga, v0, v0.x", {}, fragment());
  ASSERT_EQ(codes(result.diagnostics()), Codes{2038});
  EXPECT_EQ(result.diagnostics()[0].message,
            "'ft0.xga' is ambiguous: AGALMiniAssembler drops components other than x, y, z and w and reads 'ft0.x'");
  EXPECT_EQ(result.diagnostics()[0].help,
            "write 'ft0.xyw' if components are meant, or 'ft0.x'; --dialect easyagal reads rgba as xyzw");
  EXPECT_EQ(codes_of("mov vt0, vc[va0.r]", vertex()), Codes{2042});
}

TEST(MiniAssembler, RejectsOffsetOfRegisterWithoutNumber) {
  const auto result = assemble("mov vt0, vc[va.x+3]", {}, vertex());
  ASSERT_EQ(codes(result.diagnostics()), Codes{2041});
  EXPECT_EQ(result.diagnostics()[0].help,
            "write va0 or va3: AGALMiniAssembler reads 'va' as 'va3' here, because of the offset");
  EXPECT_EQ(token("mov vt0, vc[va.x]", vertex()).src1.index(), 0u);
}

TEST(MiniAssembler, RejectsSeparatorBeforeOpcode) { EXPECT_EQ(codes_of(",mov vt0, va0", vertex()), Codes{2006}); }

TEST(MiniAssembler, SamplerWithoutOptionsRepeatsPreviousOptions) {
  constexpr std::string_view text = "tex ft0, v0, fs1 <cube, linear>\nmov ft1, v0\ntex ft2, v0, fs2";
  EXPECT_EQ(tokens(text, fragment()).at(2).sampler(),
            SamplerOperand::make(2).with(SamplerField::Dim, 1).with(SamplerField::Filter, 1));
  EXPECT_EQ(codes_of(text, fragment()), Codes{2057});
  // Repeated options and default options are equal here.
  EXPECT_EQ(codes_of("tex ft0, v0, fs1 <2d, nearest>\ntex ft2, v0, fs2", fragment()), Codes{});
}

AssembleOptions with(AssembleOptions options, Dialect dialect) {
  options.dialect = dialect;
  return options;
}

TEST(Dialects, OpenFlDoesNotRepeatOptions) {
  constexpr std::string_view text = "tex ft0, v0, fs1 <cube>\ntex ft2, v0, fs2";
  for (const AssembleOptions& mode : {fragment(), lenient(Stage::Fragment)}) {
    EXPECT_EQ(tokens(text, with(mode, Dialect::OpenFl)).at(1).sampler(), SamplerOperand::make(2));
    EXPECT_EQ(codes_of(text, with(mode, Dialect::OpenFl)), Codes{});
  }
}

TEST(Dialects, OpenFlIgnoresTextAfterANumber) {
  const auto bias = [](std::string_view option, Dialect dialect) {
    const std::string text = "tex ft0, v0, fs0 <" + std::string(option) + ">";
    return int{token(text, with(lenient(Stage::Fragment), dialect)).sampler().bias_eighths()};
  };
  EXPECT_EQ(bias("2x", Dialect::OpenFl), 16);
  EXPECT_EQ(bias("2x", Dialect::Adobe), 0);
  EXPECT_EQ(bias("0x2", Dialect::OpenFl), 0);
  EXPECT_EQ(bias("0x2", Dialect::Adobe), 16);
  EXPECT_EQ(bias("0xg", Dialect::Adobe), 0);
}

TEST(Dialects, EasyAgalReadsRgbaAsXyzw) {
  for (const AssembleOptions& mode : {fragment(), lenient(Stage::Fragment)}) {
    EXPECT_EQ(token("mov ft0.rgb, v0.bgra", with(mode, Dialect::EasyAgal)).dst.mask(), 7u);
    EXPECT_EQ(token("mov ft0.rgb, v0.bgra", with(mode, Dialect::EasyAgal)).src1.swizzle(), 0b11'00'01'10);
    EXPECT_EQ(token("mov ft0, v0.xgba", with(mode, Dialect::EasyAgal)).src1.swizzle(), 0xe4);
    EXPECT_EQ(codes_of("mov ft0.rgb, v0.bgra", with(mode, Dialect::EasyAgal)), Codes{});
  }
  EXPECT_EQ(token("mov vt0, vc[va0.b]", with(vertex(), Dialect::EasyAgal)).src1.index_component(), 2u);
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

TEST(MiniAssemblerLenient, OptionsOfAnyLineAreRepeated) {
  for (const char* line : {"mov ft1, v0 <cube>", "what? <cube>", "tex ft0, v0, fs1 <cube>"}) {
    const std::vector<Instruction> all = tokens(std::string(line) + "\ntex ft2, v0, fs2", lenient(Stage::Fragment));
    EXPECT_EQ(all.back().sampler(), SamplerOperand::make(2).with(SamplerField::Dim, 1)) << line;
  }
  EXPECT_EQ(tokens("tex ft0, v0, fs1 <cube>\ntex ft2, v0, fs2 <>", lenient(Stage::Fragment)).at(1).sampler(),
            SamplerOperand::make(2));
}

TEST(MiniAssemblerLenient, KeepsOptionsAfterOtherText) {
  const SamplerOperand expected = SamplerOperand::make(0).with(SamplerField::Filter, 1);
  for (const char* text : {"tex ft0, v0, fs0; <2d,linear>", "tex ft0, v0, fs0\xc2\xa0<2d,linear>",
                           "tex ft0, v0, fs0 = <2d,linear>;", "tex ft0, v0, fs0 <2d> linear"})
    EXPECT_EQ(token(text, lenient(Stage::Fragment)).sampler(), expected) << text;
}

TEST(MiniAssemblerLenient, IgnoresComponentsOfSampler) {
  EXPECT_EQ(token("tex ft0, v0, fs3.xyz <2d>", lenient(Stage::Fragment)).sampler(), SamplerOperand::make(3));
  EXPECT_EQ(codes_of("tex ft0, v0, fs3.xyz <2d>", lenient(Stage::Fragment)), Codes{2108});
  EXPECT_EQ(codes_of("tex ft0, v0, fs3.rgb <2d>", lenient(Stage::Fragment)), Codes{2108});
}

TEST(MiniAssemblerLenient, FetchReadsAnyRegisterAsSampler) {
  EXPECT_EQ(token("tex ft0, v0, fc3 <cube>", lenient(Stage::Fragment)).sampler(),
            SamplerOperand::make(3).with(SamplerField::Dim, 1));
  EXPECT_EQ(token("mov ft0, fs1.x", lenient(Stage::Fragment)).src1, Source::make(RegisterType::Sampler, 1, 0));
}

TEST(MiniAssemblerLenient, FindsOperandsInsideWords) {
  for (const char* text :
       {"movvt0,va0", "mov xvt0 va0q", "mov vt0 -> (va0)", "mov vtq va-0", "mov vt0. va0.q", "mov vt0 .x 7 va0 0.5"})
    EXPECT_EQ(token(text, lenient(Stage::Vertex)), mov_vt0_va0) << text;
  EXPECT_EQ(codes_of("mov vt0, foo", lenient(Stage::Vertex)), Codes{2021});
  EXPECT_EQ(codes_of("mov vt0, vd1", lenient(Stage::Vertex)), Codes{2030});
}

TEST(MiniAssemblerLenient, ReadsOffsetAsRegisterNumberIfNumberIsMissing) {
  EXPECT_EQ(token("mov vt0, vc[va.x+3]", lenient(Stage::Vertex)).src1,
            Source::make_indirect(RegisterType::Constant, RegisterType::Attribute, 3, 0, 3));
  EXPECT_EQ(codes_of("mov vt0, vc[va.x+3]", lenient(Stage::Vertex)), Codes{2112});
}

TEST(MiniAssemblerLenient, ExplainsMalformedRelativeAddress) {
  EXPECT_EQ(codes_of("mov vt0, vc[va0.x+256]", lenient(Stage::Vertex)), Codes{2043});
  EXPECT_EQ(codes_of("mov vt0, vc[va0]", lenient(Stage::Vertex)), Codes{2042});
  const auto result = assemble("mov vt0, vc[ va0.x ]", {}, lenient(Stage::Vertex));
  ASSERT_TRUE(result.diagnostics().contains(2021));
}

TEST(MiniAssemblerLenient, IgnoresComponentsInCapitals) {
  EXPECT_EQ(token("mov ft0.XY, v0.xY", lenient(Stage::Fragment)).dst.mask(), 0xf);
  EXPECT_EQ(token("mov ft0.XY, v0.xY", lenient(Stage::Fragment)).src1.swizzle(), 0);
}

TEST(MiniAssemblerLenient, AcceptsArbitrarySeparators) {
  EXPECT_EQ(token("mov vt0 = va0;", lenient(Stage::Vertex)), mov_vt0_va0);
  EXPECT_EQ(token("tex ft0, v0, fs0 <2d;linear>", lenient(Stage::Fragment)).sampler().field(SamplerField::Filter), 1u);
}

TEST(MiniAssemblerLenient, IgnoresColorLetters) {
  const auto result = assemble("mul ft0.a, v0, v0.x", {}, lenient(Stage::Fragment));
  ASSERT_EQ(codes(result.diagnostics()), Codes{2108});
  EXPECT_EQ(result.diagnostics()[0].message, "'ft0.a' is read as 'ft0', not as 'ft0.w'");
  EXPECT_EQ(token("mov ft0, v0.xga", lenient(Stage::Fragment)).src1.swizzle(), 0);
  EXPECT_EQ(assemble("mov ft0, v0.xga", {}, lenient(Stage::Fragment)).diagnostics()[0].message,
            "'v0.xga' is read as 'v0.x', not as 'v0.xyw'");
  EXPECT_EQ(token("mov ft0.rg, v0.bgr", lenient(Stage::Fragment)).dst.mask(), 0xf);
  EXPECT_EQ(token("mov ft0.rg, v0.bgr", lenient(Stage::Fragment)).src1.swizzle(), 0xe4);
}

TEST(MiniAssemblerLenient, AssemblesOpcodesOfLaterVersion) {
  AssembleOptions options = lenient(Stage::Fragment);
  options.version = 1;
  EXPECT_EQ(tokens("ddx ft0, v0\nmov oc, ft0", options).size(), 2u);
}

TEST(MiniAssemblerLenient, RejectsWrongOperandCount) {
  EXPECT_EQ(codes_of("add vt0, va0", lenient(Stage::Vertex)), Codes{2021});
}

}  // namespace
}  // namespace agal

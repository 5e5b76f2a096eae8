// The formatting of tokens as canonical text.
#include <gtest/gtest.h>

#include <string>

#include "agal/program.hpp"

namespace agal {
namespace {

constexpr auto Tmp = RegisterType::Temporary;
constexpr auto Con = RegisterType::Constant;
constexpr auto Att = RegisterType::Attribute;
constexpr auto Var = RegisterType::Varying;

Instruction make(Opcode op, Destination dst = {}, Source a = {}, Source b = {}) {
  return {static_cast<std::uint32_t>(op), dst, a, b};
}

std::string text_of(const TokenText& text, TextSpan span) { return text.text.substr(span.begin, span.length); }

TEST(Format, FormatsThreeOperands) {
  const TokenText text = format_token(
      make(Opcode::Add, Destination::make(Tmp, 0, 7), Source::make(Var, 0), Source::make(Con, 0, 0)), Stage::Fragment);
  EXPECT_EQ(text.text, "add ft0.xyz, v0, fc0.x");
  EXPECT_TRUE(text.exact);
  EXPECT_EQ(text_of(text, text.opcode), "add");
  EXPECT_EQ(text_of(text, text.dst), "ft0.xyz");
  EXPECT_EQ(text_of(text, text.src1), "v0");
  EXPECT_EQ(text_of(text, text.src2), "fc0.x");
}

TEST(Format, MissingOperandsHaveEmptySpans) {
  const TokenText kil = format_token(make(Opcode::Kil, {}, Source::make(Tmp, 1, 0x55)), Stage::Fragment);
  EXPECT_EQ(kil.text, "kil ft1.y");
  EXPECT_TRUE(kil.exact);
  EXPECT_EQ(kil.dst.length, 0u);
  EXPECT_EQ(kil.src2.length, 0u);
  EXPECT_EQ(format_token(make(Opcode::Els), Stage::Vertex).text, "els");
}

TEST(Format, FormatsRelativeAddresses) {
  const Source source = Source::make_indirect(Con, Att, 0, 0, 3);
  EXPECT_EQ(format_token(make(Opcode::Mov, Destination::make(Tmp, 0), source), Stage::Vertex).text,
            "mov vt0, vc[va0.x+3]");
  const Source no_offset = Source::make_indirect(Con, RegisterType::InstanceId, 0, 2, 0, 0x00);
  const TokenText text = format_token(make(Opcode::Mov, Destination::make(Tmp, 0), no_offset), Stage::Vertex);
  EXPECT_EQ(text.text, "mov vt0, vc[iid.z].x");
  EXPECT_TRUE(text.exact);
}

TEST(Format, SamplerOptionsHaveFixedOrder) {
  const SamplerOperand plain = SamplerOperand::make(0).with(SamplerField::Filter, 1);
  const auto tex = [](SamplerOperand sampler) {
    return format_token(make(Opcode::Tex, Destination::make(Tmp, 0), Source::make(Var, 0), {sampler.bits}),
                        Stage::Fragment);
  };
  EXPECT_EQ(tex(plain).text, "tex ft0, v0, fs0 <2d, linear, mipnone, clamp>");
  EXPECT_TRUE(tex(plain).exact);
  const SamplerOperand full = plain.with(SamplerField::Special, 6).with(SamplerField::Format, 2).with_bias(-4);
  EXPECT_EQ(tex(full).text,
            "tex ft0, v0, fs0 <2d, linear, mipnone, clamp, compressedalpha, single, ignoresampler, -0.5>");
  EXPECT_TRUE(tex(full).exact);
  EXPECT_EQ(text_of(tex(plain), tex(plain).src2), "fs0 <2d, linear, mipnone, clamp>");
}

TEST(Format, UnknownSamplerValuesAreNumbers) {
  const SamplerOperand odd = SamplerOperand::make(1).with(SamplerField::Wrap, 7).with(SamplerField::Special, 9);
  const TokenText text =
      format_token(make(Opcode::Tex, Destination::make(Tmp, 0), Source::make(Var, 0), {odd.bits}), Stage::Fragment);
  EXPECT_EQ(text.text, "tex ft0, v0, fs1 <2d, nearest, mipnone, wrap mode 7, centroid, special flags 8>");
  EXPECT_FALSE(text.exact);
}

TEST(Format, EveryBiasIsExact) {
  for (int eighths = -128; eighths <= 127; ++eighths) {
    const SamplerOperand sampler = SamplerOperand::make(0).with_bias(static_cast<std::int8_t>(eighths));
    const TokenText text = format_token(
        make(Opcode::Tex, Destination::make(Tmp, 0), Source::make(Var, 0), {sampler.bits}), Stage::Fragment);
    EXPECT_TRUE(text.exact);
    if (eighths == 0) continue;
    const std::size_t at = text.text.rfind(", ") + 2;
    EXPECT_EQ(std::stod(text.text.substr(at)) * 8, eighths) << text.text;
  }
}

TEST(Format, FormatsRegisterNames) {
  EXPECT_EQ(register_name(3, 0, Stage::Vertex), "op");
  EXPECT_EQ(register_name(3, 0, Stage::Fragment), "oc");
  EXPECT_EQ(register_name(3, 2, Stage::Fragment), "oc2");
  EXPECT_EQ(register_name(6, 0, Stage::Fragment), "fd");
  EXPECT_EQ(register_name(7, 0, Stage::Vertex), "iid");
  EXPECT_EQ(register_name(1, 12, Stage::Vertex), "vc12");
  EXPECT_EQ(register_name(9, 3, Stage::Vertex), "?9[3]");
  // Fragment programs do not have attributes, but the register still has a name.
  EXPECT_EQ(register_name(0, 1, Stage::Fragment), "va1");
}

TEST(Format, FormatsMasks) {
  EXPECT_EQ(mask_text(0xf), "");
  EXPECT_EQ(mask_text(0x1), ".x");
  EXPECT_EQ(mask_text(0xa), ".yw");
  EXPECT_EQ(mask_text(0x0), "._");
}

TEST(Format, FormatsSwizzles) {
  EXPECT_EQ(swizzle_text(swizzle_identity), "");
  EXPECT_EQ(swizzle_text(0x00), ".x");
  EXPECT_EQ(swizzle_text(0xff), ".w");
  EXPECT_EQ(swizzle_text(0b10'10'01'00), ".xyz");
  EXPECT_EQ(swizzle_text(0b00'01'10'11), ".wzyx");
}

// `exact` is false for tokens that assembly cannot express. Each row has one such token.
TEST(Format, InexactTokensAreMarked) {
  const Instruction good = make(Opcode::Add, Destination::make(Tmp, 0), Source::make(Con, 0), Source::make(Att, 0));
  ASSERT_TRUE(format_token(good, Stage::Vertex).exact);
  const auto exact = [&](auto change, Stage stage = Stage::Vertex) {
    Instruction token = good;
    change(token);
    const TokenText text = format_token(token, stage);
    EXPECT_FALSE(text.text.empty());
    return text.exact;
  };
  EXPECT_FALSE(exact([](Instruction& t) { t.opcode = std::uint32_t{opcode_table.size()}; })) << "unknown opcode";
  EXPECT_FALSE(exact([](Instruction& t) { t.opcode = 0xffff'ffff; })) << "unknown opcode";
  EXPECT_FALSE(exact([](Instruction& t) { t.opcode = 0x24; })) << "tombstone";
  EXPECT_FALSE(exact([](Instruction& t) { t.dst.bits |= 0x10'0000; })) << "reserved in the destination";
  EXPECT_FALSE(exact([](Instruction& t) { t.dst = Destination::make(Tmp, 0, 0); })) << "mask of nothing";
  EXPECT_FALSE(exact([](Instruction& t) { t.dst.bits |= 0x0f00'0000; })) << "unknown type of destination";
  EXPECT_FALSE(exact([](Instruction& t) { t.src1.bits |= std::uint64_t{1} << 36; })) << "reserved in a source";
  EXPECT_FALSE(exact([](Instruction& t) { t.src1.bits |= std::uint64_t{8} << 32; })) << "unknown type of source";
  EXPECT_FALSE(exact([](Instruction& t) { t.src1.bits |= 0x1'0000; })) << "offset in a direct source";
  EXPECT_FALSE(exact([](Instruction& t) { t.src1.bits |= std::uint64_t{1} << 40; })) << "index type in a direct one";
  EXPECT_FALSE(exact([](Instruction& t) { t.src1.bits |= std::uint64_t{1} << 48; })) << "component in a direct one";
  EXPECT_FALSE(exact([](Instruction& t) { t.opcode = 0; })) << "mov with a second source";
  EXPECT_FALSE(exact([](Instruction& t) { t.opcode = 0x1c; })) << "ife with a destination";
  EXPECT_FALSE(exact([](Instruction&) {}, Stage::Fragment)) << "attribute in a fragment program";
}

TEST(Format, ShowsNonzeroUnusedFields) {
  const TokenText mov = format_token(
      make(Opcode::Mov, Destination::make(Tmp, 0), Source::make(Var, 0), Source::make(Var, 1)), Stage::Fragment);
  EXPECT_EQ(mov.text, "mov ft0, v0, v1");
  EXPECT_EQ(text_of(mov, mov.src2), "v1");
  const TokenText kil =
      format_token(make(Opcode::Kil, Destination::make(Tmp, 2), Source::make(Var, 0, 0)), Stage::Fragment);
  EXPECT_EQ(kil.text, "kil ft2, v0.x");
  EXPECT_EQ(text_of(kil, kil.dst), "ft2");
}

TEST(Format, UnknownOpcodesShowTheirNumber) {
  EXPECT_EQ(format_token({0x98, {}, {}, {}}, Stage::Vertex).text, "?0x98");
  EXPECT_EQ(format_token({0x99, Destination::make(Tmp, 1), {}, {}}, Stage::Vertex).text, "?0x99 vt1, va0.x, va0.x");
}

}  // namespace
}  // namespace agal

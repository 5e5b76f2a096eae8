// Float literals and line breaks of written text.
#include "writer/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <random>

namespace agal::writer {
namespace {

std::string literal(std::uint32_t bits) {
  Text out(0);
  out.float_literal(bits);
  return out.text();
}

TEST(FloatLiteral, IsShort) {
  EXPECT_EQ(literal(std::bit_cast<std::uint32_t>(1.0f)), "1.0");
  EXPECT_EQ(literal(std::bit_cast<std::uint32_t>(-0.0f)), "-0.0");
  EXPECT_EQ(literal(std::bit_cast<std::uint32_t>(0.1f)), "0.1");
  EXPECT_EQ(literal(std::bit_cast<std::uint32_t>(1e10f)), "1e+10");
}

TEST(FloatLiteral, ReadsBackAsTheSameBits) {
  std::mt19937 random(1);
  for (int i = 0; i < 100000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    if ((bits >> 23 & 0xff) == 0xff) continue;  // skips infinities and NaNs
    const std::string text = literal(bits);
    ASSERT_EQ(std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr)), bits) << text;
    ASSERT_NE(text.find_first_of(".e"), std::string::npos) << text;
  }
}

TEST(Text, BreaksLongLinesAtSpaces) {
  Text out(0);
  out.indent();
  out.begin_line();
  for (int i = 0; i < 100; ++i) out << "word" << static_cast<std::uint32_t>(i) << ", ";
  out.end_line();
  const std::string text = out.text();
  std::string words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, Text::max_columns);
    words += text.substr(text.find_first_not_of(' ', begin), end - text.find_first_not_of(' ', begin)) + " ";
    begin = end + 1;
  }
  for (int i = 0; i < 100; ++i) EXPECT_THAT(words, testing::HasSubstr("word" + std::to_string(i) + ", "));
}

TEST(Text, BreaksOnlyTooLongLines) {
  const std::string first(60, 'x'), second(Text::max_columns - 61, 'y');
  Text out(0);
  out.line(first + " " + second);
  out.line(first + " " + second + "y");
  EXPECT_EQ(out.text(), first + " " + second + "\n" + first + "\n        " + second + "y\n");
}

TEST(Text, FillsContinuationLine) {
  const std::string first(60, 'x'), second = std::string(45, 'y') + " " + std::string(Text::max_columns - 54, 'z');
  Text out(0);
  out.line(first + " " + second);
  EXPECT_EQ(out.text(), first + "\n        " + second + "\n");
}

TEST(Text, GrowsFromAnySize) {
  for (const std::size_t size : {0u, 1u, 64u}) {
    Text out(size);
    std::string expected;
    for (std::uint32_t i = 0; i < 100000; ++i) {
      out << i;
      expected += std::to_string(i);
    }
    EXPECT_EQ(out.text(), expected);
  }
}

TEST(Text, BreaksLinesOutsideOfParentheses) {
  Text out(0);
  for (int i = 0; i < 20; ++i) out.indent();
  out.line("f(" + std::string(30, 'a') + ", g(" + std::string(18, 'b') + ", " + std::string(20, 'c') + "))");
  EXPECT_EQ(out.text(), std::string(40, ' ') + "f(" + std::string(30, 'a') + ",\n" + std::string(48, ' ') + "g(" +
                            std::string(18, 'b') + ", " + std::string(20, 'c') + "))\n");
}

TEST(Text, KeepsLineWithoutSpaces) {
  const std::string word(300, 'x');
  Text out(0);
  out.line(word);
  EXPECT_EQ(out.text(), word + "\n");
}

TEST(Text, LimitsIndentation) {
  Text out(0);
  for (int i = 0; i < 1000; ++i) out.indent();
  out.line("x");
  EXPECT_EQ(out.text(), std::string(40, ' ') + "x\n");
}

}  // namespace
}  // namespace agal::writer

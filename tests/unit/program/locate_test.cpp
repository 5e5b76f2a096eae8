#include "program/locate.hpp"

#include <gtest/gtest.h>

namespace agal::program {
namespace {

Program two_tokens() {
  Program out;
  out.name = "a.vert.agal";
  out.instructions = {{0, Destination::make(RegisterType::Temporary, 0), Source::make(RegisterType::Attribute, 0), {}},
                      {0, Destination::make(RegisterType::Output, 0), Source::make(RegisterType::Temporary, 0), {}}};
  return out;
}

TEST(Locate, Bytecode) {
  const Location location = locate(two_tokens(), 1, Operand::Source1);
  EXPECT_EQ(location.file, "a.vert.agal");
  EXPECT_EQ(location.byte_offset, 7u + 24u);
  EXPECT_EQ(location.token, 2u);
  EXPECT_EQ(location.operand, Operand::Source1);
  EXPECT_EQ(location.stage, Stage::Vertex);
  EXPECT_FALSE(location.line.has_value());
}

TEST(Locate, TextHasLines) {
  Program program = two_tokens();
  program.positions = {{3, 1}, {4, 5}};
  const Location location = locate(program, 1);
  EXPECT_EQ(location.line, 4u);
  EXPECT_EQ(location.column, 5u);
}

TEST(Locate, BehindTheLastToken) {
  Program program = two_tokens();
  program.positions = {{3, 1}, {4, 5}};
  const Location location = locate(program, 2);
  EXPECT_EQ(location.token, 3u);
  EXPECT_EQ(location.byte_offset, 7u + 48u);
  EXPECT_FALSE(location.line.has_value());
}

TEST(Annotate, PutsTheCaretUnderTheOperand) {
  Diagnostic diagnostic;
  diagnostic.location.operand = Operand::Destination;
  annotate(diagnostic, two_tokens(), 1);
  EXPECT_EQ(diagnostic.snippet, "mov op, vt0");
  EXPECT_EQ(diagnostic.caret, 4u);
  EXPECT_EQ(diagnostic.caret_length, 2u);
}

TEST(Annotate, MissingOperandsPointAtTheOpcode) {
  Diagnostic diagnostic;
  diagnostic.location.operand = Operand::Source2;
  annotate(diagnostic, two_tokens(), 0);
  EXPECT_EQ(diagnostic.caret, 0u);
  EXPECT_EQ(diagnostic.caret_length, 3u);
}

TEST(Annotate, NoOperandNoCaret) {
  Diagnostic diagnostic;
  annotate(diagnostic, two_tokens(), 0);
  EXPECT_EQ(diagnostic.snippet, "mov vt0, va0");
  EXPECT_EQ(diagnostic.caret_length, 0u);
}

TEST(Annotate, NoSuchToken) {
  Diagnostic diagnostic;
  annotate(diagnostic, two_tokens(), 2);
  EXPECT_EQ(diagnostic.snippet, "");
}

}  // namespace
}  // namespace agal::program

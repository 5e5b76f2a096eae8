// Locations of tokens and operands in texts and bytecode, and the snippets of diagnostics.
#include "program/locate.hpp"

#include <gtest/gtest.h>

#include <string>

namespace agal::program {
namespace {

Program two_tokens() {
  Program out;
  out.name = "a.vert.agal";
  out.instructions = {{0, Destination::make(RegisterType::Temporary, 0), Source::make(RegisterType::Attribute, 0), {}},
                      {0, Destination::make(RegisterType::Output, 0), Source::make(RegisterType::Temporary, 0), {}}};
  return out;
}

TEST(Locate, BytecodeHasByteOffsetAndToken) {
  const Location location = locate(two_tokens(), 1, Operand::Source1);
  EXPECT_EQ(location.file, "a.vert.agal");
  EXPECT_EQ(location.byte_offset, 7u + 24u);
  EXPECT_EQ(location.token, 2u);
  EXPECT_EQ(location.operand, Operand::Source1);
  EXPECT_EQ(location.stage, Stage::Vertex);
  EXPECT_FALSE(location.line.has_value());
}

// Returns an assembled program with text positions.
Program from_text() {
  Program out = two_tokens();
  out.text = "//! agal 1 vertex\n\n\tmov  vt0,va0.xyzw // first\r\nmov op vt0";
  out.positions = {{3, 2, {20, 17}, {20, 3}, {25, 3}, {29, 8}, {}}, {4, 1, {48, 10}, {48, 3}, {52, 2}, {55, 3}, {}}};
  return out;
}

std::string meant(const Diagnostic& diagnostic) {
  return diagnostic.snippet.substr(diagnostic.caret, diagnostic.caret_length);
}

Diagnostic about(const Program& program, std::size_t token, Operand operand) {
  return diagnose(program, token, operand, diag::Rule::EmptyMask);
}

TEST(Locate, WholeProgramHasFileAndStage) {
  const Location location = locate(from_text());
  EXPECT_EQ(location.file, "a.vert.agal");
  EXPECT_EQ(location.stage, Stage::Vertex);
  EXPECT_FALSE(location.line.has_value());
  EXPECT_FALSE(location.token.has_value());
  EXPECT_FALSE(location.byte_offset.has_value());
}

TEST(Locate, TextHasLineAndColumnOfOperand) {
  const Program program = from_text();
  const auto place = [&](std::size_t token, Operand operand) {
    const Location location = locate(program, token, operand);
    EXPECT_EQ(location.byte_offset, Program::offset_of(token));
    return std::to_string(location.line.value_or(0)) + ":" + std::to_string(location.column.value_or(0));
  };
  EXPECT_EQ(place(0, Operand::None), "3:2");
  EXPECT_EQ(place(0, Operand::Opcode), "3:2");
  EXPECT_EQ(place(0, Operand::Destination), "3:7");
  EXPECT_EQ(place(0, Operand::Source1), "3:11");
  EXPECT_EQ(place(0, Operand::Source2), "3:2");  // a missing operand
  EXPECT_EQ(place(1, Operand::Source1), "4:8");
  EXPECT_EQ(place(1, Operand::None), "4:1");
}

TEST(Locate, UsesPositionOfTokenWithoutText) {
  Program program = two_tokens();
  program.positions = {{3, 1}, {4, 5}};
  const Location location = locate(program, 1, Operand::Destination);
  EXPECT_EQ(location.line, 4u);
  EXPECT_EQ(location.column, 5u);
  EXPECT_EQ(about(program, 1, Operand::Destination).snippet, "mov op, vt0");
}

TEST(Locate, EndOfProgramHasByteOffset) {
  const Location location = locate(from_text(), 2);
  EXPECT_EQ(location.token, 3u);
  EXPECT_EQ(location.byte_offset, 7u + 48u);
  EXPECT_FALSE(location.line.has_value());
}

TEST(Diagnose, ShowsLineOfSource) {
  const Program program = from_text();
  const Diagnostic found = about(program, 0, Operand::Source1);
  EXPECT_EQ(found.snippet, " mov  vt0,va0.xyzw // first");
  EXPECT_EQ(meant(found), "va0.xyzw");
  EXPECT_EQ(meant(about(program, 0, Operand::Destination)), "vt0");
  EXPECT_EQ(meant(about(program, 0, Operand::Source2)), "mov");
  EXPECT_EQ(meant(about(program, 0, Operand::None)), "mov  vt0,va0.xyzw");
  EXPECT_EQ(about(program, 1, Operand::Opcode).snippet, "mov op vt0");
  EXPECT_EQ(meant(about(program, 1, Operand::Source1)), "vt0");
}

TEST(Program, LineOfReturnsTextOfToken) {
  EXPECT_EQ(from_text().line_of(0), "\tmov  vt0,va0.xyzw // first");
  EXPECT_EQ(from_text().line_of(1), "mov op vt0");
  EXPECT_EQ(from_text().line_of(2), "");
  EXPECT_EQ(two_tokens().line_of(0), "");
}

TEST(Diagnose, AcceptsPositionsOutsideText) {
  const Program good = from_text();
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{21}, std::size_t{30}, std::size_t{50}}) {
    Program program = good;
    program.text.resize(size);
    for (const std::size_t token : {std::size_t{0}, std::size_t{1}})
      for (const Operand operand : {Operand::None, Operand::Opcode, Operand::Destination, Operand::Source1}) {
        const Diagnostic found = about(program, token, operand);
        EXPECT_FALSE(found.snippet.empty());
        EXPECT_LE(found.caret, found.snippet.size());
      }
  }
  Program program = good;
  program.positions[0] = {7, 900, {3, 5}, {3, 3}, {900, 1}, {0, 1}, {}};
  EXPECT_EQ(about(program, 0, Operand::Destination).snippet, "mov vt0, va0");
}

TEST(Diagnose, ShowsBytecodeInCanonicalForm) {
  const Diagnostic found = about(two_tokens(), 1, Operand::Destination);
  EXPECT_EQ(found.snippet, "mov op, vt0");
  EXPECT_EQ(meant(found), "op");
  EXPECT_EQ(meant(about(two_tokens(), 1, Operand::Source2)), "mov");
  EXPECT_EQ(meant(about(two_tokens(), 1, Operand::None)), "mov op, vt0");
}

TEST(Diagnose, OmitsSnippetForMissingToken) {
  EXPECT_EQ(about(from_text(), 2, Operand::Opcode).snippet, "");
  const Diagnostic whole = diagnose(from_text(), diag::Rule::EmptyMask);
  EXPECT_EQ(whole.snippet, "");
  EXPECT_EQ(whole.location.file, "a.vert.agal");
}

}  // namespace
}  // namespace agal::program

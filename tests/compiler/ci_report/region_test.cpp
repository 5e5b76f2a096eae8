// The regions of diagnostics in assembly text and in disassemblies.
#include "ci_report/sarif_parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/validate.hpp"

namespace agal::ci_report {
namespace {

// Returns the part of the text that a region covers.
std::string pointed_at(const Diagnostic& diagnostic, std::string_view text) {
  const Region region = region_of(diagnostic, Lines(text));
  EXPECT_GE(region.end_column, region.start_column);
  const std::string_view line = Lines(text).line(region.line);
  return std::string(line.substr(region.start_column - 1, region.end_column - region.start_column));
}

Diagnostic first_found(const Program& program) {
  const Diagnostics found = validate(program);
  EXPECT_FALSE(found.empty());
  return found.empty() ? Diagnostic{} : found[0];
}

Program program_of(std::string_view text) {
  Result<Program> program = assemble(text);
  EXPECT_TRUE(program) << render_text(program.diagnostics());
  return program ? *std::move(program) : Program{};
}

TEST(Region, RefersToDisassembly) {
  Program program = program_of("//! agal 2 fragment\nmov ft0, v0\nifl v0.x, fc0.x\n  mov fc3, ft0\neif\nmov oc, ft0\n");
  program.positions.clear();  // simulates bytecode
  const std::string text = disassemble(program);
  const Diagnostic found = first_found(program);
  EXPECT_EQ(pointed_at(found, text), "fc3");
  const Region region = region_of(found, Lines(text));
  EXPECT_EQ(region.line, 4u);
  EXPECT_EQ(region.start_column, 7u);  // the block is indented
}

TEST(Region, RefersToDirectiveOfInexactToken) {
  Program program = program_of("//! agal 1 fragment\nmov oc, v0\n");
  program.positions.clear();
  program.instructions[0].src1.bits |= std::uint64_t{1} << 60;  // a reserved bit
  const std::string text = disassemble(program);
  ASSERT_NE(text.find(".token"), std::string::npos);
  EXPECT_EQ(pointed_at(first_found(program), text), "v0");
}

TEST(Region, RefersToCanonicalText) {
  const std::string text = "//! agal 1 fragment\n\n   mov fc3, v0  // no\nmov oc, v0\n";
  EXPECT_EQ(pointed_at(first_found(program_of(text)), text), "fc3");
}

TEST(Region, RefersToTextInAnyForm) {
  const std::string text = "//! agal 1 fragment\n\tmov\tfc3.xyzw  v0 \t // no\nmov oc, v0\n";
  EXPECT_EQ(pointed_at(first_found(program_of(text)), text), "fc3.xyzw");
}

TEST(Region, UsesRangeOfAssemblerMessages) {
  const std::string text = "//! agal 1 fragment\r\n\tmov oc, v0\r\n\tmvo ft0, v0\r\n";
  const Result<Program> program = assemble(text);
  ASSERT_TRUE(program.diagnostics().has_errors());
  EXPECT_EQ(pointed_at(program.diagnostics()[0], text), "mvo");
  EXPECT_EQ(region_of(program.diagnostics()[0], Lines(text)).line, 3u);
}

TEST(Region, CountsUtf16CodeUnits) {
  Diagnostic d;
  d.location.line = 1;
  d.location.column = 9;  // counts bytes
  d.snippet = "any";
  d.caret_length = 3;
  // An é of two bytes, a clef of four bytes and two code units, and an invalid byte.
  const Region region = region_of(d, Lines("é𝄞 \xff"
                                           "abc"));
  EXPECT_EQ(region.start_column, 6u);
  EXPECT_EQ(region.end_column, 9u);
}

TEST(Region, IsInsideTextForAnyLocation) {
  for (const std::uint32_t line : {0u, 1u, 2u, 3u, 0xffff'ffffu})
    for (const std::uint32_t column : {1u, 3u, 4u, 99u, 0xffff'ffffu})
      for (const std::uint32_t length : {0u, 1u, 0xffff'ffffu}) {
        Diagnostic d;
        d.location.line = line;
        d.location.column = column;
        d.snippet = "x";
        d.caret_length = length;
        const Region region = region_of(d, Lines("abc\n//\n"));
        EXPECT_GE(region.line, 1u);
        EXPECT_GE(region.start_column, 1u);
        EXPECT_LE(region.start_column, region.end_column);
        EXPECT_LE(region.end_column, 4u);
      }
  EXPECT_EQ(region_of({}, Lines("abc")).line, 1u);
  EXPECT_EQ(region_of({}, Lines("abc")).end_column, 1u);
}

TEST(Lines, EndAtLineBreaksOfAssembly) {
  const Lines lines(
      "\xef\xbb\xbf"
      "a\r\nb\rc\fd\ve\n\ng");
  EXPECT_EQ(lines.line(1), "a");
  EXPECT_EQ(lines.line(2), "b");
  EXPECT_EQ(lines.line(5), "e");
  EXPECT_EQ(lines.line(6), "");
  EXPECT_EQ(lines.line(7), "g");
  EXPECT_EQ(lines.line(8), "");
  EXPECT_EQ(lines.line(0), "");
}

TEST(Uri, EncodesReservedCharacters) {
  EXPECT_EQ(uri_of("ui/water.frag.agal"), "ui/water.frag.agal");
  EXPECT_EQ(uri_of("a b/ü%?#[].agal"), "a%20b/%C3%BC%25%3F%23%5B%5D.agal");
  EXPECT_EQ(uri_of("c:/x"), "c%3A/x");
  EXPECT_EQ(uri_of("\xff\n"), "%FF%0A");
  EXPECT_EQ(uri_of("/tmp/x y"), "file:///tmp/x%20y");
}

}  // namespace
}  // namespace agal::ci_report

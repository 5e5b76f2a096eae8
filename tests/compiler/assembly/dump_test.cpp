// Reads bytecode from the output of common dump tools and from arrays in source code.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"

namespace agal {
namespace {

std::vector<std::byte> program_bytes() {
  return write_bytecode(*assemble("//! agal 1 fragment\nmul ft0, v0, fc0\nmov oc, ft0\n"));
}

// Formats each byte with a format string of {fmt} and joins the results.
std::string joined(std::string_view format, std::string_view separator) {
  std::string out;
  for (const std::byte b : program_bytes())
    out +=
        (out.empty() ? "" : std::string(separator)) + fmt::format(fmt::runtime(format), std::to_integer<unsigned>(b));
  return out;
}

// Formats lines of 16 bytes: an offset, the bytes, and a column of characters.
std::string lines(std::string_view offset, std::string_view format, std::string_view before, std::string_view after) {
  const std::vector<std::byte> bytes = program_bytes();
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 16) {
    std::string row, characters;
    for (std::size_t i = at; i < at + 16 && i < bytes.size(); ++i) {
      row += fmt::format(fmt::runtime(format), std::to_integer<unsigned>(bytes[i]));
      characters += '.';
    }
    out += fmt::format("{}{}{}{}{}\n", fmt::format(fmt::runtime(offset), at), row, before,
                       before.empty() ? "" : characters, after);
  }
  return out;
}

// Formats 16-bit words as hexdump and od print them: the low byte is second. The last word ends with a zero byte that
// is not part of the file.
std::string words(std::string_view offset, std::string_view format) {
  std::vector<std::byte> bytes = program_bytes();
  const std::size_t size = bytes.size();
  bytes.push_back(std::byte{0});
  std::string out;
  for (std::size_t at = 0; at < size; at += 16) {
    out += fmt::format(fmt::runtime(offset), at);
    for (std::size_t i = at; i < at + 16 && i < size; i += 2)
      out += fmt::format(fmt::runtime(format),
                         std::to_integer<unsigned>(bytes[i]) | std::to_integer<unsigned>(bytes[i + 1]) << 8);
    out += '\n';
  }
  return out + fmt::format(fmt::runtime(offset), size) + "\n";
}

bool is_read(const std::string& text) {
  const std::vector<std::byte> expected = program_bytes();
  const Result<Program> program = load_program(std::as_bytes(std::span(text)), "pasted");
  return program && write_bytecode(*program) == expected;
}

TEST(Dump, ReadsListsOfNumbers) {
  for (const std::string& list :
       {joined("{:02x}", ""), joined("{:02X}", " "), joined("{:02x}", ":"), joined("{:02X}", "-"),
        joined("0x{:02x}", ", "), joined("0x{:x}", ","), joined("{}", ", "), joined("\\x{:02x}", "")}) {
    EXPECT_TRUE(is_read(list)) << list;
    EXPECT_TRUE(is_read("[" + list + "]\n")) << list;
  }
}

TEST(Dump, ReadsOutputOfToolsWithOffsets) {
  EXPECT_TRUE(is_read(lines("{:08x}: ", "{:02x} ", " ", "")));                   // xxd -g 1
  EXPECT_TRUE(is_read(lines("{:08x}  ", "{:02x} ", " |", "|") + "00000037\n"));  // hexdump -C
  EXPECT_TRUE(is_read(lines("{:07o} ", "{:02x} ", "", "") + "0000067\n"));       // od -tx1
  EXPECT_TRUE(is_read(lines("{:07o} ", "{:>3} ", "", "") + "0000067\n"));        // od -tu1
  EXPECT_TRUE(is_read(lines("{:06x} ", "{:02x} ", " >", "<") + "000037\n"));     // od -t x1z
  EXPECT_TRUE(is_read(lines("{:08x}: ", "{:08b} ", " ", "")));                   // xxd -b
  EXPECT_TRUE(
      is_read("\n           Path: C:\\a.bin\n\n           00 01 02\n\n" + lines("{:08X}   ", "{:02X} ", " ", "")));
  EXPECT_TRUE(is_read(words("{:07x} ", "{:04x} ")));  // hexdump
  EXPECT_TRUE(is_read(words("{:07o} ", "{:06o} ")));  // od
}

TEST(Dump, ReadsArraysInSourceCode) {
  const std::string hex = joined("0x{:02x}", ", "), decimal = joined("{}", ", ");
  EXPECT_TRUE(is_read("unsigned char a_bin[] = {\n  " + hex + "\n};\nunsigned int a_bin_len = 55;\n"));
  EXPECT_TRUE(is_read("/* header */ static const uint8_t a[55] = { // bytes\n" + hex + " };\n"));
  EXPECT_TRUE(is_read("var a:Vector.<uint> = new <uint>[" + hex + "];"));
  EXPECT_TRUE(is_read("const a = new Uint8Array([" + decimal + "]);\n"));
  EXPECT_TRUE(is_read("pub const A: [u8; 55] = [" + joined("0x{:02X}_u8", ", ") + "];\n"));
  EXPECT_TRUE(is_read("{\"bytes\": [" + decimal + "]}"));
  EXPECT_TRUE(is_read(joined("b.writeByte(0x{:x});", "\n")));
}

TEST(Dump, ReadsStringsAndBase64) {
  EXPECT_TRUE(is_read("a = b'" + joined("\\x{:02x}", "") + "'\n"));
  EXPECT_TRUE(is_read("\"" + joined("\\{:03o}", "") + "\""));
  EXPECT_TRUE(is_read("var a = \"" + joined("\\u{:04x}", "") + "\";"));
  const std::string encoded = "oAEAAAChAQMAAAAAAA8CAAAA5AQAAAAAAADkAQAAAAAAAAAAAA8DAAAA5AIAAAAAAAAAAAAAAA==";
  EXPECT_TRUE(is_read(encoded + "\n"));
  EXPECT_TRUE(is_read("data:application/octet-stream;base64," + encoded));
}

TEST(Dump, LeavesOtherTextToTheAssembler) {
  for (const std::string text : {"mov oc, v0\n", "m44 op, va0, vc[va1.x+4]\n", "{1, 2, 3}", "\"\\xa0\"", "oAEA\n"}) {
    const Result<Program> program = load_program(std::as_bytes(std::span(text)), "text");
    for (const Diagnostic& d : program.diagnostics()) EXPECT_LT(d.code, 3000) << text;
  }
}

}  // namespace
}  // namespace agal

// The bytecode reader.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "agal/bytecode.hpp"
#include "support/corpus.hpp"
#include "support/example.hpp"
#include "support/facility.hpp"

namespace agal {
namespace {

using test::from_hex;
using Bytes = std::vector<std::byte>;

Bytes smallest() {
  return from_hex("a0 01 00 00 00 a1 01 00 00 00 00 00 00 0f 03 00 00 00 e4 04 00 00 00 00 00 00 00 00 00 00 00");
}

std::vector<std::uint16_t> codes(const Diagnostics& diagnostics) {
  std::vector<std::uint16_t> out;
  for (const Diagnostic& diagnostic : diagnostics) out.push_back(diagnostic.code);
  return out;
}

std::vector<std::uint16_t> codes_of(const Bytes& bytes) { return codes(read_bytecode(bytes).diagnostics()); }

TEST(ReadBytecode, ReadsSmallestProgram) {
  const auto program = read_bytecode(smallest(), "a.agal");
  ASSERT_TRUE(program);
  EXPECT_TRUE(program.diagnostics().empty());
  EXPECT_EQ(program->name, "a.agal");
  EXPECT_EQ(program->stage, Stage::Fragment);
  EXPECT_EQ(program->version, 1u);
  ASSERT_EQ(program->instructions.size(), 1u);
  EXPECT_TRUE(program->instructions[0].is(Opcode::Mov));
  EXPECT_EQ(program->instructions[0].dst, Destination::make(RegisterType::Output, 0));
  EXPECT_EQ(program->instructions[0].src1, Source::make(RegisterType::Varying, 0));
  EXPECT_EQ(program->instructions[0].src2.bits, 0u);
  EXPECT_TRUE(program->trailing.empty());
  EXPECT_TRUE(program->positions.empty());
}

TEST(ReadBytecode, ReadsLittleEndianFields) {
  const auto program = read_bytecode(
      from_hex("a0 02 00 00 00 a1 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18"));
  ASSERT_TRUE(program);
  EXPECT_EQ(program->version, 2u);
  const Instruction& token = program->instructions.at(0);
  EXPECT_EQ(token.opcode, 0x04030201u);
  EXPECT_EQ(token.dst.bits, 0x08070605u);
  EXPECT_EQ(token.src1.bits, 0x100f0e0d0c0b0a09u);
  EXPECT_EQ(token.src2.bits, 0x1817161514131211u);
}

TEST(ReadBytecode, KeepsTrailingBytes) {
  Bytes bytes = smallest();
  bytes.resize(bytes.size() + 23, std::byte{0x5a});
  const auto program = read_bytecode(bytes);
  ASSERT_TRUE(program);
  EXPECT_EQ(program->instructions.size(), 1u);
  EXPECT_EQ(program->trailing, Bytes(23, std::byte{0x5a}));
  EXPECT_EQ(write_bytecode(*program), bytes);
  bytes.push_back(std::byte{0});
  EXPECT_EQ(read_bytecode(bytes)->instructions.size(), 2u);
}

TEST(ReadBytecode, RejectsTruncatedProgram) {
  for (std::size_t size = 0; size < 31; ++size) {
    Bytes bytes = smallest();
    bytes.resize(size);
    EXPECT_EQ(codes_of(bytes), std::vector<std::uint16_t>{3615}) << size;
  }
  // The length is checked before the magic.
  EXPECT_EQ(codes_of(from_hex("00 01 02")), std::vector<std::uint16_t>{3615});
}

TEST(ReadBytecode, AcceptsVersionZero) {
  Bytes bytes = smallest();
  bytes[1] = std::byte{0};
  const auto program = read_bytecode(bytes);
  ASSERT_TRUE(program);
  EXPECT_EQ(program->version, 0u);
  EXPECT_EQ(write_bytecode(*program), bytes);
}

TEST(ReadBytecode, RejectsVersionAboveNewest) {
  Bytes bytes = smallest();
  bytes[1] = std::byte{newest_version};
  EXPECT_TRUE(read_bytecode(bytes));
  bytes[1] = std::byte{newest_version + 1};
  EXPECT_EQ(codes_of(bytes), std::vector<std::uint16_t>{3617});
}

TEST(ReadBytecode, ReportsAllHeaderErrorsInPlayerOrder) {
  Bytes bytes = smallest();
  bytes[4] = std::byte{1};
  bytes[5] = std::byte{0};
  bytes[6] = std::byte{2};
  EXPECT_EQ(codes_of(bytes), (std::vector<std::uint16_t>{3617, 3618, 3619}));
  // After a wrong magic, the rest is not checked.
  bytes[0] = std::byte{0xb0};
  EXPECT_EQ(codes_of(bytes), std::vector<std::uint16_t>{3616});
}

TEST(ReadBytecode, MessagesHaveFileAndByteOffset) {
  Bytes bytes = smallest();
  bytes[6] = std::byte{7};
  const auto result = read_bytecode(bytes, "x.agal");
  ASSERT_EQ(result.diagnostics().size(), 1u);
  EXPECT_EQ(result.diagnostics()[0].location.file, "x.agal");
  EXPECT_EQ(result.diagnostics()[0].location.byte_offset, 6u);
  EXPECT_NE(result.diagnostics()[0].message.find("0x07"), std::string::npos);
}

TEST(ReadBytecode, ExamplesOfRulesBreakOnlyTheirRule) {
  for (std::uint16_t code = 3615; code <= 3619; ++code) {
    const RuleInfo* rule = find_rule(code);
    ASSERT_NE(rule, nullptr) << code;
    EXPECT_EQ(codes_of(test::example_bytes(rule->bad)), std::vector<std::uint16_t>{code});
    EXPECT_TRUE(codes_of(test::example_bytes(rule->good)).empty()) << code;
  }
}

TEST(LooksLikeBytecode, ChecksFirstByte) {
  EXPECT_TRUE(looks_like_bytecode(from_hex("a0")));
  EXPECT_FALSE(looks_like_bytecode(from_hex("6d 6f 76")));
  EXPECT_FALSE(looks_like_bytecode({}));
}

// Writing a program gives the bytes that were read, for any tokens.
TEST(RoundTrip, PreservesRandomBytesAfterHeader) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    Bytes bytes = smallest();
    bytes[1] = static_cast<std::byte>(random() % 5);
    bytes[6] = static_cast<std::byte>(random() % 2);
    bytes.resize(31 + random() % 200);
    std::generate(bytes.begin() + 7, bytes.end(), [&] { return static_cast<std::byte>(random()); });
    const auto program = read_bytecode(bytes);
    ASSERT_TRUE(program);
    EXPECT_EQ(write_bytecode(*program), bytes);
  }
}

TEST(RoundTrip, RandomBytesGiveProgramOrError) {
  std::mt19937 random(8);
  for (int round = 0; round < 2000; ++round) {
    Bytes bytes(random() % 100);
    std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<std::byte>(random()); });
    const auto program = read_bytecode(bytes);
    EXPECT_NE(program.has_value(), program.diagnostics().has_errors());
  }
}

TEST(RoundTrip, PreservesCorpus) {
  const test::Corpus& corpus = test::whole_corpus();
  AGAL_WANT(test::Facility::Shared, test::shared_corpus().missing);
  std::size_t count = 0;
  for (const test::CorpusProgram& entry : corpus.programs) {
    if (entry.form != test::Form::Bytecode) continue;
    const auto program = read_bytecode(entry.bytes, entry.path);
    ASSERT_TRUE(program) << entry.path;
    EXPECT_EQ(program->stage, entry.stage) << entry.path;
    EXPECT_EQ(write_bytecode(*program), entry.bytes) << entry.path;
    ++count;
  }
  RecordProperty("programs", static_cast<int>(count));
}

TEST(LargeInput, ReadsTenMegabytes) {
  Bytes bytes = smallest();
  bytes.resize(10'000'000, std::byte{0x1c});
  const auto program = read_bytecode(bytes);
  ASSERT_TRUE(program);
  EXPECT_EQ(program->instructions.size(), (bytes.size() - 7) / 24);
  EXPECT_EQ(write_bytecode(*program), bytes);
}

}  // namespace
}  // namespace agal

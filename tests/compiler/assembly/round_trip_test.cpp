// Disassembling and assembling a program gives the same program.
#include <algorithm>
#include <random>

#include "assembly_support.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"

namespace agal {
namespace {

using namespace agal::test;
using Bytes = std::vector<std::byte>;

// Checks the round trip of a program with all disassembly options.
void expect_round_trip(const Program& program) {
  const Bytes bytes = write_bytecode(program);
  for (const DisassembleOptions options : {DisassembleOptions{}, DisassembleOptions{true, true, true}}) {
    const std::string text = disassemble(program, options);
    const auto again = assemble(text);
    ASSERT_TRUE(again) << program.name << "\n" << text << render_text(again.diagnostics());
    ASSERT_TRUE(again.diagnostics().empty()) << program.name << "\n" << render_text(again.diagnostics());
    ASSERT_EQ(write_bytecode(*again), bytes) << program.name << "\n" << text;
    // The canonical text is a fixed point.
    ASSERT_EQ(disassemble(*again, options), text) << program.name;
  }
}

TEST(RoundTrip, PreservesBytecodeOfCorpus) {
  const Corpus& corpus = whole_corpus();
  AGAL_WANT(Facility::Shared, shared_corpus().missing);
  for (const CorpusProgram& entry : corpus.programs) {
    if (entry.form != Form::Bytecode) continue;
    const auto program = read_bytecode(entry.bytes, entry.path);
    ASSERT_TRUE(program) << entry.path;
    expect_round_trip(*program);
  }
}

TEST(RoundTrip, AssemblesTextsOfCorpus) {
  const Corpus& corpus = whole_corpus();
  AGAL_WANT(Facility::Shared, shared_corpus().missing);
  std::size_t count = 0;
  for (const CorpusProgram& entry : corpus.programs) {
    if (entry.form != Form::Assembly) continue;
    // Programs from SWF files do not have a name that implies the stage.
    AssembleOptions options;
    if (entry.origin == "swf") options.stage = entry.stage;
    const auto program = assemble(entry.text(), entry.path, options);
    ASSERT_TRUE(program) << render_text(program.diagnostics());
    EXPECT_EQ(program->stage, entry.stage) << entry.path;
    expect_round_trip(*program);
    ++count;
  }
  RecordProperty("programs", static_cast<int>(count));
}

TEST(RoundTrip, LenientModeAgreesOnTextsOfCorpus) {
  const Corpus& corpus = shared_corpus();
  AGAL_NEED(Facility::Shared, corpus.missing);
  for (const CorpusProgram& entry : corpus.programs) {
    if (entry.form != Form::Assembly || entry.text().find("tex") != std::string_view::npos) continue;
    const auto strict = assemble(entry.text(), entry.path, {entry.stage, 1, false});
    const auto relaxed = assemble(entry.text(), entry.path, {entry.stage, 1, true});
    ASSERT_TRUE(strict && relaxed) << entry.path;
    EXPECT_EQ(write_bytecode(*strict), write_bytecode(*relaxed)) << entry.path;
  }
}

TEST(RoundTrip, CorpusNeedsNoDirectives) {
  // `.token` is a directive for tokens that assembly cannot express. No program of an engine needs it.
  const Corpus& corpus = shared_corpus();
  AGAL_NEED(Facility::Shared, corpus.missing);
  for (const CorpusProgram& entry : corpus.programs) {
    if (entry.form != Form::Bytecode) continue;
    EXPECT_EQ(disassemble(*read_bytecode(entry.bytes)).find(".token"), std::string::npos) << entry.path;
  }
}

// Nearly all tokens of random bits need the directive `.token`.
TEST(RoundTrip, PreservesRandomTokens) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    Program program;
    program.stage = random() % 2 == 0 ? Stage::Vertex : Stage::Fragment;
    program.version = static_cast<std::uint32_t>(random() % 5);
    for (std::size_t i = 0; i < 1 + random() % 20; ++i)
      program.instructions.push_back(
          {static_cast<std::uint32_t>(random()), {static_cast<std::uint32_t>(random())}, {random()}, {random()}});
    for (std::size_t i = 0; i < random() % 24; ++i) program.trailing.push_back(static_cast<std::byte>(random()));
    expect_round_trip(program);
  }
}

// The tokens resemble real ones. Text can express about one in four exactly, and one in four nearly.
TEST(RoundTrip, PreservesPlausibleTokens) {
  std::mt19937_64 random(2);
  const auto pick = [&](std::uint64_t bits) { return random() & bits; };
  std::size_t exact = 0, total = 0;
  for (int round = 0; round < 300; ++round) {
    Program program;
    program.stage = random() % 2 == 0 ? Stage::Vertex : Stage::Fragment;
    for (int i = 0; i < 20; ++i) {
      const auto op = static_cast<std::uint32_t>(random() % 0x30);
      const auto dst = static_cast<std::uint32_t>(pick(0x070f'000f));
      const std::uint64_t direct = pick(0x7'ff00'000f);
      const std::uint64_t indirect = pick(0x0003'0707'ffff'000f) | std::uint64_t{1} << 63;
      const std::uint64_t sampler = pick(0x1127'1110'00ff'000f) | std::uint64_t{5} << 32;
      Instruction token{op, {dst}, {random() % 3 == 0 ? indirect : direct}, {random() % 2 == 0 ? direct : sampler}};
      const OpcodeInfo* row = token.info();
      if (row != nullptr && random() % 4 != 0) {
        if (row->dest == DestinationRule::None) token.dst = {};
        if (row->src1 == SourceRule::None) token.src1 = {};
        if (row->src2 == SourceRule::None) token.src2 = {};
      }
      // Flips a bit in one of eight tokens.
      if (random() % 8 == 0) token.src1.bits ^= std::uint64_t{1} << random() % 64;
      if (random() % 8 == 0) token.src2.bits ^= std::uint64_t{1} << random() % 64;
      exact += format_token(token, program.stage).exact ? 1u : 0u;
      ++total;
      program.instructions.push_back(token);
    }
    expect_round_trip(program);
  }
  // The test is meaningful only if both kinds occur.
  EXPECT_GT(exact, total / 10);
  EXPECT_LT(exact, total * 9 / 10);
}

// `exact` is true if and only if assembling the text gives the same token.
TEST(RoundTrip, ExactTextAssemblesToTheSameToken) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 4000; ++round) {
    const Stage stage = random() % 2 == 0 ? Stage::Vertex : Stage::Fragment;
    Instruction token{static_cast<std::uint32_t>(random() % 0x30),
                      {static_cast<std::uint32_t>(random() & 0x0f0f'000f)},
                      {random() & 0x8003'0f0f'ff0f'000f},
                      {}};
    if (random() % 2 == 0) token.src1.bits &= 0xf'ff00'ffff;
    if (random() % 2 == 0) token.src2.bits = random() & 0x7327'1335'00ff'000f;
    if (random() % 8 == 0) token.dst.bits |= 0x10'0000;
    const TokenText text = format_token(token, stage);
    const auto again = assemble(text.text, {}, {stage, 1, false});
    const bool same = again && again->instructions.size() == 1 && again->instructions[0] == token;
    EXPECT_EQ(text.exact, same) << text.text;
  }
}

TEST(RoundTrip, PreservesRandomBytesAfterHeader) {
  std::mt19937 random(4);
  for (int round = 0; round < 500; ++round) {
    Bytes bytes(31 + random() % 100);
    std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<std::byte>(random()); });
    const Bytes header{std::byte{0xa0}, static_cast<std::byte>(random() % 5), {}, {}, {},
                       std::byte{0xa1}, static_cast<std::byte>(random() % 2)};
    std::copy(header.begin(), header.end(), bytes.begin());
    const auto program = read_bytecode(bytes);
    ASSERT_TRUE(program);
    expect_round_trip(*program);
  }
}

// Any text gives a result. The result contains an error if and only if it lacks a program.
TEST(RandomText, GivesProgramOrError) {
  std::mt19937 random(5);
  constexpr std::string_view alphabet = "mov add tex kil vtcfs0123.xyzw,<>[]+-/\n\r\t !agl2d\"#\x80\x01";
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::size_t i = 0; i < random() % 80; ++i) text += alphabet[random() % alphabet.size()];
    for (const bool relaxed : {false, true}) {
      const auto program = assemble(text, {}, {Stage::Fragment, {}, relaxed});
      EXPECT_NE(program.has_value(), program.diagnostics().has_errors()) << text;
      if (program) expect_round_trip(*program);
    }
  }
}

// Changes one byte of a good text.
TEST(RandomText, MutatedProgramsGiveProgramOrError) {
  std::mt19937 random(6);
  const std::string good =
      "//! agal 2 fragment\ntex ft0, v0, fs0 <2d, linear, -0.5>\nife ft0.x, fc1.w\nmul ft1.xyz, ft0, fc[ft0.x+3].zyx\n"
      "els\nmov ft1, fc0\neif\n.token 0x27 0x00000000 0x00000002e4000000 0x0\nmov oc, ft1\n.bytes 00 ff\n";
  ASSERT_TRUE(assemble(good));
  for (int round = 0; round < 5000; ++round) {
    std::string text = good;
    text[random() % text.size()] = static_cast<char>(random());
    const auto program = assemble(text);
    EXPECT_NE(program.has_value(), program.diagnostics().has_errors()) << text;
    if (program) expect_round_trip(*program);
  }
}

}  // namespace
}  // namespace agal

// Tests, for every seed, that the generated programs are valid and deterministic, that pairs match, and that lengths
// are about as requested.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/compile.hpp"
#include "agal/validate.hpp"
#include "smith/dice.hpp"
#include "smith/smith.hpp"
#include "support/golden.hpp"

namespace agal::smith {
namespace {

// Returns the options for a seed in these tests: every size and version in turn.
Options options_of(std::uint64_t seed) {
  Options options;
  options.seed = seed;
  options.size = 1 + static_cast<std::uint32_t>(seed * 7 % 120);
  options.version = static_cast<std::uint32_t>(seed % (newest_version + 1));
  return options;
}

// Expects that there are neither errors nor warnings.
void expect_clean(const Diagnostics& found, std::uint64_t seed, const Program& program) {
  EXPECT_TRUE(found.empty()) << "seed " << seed << "\n" << render_text(found) << disassemble(program);
}

TEST(SmithValidity, PairsPassTheStrictestValidation) {
  for (std::uint64_t seed = 1; seed <= 6'000 && !HasFailure(); ++seed) {
    const Pair pair = generate_pair(options_of(seed));
    expect_clean(validate(pair.vertex), seed, pair.vertex);
    expect_clean(validate(pair.fragment), seed, pair.fragment);
    expect_clean(validate_pair(pair.vertex, pair.fragment), seed, pair.fragment);
  }
}

TEST(SmithValidity, SingleProgramsPassTheStrictestValidation) {
  for (std::uint64_t seed = 1; seed <= 2'000 && !HasFailure(); ++seed)
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
      const Program program = generate(stage, options_of(seed));
      EXPECT_EQ(program.stage, stage);
      expect_clean(validate(program), seed, program);
    }
}

TEST(SmithValidity, RejectedFeaturesPassIfAllowed) {
  ValidateOptions validation;
  validation.level = ValidationLevel::Warn;
  validation.allow_reserved = true;
  for (std::uint64_t seed = 1; seed <= 1'000 && !HasFailure(); ++seed) {
    Options options = options_of(seed);
    options.allow_reserved = options.allow_volume = true;
    const Program program = generate(Stage::Fragment, options);
    const Diagnostics found = validate(program, validation);
    for (const Diagnostic& diagnostic : found)
      EXPECT_EQ(diagnostic.code, 3664u) << "seed " << seed << "\n" << render_text(found) << disassemble(program);
    options.allow_volume = false;
    expect_clean(validate(generate(Stage::Fragment, options), {.allow_reserved = true}), seed, program);
  }
}

TEST(SmithValidity, PairsAreLinked) {
  CompileOptions compile_options;
  compile_options.validate_spirv = false;  // tests the compiler, not the generator
  for (std::uint64_t seed = 1; seed <= 400 && !HasFailure(); ++seed) {
    const Pair pair = generate_pair(options_of(seed));
    const Result<LinkedCompilation> linked = link(pair.vertex, pair.fragment, compile_options);
    EXPECT_TRUE(linked.has_value()) << "seed " << seed << "\n" << render_text(linked.diagnostics());
  }
}

TEST(SmithValidity, TextRoundTripPreservesPrograms) {
  for (std::uint64_t seed = 1; seed <= 1'000 && !HasFailure(); ++seed) {
    const Pair pair = generate_pair(options_of(seed));
    for (const Program& program : {pair.vertex, pair.fragment}) {
      const std::string text = disassemble(program);
      const Result<Program> again = assemble(text);
      ASSERT_TRUE(again) << "seed " << seed << "\n" << render_text(again.diagnostics()) << text;
      EXPECT_EQ(write_bytecode(*again), write_bytecode(program)) << "seed " << seed << "\n" << text;
      EXPECT_EQ(text.find(".token"), std::string::npos) << text;
    }
  }
}

TEST(SmithValidity, SizesAreAboutAsRequested) {
  for (std::uint64_t seed = 1; seed <= 200 && !HasFailure(); ++seed)
    for (const std::uint32_t size : {1u, 30u, 100u, 1000u, 5000u}) {
      Options options = options_of(seed);
      options.size = size;
      const Program program = generate(Stage::Fragment, options);
      const std::uint32_t most = version_limits(program.version).tokens;
      EXPECT_LE(program.instructions.size(), std::min(size + 24, most)) << "seed " << seed;
      EXPECT_GE(program.instructions.size(), std::min(size, most) / 2) << "seed " << seed;
      EXPECT_TRUE(validate(program).empty()) << "seed " << seed << ", size " << size;
      if (size >= 1000 && seed > 20) break;  // large sizes are slow
    }
}

// Computes FNV-1a.
std::uint64_t hash(const std::vector<std::byte>& bytes, std::uint64_t seed) {
  for (const std::byte byte : bytes) seed = (seed ^ static_cast<std::uint8_t>(byte)) * 0x100'0000'01b3;
  return seed;
}

TEST(SmithTranscript, IsDeterministicOnAllMachines) {
  EXPECT_EQ(Dice(0).bits(), 0xe220'a839'7b1d'cdafu);  // the published value of SplitMix64
  std::uint64_t sum = 0xcbf2'9ce4'8422'2325;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Pair pair = generate_pair(options_of(seed));
    sum = hash(write_bytecode(pair.vertex), sum);
    sum = hash(write_bytecode(pair.fragment), sum);
    const Pair again = generate_pair(options_of(seed));
    EXPECT_EQ(write_bytecode(again.vertex), write_bytecode(pair.vertex));
    EXPECT_EQ(write_bytecode(again.fragment), write_bytecode(pair.fragment));
  }
  // A change of the generator or of the tables changes this number. Other compilers and machines must not.
  test::expect_golden("tests/lab/smith/checksum.txt", fmt::format("{:#x}\n", sum));
}

TEST(SmithValidity, SeedsDiffer) {
  const Program one = generate(Stage::Vertex, {.seed = 1}), two = generate(Stage::Vertex, {.seed = 2});
  EXPECT_NE(write_bytecode(one), write_bytecode(two));
}

}  // namespace
}  // namespace agal::smith

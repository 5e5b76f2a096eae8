// Random programs through the whole compiler. Whatever the tokens contain, the result is a module that the SPIR-V
// validator accepts, or a message about the input: never a crash or an internal error (5xxx).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/compile.hpp"

namespace agal {
namespace {

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  /// Returns a number from 0 to sides - 1. Distributions of the standard library differ between implementations.
  std::uint32_t roll(std::uint32_t sides) { return static_cast<std::uint32_t>(engine_() % sides); }
  bool chance(std::uint32_t percent) { return roll(100) < percent; }
  std::uint64_t bits() { return std::uint64_t{engine_()} << 32 | engine_(); }

 private:
  std::mt19937 engine_;
};

Stage stage_of(Dice& dice) { return dice.chance(50) ? Stage::Vertex : Stage::Fragment; }

// ---- random fields

Instruction garbage_token(Dice& dice) {
  Instruction token;
  token.opcode = dice.chance(95) ? dice.roll(0x30) : static_cast<std::uint32_t>(dice.bits());
  const auto type = [&] { return static_cast<RegisterType>(dice.roll(dice.chance(90) ? 8 : 16)); };
  const auto number = [&] { return dice.roll(dice.chance(90) ? 4 : 1100); };
  token.dst = Destination::make(type(), number(), static_cast<WriteMask>(dice.roll(16)));
  const auto source = [&] {
    const RegisterType first = type();
    const std::uint32_t n = number();
    const auto swizzle = static_cast<std::uint8_t>(dice.roll(256));
    if (dice.chance(80)) return Source::make(first, n, swizzle);
    return Source::make_indirect(first, type(), n, dice.roll(4), static_cast<std::uint8_t>(dice.roll(256)), swizzle);
  };
  token.src1 = source();
  token.src2 = source();
  if (dice.chance(30)) token.src2 = {SamplerOperand::make(dice.roll(4)).bits | dice.bits() << 36};
  if (dice.chance(5)) token.src1.bits = dice.bits();
  if (dice.chance(5)) token.src2.bits = dice.bits();
  if (dice.chance(5)) token.dst.bits = static_cast<std::uint32_t>(dice.bits());
  return token;
}

Program garbage(Dice& dice) {
  Program program;
  program.stage = stage_of(dice);
  program.version = dice.roll(6);
  const std::uint32_t length = dice.roll(dice.chance(80) ? 4 : 40);
  for (std::uint32_t i = 0; i < length; ++i) program.instructions.push_back(garbage_token(dice));
  return program;
}

// ---- plausible tokens: any combination that level Off accepts

class Sensible {
 public:
  explicit Sensible(Dice& dice) : dice_(dice) {}

  Program program() {
    out_.stage = stage_of(dice_);
    out_.version = 1 + dice_.roll(4);
    const std::uint32_t length = 1 + dice_.roll(30);
    for (std::uint32_t i = 0; i < length; ++i) token();
    while (!else_.empty()) close();
    return std::move(out_);
  }

 private:
  bool vertex() const { return out_.stage == Stage::Vertex; }

  Source readable() {
    const auto swizzle = static_cast<std::uint8_t>(dice_.chance(40) ? swizzle_identity : dice_.roll(256));
    if (dice_.chance(8))
      return Source::make_indirect(RegisterType::Constant,
                                   vertex() && dice_.chance(50) ? RegisterType::Attribute : RegisterType::Temporary,
                                   dice_.roll(3), dice_.roll(4), static_cast<std::uint8_t>(dice_.roll(256)), swizzle);
    const std::uint32_t n = dice_.roll(4);
    switch (dice_.roll(4)) {
      case 0: return Source::make(vertex() ? RegisterType::Attribute : RegisterType::Varying, n, swizzle);
      case 1: return Source::make(RegisterType::Constant, n, swizzle);
      case 2:
        if (vertex() && dice_.chance(20)) return Source::make(RegisterType::InstanceId, 0, swizzle);
    }
    return Source::make(RegisterType::Temporary, n, swizzle);
  }

  Destination writable() {
    const auto mask = static_cast<WriteMask>(dice_.chance(40) ? 0xf : dice_.roll(16));
    if (dice_.chance(75)) return Destination::make(RegisterType::Temporary, dice_.roll(4), mask);
    if (vertex() && dice_.chance(50)) return Destination::make(RegisterType::Varying, dice_.roll(4), mask);
    if (!vertex() && dice_.chance(20)) return Destination::make(RegisterType::Depth, 0, mask);
    return Destination::make(RegisterType::Output, vertex() ? 0 : dice_.roll(4), mask);
  }

  // Each sampler has one dimension. Validation would otherwise reject nearly all programs.
  SamplerOperand sampler() {
    const std::uint32_t n = dice_.roll(3);
    SamplerOperand operand = SamplerOperand::make(n).with(SamplerField::Dim, n);
    operand = operand.with(SamplerField::Special, dice_.roll(8)).with(SamplerField::Mip, dice_.roll(3));
    return dice_.chance(40) ? operand.with_bias(static_cast<std::int8_t>(dice_.roll(256))) : operand;
  }

  void close() {
    if (!else_.back() && dice_.chance(50)) {
      else_.back() = true;
      push(Opcode::Els);
      return;
    }
    else_.pop_back();
    push(Opcode::Eif);
  }

  void push(Opcode opcode) { out_.instructions.push_back({static_cast<std::uint32_t>(opcode), {}, {}, {}}); }

  void token() {
    const OpcodeInfo& row = opcode_table[dice_.roll(static_cast<std::uint32_t>(opcode_table.size()))];
    if (row.status == OpcodeStatus::Tombstone || !covers(row.stage, out_.stage)) return;
    if (row.flow == Flow::Else || row.flow == Flow::EndIf) {
      if (!else_.empty()) close();
      return;
    }
    if (row.flow == Flow::If) {
      if (else_.size() == 6) return;
      else_.push_back(false);
    }
    Instruction token;
    token.opcode = static_cast<std::uint32_t>(row.opcode);
    if (row.dest != DestinationRule::None) token.dst = writable();
    token.src1 = readable();
    if (row.src2 == SourceRule::Sampler)
      token.src2 = {sampler().bits};
    else if (row.src2 != SourceRule::None)
      token.src2 = readable();
    out_.instructions.push_back(token);
  }

  Dice& dice_;
  Program out_;
  // True for each open conditional that had an els.
  std::vector<bool> else_;
};

// ---- random options

CompileOptions options_of(Dice& dice) {
  CompileOptions options;
  options.validation.level = ValidationLevel::Off;
  options.validation.allow_reserved = dice.chance(70);
  options.environment = environment_table[dice.roll(static_cast<std::uint32_t>(environment_table.size()))].environment;
  const bool gl = options.environment == Environment::OpenGL45;
  if (dice.chance(40)) options.constants = gl ? ConstantsMode::Plain : ConstantsMode::Push;
  options.optimization = dice.chance(70) ? Optimization::Full : Optimization::None;
  options.debug_info = dice.chance(30);
  options.flip_y = dice.chance(20);
  if (dice.chance(20)) options.clip_z = ClipZ::NegativeOneToOne;
  Semantics& s = options.semantics;
  if (dice.chance(50)) s.ifg = IfgMode::GreaterEqual;
  if (dice.chance(50)) s.domain = Domain::Abs;
  if (dice.chance(50)) s.normalize_zero = NormalizeZero::Zero;
  s.index_conversion = static_cast<IndexConversion>(dice.roll(3));
  if (dice.chance(50)) s.offset_sign = OffsetSign::Signed;
  if (dice.chance(50)) s.unwritten = Unwritten::Undefined;
  if (dice.chance(50)) s.clamp_index = false;
  return options;
}

bool ours(const Diagnostics& found) {
  for (const Diagnostic& diagnostic : found)
    if (diagnostic.code >= 5000 && diagnostic.code < 6000) return true;
  return false;
}

// Returns true if the program compiled. An internal error fails the test and prints the program.
bool survives(const Program& program, const CompileOptions& options, std::uint32_t seed) {
  const Result<Compilation> result = compile(program, options);
  EXPECT_FALSE(ours(result.diagnostics())) << "seed " << seed << "\n"
                                           << render_text(result.diagnostics()) << disassemble(program);
  EXPECT_TRUE(result || result.diagnostics().has_errors()) << "seed " << seed;
  return result.has_value();
}

TEST(Random, RandomTokensAreCompiledOrRejected) {
  std::uint32_t compiled = 0;
  constexpr std::uint32_t rounds = 20'000;
  for (std::uint32_t seed = 1; seed <= rounds && !testing::Test::HasFailure(); ++seed) {
    Dice dice(seed);
    const Program program = garbage(dice);
    compiled += survives(program, options_of(dice), seed) ? 1u : 0u;
  }
  fmt::print("{} of {} programs of garbage compile\n", compiled, rounds);
  EXPECT_GT(compiled, 0u);
}

TEST(Random, PlausibleProgramsAreCompiled) {
  std::uint32_t compiled = 0;
  constexpr std::uint32_t rounds = 4'000;
  for (std::uint32_t seed = 1; seed <= rounds && !testing::Test::HasFailure(); ++seed) {
    Dice dice(seed);
    const Program program = Sensible(dice).program();
    compiled += survives(program, options_of(dice), seed) ? 1u : 0u;
  }
  fmt::print("{} of {} sensible programs compile\n", compiled, rounds);
  EXPECT_GT(compiled, rounds / 2);
}

TEST(Random, PlausibleProgramsAreCompiledToText) {
  std::uint32_t compiled = 0;
  constexpr std::uint32_t rounds = 600;
  for (std::uint32_t seed = 1; seed <= rounds && !testing::Test::HasFailure(); ++seed) {
    Dice dice(seed + 1'000'000);
    const Program program = Sensible(dice).program();
    CompileOptions options = options_of(dice);
    options.environment.reset();
    options.constants.reset();
    options.target = target_table[dice.roll(static_cast<std::uint32_t>(target_table.size()))].target;
    compiled += survives(program, options, seed + 1'000'000) ? 1u : 0u;
  }
  fmt::print("{} of {} sensible programs become text\n", compiled, rounds);
  EXPECT_GT(compiled, rounds / 3);
}

TEST(Random, PairsAreLinkedOrRejected) {
  for (std::uint32_t seed = 1; seed <= 2'000 && !testing::Test::HasFailure(); ++seed) {
    Dice dice(seed + 2'000'000);
    const auto either = [&] { return dice.chance(50) ? Sensible(dice).program() : garbage(dice); };
    const Program first = either();
    const Program second = either();
    const Result<LinkedCompilation> result = link(first, second, options_of(dice));
    EXPECT_FALSE(ours(result.diagnostics()))
        << "seed " << seed << "\n"
        << render_text(result.diagnostics()) << disassemble(first) << disassemble(second);
    EXPECT_TRUE(result || result.diagnostics().has_errors()) << "seed " << seed;
  }
}

// Files are truncated, or have flipped bits.
TEST(Random, DamagedBytecodeIsCompiledOrRejected) {
  for (std::uint32_t seed = 1; seed <= 2'000 && !testing::Test::HasFailure(); ++seed) {
    Dice dice(seed + 3'000'000);
    std::vector<std::byte> bytes = write_bytecode(Sensible(dice).program());
    for (std::uint32_t flips = dice.roll(4); flips-- > 0;)
      bytes[dice.roll(static_cast<std::uint32_t>(bytes.size()))] ^= static_cast<std::byte>(1u << dice.roll(8));
    if (dice.chance(20)) bytes.resize(dice.roll(static_cast<std::uint32_t>(bytes.size())));
    const Result<Program> program = load_program(bytes);
    if (program)
      survives(*program, options_of(dice), seed);
    else
      EXPECT_TRUE(program.diagnostics().has_errors());
  }
}

}  // namespace
}  // namespace agal

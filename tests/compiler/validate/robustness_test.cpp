// Validates random tokens without a crash. Every accepted program can be translated.
#include <random>

#include "validate/support.hpp"

namespace agal::test {
namespace {

constexpr ValidationLevel levels[] = {ValidationLevel::Strict, ValidationLevel::Warn, ValidationLevel::Off};

// Makes random tokens with mostly valid bits, so that some programs pass many checks.
class TokenMaker {
 public:
  explicit TokenMaker(std::uint32_t seed) : random_(seed) {}

  Instruction make() {
    Instruction token;
    token.opcode = chance(95) ? below(std::uint32_t{opcode_table.size()}) : static_cast<std::uint32_t>(random_());
    const OpcodeInfo* op = token.info();
    const bool known = op != nullptr && op->status != OpcodeStatus::Tombstone;
    if (!known || op->dest != DestinationRule::None || chance(3))
      token.dst = Destination::make(type(), index(), static_cast<WriteMask>(chance(90) ? 15 : below(16)));
    if (!known || op->src1 != SourceRule::None || chance(3)) token.src1 = source();
    if (!known || op->src2 != SourceRule::None || chance(3)) token.src2 = source();
    if (known && op->src2 == SourceRule::Sampler && chance(95))
      token.src2.bits = SamplerOperand::make(index())
                            .with(SamplerField::Dim, chance(90) ? below(3) : below(16))
                            .with(SamplerField::Filter, below(16))
                            .bits;
    if (chance(3)) token.src1.bits ^= std::uint64_t{1} << below(64);
    return token;
  }

 private:
  bool chance(std::uint32_t percent) { return below(100) < percent; }
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  std::uint32_t index() { return chance(90) ? below(4) : chance(80) ? below(1030) : below(65536); }
  RegisterType type() { return static_cast<RegisterType>(chance(98) ? below(8) : below(16)); }
  Source source() {
    if (chance(20))
      return Source::make_indirect(chance(90) ? RegisterType::Constant : type(), type(), index(), below(4),
                                   static_cast<std::uint8_t>(below(256)));
    return Source::make(type(), index(), static_cast<std::uint8_t>(below(256)));
  }

  std::mt19937 random_;
};

// Checks, without `validate`, the guarantees that include/agal/validate.hpp gives for a program without errors.
class Promise {
 public:
  explicit Promise(const Program& program) : program_(program) {}

  std::string broken() const {
    // True for each open conditional that had its els.
    std::vector<bool> open;
    for (const Instruction& token : program_.instructions) {
      const OpcodeInfo* op = token.info();
      if (op == nullptr || op->status != OpcodeStatus::Shipped) return "opcode";
      if (!covers(op->stage, program_.stage)) return "stage of the opcode";
      if (op->flow == Flow::If) open.push_back(false);
      if (op->flow == Flow::Else || op->flow == Flow::EndIf) {
        if (open.empty()) return "balance";
        if (op->flow == Flow::EndIf)
          open.pop_back();
        else if (open.back())
          return "second els";
        else
          open.back() = true;
      }
      if (open.size() > translatable_nesting) return "nesting";
      for (const std::string& part : {source(op->src1, *op, token.src1), source(op->src2, *op, token.src2)})
        if (!part.empty()) return part;
      if (op->dest != DestinationRule::None && !reaches(token.dst.type_code(), token.dst.index(), 1, true))
        return "destination";
    }
    return open.empty() ? "" : "open conditional";
  }

 private:
  bool reaches(std::uint32_t type, std::uint32_t index, std::uint32_t rows, bool write) const {
    const RegisterInfo* row = find_register(type);
    if (row == nullptr) return false;
    if (!(write ? row->writable(program_.stage) : row->readable(program_.stage))) return false;
    std::uint32_t count = translatable_registers;
    if (row->type == RegisterType::Output) count = program_.stage == Stage::Vertex ? 1 : 4;
    if (row->type == RegisterType::Depth || row->type == RegisterType::InstanceId) count = 1;
    return index + rows <= count;
  }
  std::string source(SourceRule rule, const OpcodeInfo& op, Source s) const {
    if (rule == SourceRule::None) return "";
    if (rule == SourceRule::Sampler) {
      const SamplerOperand sampler{s.bits};
      const bool fine =
          sampler.type_code() == 5 && sampler.index() < translatable_registers && sampler.field(SamplerField::Dim) <= 2;
      return fine ? "" : "sampler";
    }
    if (!s.indirect())
      return reaches(s.type_code(), s.index(), rule == SourceRule::Matrix ? op.rows : 1, false) ? "" : "source";
    if (s.type_code() != 1) return "what is addressed indirectly";
    const std::uint32_t index = s.index_type_code();
    const bool may = index == 0 || index == 1 || index == 2 || index == 7;
    return may && reaches(index, s.index(), 1, false) ? "" : "index register";
  }

  const Program& program_;
};

TEST(Robustness, AcceptedProgramsCanBeTranslated) {
  std::size_t passed = 0;
  for (std::uint32_t seed = 0; seed < 15'000; ++seed) {
    TokenMaker maker(seed);
    Program program;
    program.stage = seed % 2 == 0 ? Stage::Vertex : Stage::Fragment;
    program.version = seed / 2 % 5;
    for (std::uint32_t i = 0; i < 1 + seed % 4; ++i) program.instructions.push_back(maker.make());
    for (ValidationLevel level : levels) {
      ValidateOptions options;
      options.level = level;
      options.ignore_limits = seed % 3 == 0;
      const Diagnostics found = validate(program, options);
      if (found.has_errors()) continue;
      ++passed;
      EXPECT_EQ(Promise(program).broken(), "") << "seed " << seed;
    }
    // Level Off must not reject a program that can be translated.
    ValidateOptions off;
    off.level = ValidationLevel::Off;
    const Diagnostics found = validate(program, off);
    if (Promise(program).broken().empty()) {
      EXPECT_TRUE(found.empty()) << "seed " << seed << "\n" << render_text(found);
    }
  }
  EXPECT_GT(passed, 300u);
}

TEST(Robustness, AcceptsRandomTokens) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    Program program;
    program.stage = round % 2 == 0 ? Stage::Vertex : Stage::Fragment;
    program.version = static_cast<std::uint32_t>(random());
    for (int i = 0; i < 20; ++i)
      program.instructions.push_back(
          {round % 3 == 0 ? static_cast<std::uint32_t>(random()) : static_cast<std::uint32_t>(random() % 0x30),
           {static_cast<std::uint32_t>(random())},
           {random()},
           {random()}});
    for (ValidationLevel level : levels) {
      ValidateOptions options;
      options.level = level;
      EXPECT_TRUE(validate(program, options).has_errors());
    }
    EXPECT_TRUE(validate_pair(program, program).has_errors());
  }
}

// The number of messages about hostile input is limited.
TEST(Robustness, LimitsNumberOfFindings) {
  Program program;
  program.instructions.resize(200'000, {0xff, {}, {}, {}});
  const Diagnostics found = validate(program);
  ASSERT_EQ(found.size(), 1001u);
  EXPECT_EQ(found[1000].code, 6900u);
  EXPECT_EQ(found[1000].severity, Severity::Note);
}

TEST(Robustness, LimitsNumberOfFindingsWithinOneToken) {
  Program program = assembled("agal 1 fragment", "add ft0, v0, v1");
  Instruction& wrong = program.instructions[0];
  for (Source* source : {&wrong.src1, &wrong.src2}) source->bits |= std::uint64_t{8} << 32;
  program.instructions.resize(400, wrong);
  for (Instruction& instruction : program.instructions) instruction.dst.bits |= 8u << 24;
  EXPECT_EQ(validate(program).size(), 1001u);
}

TEST(Robustness, ReportsErrorAfterManyWarnings) {
  Program program = assembled("agal 1 vertex", "mov op, va0");
  Instruction reserved = program.instructions[0];
  reserved.dst.bits |= 1u << 31;
  program.instructions.assign(5'000, reserved);
  ValidateOptions options;
  options.level = ValidationLevel::Warn;
  EXPECT_FALSE(validate(program, options).has_errors());
  program.instructions.push_back({0xff, {}, {}, {}});
  EXPECT_TRUE(validate(program, options).has_errors());
}

TEST(Robustness, AcceptsEmptyProgram) { EXPECT_TRUE(validate(Program{}).empty()); }

}  // namespace
}  // namespace agal::test

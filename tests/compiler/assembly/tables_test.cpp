// Assembles everything in the tables, in every combination that text can express.
#include <fmt/format.h>

#include "assembly/foreign.hpp"
#include "assembly_support.hpp"

namespace agal {
namespace {

using namespace agal::test;

Stage stage_for(const OpcodeInfo& row) { return row.stage == Stage::Any ? Stage::Vertex : row.stage; }

AssembleOptions options_for(Stage stage) { return {stage, {}, false}; }

// Returns a line with all operands of the opcode. Each source operand is `source`.
std::string line_for(const OpcodeInfo& row, std::string_view source) {
  const bool vertex = stage_for(row) == Stage::Vertex;
  std::string line(row.text);
  const char* separator = " ";
  const auto append = [&](std::string_view part) {
    line += fmt::format("{}{}", separator, part);
    separator = ", ";
  };
  if (row.dest != DestinationRule::None) append(vertex ? "vt3.xyz" : "ft3.xyz");
  if (row.src1 != SourceRule::None) append(source);
  if (row.src2 == SourceRule::Sampler)
    append(vertex ? "vs1 <2d>" : "fs1 <2d>");
  else if (row.src2 != SourceRule::None)
    append(source);
  return line;
}

// The assembler suggests only opcodes that players accept.
TEST(Tables, SuggestsNoReservedOpcode) {
  constexpr auto words = std::to_array<std::string_view>({
#define AGAL_FOREIGN_OPCODE(word, opcode) word, opcode,
#include "agal/tables/foreign_words.def"
  });
  const auto suggested = [](std::string_view opcode) { return fmt::format("did you mean '{}'?", opcode); };
  for (std::size_t i = 0; i < words.size(); i += 2) EXPECT_EQ(assembly::opcode_help(words[i]), suggested(words[i + 1]));
  for (const OpcodeInfo& row : opcode_table) {
    const std::string misspelled = std::string(row.text) + row.text.back();
    const std::string help = assembly::opcode_help(misspelled);
    if (row.status == OpcodeStatus::Reserved) {
      EXPECT_EQ(help, "") << misspelled;
    } else if (row.status == OpcodeStatus::Shipped && !help.empty()) {
      EXPECT_EQ(help, suggested(row.text));
    }
  }
  EXPECT_EQ(assembly::opcode_help("bgn"), "");
  EXPECT_NE(assembly::opcode_help("sign"), suggested("sgn"));
}

TEST(Tables, AssemblesEveryOpcode) {
  for (const OpcodeInfo& row : opcode_table) {
    if (row.status == OpcodeStatus::Tombstone) continue;
    const Instruction made = token(line_for(row, "v5.zzzz"), options_for(stage_for(row)));
    const Source source = Source::make(RegisterType::Varying, 5, 0xaa);
    EXPECT_EQ(made.opcode, static_cast<std::uint32_t>(row.opcode)) << row.text;
    const Destination dst = Destination::make(RegisterType::Temporary, 3, 7);
    EXPECT_EQ(made.dst.bits, row.dest == DestinationRule::None ? 0u : dst.bits) << row.text;
    EXPECT_EQ(made.src1.bits, row.src1 == SourceRule::None ? 0u : source.bits) << row.text;
    if (row.src2 == SourceRule::Sampler)
      EXPECT_EQ(made.src2.bits, SamplerOperand::make(1).bits) << row.text;
    else
      EXPECT_EQ(made.src2.bits, row.src2 == SourceRule::None ? 0u : source.bits) << row.text;
  }
}

TEST(Tables, EveryOpcodeRejectsWrongOperandCount) {
  for (const OpcodeInfo& row : opcode_table) {
    if (row.status == OpcodeStatus::Tombstone) continue;
    const std::string line = line_for(row, "v5.x");
    EXPECT_EQ(codes_of(line + ", v0", options_for(stage_for(row))), Codes{2021}) << row.text;
    if (row.src1 == SourceRule::None) continue;
    EXPECT_EQ(
        codes_of(line.substr(0, line.rfind(line.find(',') == line.npos ? ' ' : ',')), options_for(stage_for(row))),
        Codes{2021})
        << row.text;
  }
}

TEST(Tables, TombstonesDoNotAssemble) {
  for (const OpcodeInfo& row : opcode_table) {
    if (row.status == OpcodeStatus::Tombstone) {
      EXPECT_EQ(codes_of(row.text, vertex()), Codes{2020}) << row.text;
    }
  }
}

TEST(Tables, AssemblesEveryRegisterNameAsSourceAndDestination) {
  for (const RegisterName& name : register_names) {
    const Stage stage = name.stage == Stage::Any ? Stage::Fragment : name.stage;
    for (std::uint32_t index : {0u, 1u, 7u, 249u, 65535u}) {
      const std::string reg = fmt::format("{}{}", name.text, index);
      const Instruction made = token(fmt::format("mov {}, {}", reg, reg), options_for(stage));
      EXPECT_EQ(made.dst, Destination::make(name.type, index)) << reg;
      const Source source = name.type == RegisterType::Sampler ? Source{SamplerOperand::make(index).bits}
                                                               : Source::make(name.type, index);
      EXPECT_EQ(made.src1, source) << reg;
    }
    // An omitted register number is 0.
    EXPECT_EQ(token(fmt::format("mov {}, v1", name.text), options_for(stage)).dst, Destination::make(name.type, 0));
  }
}

TEST(Tables, AssemblesEveryOpcodeWithEveryRegister) {
  for (const OpcodeInfo& row : opcode_table) {
    if (row.status == OpcodeStatus::Tombstone || row.src1 == SourceRule::None) continue;
    for (const RegisterName& name : register_names) {
      if (!covers(name.stage, stage_for(row))) continue;
      const Instruction made = token(line_for(row, fmt::format("{}1", name.text)), options_for(stage_for(row)));
      EXPECT_EQ(made.src1.type_code(), static_cast<std::uint32_t>(name.type)) << row.text << " " << name.text;
    }
  }
}

TEST(Tables, AssemblesEverySwizzle) {
  constexpr std::string_view letters = "xyzw", colors = "rgba";
  AssembleOptions easy = fragment();
  easy.dialect = Dialect::EasyAgal;
  for (unsigned length = 1; length <= 4; ++length) {
    for (unsigned n = 0; n < 1u << (2 * length); ++n) {
      std::string swizzle, color;
      unsigned expected = 0;
      for (unsigned i = 0; i < 4; ++i) {
        const unsigned lane = n >> (2 * std::min(i, length - 1)) & 3;
        expected |= lane << (2 * i);
        if (i >= length) continue;
        swizzle += letters[lane];
        color += colors[lane];
      }
      EXPECT_EQ(token("mov oc, v0." + swizzle, fragment()).src1.swizzle(), expected) << swizzle;
      EXPECT_EQ(token("mov oc, v0." + color, easy).src1.swizzle(), expected) << color;
    }
  }
}

TEST(Tables, PrintedSwizzlesAssembleToTheSame) {
  for (unsigned swizzle = 0; swizzle < 256; ++swizzle) {
    const std::string text = "mov oc, v0" + swizzle_text(static_cast<std::uint8_t>(swizzle));
    EXPECT_EQ(token(text, fragment()).src1.swizzle(), swizzle) << text;
  }
}

TEST(Tables, AssemblesEveryMaskInBothOrders) {
  for (unsigned mask = 1; mask < 16; ++mask) {
    const std::string text = mask_text(static_cast<WriteMask>(mask));
    EXPECT_EQ(token("mov oc" + text + ", v0", fragment()).dst.mask(), mask);
    EXPECT_EQ(
        token("mov oc" + (text.empty() ? "" : "." + std::string(text.rbegin(), text.rend() - 1)) + ", v0", fragment())
            .dst.mask(),
        mask);
  }
  AssembleOptions easy = fragment();
  easy.dialect = Dialect::EasyAgal;
  EXPECT_EQ(token("mov oc.bgr, v0", easy).dst.mask(), 7u);
}

TEST(Tables, AssemblesEverySamplerOptionAndAlias) {
  for (const SamplerOptionInfo& row : sampler_option_table) {
    const SamplerOperand expected = SamplerOperand::make(2).with(row.field, row.value);
    for (std::string_view word : {row.text, row.alias}) {
      if (word.empty()) continue;
      EXPECT_EQ(token(fmt::format("tex ft0, v0, fs2 <{}>", word), fragment()).sampler(), expected) << word;
    }
  }
}

TEST(Tables, AssemblesEveryPairOfSamplerOptions) {
  for (const SamplerOptionInfo& a : sampler_option_table) {
    for (const SamplerOptionInfo& b : sampler_option_table) {
      const bool joined = a.field == b.field && info(a.field).combine == SamplerCombine::Union;
      const std::uint32_t value = joined ? unsigned{a.value} | b.value : b.value;
      const SamplerOperand expected = SamplerOperand::make(0).with(a.field, a.value).with(b.field, value);
      const std::string text = fmt::format("tex ft0, v0, fs0 <{}, {}>", a.text, b.text);
      EXPECT_EQ(token(text, fragment()).sampler(), expected) << text;
      const bool conflict = a.field == b.field && !joined && a.value != b.value;
      EXPECT_EQ(codes_of(text, fragment()), conflict ? Codes{2053} : Codes{}) << text;
    }
  }
}

TEST(Tables, AssemblesEveryBias) {
  for (int eighths = -128; eighths <= 127; ++eighths) {
    const std::string text = fmt::format("tex ft0, v0, fs0 <{}>", eighths / 8.0);
    EXPECT_EQ(token(text, fragment()).sampler().bias_eighths(), eighths) << text;
    EXPECT_TRUE(codes_of(text, fragment()).empty()) << text;
  }
}

TEST(Tables, AssemblesRelativeAddresses) {
  for (const RegisterName& name : register_names) {
    if (name.stage == Stage::Fragment || name.type == RegisterType::Sampler) continue;
    for (unsigned component = 0; component < 4; ++component) {
      for (unsigned offset : {0u, 1u, 99u, 255u}) {
        const std::string text = fmt::format("mov vt0, vc[{}2.{}+{}].yx", name.text, "xyzw"[component], offset);
        const Source expected = Source::make_indirect(RegisterType::Constant, name.type, 2, component,
                                                      static_cast<std::uint8_t>(offset), 0b00'00'00'01);
        EXPECT_EQ(token(text, vertex()).src1, expected) << text;
      }
    }
  }
}

}  // namespace
}  // namespace agal

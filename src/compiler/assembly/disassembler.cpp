// Writes the canonical text of a program, and explains its tokens.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "agal/assembly.hpp"
#include "base/format.hpp"

namespace agal {
namespace {

constexpr std::size_t indent_width = 2;
// The maximum indentation. Without it, the text of a program with many nested `ife` would grow with the square of its
// length.
constexpr std::size_t max_indent = 16;
constexpr std::size_t bytes_per_line = 16;

// Prints the fields of a token. Each field is a comment line that begins with `indent`.
class Explainer {
 public:
  Explainer(Stage stage, std::string_view indent, std::string& out) : stage_(stage), indent_(indent), out_(out) {}

  void explain(const Instruction& instruction) {
    const OpcodeInfo* row = instruction.info();
    const std::string meaning = row == nullptr ? "unknown" : fmt::format("{}: {}", row->text, row->formula);
    field("opcode", "", 31, 0, instruction.opcode, meaning);
    destination(instruction.dst, row == nullptr || row->dest != DestinationRule::None);
    source("source 1", instruction.src1, row == nullptr ? SourceRule::Vector : row->src1);
    source("source 2", instruction.src2, row == nullptr ? SourceRule::Vector : row->src2);
  }

 private:
  // Prints a line such as `//   source 1  swizzle  31:24  0xe4  xyzw`.
  void field(std::string_view operand, std::string_view name, unsigned high, unsigned low, std::uint64_t value,
             std::string_view meaning) {
    const std::string bits = high == low ? fmt::format("{}", high) : fmt::format("{}:{}", high, low);
    const std::string hex = fmt::format("0x{:0{}x}", value, (high - low) / 4 + 1);
    base::append(out_, "{}//   {:<11}  {:<15}  {:<6}  {:<10}", indent_, operand, name, bits, hex);
    base::append(out_, "{}{}\n", meaning.empty() ? "" : "  ", meaning);
    while (out_.ends_with(" \n")) out_.erase(out_.size() - 2, 1);
  }
  void reserved(std::string_view operand, unsigned high, std::uint64_t value) {
    if (value != 0) field(operand, "reserved", high, 0, value, "should be zero");
  }
  static std::string noun(std::uint32_t type_code) {
    const RegisterInfo* row = find_register(type_code);
    return row == nullptr ? "unknown" : std::string(row->noun);
  }
  static std::string lanes(std::uint8_t swizzle) {
    std::string text;
    for (unsigned i = 0; i < 4; ++i) text += "xyzw"[swizzle >> (2 * i) & 3];
    return text;
  }

  void destination(Destination dst, bool used) {
    constexpr std::string_view operand = "destination";
    if (!used) return field(operand, "", 31, 0, dst.bits, unused(dst.bits));
    field(operand, "register", 15, 0, dst.index(), register_name(dst.type_code(), dst.index(), stage_));
    const std::string mask = mask_text(dst.mask());
    field(operand, "mask", 19, 16, dst.mask(), mask.empty() ? "xyzw" : dst.mask() == 0 ? "none" : mask.substr(1));
    field(operand, "type", 27, 24, dst.type_code(), noun(dst.type_code()));
    reserved(operand, 31, dst.reserved());
  }

  static std::string unused(std::uint64_t bits) { return bits == 0 ? "not used" : "not used, and should be zero"; }

  void source(std::string_view operand, Source source, SourceRule rule) {
    if (rule == SourceRule::None) return field(operand, "", 63, 0, source.bits, unused(source.bits));
    if (source.type() == RegisterType::Sampler) return sampler(operand, SamplerOperand{source.bits});
    if (source.indirect()) return indirect(operand, source);
    field(operand, "register", 15, 0, source.index(), register_name(source.type_code(), source.index(), stage_));
    if (source.offset() != 0) field(operand, "offset", 23, 16, source.offset(), "should be zero in a direct operand");
    field(operand, "swizzle", 31, 24, source.swizzle(), lanes(source.swizzle()));
    field(operand, "type", 35, 32, source.type_code(), noun(source.type_code()));
    if (source.index_type_code() != 0)
      field(operand, "index type", 43, 40, source.index_type_code(), "should be zero in a direct operand");
    if (source.index_component() != 0)
      field(operand, "index component", 49, 48, source.index_component(), "should be zero in a direct operand");
    field(operand, "addressing", 63, 63, 0, "direct");
    reserved(operand, 63, source.reserved());
  }

  void indirect(std::string_view operand, Source source) {
    field(operand, "index register", 15, 0, source.index(),
          register_name(source.index_type_code(), source.index(), stage_));
    field(operand, "offset", 23, 16, source.offset(), std::to_string(source.offset()));
    field(operand, "swizzle", 31, 24, source.swizzle(), lanes(source.swizzle()));
    field(operand, "type", 35, 32, source.type_code(), noun(source.type_code()));
    field(operand, "index type", 43, 40, source.index_type_code(), noun(source.index_type_code()));
    field(operand, "index component", 49, 48, source.index_component(),
          std::string(1, "xyzw"[source.index_component()]));
    field(operand, "addressing", 63, 63, 1, "indirect");
    reserved(operand, 63, source.reserved());
  }

  void sampler(std::string_view operand, SamplerOperand sampler) {
    field(operand, "register", 15, 0, sampler.index(), register_name(sampler.type_code(), sampler.index(), stage_));
    field(operand, "lod bias", 23, 16, static_cast<std::uint8_t>(sampler.bias_eighths()),
          fmt::format("{}", sampler.bias()));
    field(operand, "type", 35, 32, sampler.type_code(), noun(sampler.type_code()));
    for (const SamplerFieldInfo& row : sampler_field_table)
      field(operand, row.noun, row.bit + row.width - 1u, row.bit, sampler.field(row.field), options(sampler, row));
    reserved(operand, 63, sampler.reserved());
  }

  static std::string options(SamplerOperand sampler, const SamplerFieldInfo& field) {
    const std::uint32_t value = sampler.field(field.field);
    if (field.combine == SamplerCombine::Replace) {
      const SamplerOptionInfo* row = find_sampler_option(field.field, value);
      return row == nullptr ? "unknown" : std::string(row->text);
    }
    std::string text;
    std::uint32_t rest = value;
    for (const SamplerOptionInfo& row : sampler_option_table) {
      if (row.field != field.field || (value & row.value) == 0) continue;
      text += fmt::format("{}{}", text.empty() ? "" : ", ", row.text);
      rest &= ~std::uint32_t{row.value};
    }
    if (rest != 0) text += fmt::format("{}unknown", text.empty() ? "" : ", ");
    return text.empty() ? "none" : text;
  }

  Stage stage_;
  std::string_view indent_;
  std::string& out_;
};

class Disassembler {
 public:
  Disassembler(const Program& program, const DisassembleOptions& options) : program_(program), options_(options) {}

  std::string run() && {
    if (options_.header) base::append(out_, "//! agal {} {}\n", program_.version, name(program_.stage));
    for (std::size_t i = 0; i < program_.instructions.size(); ++i) write_token(i);
    write_trailing();
    return std::move(out_);
  }

 private:
  void write_token(std::size_t i) {
    const Instruction& token = program_.instructions[i];
    const Flow flow = token.info() != nullptr ? token.info()->flow : Flow::None;
    if ((flow == Flow::Else || flow == Flow::EndIf) && depth_ > 0) --depth_;
    const std::string indent(std::min(depth_, max_indent) * indent_width, ' ');
    if (options_.offsets) base::append(out_, "{}// 0x{:04x} token {}\n", indent, Program::offset_of(i), i + 1);
    const TokenText text = format_token(token, program_.stage);
    if (text.exact) {
      out_.append(indent).append(text.text) += '\n';
    } else {
      base::append(out_, "{}.token 0x{:02x} 0x{:08x} 0x{:016x} 0x{:016x} // {}\n", indent, token.opcode, token.dst.bits,
                   token.src1.bits, token.src2.bits, text.text);
    }
    if (options_.explain) Explainer(program_.stage, indent, out_).explain(token);
    if (flow == Flow::If || flow == Flow::Else) ++depth_;
  }

  void write_trailing() {
    std::span<const std::byte> rest = program_.trailing;
    if (options_.offsets && !rest.empty())
      base::append(out_, "// 0x{:04x} trailing bytes\n", Program::offset_of(program_.instructions.size()));
    while (!rest.empty()) {
      const auto line = rest.first(std::min(rest.size(), bytes_per_line));
      out_ += ".bytes";
      for (std::byte byte : line) base::append(out_, " {:02x}", std::to_integer<unsigned>(byte));
      out_ += '\n';
      rest = rest.subspan(line.size());
    }
  }

  const Program& program_;
  const DisassembleOptions& options_;
  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string disassemble(const Program& program, const DisassembleOptions& options) {
  return Disassembler(program, options).run();
}

}  // namespace agal

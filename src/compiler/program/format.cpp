// Prints the canonical text of one token, and determines if that text represents all bits of the token.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "agal/program.hpp"

namespace agal {
namespace {

constexpr std::string_view lane_letters = "xyzw";

// A piece of text. `exact` is true if assembling the text gives the original bits.
struct Piece {
  std::string text;
  bool exact = false;
};

// Returns true if an assembler accepts the canonical name of this type in this stage.
bool has_name(std::uint32_t type_code, Stage stage) {
  const RegisterInfo* row = find_register(type_code);
  return row != nullptr && !row->prefix(stage).empty();
}

// Returns the prefix of a known type. If the stage does not have such registers, returns the prefix of the other stage.
std::string_view readable_prefix(const RegisterInfo& row, Stage stage) {
  const std::string_view own = row.prefix(stage);
  return !own.empty() ? own : row.vertex_prefix.empty() ? row.fragment_prefix : row.vertex_prefix;
}

Piece format_destination(Destination dst, Stage stage) {
  return {register_name(dst.type_code(), dst.index(), stage) + mask_text(dst.mask()),
          dst == Destination::make(dst.type(), dst.index(), dst.mask()) && dst.mask() != 0 &&
              has_name(dst.type_code(), stage)};
}

Piece format_indirect(Source source, Stage stage) {
  const RegisterInfo* base = find_register(source.type_code());
  std::string text = base != nullptr ? std::string(readable_prefix(*base, stage))  //
                                     : fmt::format("?{}", source.type_code());
  std::string index = register_name(source.index_type_code(), source.index(), stage);
  // Without a number, AGALMiniAssembler would use the offset as the number of the register.
  const bool numbered = index.find_first_of("0123456789") != index.npos;
  if (source.offset() != 0 && !numbered) index += '0';
  text += fmt::format("[{}.{}", index, lane_letters[source.index_component()]);
  if (source.offset() != 0) text += fmt::format("+{}", source.offset());
  text += "]" + swizzle_text(source.swizzle());
  const Source again = Source::make_indirect(source.type(), source.index_type(), source.index(),
                                             source.index_component(), source.offset(), source.swizzle());
  return {std::move(text), source == again && base != nullptr && has_name(source.type_code(), stage) &&
                               has_name(source.index_type_code(), stage)};
}

// Returns the text of one field of a sampler operand: its option, its flags joined by commas, or a number if no option
// has this value. Adds the bits that the text represents to `again`.
std::string format_sampler_field(SamplerOperand operand, SamplerField field, SamplerOperand& again) {
  const std::uint32_t value = operand.field(field);
  if (info(field).combine == SamplerCombine::Replace) {
    const SamplerOptionInfo* row = find_sampler_option(field, value);
    if (row == nullptr) return fmt::format("{} {}", info(field).noun, value);
    again = again.with(field, value);
    return std::string(row->text);
  }
  std::string text;
  std::uint32_t represented = 0;
  for (const SamplerOptionInfo& row : sampler_option_table) {
    if (row.field != field || (value & row.value) == 0) continue;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", row.text);
    represented |= row.value;
  }
  again = again.with(field, represented);
  if (represented != value)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", info(field).noun, value & ~represented);
  return text;
}

Piece format_sampler(SamplerOperand operand, Stage stage) {
  SamplerOperand again = SamplerOperand::make(operand.index()).with_bias(operand.bias_eighths());
  std::string text = register_name(operand.type_code(), operand.index(), stage) + " <";
  bool first = true;
  const auto append = [&](std::string_view part) {
    if (!first) text += ", ";
    first = false;
    text += part;
  };
  for (SamplerField field : {SamplerField::Dim, SamplerField::Filter, SamplerField::Mip, SamplerField::Wrap})
    append(format_sampler_field(operand, field, again));
  for (SamplerField field : {SamplerField::Format, SamplerField::Special})
    if (operand.field(field) != 0) append(format_sampler_field(operand, field, again));
  if (operand.bias_eighths() != 0) append(fmt::format("{}", operand.bias()));
  text += ">";
  return {std::move(text), operand == again && has_name(operand.type_code(), stage)};
}

// Prints a source. Assemblers write a sampler register in any position with the layout of a sampler operand.
Piece format_source(Source source, Stage stage) {
  if (source.type() == RegisterType::Sampler) return format_sampler(SamplerOperand{source.bits}, stage);
  if (source.indirect()) return format_indirect(source, stage);
  return {
      register_name(source.type_code(), source.index(), stage) + swizzle_text(source.swizzle()),
      source == Source::make(source.type(), source.index(), source.swizzle()) && has_name(source.type_code(), stage)};
}

// The operand fields that the opcode uses.
struct Uses {
  bool dst, src1, src2;
};

}  // namespace

TokenText format_token(const Instruction& instruction, Stage stage) {
  const OpcodeInfo* row = instruction.info();
  const bool assembles = row != nullptr && row->status != OpcodeStatus::Tombstone;
  TokenText out;
  out.text = row != nullptr ? std::string(row->text) : fmt::format("?0x{:02x}", instruction.opcode);
  out.opcode = {0, static_cast<std::uint32_t>(out.text.size())};
  out.exact = assembles;

  // The operands of an unknown opcode cannot be interpreted, so all of them are shown if any is set.
  const bool any = instruction.dst.bits != 0 || instruction.src1.bits != 0 || instruction.src2.bits != 0;
  const Uses uses =
      assembles ? Uses{row->dest != DestinationRule::None, row->src1 != SourceRule::None, row->src2 != SourceRule::None}
                : Uses{any, any, any};
  bool first = true;
  const auto append = [&](TextSpan& span, const Piece& piece, bool used) {
    out.text += first ? " " : ", ";
    first = false;
    span = {static_cast<std::uint32_t>(out.text.size()), static_cast<std::uint32_t>(piece.text.size())};
    out.text += piece.text;
    out.exact = out.exact && used && piece.exact;
  };
  // An operand that should be zero, but is not, is shown too, so that a message can point at it.
  if (uses.dst || instruction.dst.bits != 0) append(out.dst, format_destination(instruction.dst, stage), uses.dst);
  if (uses.src1 || instruction.src1.bits != 0) append(out.src1, format_source(instruction.src1, stage), uses.src1);
  if (uses.src2 || instruction.src2.bits != 0) append(out.src2, format_source(instruction.src2, stage), uses.src2);
  return out;
}

std::optional<NamedRegister> find_register_named(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_of("0123456789"), word.size());
  const auto row = std::find_if(register_names.begin(), register_names.end(),
                                [&](const RegisterName& each) { return each.text == word.substr(0, digits); });
  if (row == register_names.end()) return std::nullopt;
  if (digits == word.size()) return NamedRegister{*row, std::nullopt};
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data() + digits, word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return NamedRegister{*row, number};
}

std::string register_name(std::uint32_t type_code, std::uint32_t index, Stage stage) {
  const RegisterInfo* row = find_register(type_code);
  if (row == nullptr) return fmt::format("?{}[{}]", type_code, index);
  const std::string_view prefix = readable_prefix(*row, stage);
  std::string text(prefix);
  if (index == 0 && !row->numbered) return text;
  std::array<char, 10> digits;  // enough for any 32-bit number
  const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), index).ptr;
  text.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
  return text;
}

std::string mask_text(WriteMask mask) {
  if ((mask & 0xf) == 0xf) return "";
  std::string text = ".";
  for (std::uint32_t i = 0; i < 4; ++i)
    if ((mask >> i & 1) != 0) text += lane_letters[i];
  if (text.size() == 1) text += '_';  // an empty mask, which assembly cannot express
  return text;
}

std::string swizzle_text(std::uint8_t swizzle) {
  if (swizzle == swizzle_identity) return "";
  std::string text;
  for (std::uint32_t i = 0; i < 4; ++i) text += lane_letters[swizzle >> (2 * i) & 3];
  while (text.size() > 1 && text[text.size() - 1] == text[text.size() - 2]) text.pop_back();
  return "." + text;
}

}  // namespace agal

// Prints the canonical text of one token, and determines if that text represents all bits of the token.
#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "agal/program.hpp"
#include "base/format.hpp"

namespace agal {
namespace {

constexpr std::string_view lane_letters = "xyzw";

// The functions below append the text of a part. They return true if assembling the text gives the original bits.

void append_number(std::string& out, std::uint32_t number) {
  std::array<char, 10> digits;  // enough for any 32-bit number
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

void append_numbered(std::string& out, char before, std::uint32_t number) {
  out += before;
  append_number(out, number);
}

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

void append_register(std::string& out, std::uint32_t type_code, std::uint32_t index, Stage stage) {
  const RegisterInfo* row = find_register(type_code);
  if (row == nullptr) {
    append_numbered(out, '?', type_code);
    append_numbered(out, '[', index);
    out += ']';
    return;
  }
  out += readable_prefix(*row, stage);
  if (index != 0 || row->numbered) append_number(out, index);
}

void append_mask(std::string& out, WriteMask mask) {
  if ((mask & 0xf) == 0xf) return;
  out += '.';
  for (std::uint32_t i = 0; i < 4; ++i)
    if ((mask >> i & 1) != 0) out += lane_letters[i];
  if ((mask & 0xf) == 0) out += '_';  // an empty mask, which assembly cannot express
}

void append_swizzle(std::string& out, std::uint8_t swizzle) {
  if (swizzle == swizzle_identity) return;
  const auto lane = [&](std::uint32_t i) { return std::uint32_t{swizzle} >> (2 * i) & 3; };
  std::uint32_t count = 4;
  while (count > 1 && lane(count - 1) == lane(count - 2)) --count;
  out += '.';
  for (std::uint32_t i = 0; i < count; ++i) out += lane_letters[lane(i)];
}

bool append_destination(std::string& out, Destination dst, Stage stage) {
  append_register(out, dst.type_code(), dst.index(), stage);
  append_mask(out, dst.mask());
  return dst == Destination::make(dst.type(), dst.index(), dst.mask()) && dst.mask() != 0 &&
         has_name(dst.type_code(), stage);
}

bool append_indirect(std::string& out, Source source, Stage stage) {
  const RegisterInfo* base = find_register(source.type_code());
  if (base != nullptr)
    out += readable_prefix(*base, stage);
  else
    append_numbered(out, '?', source.type_code());
  out += '[';
  const std::size_t index = out.size();
  append_register(out, source.index_type_code(), source.index(), stage);
  // Without a number, AGALMiniAssembler would use the offset as the number of the register.
  const bool numbered = out.find_first_of("0123456789", index) != out.npos;
  if (source.offset() != 0 && !numbered) out += '0';
  out += '.';
  out += lane_letters[source.index_component()];
  if (source.offset() != 0) append_numbered(out, '+', source.offset());
  out += ']';
  append_swizzle(out, source.swizzle());
  const Source again = Source::make_indirect(source.type(), source.index_type(), source.index(),
                                             source.index_component(), source.offset(), source.swizzle());
  return source == again && base != nullptr && has_name(source.type_code(), stage) &&
         has_name(source.index_type_code(), stage);
}

// Appends a field of a sampler operand: its option, its flags joined by commas, or a number if no option has this
// value. Adds the bits that the text represents to `again`.
void append_sampler_field(std::string& out, SamplerOperand operand, SamplerField field, SamplerOperand& again) {
  const auto append_value = [&](std::uint32_t value) {
    out += info(field).noun;
    append_numbered(out, ' ', value);
  };
  const std::uint32_t value = operand.field(field);
  if (info(field).combine == SamplerCombine::Replace) {
    const SamplerOptionInfo* row = find_sampler_option(field, value);
    if (row == nullptr) return append_value(value);
    again = again.with(field, value);
    out += row->text;
    return;
  }
  std::uint32_t represented = 0;
  for (const SamplerOptionInfo& row : sampler_option_table) {
    if (row.field != field || (value & row.value) == 0) continue;
    if (represented != 0) out += ", ";
    out += row.text;
    represented |= row.value;
  }
  again = again.with(field, represented);
  if (represented == value) return;
  if (represented != 0) out += ", ";
  append_value(value & ~represented);
}

bool append_sampler(std::string& out, SamplerOperand operand, Stage stage) {
  SamplerOperand again = SamplerOperand::make(operand.index()).with_bias(operand.bias_eighths());
  append_register(out, operand.type_code(), operand.index(), stage);
  std::string_view before = " <";
  for (const SamplerField field : {SamplerField::Dim, SamplerField::Filter, SamplerField::Mip, SamplerField::Wrap,
                                   SamplerField::Format, SamplerField::Special}) {
    const bool optional = field == SamplerField::Format || field == SamplerField::Special;
    if (optional && operand.field(field) == 0) continue;
    out += std::exchange(before, ", ");
    append_sampler_field(out, operand, field, again);
  }
  if (operand.bias_eighths() != 0) base::append(out, ", {}", operand.bias());
  out += '>';
  return operand == again && has_name(operand.type_code(), stage);
}

// Appends a source. Assemblers write a sampler register in any position with the layout of a sampler operand.
bool append_source(std::string& out, Source source, Stage stage) {
  if (source.type() == RegisterType::Sampler) return append_sampler(out, SamplerOperand{source.bits}, stage);
  if (source.indirect()) return append_indirect(out, source, stage);
  append_register(out, source.type_code(), source.index(), stage);
  append_swizzle(out, source.swizzle());
  return source == Source::make(source.type(), source.index(), source.swizzle()) && has_name(source.type_code(), stage);
}

// The operand fields that the opcode uses.
struct Uses {
  bool dst, src1, src2;
};

}  // namespace

TokenText format_token(const Instruction& instruction, Stage stage) {
  constexpr std::size_t usual_size = 64;
  const OpcodeInfo* row = instruction.info();
  const bool assembles = row != nullptr && row->status != OpcodeStatus::Tombstone;
  TokenText out;
  out.text.reserve(usual_size);
  if (row != nullptr)
    out.text += row->text;
  else
    base::append(out.text, "?0x{:02x}", instruction.opcode);
  out.opcode = {0, static_cast<std::uint32_t>(out.text.size())};
  out.exact = assembles;

  // The operands of an unknown opcode cannot be interpreted, so all of them are shown if any is set.
  const bool any = instruction.dst.bits != 0 || instruction.src1.bits != 0 || instruction.src2.bits != 0;
  const Uses uses =
      assembles ? Uses{row->dest != DestinationRule::None, row->src1 != SourceRule::None, row->src2 != SourceRule::None}
                : Uses{any, any, any};
  std::string_view before = " ";
  // An operand that should be zero, but is not, is shown too, so that a message can point at it.
  const auto append = [&](TextSpan& span, const auto& operand, bool used, auto append_operand) {
    if (!used && operand.bits == 0) return;
    out.text += std::exchange(before, ", ");
    const std::size_t begin = out.text.size();
    const bool exact = append_operand(out.text, operand, stage);
    span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(out.text.size() - begin)};
    out.exact = out.exact && used && exact;
  };
  append(out.dst, instruction.dst, uses.dst, append_destination);
  append(out.src1, instruction.src1, uses.src1, append_source);
  append(out.src2, instruction.src2, uses.src2, append_source);
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
  std::string text;
  append_register(text, type_code, index, stage);
  return text;
}

std::string mask_text(WriteMask mask) {
  std::string text;
  append_mask(text, mask);
  return text;
}

std::string swizzle_text(std::uint8_t swizzle) {
  std::string text;
  append_swizzle(text, swizzle);
  return text;
}

}  // namespace agal

#include "spirv/module_builder.hpp"

#include <algorithm>
#include <array>
#include <spirv/unified1/spirv.hpp>
#include <utility>

namespace agal::spirv {
namespace {

constexpr std::uint32_t first_word(std::uint32_t op, std::size_t count) {
  return static_cast<std::uint32_t>(count) << 16 | op;
}

constexpr std::size_t longest_literal = 65'535;  // bytes: one of SPIR-V's universal limits

}  // namespace

void ModuleBuilder::emit(Section section, std::uint32_t op, std::initializer_list<std::uint32_t> operands) {
  emit(section, op, std::span(operands.begin(), operands.size()));
}

void ModuleBuilder::emit(Section section, std::uint32_t op, std::span<const std::uint32_t> operands) {
  std::uint32_t* out = words(section).append(1 + operands.size());
  *out = first_word(op, operands.size() + 1);
  std::copy(operands.begin(), operands.end(), out + 1);
}

Id ModuleBuilder::emit_value(std::uint32_t op, Id type, std::span<const std::uint32_t> operands) {
  std::uint32_t* out = words(Section::Code).append(3 + operands.size());
  const Id made = new_id();
  out[0] = first_word(op, operands.size() + 3);
  out[1] = type;
  out[2] = made;
  std::copy(operands.begin(), operands.end(), out + 3);
  return made;
}

void ModuleBuilder::emit_string(Section section, std::uint32_t op, std::initializer_list<std::uint32_t> before,
                                std::string_view text, std::span<const std::uint32_t> after) {
  // A literal ends at its first zero byte, and an instruction has no more than 65,535 words.
  text = text.substr(0, std::min(text.find('\0'), longest_literal));
  const std::size_t string_words = text.size() / 4 + 1;  // zero-terminated, padded with zeros
  const std::size_t count = 1 + before.size() + string_words + after.size();
  std::uint32_t* out = words(section).append(count);
  *out++ = first_word(op, count);
  out = std::copy(before.begin(), before.end(), out);
  std::fill_n(out, string_words, 0u);
  for (std::size_t i = 0; i < text.size(); ++i)
    out[i / 4] |= std::uint32_t{static_cast<unsigned char>(text[i])} << (8 * (i % 4));
  std::copy(after.begin(), after.end(), out + string_words);
}

// The place in the table of `first before… <id> after…`, or the free one where it belongs.
std::size_t ModuleBuilder::slot_of(std::uint32_t first, std::span<const std::uint32_t> before,
                                   std::span<const std::uint32_t> after) const {
  const WordStream& globals = sections_[static_cast<std::size_t>(Section::Globals)];
  std::uint64_t hash = first;
  for (const std::span part : {before, after})
    for (std::uint32_t word : part) hash = (hash ^ word) * 0x9e37'79b9'7f4a'7c15ull, hash ^= hash >> 29;
  std::size_t slot = hash & (known_.size() - 1);
  for (;; slot = (slot + 1) & (known_.size() - 1)) {
    if (known_[slot].id == 0) return slot;
    const std::uint32_t* at = globals.data() + known_[slot].offset;
    if (at[0] == first && std::equal(before.begin(), before.end(), at + 1) &&
        std::equal(after.begin(), after.end(), at + 2 + before.size()))
      return slot;
  }
}

void ModuleBuilder::grow() {
  const base::Buffer<Known> old =
      std::exchange(known_, base::Buffer<Known>(std::max<std::size_t>(64, 2 * known_.size())));
  const WordStream& globals = words(Section::Globals);
  for (const Known& known : old) {
    if (known.id == 0) continue;
    // A type's id is its second word, a constant's its third.
    const std::uint32_t* at = globals.data() + known.offset;
    const std::size_t before = at[1] == known.id ? 0 : 1;
    const std::span<const std::uint32_t> operands(at + 1, (at[0] >> 16) - 1);
    known_[slot_of(at[0], operands.first(before), operands.subspan(before + 1))] = known;
  }
}

Id ModuleBuilder::declare_once(std::uint32_t op, std::span<const std::uint32_t> before,
                               std::span<const std::uint32_t> after) {
  if (4 * known_count_ >= 3 * known_.size()) grow();
  const std::uint32_t first = first_word(op, before.size() + after.size() + 2);
  Known& known = known_[slot_of(first, before, after)];
  if (known.id != 0) return known.id;
  WordStream& globals = words(Section::Globals);
  known = {static_cast<std::uint32_t>(globals.size()), new_id()};
  ++known_count_;
  std::uint32_t* out = globals.append(2 + before.size() + after.size());
  *out++ = first;
  out = std::copy(before.begin(), before.end(), out);
  *out++ = known.id;
  std::copy(after.begin(), after.end(), out);
  return known.id;
}

Id ModuleBuilder::type(std::uint32_t op, std::initializer_list<std::uint32_t> operands) {
  return declare_once(op, {}, {operands.begin(), operands.size()});
}

Id ModuleBuilder::constant(std::uint32_t op, Id type, std::span<const std::uint32_t> operands) {
  return declare_once(op, {&type, 1}, operands);
}

Id ModuleBuilder::variable(Id pointer_type, std::uint32_t storage_class) {
  const Id id = new_id();
  emit(Section::Globals, spv::OpVariable, {pointer_type, id, storage_class});
  return id;
}

Id ModuleBuilder::vector_of(Id scalar, std::uint32_t width) {
  return width == 1 ? scalar : type(spv::OpTypeVector, {scalar, width});
}

Id ModuleBuilder::void_type() { return type(spv::OpTypeVoid, {}); }
Id ModuleBuilder::bool_type(std::uint32_t width) {
  Id& known = bool_types_[width];
  if (known == 0) known = vector_of(type(spv::OpTypeBool, {}), width);
  return known;
}
Id ModuleBuilder::int_type() { return type(spv::OpTypeInt, {32, 1}); }
Id ModuleBuilder::float_type(std::uint32_t width) {
  Id& known = float_types_[width];
  if (known == 0) known = vector_of(type(spv::OpTypeFloat, {32}), width);
  return known;
}

Id ModuleBuilder::pointer(std::uint32_t storage_class, Id pointee) {
  Pointer& known = pointers_[(storage_class ^ pointee) % pointers_.size()];
  if (known.id == 0 || known.storage_class != storage_class || known.pointee != pointee)
    known = {storage_class, pointee, type(spv::OpTypePointer, {storage_class, pointee})};
  return known.id;
}

Id ModuleBuilder::int_constant(std::int32_t value) {
  const std::uint32_t bits = static_cast<std::uint32_t>(value);
  if (bits >= int_constants_.size()) return constant(spv::OpConstant, int_type(), {&bits, 1});
  Id& known = int_constants_[bits];
  if (known == 0) known = constant(spv::OpConstant, int_type(), {&bits, 1});
  return known;
}

Id ModuleBuilder::composite(Id type, std::span<const Id> parts) {
  return parts.size() == 1 ? parts[0] : constant(spv::OpConstantComposite, type, parts);
}

Id ModuleBuilder::float_constant(std::span<const std::uint32_t> lanes) {
  std::array<Id, 4> parts;
  for (std::size_t i = 0; i < lanes.size(); ++i)
    parts[i] = constant(spv::OpConstant, float_type(1), lanes.subspan(i, 1));
  return composite(float_type(static_cast<std::uint32_t>(lanes.size())), {parts.data(), lanes.size()});
}

Id ModuleBuilder::bool_constant(std::span<const std::uint32_t> lanes) {
  std::array<Id, 4> parts;
  for (std::size_t i = 0; i < lanes.size(); ++i)
    parts[i] = constant(lanes[i] != 0 ? spv::OpConstantTrue : spv::OpConstantFalse, bool_type(1), {});
  return composite(bool_type(static_cast<std::uint32_t>(lanes.size())), {parts.data(), lanes.size()});
}

void ModuleBuilder::name(Id id, std::string_view text) { emit_string(Section::Names, spv::OpName, {id}, text); }

void ModuleBuilder::decorate(Id id, std::initializer_list<std::uint32_t> decoration) {
  std::uint32_t operands[4] = {id};
  std::copy(decoration.begin(), decoration.end(), operands + 1);
  emit(Section::Decorations, spv::OpDecorate, std::span<const std::uint32_t>(operands, decoration.size() + 1));
}

std::vector<std::uint32_t> ModuleBuilder::finish(std::uint32_t major, std::uint32_t minor) const {
  std::size_t total = 5;
  for (const WordStream& section : sections_) total += section.size();
  std::vector<std::uint32_t> out;
  out.reserve(total);
  const std::uint32_t no_generator = 0, schema = 0;
  out.insert(out.end(), {spv::MagicNumber, major << 16 | minor << 8, no_generator, bound_, schema});
  for (const WordStream& section : sections_) out.insert(out.end(), section.words().begin(), section.words().end());
  return out;
}

}  // namespace agal::spirv

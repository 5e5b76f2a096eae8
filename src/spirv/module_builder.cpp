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
  Words& out = words(section);
  out.push_back(first_word(op, operands.size() + 1));
  out.insert(out.end(), operands.begin(), operands.end());
}

void ModuleBuilder::emit_string(Section section, std::uint32_t op, std::initializer_list<std::uint32_t> before,
                                std::string_view text, std::span<const std::uint32_t> after) {
  // A literal ends at its first zero byte, and an instruction has no more than 65,535 words.
  text = text.substr(0, std::min(text.find('\0'), longest_literal));
  Words& out = words(section);
  const std::size_t string_words = text.size() / 4 + 1;  // zero-terminated, padded with zeros
  out.push_back(first_word(op, 1 + before.size() + string_words + after.size()));
  out.insert(out.end(), before.begin(), before.end());
  for (std::size_t w = 0; w < string_words; ++w) {
    std::uint32_t word = 0;
    for (std::size_t b = 0; b < 4 && 4 * w + b < text.size(); ++b)
      word |= std::uint32_t{static_cast<unsigned char>(text[4 * w + b])} << (8 * b);
    out.push_back(word);
  }
  out.insert(out.end(), after.begin(), after.end());
}

// The place in the table of `first before… <id> after…`, or the free one where it belongs.
std::size_t ModuleBuilder::slot_of(std::uint32_t first, std::span<const std::uint32_t> before,
                                   std::span<const std::uint32_t> after) const {
  const Words& globals = sections_[static_cast<std::size_t>(Section::Globals)];
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
  const std::vector<Known> old =
      std::exchange(known_, std::vector<Known>(std::max<std::size_t>(64, 2 * known_.size())));
  const Words& globals = words(Section::Globals);
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
  Words& out = words(Section::Globals);
  known = {static_cast<std::uint32_t>(out.size()), new_id()};
  ++known_count_;
  out.push_back(first);
  out.insert(out.end(), before.begin(), before.end());
  out.push_back(known.id);
  out.insert(out.end(), after.begin(), after.end());
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
Id ModuleBuilder::bool_type(std::uint32_t width) { return vector_of(type(spv::OpTypeBool, {}), width); }
Id ModuleBuilder::int_type() { return type(spv::OpTypeInt, {32, 1}); }
Id ModuleBuilder::float_type(std::uint32_t width) { return vector_of(type(spv::OpTypeFloat, {32}), width); }
Id ModuleBuilder::pointer(std::uint32_t storage_class, Id pointee) {
  return type(spv::OpTypePointer, {storage_class, pointee});
}

Id ModuleBuilder::int_constant(std::int32_t value) {
  const std::uint32_t bits = static_cast<std::uint32_t>(value);
  return constant(spv::OpConstant, int_type(), {&bits, 1});
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

Words ModuleBuilder::finish(std::uint32_t major, std::uint32_t minor) const {
  std::size_t total = 5;
  for (const Words& section : sections_) total += section.size();
  Words out;
  out.reserve(total);
  const std::uint32_t no_generator = 0, schema = 0;
  out.insert(out.end(), {spv::MagicNumber, major << 16 | minor << 8, no_generator, bound_, schema});
  for (const Words& section : sections_) out.insert(out.end(), section.begin(), section.end());
  return out;
}

}  // namespace agal::spirv

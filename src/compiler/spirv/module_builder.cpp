#include "spirv/module_builder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace agal::spirv {
namespace {

constexpr std::size_t max_literal_bytes = 65'535;  // bytes: one of SPIR-V's universal limits

// Copies operands. A loop is faster than memcpy for a few operands.
std::uint32_t* put(std::uint32_t* out, std::span<const std::uint32_t> operands) {
  for (const std::uint32_t operand : operands) *out++ = operand;
  return out;
}

bool same(std::span<const std::uint32_t> operands, const std::uint32_t* at) {
  for (const std::uint32_t operand : operands)
    if (operand != *at++) return false;
  return true;
}

// Packs text into words. The first byte is the lowest byte of the first word. `out` must be zero-initialized.
void copy_text(std::string_view text, std::uint32_t* out) {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(out, text.data(), text.size());
  } else {
    for (std::size_t i = 0; i < text.size(); ++i)
      out[i / 4] |= std::uint32_t{static_cast<unsigned char>(text[i])} << (8 * (i % 4));
  }
}

}  // namespace

ModuleBuilder::ModuleBuilder() : known_(64) {
  reserve(Section::Names, 128);
  reserve(Section::Decorations, 128);
  reserve(Section::Globals, 512);
}

void ModuleBuilder::put_string(Section section, spv::Op op, std::span<const std::uint32_t> before,
                               std::string_view text, std::span<const ValueId> after) {
  // A literal ends at its first zero byte, and an instruction has at most 65,535 words.
  text = text.substr(0, std::min(text.find('\0'), max_literal_bytes));
  const std::size_t string_words = text.size() / 4 + 1;  // zero-terminated, padded with zeros
  const std::size_t count = 1 + before.size() + string_words + after.size();
  std::uint32_t* out = words(section).append(count);
  *out++ = first_word(op, count);
  out = put(out, before);
  std::fill_n(out, string_words, 0u);
  copy_text(text, out);
  out += string_words;
  for (const ValueId id : after) *out++ = word(id);
}

// Returns the slot of the instruction `first before… <id> after…` in the hash table, or the free slot for it.
std::size_t ModuleBuilder::slot_of(std::uint32_t first, std::span<const std::uint32_t> before,
                                   std::span<const std::uint32_t> after) const {
  const WordStream& globals = sections_[static_cast<std::size_t>(Section::Globals)];
  std::uint64_t hash = first;
  for (const std::uint32_t word : before) hash = (hash ^ word) * 0x9e37'79b9'7f4a'7c15ull;
  for (const std::uint32_t word : after) hash = (hash ^ word) * 0x9e37'79b9'7f4a'7c15ull;
  std::size_t slot = hash >> 32 & (known_.size() - 1);
  for (;; slot = (slot + 1) & (known_.size() - 1)) {
    if (known_[slot].id == 0) return slot;
    const std::uint32_t* at = globals.data() + known_[slot].offset;
    if (at[0] == first && same(before, at + 1) && same(after, at + 2 + before.size())) return slot;
  }
}

void ModuleBuilder::grow() {
  const base::Buffer<Known> old = std::exchange(known_, base::Buffer<Known>(2 * known_.size()));
  const WordStream& globals = words(Section::Globals);
  for (const Known& known : old) {
    if (known.id == 0) continue;
    // The id of a type is its second word, the id of a constant is its third word.
    const std::uint32_t* at = globals.data() + known.offset;
    const std::size_t before = at[1] == known.id ? 0 : 1;
    const std::span<const std::uint32_t> operands(at + 1, (at[0] >> 16) - 1);
    known_[slot_of(at[0], operands.first(before), operands.subspan(before + 1))] = known;
  }
}

std::uint32_t ModuleBuilder::declare_once(spv::Op op, std::span<const std::uint32_t> before,
                                          std::span<const std::uint32_t> after) {
  if (4 * known_count_ >= 3 * known_.size()) grow();
  const std::uint32_t first = first_word(op, before.size() + after.size() + 2);
  Known& known = known_[slot_of(first, before, after)];
  if (known.id != 0) return known.id;
  WordStream& globals = words(Section::Globals);
  known = {static_cast<std::uint32_t>(globals.size()), bound_++};
  ++known_count_;
  std::uint32_t* out = globals.append(2 + before.size() + after.size());
  *out++ = first;
  out = put(out, before);
  *out++ = known.id;
  put(out, after);
  return known.id;
}

TypeId ModuleBuilder::vector_of(TypeId scalar, std::uint32_t width) {
  return width == 1 ? scalar : type(spv::OpTypeVector, scalar, width);
}

TypeId ModuleBuilder::declare_bool(std::uint32_t width) {
  return bool_types_[width] = vector_of(type(spv::OpTypeBool), width);
}
TypeId ModuleBuilder::type_int() {
  const std::uint32_t bits = 32, is_signed = 1;
  return type(spv::OpTypeInt, bits, is_signed);
}
TypeId ModuleBuilder::declare_float(std::uint32_t width) {
  const std::uint32_t bits = 32;
  return float_types_[width] = vector_of(type(spv::OpTypeFloat, bits), width);
}

TypeId ModuleBuilder::type_image(spv::Dim dimension) {
  const std::uint32_t no_depth = 0, not_arrayed = 0, single_sampled = 0, with_sampler = 1;
  return type(spv::OpTypeImage, type_float(1), dimension, no_depth, not_arrayed, single_sampled, with_sampler,
              spv::ImageFormatUnknown);
}

TypeId ModuleBuilder::type_pointer(spv::StorageClass storage, TypeId pointee) {
  Pointer& known = pointers_[(word(storage) ^ word(pointee)) % pointers_.size()];
  if (known.storage != storage || known.pointee != pointee)
    known = {storage, pointee, type(spv::OpTypePointer, storage, pointee)};
  return known.id;
}

ValueId ModuleBuilder::constant_int(std::int32_t value) {
  const std::uint32_t bits = word(value);
  if (bits >= int_constants_.size()) return constant(spv::OpConstant, type_int(), {&bits, 1});
  ValueId& known = int_constants_[bits];
  if (known == ValueId::None) known = constant(spv::OpConstant, type_int(), {&bits, 1});
  return known;
}

ValueId ModuleBuilder::composite(TypeId type, std::span<const std::uint32_t> parts) {
  return parts.size() == 1 ? static_cast<ValueId>(parts[0]) : constant(spv::OpConstantComposite, type, parts);
}

ValueId ModuleBuilder::constant_float(std::span<const std::uint32_t> lanes) {
  std::array<std::uint32_t, 4> parts;
  for (std::size_t i = 0; i < lanes.size(); ++i)
    parts[i] = word(constant(spv::OpConstant, type_float(1), lanes.subspan(i, 1)));
  return composite(type_float(word(lanes.size())), {parts.data(), lanes.size()});
}

ValueId ModuleBuilder::constant_bool(std::span<const std::uint32_t> lanes) {
  std::array<std::uint32_t, 4> parts;
  for (std::size_t i = 0; i < lanes.size(); ++i)
    parts[i] = word(constant(lanes[i] != 0 ? spv::OpConstantTrue : spv::OpConstantFalse, type_bool(1), {}));
  return composite(type_bool(word(lanes.size())), {parts.data(), lanes.size()});
}

ValueId ModuleBuilder::variable(TypeId pointer, spv::StorageClass storage) {
  const auto id = new_id<ValueId>();
  emit(Section::Globals, spv::OpVariable, pointer, id, storage);
  return id;
}

ValueId ModuleBuilder::function(TypeId result, TypeId type) {
  const auto id = new_id<ValueId>();
  emit(Section::Code, spv::OpFunction, result, id, spv::FunctionControlMaskNone, type);
  return id;
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

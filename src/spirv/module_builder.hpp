// A SPIR-V module under construction: one word vector per section, ids, and hash-consed types and constants.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "spirv/word_stream.hpp"

namespace agal::spirv {

using Id = std::uint32_t;

class ModuleBuilder {
 public:
  /// The sections, in the order of the specification.
  enum class Section : std::uint8_t {
    Capabilities,
    Imports,
    MemoryModel,
    EntryPoints,
    Modes,
    Debug,
    Names,
    Decorations,
    Globals,
    Code,
    Count
  };

  /// Reserves space for the interface of most programs.
  ModuleBuilder();

  Id new_id() { return bound_++; }
  void reserve(Section section, std::size_t count) { words(section).reserve(count); }

  /// Appends one instruction: `op` and its operand words.
  void emit(Section section, std::uint32_t op, std::span<const std::uint32_t> operands) {
    std::uint32_t* out = words(section).append(1 + operands.size());
    out[0] = first_word(op, 1 + operands.size());
    for (std::size_t i = 0; i < operands.size(); ++i) out[1 + i] = operands[i];
  }
  void emit(Section section, std::uint32_t op, std::initializer_list<std::uint32_t> operands) {
    emit(section, op, std::span(operands.begin(), operands.size()));
  }
  /// Appends `op`, a result type, a new id as its result, and operand words to the code. Returns the id.
  Id emit_value(std::uint32_t op, Id type, std::span<const std::uint32_t> operands) {
    std::uint32_t* out = words(Section::Code).append(3 + operands.size());
    out[0] = first_word(op, 3 + operands.size());
    out[1] = type;
    out[2] = bound_;
    for (std::size_t i = 0; i < operands.size(); ++i) out[3 + i] = operands[i];
    return bound_++;
  }
  /// Appends `op`, operand words, a literal string, and more operand words.
  void emit_string(Section section, std::uint32_t op, std::initializer_list<std::uint32_t> before,
                   std::string_view text, std::span<const std::uint32_t> after = {});

  /// An instruction of the Globals section without a result type (OpType…), deduplicated by its operands.
  Id type(std::uint32_t op, std::initializer_list<std::uint32_t> operands);
  /// A constant of the Globals section, deduplicated by type and operands.
  Id constant(std::uint32_t op, Id type, std::span<const std::uint32_t> operands);
  Id variable(Id pointer_type, std::uint32_t storage_class);

  // The types and constants that our modules use.
  Id void_type();
  Id bool_type(std::uint32_t width) { return bool_types_[width] != 0 ? bool_types_[width] : declare_bool(width); }
  Id int_type();
  Id float_type(std::uint32_t width) { return float_types_[width] != 0 ? float_types_[width] : declare_float(width); }
  Id pointer(std::uint32_t storage_class, Id pointee);
  Id int_constant(std::int32_t value);
  // A scalar or a vector, by the bits of its lanes.
  Id float_constant(std::span<const std::uint32_t> lanes);
  Id bool_constant(std::span<const std::uint32_t> lanes);

  void name(Id id, std::string_view text);
  void decorate(Id id, std::initializer_list<std::uint32_t> decoration);

  std::size_t size(Section section) const { return sections_[static_cast<std::size_t>(section)].size(); }

  /// Header and all sections.
  std::vector<std::uint32_t> finish(std::uint32_t major, std::uint32_t minor) const;

 private:
  static constexpr std::uint32_t first_word(std::uint32_t op, std::size_t count) {
    return static_cast<std::uint32_t>(count) << 16 | op;
  }

  struct Known {
    std::uint32_t offset;  // of the instruction in Globals
    Id id;
  };
  WordStream& words(Section section) { return sections_[static_cast<std::size_t>(section)]; }
  Id declare_once(std::uint32_t op, std::span<const std::uint32_t> before, std::span<const std::uint32_t> after);
  std::size_t slot_of(std::uint32_t first, std::span<const std::uint32_t> before,
                      std::span<const std::uint32_t> after) const;
  void grow();
  Id declare_bool(std::uint32_t width);
  Id declare_float(std::uint32_t width);
  Id vector_of(Id scalar, std::uint32_t width);
  Id composite(Id type, std::span<const Id> parts);

  WordStream sections_[static_cast<std::size_t>(Section::Count)];
  base::Buffer<Known> known_;  // hash table of the deduplicated instructions in Globals; id 0: free
  std::size_t known_count_ = 0;
  Id bound_ = 1;

  // Caches for the most frequent requests, by width, number, and pointee; 0: not declared yet.
  std::array<Id, 5> float_types_{}, bool_types_{};
  std::array<Id, 64> int_constants_{};
  struct Pointer {
    std::uint32_t storage_class = 0;
    Id pointee = 0, id = 0;
  };
  std::array<Pointer, 8> pointers_;
};

using Section = ModuleBuilder::Section;

}  // namespace agal::spirv

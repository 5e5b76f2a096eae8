// Builds a SPIR-V module: one word stream per section, hash-consed types and constants, and a function for each
// instruction that agalc uses. The operands of the functions are in the order of the specification.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <spirv/unified1/spirv.hpp>
#include <string_view>
#include <vector>

#include "base/buffer.hpp"

namespace agal::spirv {

// Ids have a separate type for each kind of result. The value 0 means that the id does not exist.
enum class TypeId : std::uint32_t { None };
enum class ValueId : std::uint32_t { None };  // a constant, a variable, a function, or the result of an instruction
enum class LabelId : std::uint32_t { None };
enum class StringId : std::uint32_t { None };
enum class ImportId : std::uint32_t { None };

/// The words of one section. It is like a vector, but allocates the space of an instruction at once, so that the words
/// are written without checks.
class WordStream {
 public:
  /// Appends `count` uninitialized words and returns them.
  std::uint32_t* append(std::size_t count) {
    if (storage_.size() - size_ < count) reserve(size_ + count);
    std::uint32_t* at = storage_.data() + size_;
    size_ += count;
    return at;
  }

  /// Reserves space for this number of words in total.
  void reserve(std::size_t words) {
    if (words > storage_.size()) storage_.resize(std::max({words, 2 * storage_.size(), std::size_t{64}}));
  }

  std::size_t size() const { return size_; }
  const std::uint32_t* data() const { return storage_.data(); }
  std::span<const std::uint32_t> words() const { return {storage_.data(), size_}; }

 private:
  base::Buffer<std::uint32_t> storage_;
  std::size_t size_ = 0;
};

/// The sections of a module, in the order of the specification.
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

class ModuleBuilder {
 public:
  /// Reserves space for the interface of most programs.
  ModuleBuilder();

  /// Returns an id for an instruction that is appended later.
  template <class Id>
  Id new_id() {
    return static_cast<Id>(bound_++);
  }
  void reserve(Section section, std::size_t count) { words(section).reserve(count); }

  /// Returns the header and all sections.
  std::vector<std::uint32_t> finish(std::uint32_t major, std::uint32_t minor) const;

  // ---- before the types

  void capability(spv::Capability capability) { emit(Section::Capabilities, spv::OpCapability, capability); }
  void ext_inst_import(ImportId id, std::string_view name) {
    emit_string(Section::Imports, spv::OpExtInstImport, name, {}, id);
  }
  void memory_model(spv::AddressingModel addressing, spv::MemoryModel memory) {
    emit(Section::MemoryModel, spv::OpMemoryModel, addressing, memory);
  }
  void entry_point(spv::ExecutionModel model, ValueId function, std::string_view name,
                   std::span<const ValueId> interface) {
    emit_string(Section::EntryPoints, spv::OpEntryPoint, name, interface, model, function);
  }
  void execution_mode(ValueId entry_point, spv::ExecutionMode mode) {
    emit(Section::Modes, spv::OpExecutionMode, entry_point, mode);
  }
  StringId string(std::string_view text) {
    const auto id = new_id<StringId>();
    emit_string(Section::Debug, spv::OpString, text, {}, id);
    return id;
  }
  void source(spv::SourceLanguage language, std::uint32_t version, StringId file) {
    emit(Section::Debug, spv::OpSource, language, version, file);
  }
  template <class Id>
  void name(Id target, std::string_view text) {
    emit_string(Section::Names, spv::OpName, text, {}, target);
  }
  void member_name(TypeId type, std::uint32_t member, std::string_view text) {
    emit_string(Section::Names, spv::OpMemberName, text, {}, type, member);
  }
  template <class Id, class... Literals>
  void decorate(Id target, spv::Decoration decoration, Literals... literals) {
    emit(Section::Decorations, spv::OpDecorate, target, decoration, literals...);
  }
  void member_decorate(TypeId type, std::uint32_t member, spv::Decoration decoration, std::uint32_t literal) {
    emit(Section::Decorations, spv::OpMemberDecorate, type, member, decoration, literal);
  }

  // ---- types, constants and variables; types and constants are deduplicated

  TypeId type_void() { return type(spv::OpTypeVoid); }
  /// type_bool and type_float return a scalar type if the width is 1, otherwise a vector type.
  TypeId type_bool(std::uint32_t width) {
    return bool_types_[width] != TypeId::None ? bool_types_[width] : declare_bool(width);
  }
  TypeId type_int();
  TypeId type_float(std::uint32_t width) {
    return float_types_[width] != TypeId::None ? float_types_[width] : declare_float(width);
  }
  /// Returns a type of images that are sampled as float, not arrayed and not multisampled.
  TypeId type_image(spv::Dim dimension);
  TypeId type_sampler() { return type(spv::OpTypeSampler); }
  TypeId type_sampled_image(TypeId image) { return type(spv::OpTypeSampledImage, image); }
  TypeId type_array(TypeId element, ValueId length) { return type(spv::OpTypeArray, element, length); }
  TypeId type_struct(TypeId member) { return type(spv::OpTypeStruct, member); }
  TypeId type_pointer(spv::StorageClass storage, TypeId pointee);
  TypeId type_function(TypeId result) { return type(spv::OpTypeFunction, result); }

  ValueId constant_int(std::int32_t value);
  /// constant_float and constant_bool return a scalar or a vector with these bits in its lanes.
  ValueId constant_float(std::span<const std::uint32_t> lanes);
  ValueId constant_bool(std::span<const std::uint32_t> lanes);
  ValueId undef(TypeId type) { return constant(spv::OpUndef, type, {}); }

  ValueId variable(TypeId pointer, spv::StorageClass storage);

  // ---- code

  ValueId function(TypeId result, TypeId type);
  void function_end() { emit(Section::Code, spv::OpFunctionEnd); }
  void label(LabelId id) { emit(Section::Code, spv::OpLabel, id); }
  void line(StringId file, std::uint32_t line, std::uint32_t column) {
    emit(Section::Code, spv::OpLine, file, line, column);
  }

  ValueId load(TypeId type, ValueId pointer) { return result(spv::OpLoad, type, pointer); }
  void store(ValueId pointer, ValueId object) { emit(Section::Code, spv::OpStore, pointer, object); }
  ValueId access_chain(TypeId pointer, ValueId base, std::span<const ValueId> indexes) {
    return result_of_list(spv::OpAccessChain, pointer, indexes, base);
  }

  ValueId composite_extract(TypeId type, ValueId composite, std::uint32_t index) {
    return result(spv::OpCompositeExtract, type, composite, index);
  }
  ValueId composite_construct(TypeId type, std::span<const ValueId> constituents) {
    return result_of_list(spv::OpCompositeConstruct, type, constituents);
  }
  ValueId vector_shuffle(TypeId type, ValueId first, ValueId second, std::span<const std::uint32_t> components) {
    return result_of_list(spv::OpVectorShuffle, type, components, first, second);
  }

  ValueId sampled_image(TypeId type, ValueId image, ValueId sampler) {
    return result(spv::OpSampledImage, type, image, sampler);
  }
  ValueId image_sample_implicit_lod(TypeId type, ValueId image, ValueId coordinate) {
    return result(spv::OpImageSampleImplicitLod, type, image, coordinate);
  }
  ValueId image_sample_bias(TypeId type, ValueId image, ValueId coordinate, ValueId bias) {
    return result(spv::OpImageSampleImplicitLod, type, image, coordinate, spv::ImageOperandsBiasMask, bias);
  }
  ValueId image_sample_lod(TypeId type, ValueId image, ValueId coordinate, ValueId lod) {
    return result(spv::OpImageSampleExplicitLod, type, image, coordinate, spv::ImageOperandsLodMask, lod);
  }
  ValueId image_sample_grad(TypeId type, ValueId image, ValueId coordinate, ValueId dx, ValueId dy) {
    return result(spv::OpImageSampleExplicitLod, type, image, coordinate, spv::ImageOperandsGradMask, dx, dy);
  }

  /// Appends an operation that only has values as operands.
  ValueId operation(spv::Op op, TypeId type, std::span<const ValueId> operands) {
    return result_of_list(op, type, operands);
  }
  ValueId ext_inst(TypeId type, ImportId set, std::uint32_t instruction, std::span<const ValueId> operands) {
    return result_of_list(spv::OpExtInst, type, operands, set, instruction);
  }

  ValueId phi(TypeId type, ValueId first, LabelId first_parent, ValueId second, LabelId second_parent) {
    return result(spv::OpPhi, type, first, first_parent, second, second_parent);
  }
  void selection_merge(LabelId merge) {
    emit(Section::Code, spv::OpSelectionMerge, merge, spv::SelectionControlMaskNone);
  }
  void branch(LabelId target) { emit(Section::Code, spv::OpBranch, target); }
  void branch_conditional(ValueId condition, LabelId yes, LabelId no) {
    emit(Section::Code, spv::OpBranchConditional, condition, yes, no);
  }
  void kill() { emit(Section::Code, spv::OpKill); }
  void return_void() { emit(Section::Code, spv::OpReturn); }

 private:
  template <class Operand>
  static constexpr std::uint32_t word(Operand operand) {
    return static_cast<std::uint32_t>(operand);
  }
  static constexpr std::uint32_t first_word(spv::Op op, std::size_t count) {
    return static_cast<std::uint32_t>(count) << 16 | word(op);
  }
  WordStream& words(Section section) { return sections_[static_cast<std::size_t>(section)]; }

  /// Appends one instruction.
  template <class... Operands>
  void emit(Section section, spv::Op op, Operands... operands) {
    std::uint32_t* out = words(section).append(1 + sizeof...(operands));
    *out = first_word(op, 1 + sizeof...(operands));
    ((*++out = word(operands)), ...);
  }
  /// Appends an instruction whose operands are `before`, the literal string, and the ids in `after`.
  template <class... Operands>
  void emit_string(Section section, spv::Op op, std::string_view text, std::span<const ValueId> after,
                   Operands... before) {
    put_string(section, op, std::array{word(before)...}, text, after);
  }
  /// Appends an instruction with a result to the code. `operands` precede the operands in `list`.
  template <class Operand, class... Operands>
  ValueId result_of_list(spv::Op op, TypeId type, std::span<const Operand> list, Operands... operands) {
    const std::size_t count = 3 + sizeof...(operands) + list.size();
    std::uint32_t* out = words(Section::Code).append(count);
    const auto id = new_id<ValueId>();
    *out++ = first_word(op, count);
    *out++ = word(type);
    *out++ = word(id);
    ((*out++ = word(operands)), ...);
    for (const Operand operand : list) *out++ = word(operand);
    return id;
  }
  template <class... Operands>
  ValueId result(spv::Op op, TypeId type, Operands... operands) {
    return result_of_list(op, type, std::span<const ValueId>(), operands...);
  }

  template <class... Operands>
  TypeId type(spv::Op op, Operands... operands) {
    return static_cast<TypeId>(declare_once(op, {}, std::array<std::uint32_t, sizeof...(operands)>{word(operands)...}));
  }
  ValueId constant(spv::Op op, TypeId type, std::span<const std::uint32_t> operands) {
    const std::array before{word(type)};
    return static_cast<ValueId>(declare_once(op, before, operands));
  }

  struct Known {
    std::uint32_t offset;  // the instruction's position in Globals
    std::uint32_t id;
  };
  void put_string(Section section, spv::Op op, std::span<const std::uint32_t> before, std::string_view text,
                  std::span<const ValueId> after);
  std::uint32_t declare_once(spv::Op op, std::span<const std::uint32_t> before, std::span<const std::uint32_t> after);
  std::size_t slot_of(std::uint32_t first, std::span<const std::uint32_t> before,
                      std::span<const std::uint32_t> after) const;
  void grow();
  TypeId declare_bool(std::uint32_t width);
  TypeId declare_float(std::uint32_t width);
  TypeId vector_of(TypeId scalar, std::uint32_t width);
  ValueId composite(TypeId type, std::span<const std::uint32_t> parts);

  WordStream sections_[static_cast<std::size_t>(Section::Count)];
  base::Buffer<Known> known_;  // a hash table of the deduplicated instructions in Globals; free slots have the id 0
  std::size_t known_count_ = 0;
  std::uint32_t bound_ = 1;

  // Caches for the most frequent requests, by width, number or pointee. None if the type or constant is not declared
  // yet.
  std::array<TypeId, 5> float_types_{}, bool_types_{};
  std::array<ValueId, 64> int_constants_{};
  struct Pointer {
    spv::StorageClass storage = spv::StorageClassMax;
    TypeId pointee = TypeId::None, id = TypeId::None;
  };
  std::array<Pointer, 8> pointers_;
};

}  // namespace agal::spirv

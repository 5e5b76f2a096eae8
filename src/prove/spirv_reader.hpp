// Reads a SPIR-V module into tables of types, constants, variables and functions. Invalid modules are safe to read:
// missing words read as zero, and unknown ids have no type.
#pragma once

#include <spirv/unified1/spirv.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "agal/isa.hpp"

namespace agal::prove {

using Id = std::uint32_t;

struct SpirvType {
  spv::Op op = spv::OpNop;
  /// The type of the elements of a vector or an array, the columns of a matrix, the target of a pointer, or the image
  /// of a sampled image.
  Id element = 0;
  std::uint32_t count = 0;      // the number of elements
  std::uint32_t dimension = 0;  // the `Dim` operand of an image
  std::vector<Id> members;      // the types of a struct's members
  std::uint32_t scalars = 0;    // the number of lanes; 1 for an image or a sampler, 2 for a sampled image
  /// The number of locations of a uniform of OpenGL: one for each number, vector, matrix and sampler in it.
  std::uint32_t locations = 1;
};

/// The maximum number of lanes of a type. Larger types are counted as this many.
inline constexpr std::uint32_t max_scalars = 1 << 16;

/// Decorations of an id, or of a member of a struct.
struct Decorations {
  std::optional<std::uint32_t> location, binding, set, built_in, offset, array_stride, matrix_stride;
  bool row_major = false, relaxed = false;
  bool centroid = false;
  bool buffer = false;        // true for a storage buffer (BufferBlock)
  bool block = false;         // true for an interface block
  bool interpolated = false;  // true for an interpolation that AGAL does not have, such as Flat
  bool strange = false;       // true for a decoration that AGAL cannot express, such as Component
  std::string semantic;       // the semantic of HLSL, as the front end spells it
};

struct SpirvInstruction {
  spv::Op op = spv::OpNop;
  std::span<const std::uint32_t> words;  // all words, beginning with the word of the opcode
  std::uint32_t at = 0;                  // the index of the first word in the module

  std::uint32_t operator[](std::size_t i) const { return i < words.size() ? words[i] : 0; }
  std::size_t size() const { return words.size(); }
};

/// Calls `fn(id)` for each operand that may be an id, in an instruction of a function body. Literals are skipped.
template <class Fn>
void for_each_id(const SpirvInstruction& inst, Fn&& fn) {
  // The index of the first literal, and the index of the first id after the literals.
  std::size_t literal = inst.size(), again = inst.size();
  switch (inst.op) {
    case spv::OpExtInst: literal = 4, again = 5; break;
    case spv::OpVariable: literal = 3, again = 4; break;
    case spv::OpStore:
    case spv::OpLoopMerge:
    case spv::OpCopyMemory: literal = 3; break;
    case spv::OpSelectionMerge: literal = 2; break;
    case spv::OpLoad:
    case spv::OpCompositeExtract:
    case spv::OpBranchConditional: literal = 4; break;
    case spv::OpVectorShuffle:
    case spv::OpCompositeInsert: literal = 5; break;
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleExplicitLod:
    case spv::OpImageSampleProjImplicitLod:
    case spv::OpImageSampleProjExplicitLod:
    case spv::OpImageFetch:
    case spv::OpImageRead: literal = 5, again = 6; break;
    case spv::OpImageSampleDrefImplicitLod:
    case spv::OpImageSampleDrefExplicitLod:
    case spv::OpImageSampleProjDrefImplicitLod:
    case spv::OpImageSampleProjDrefExplicitLod:
    case spv::OpImageGather:
    case spv::OpImageDrefGather: literal = 6, again = 7; break;
    case spv::OpSwitch:
      for (std::size_t i = 1; i < inst.size(); ++i)
        if (i < 3 || i % 2 == 0) fn(inst[i]);
      return;
    default: break;
  }
  for (std::size_t i = 1; i < inst.size(); ++i)
    if (i < literal || i >= again) fn(inst[i]);
}

struct SpirvBlock {
  Id label = 0;
  std::vector<SpirvInstruction> body;  // the last instruction is the terminator
};

struct SpirvFunction {
  std::vector<Id> parameters;
  std::vector<SpirvBlock> blocks;
  std::unordered_map<Id, std::uint32_t> numbers;  // the index in `blocks` by label
};

struct SpirvVariable {
  Id id = 0, type = 0;  // `type` is the type of the value, not the pointer type
  spv::StorageClass storage = spv::StorageClassPrivate;
  Id initial = 0;  // the initializer; 0 if there is none
};

/// The contents of a module. The words that were passed to `read_spirv` must outlive it. The keys of
/// `member_decorations` and `member_names` are `id << 32 | member`.
struct SpirvModule {
  std::vector<SpirvType> types;             // the first entry is the type of unknown ids
  std::vector<std::uint32_t> type_numbers;  // the index in `types` by id
  std::unordered_map<Id, Decorations> decorations;
  std::unordered_map<std::uint64_t, Decorations> member_decorations;
  std::unordered_map<Id, std::string> names;
  std::unordered_map<std::uint64_t, std::string> member_names;
  std::vector<SpirvInstruction> constants;  // in the order of the module
  std::vector<SpirvVariable> variables;     // module-scope variables that the entry point may use
  std::unordered_map<Id, SpirvFunction> functions;
  std::unordered_set<Id> foreign_textures;  // types of textures that AGAL does not have
  std::string entry_name;
  spv::SourceLanguage language = spv::SourceLanguageUnknown;  // the language of the source text
  std::uint32_t version = 0;                                  // the version of that language
  Id extended = 0;                                            // the import of GLSL.std.450
  Id entry_point = 0;                                         // the function of the chosen entry point
  std::uint32_t bound = 0;
  bool relaxed = false;         // true if a value that is used in computations has RelaxedPrecision
  bool relaxed_colors = false;  // true if an output, or a vector that is only built for an output, has RelaxedPrecision
  bool replaces_depth = false;  // true if the execution mode DepthReplacing is set
  std::string problem;          // the reason if the module cannot be compared; "" if it can

  const SpirvType& type(Id id) const { return types[id < type_numbers.size() ? type_numbers[id] : 0]; }
  const Decorations& of(Id id) const;
  const Decorations& of_member(Id id, std::uint32_t member) const;
  std::string_view name(Id id) const;
  std::string_view member_name(Id id, std::uint32_t member) const;
};

/// Returns the names of ids and members in a module.
std::vector<std::string> names_in(std::span<const std::uint32_t> words);

/// Returns the kind of an image with this dimension.
TextureKind kind_of(std::uint32_t dimension);

/// Reads a module. `model` and `name` choose the entry point: the name decides if there are several of the stage.
/// Returns nullopt if the words are not SPIR-V, or if the stage does not have an entry point.
std::optional<SpirvModule> read_spirv(std::span<const std::uint32_t> words, spv::ExecutionModel model,
                                      std::string_view name);

}  // namespace agal::prove

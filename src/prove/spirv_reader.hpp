// The words of a SPIR-V module, in tables: types, constants, variables, functions. Any words may be read: what is not
// there reads as zero, and an id that does not exist as one without a type.
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
  Id element = 0;           // of a vector, a matrix (its columns), an array; the pointee; the image of a sampled image
  std::uint32_t count = 0;  // elements
  std::uint32_t dimension = 0;  // of an image
  std::vector<Id> members;      // of a struct
  std::uint32_t scalars = 0;    // how many lanes a value has: 1 for an image or a sampler
};

/// The lanes of a type are counted up to here.
inline constexpr std::uint32_t max_scalars = 1 << 16;

/// Decorations of an id, or of a member of a struct.
struct Decorations {
  std::optional<std::uint32_t> location, binding, set, built_in, offset, array_stride, matrix_stride;
  bool row_major = false, relaxed = false;
  bool centroid = false;
  bool buffer = false;        // a storage buffer
  bool block = false;         // an interface block
  bool interpolated = false;  // otherwise than in AGAL
  bool strange = false;       // what AGAL has no word for: a part of a location
  std::string semantic;       // of HLSL, in upper case
};

struct SpirvInstruction {
  spv::Op op = spv::OpNop;
  std::span<const std::uint32_t> words;  // the first is that of the opcode
  std::uint32_t at = 0;                  // index of the first word in the module

  std::uint32_t operator[](std::size_t i) const { return i < words.size() ? words[i] : 0; }
  std::size_t size() const { return words.size(); }
};

/// Calls `fn(id)` for each operand of an instruction of a function that may be an id. Literals are skipped.
template <class Fn>
void for_each_id(const SpirvInstruction& inst, Fn&& fn) {
  // The first word that is a literal, and the first one after it that is an id again.
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
  std::vector<SpirvInstruction> body;  // the last is the terminator
};

struct SpirvFunction {
  std::vector<Id> parameters;
  std::vector<SpirvBlock> blocks;
  std::unordered_map<Id, std::uint32_t> numbers;  // of the blocks, by label
};

struct SpirvVariable {
  Id id = 0, type = 0;  // the type that it points to
  spv::StorageClass storage = spv::StorageClassPrivate;
  Id initial = 0;  // 0: none
};

/// A module that was read. `words` must outlive it.
struct SpirvModule {
  std::vector<SpirvType> types;             // the first is none
  std::vector<std::uint32_t> type_numbers;  // by id: in `types`
  std::unordered_map<Id, Decorations> decorations;
  std::unordered_map<std::uint64_t, Decorations> member_decorations;  // by id << 32 | member
  std::unordered_map<Id, std::string> names;
  std::unordered_map<std::uint64_t, std::string> member_names;
  std::vector<SpirvInstruction> constants;  // in order
  std::vector<SpirvVariable> variables;     // those of the module that the entry point may use
  std::unordered_map<Id, SpirvFunction> functions;
  std::unordered_set<Id> foreign_textures;                    // types of textures that AGAL does not have
  std::string entry_name;                                     // of the entry point
  spv::SourceLanguage language = spv::SourceLanguageUnknown;  // of the text that it was made of
  std::uint32_t version = 0;                                  // of that language
  Id extended = 0;                                            // the import of GLSL.std.450
  Id entry_point = 0;                                         // the function that was chosen
  std::uint32_t bound = 0;
  bool relaxed = false;         // whether a value that is computed with has RelaxedPrecision
  bool relaxed_colors = false;  // whether an output has it, or a vector that is only made to be written there
  bool replaces_depth = false;  // whether it says that it writes the depth
  std::string problem;          // what changes the meaning of the rest, and AGAL does not have

  const SpirvType& type(Id id) const { return types[id < type_numbers.size() ? type_numbers[id] : 0]; }
  const Decorations& of(Id id) const;
  const Decorations& of_member(Id id, std::uint32_t member) const;
  std::string_view name(Id id) const;
  std::string_view member_name(Id id, std::uint32_t member) const;
};

/// The names of ids and members in the words of a module.
std::vector<std::string> names_in(std::span<const std::uint32_t> words);

/// The kind of an image, by its dimension.
TextureKind kind_of(std::uint32_t dimension);

/// Reads the entry point of a stage; if there are several, the one of this name. nullopt: these are not words of
/// SPIR-V, or there is no entry point of the stage.
std::optional<SpirvModule> read_spirv(std::span<const std::uint32_t> words, spv::ExecutionModel model,
                                      std::string_view name);

}  // namespace agal::prove

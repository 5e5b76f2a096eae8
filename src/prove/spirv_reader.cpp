#include "prove/spirv_reader.hpp"

#include <fmt/format.h>
#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <unordered_set>

#include "spirv/emit.hpp"

namespace agal::prove {
namespace {

std::uint64_t member_key(Id id, std::uint32_t member) { return std::uint64_t{id} << 32 | member; }

std::string string_at(const SpirvInstruction& inst, std::size_t first) {
  std::string out;
  for (std::size_t i = first; i < inst.size(); ++i)
    for (std::uint32_t k = 0; k < 4; ++k) {
      const auto c = static_cast<char>(inst[i] >> (8 * k));
      if (c == 0) return out;
      out += c;
    }
  return out;
}

void decorate(Decorations& d, std::uint32_t decoration, std::uint32_t value) {
  switch (decoration) {
    case spv::DecorationLocation: d.location = value; break;
    case spv::DecorationBinding: d.binding = value; break;
    case spv::DecorationDescriptorSet: d.set = value; break;
    case spv::DecorationBuiltIn: d.built_in = value; break;
    case spv::DecorationOffset: d.offset = value; break;
    case spv::DecorationArrayStride: d.array_stride = value; break;
    case spv::DecorationMatrixStride: d.matrix_stride = value; break;
    case spv::DecorationRowMajor: d.row_major = true; break;
    case spv::DecorationRelaxedPrecision: d.relaxed = true; break;
    case spv::DecorationCentroid: d.centroid = true; break;
    case spv::DecorationBufferBlock: d.buffer = true; break;
    case spv::DecorationBlock: d.block = true; break;
    case spv::DecorationFlat:
    case spv::DecorationNoPerspective:
    case spv::DecorationSample: d.interpolated = true; break;
    case spv::DecorationComponent:
    case spv::DecorationIndex: d.strange = d.strange || value != 0; break;
    case spv::DecorationColMajor:
    case spv::DecorationInvariant:
    case spv::DecorationNoContraction:
    case spv::DecorationUserSemantic: break;
    default: d.strange = true; break;
  }
}

// Returns true for a type of texture that AGAL has: 2D, cube or 3D, with float texels. Depth textures, arrays and
// multisampled textures are excluded.
bool is_texture(const SpirvInstruction& inst, const SpirvModule& module) {
  const bool dimension = inst[3] == spv::Dim2D || inst[3] == spv::DimCube || inst[3] == spv::Dim3D;
  return module.type(inst[2]).op == spv::OpTypeFloat && dimension && inst[4] != 1 && inst[5] == 0 && inst[6] == 0;
}

class Reader {
 public:
  Reader(spv::ExecutionModel model, std::string_view name) : model_(model), name_(name) {}

  bool run(std::span<const std::uint32_t> words, SpirvModule& module) {
    if (words.size() < 5 || words[0] != spv::MagicNumber || words[3] > spirv::max_bound) return false;
    module.bound = words[3];
    module.types.resize(1);
    module.type_numbers.assign(std::min<std::size_t>(module.bound, words.size()), 0);  // fewer ids than words
    for (std::size_t at = 5; at < words.size();) {
      const std::uint32_t length = words[at] >> 16;
      if (length == 0 || length > words.size() - at) return false;
      instruction({static_cast<spv::Op>(words[at] & 0xffff), words.subspan(at, length), static_cast<std::uint32_t>(at)},
                  module);
      at += length;
    }
    return choose_entry_point(module) && module.functions.contains(module.entry_point);
  }

 private:
  bool choose_entry_point(SpirvModule& m) {
    std::erase_if(entries_, [&](const SpirvInstruction& entry) { return entry[1] != model_; });
    if (entries_.empty()) return false;
    const auto named =
        std::ranges::find_if(entries_, [&](const SpirvInstruction& each) { return string_at(each, 3) == name_; });
    if (named == entries_.end() && entries_.size() > 1) m.problem = "none of its entry points has the name";
    const SpirvInstruction& entry = named == entries_.end() ? entries_[0] : *named;
    m.entry_point = entry[2];
    m.entry_name = string_at(entry, 3);
    const std::size_t first = 3 + string_at(entry, 3).size() / 4 + 1;
    const std::span<const std::uint32_t> interface = entry.words.subspan(std::min(first, entry.size()));
    if (std::ranges::any_of(m.decorations, [](const auto& row) { return row.second.relaxed; })) note_relaxed(m);
    const std::vector<bool> used = used_by(m);
    std::erase_if(m.variables, [&](const SpirvVariable& v) {
      const bool connects = v.storage == spv::StorageClassInput || v.storage == spv::StorageClassOutput;
      return (v.id < used.size() && !used[v.id] && v.initial == 0) ||
             (connects && std::find(interface.begin(), interface.end(), v.id) == interface.end());
    });
    for (const SpirvInstruction& mode : modes_) {
      if (mode[1] != m.entry_point) continue;
      if (mode[2] == spv::ExecutionModeDepthReplacing)
        m.replaces_depth = true;
      else if (mode[2] != spv::ExecutionModeOriginUpperLeft && mode[2] != spv::ExecutionModeOriginLowerLeft)
        m.problem = fmt::format("the execution mode {} is not understood", mode[2]);
    }
    return true;
  }

  // Sets `relaxed` and `relaxed_colors`.
  static void note_relaxed(SpirvModule& m) {
    const std::unordered_set<Id> lossless = lossless_values(m), colors = colors_of(m);
    for (const auto& [id, d] : m.decorations)
      if (d.relaxed && !lossless.contains(id)) (colors.contains(id) ? m.relaxed_colors : m.relaxed) = true;
  }

  // Returns constants whose components all satisfy `fits`, and selections between such constants.
  static std::unordered_set<Id> choices_of(const SpirvModule& m, bool (*fits)(float)) {
    std::unordered_set<Id> choices;
    for (const SpirvInstruction& inst : m.constants) {
      bool holds = inst.op == spv::OpConstantComposite || inst.op == spv::OpConstantNull;
      if (inst.op == spv::OpConstant)
        holds = m.type(inst[1]).op == spv::OpTypeFloat && fits(std::fabs(std::bit_cast<float>(inst[3])));
      for (std::size_t i = 3; inst.op == spv::OpConstantComposite && i < inst.size(); ++i)
        holds = holds && choices.contains(inst[i]);
      if (holds) choices.insert(inst[2]);
    }
    for (const auto& [id, function] : m.functions)
      for (const SpirvBlock& block : function.blocks)
        for (const SpirvInstruction& inst : block.body)
          if (inst.op == spv::OpSelect && choices.contains(inst[4]) && choices.contains(inst[5]))
            choices.insert(inst[2]);
    return choices;
  }

  // Returns values that are exact in 16 bits: constants that 16 bits can represent, selections between them, and
  // results of functions that map whole numbers to whole numbers. Most are booleans that were converted to numbers.
  static std::unordered_set<Id> lossless_values(const SpirvModule& m) {
    std::unordered_set<Id> lossless = choices_of(m, [](float size) {
      return size == 0 || ((std::bit_cast<std::uint32_t>(size) & 0x1fff) == 0 && size >= 0x1p-14f && size <= 65504.0f);
    });
    std::unordered_set<Id> whole =
        choices_of(m, [](float size) { return size <= 2048.0f && std::trunc(size) == size; });
    constexpr std::array functions{GLSLstd450FAbs,  GLSLstd450FSign, GLSLstd450Floor, GLSLstd450Ceil,  GLSLstd450Trunc,
                                   GLSLstd450Fract, GLSLstd450FMin,  GLSLstd450FMax,  GLSLstd450FClamp};
    for (const auto& [id, function] : m.functions)
      for (const SpirvBlock& block : function.blocks)
        for (const SpirvInstruction& inst : block.body) {
          const bool is_function = inst.op == spv::OpExtInst && inst[3] == m.extended &&
                                   std::ranges::find(functions, inst[4]) != functions.end();
          if (is_function && std::ranges::all_of(inst.words.subspan(5), [&](Id a) { return whole.contains(a); }))
            whole.insert(inst[2]);
        }
    lossless.merge(whole);
    return lossless;
  }

  // Returns outputs, and vectors that are built only to be stored in outputs. Neither is used in a computation.
  static std::unordered_set<Id> colors_of(const SpirvModule& m) {
    std::unordered_set<Id> colors;
    for (const SpirvVariable& v : m.variables)
      if (v.storage == spv::StorageClassOutput) colors.insert(v.id);
    for (const auto& [id, function] : m.functions)
      for (const SpirvBlock& block : function.blocks)
        for (const SpirvInstruction& inst : block.body)
          if (inst.op == spv::OpAccessChain && colors.contains(inst[3])) colors.insert(inst[2]);
    std::unordered_set<Id> read;  // ids with other uses
    // The walk below goes backward, but a phi may precede the instructions that it reads.
    for (const auto& [id, function] : m.functions)
      for (const SpirvBlock& block : function.blocks)
        for (const SpirvInstruction& inst : block.body)
          if (inst.op == spv::OpPhi) read.insert(inst.words.begin() + 3, inst.words.end());
    for (const auto& [id, function] : m.functions)
      for (auto block = function.blocks.rbegin(); block != function.blocks.rend(); ++block)
        for (auto inst = block->body.rbegin(); inst != block->body.rend(); ++inst) {
          if (inst->op == spv::OpAccessChain || inst->op == spv::OpStore) {
            if (inst->op == spv::OpStore && !colors.contains((*inst)[1])) read.insert((*inst)[2]);
            continue;
          }
          const bool builds = inst->op == spv::OpCompositeConstruct || inst->op == spv::OpCompositeExtract ||
                              inst->op == spv::OpVectorShuffle;
          if (builds && !read.contains((*inst)[2]))
            colors.insert((*inst)[2]);
          else
            for_each_id(*inst, [&](Id operand) { read.insert(operand); });
        }
    return colors;
  }

  // Marks the ids that occur in the entry point and in the functions that it calls.
  static std::vector<bool> used_by(const SpirvModule& m) {
    std::vector<bool> used(m.type_numbers.size());
    std::unordered_set<Id> called{m.entry_point};
    for (std::vector<Id> open{m.entry_point}; !open.empty();) {
      const auto function = m.functions.find(open.back());
      open.pop_back();
      if (function == m.functions.end()) continue;
      for (const SpirvBlock& block : function->second.blocks)
        for (const SpirvInstruction& inst : block.body) {
          if (inst.op == spv::OpFunctionCall && called.insert(inst[3]).second) open.push_back(inst[3]);
          for_each_id(inst, [&](Id id) {
            if (id < used.size()) used[id] = true;
          });
        }
    }
    return used;
  }

  void instruction(const SpirvInstruction& inst, SpirvModule& m) {
    if (inst.op == spv::OpLine || inst.op == spv::OpNoLine) return;
    if (function_ != nullptr) return in_function(inst, m);
    switch (inst.op) {
      case spv::OpExtInstImport:
        if (string_at(inst, 2) == "GLSL.std.450") m.extended = inst[1];
        if (string_at(inst, 2).starts_with("NonSemantic.")) comments_.insert(inst[1]);
        return;
      case spv::OpSource:
        m.language = static_cast<spv::SourceLanguage>(inst[1]);
        m.version = inst[2];
        return;
      case spv::OpEntryPoint: entries_.push_back(inst); return;
      case spv::OpExecutionMode:
      case spv::OpExecutionModeId: modes_.push_back(inst); return;
      case spv::OpGroupDecorate:
      case spv::OpGroupMemberDecorate: m.problem = "groups of decorations are not understood"; return;
      case spv::OpName: m.names[inst[1]] = string_at(inst, 2); return;
      case spv::OpMemberName: m.member_names[member_key(inst[1], inst[2])] = string_at(inst, 3); return;
      case spv::OpDecorate: decorate(m.decorations[inst[1]], inst[2], inst[3]); return;
      case spv::OpMemberDecorate:
        decorate(m.member_decorations[member_key(inst[1], inst[2])], inst[3], inst[4]);
        m.relaxed = m.relaxed || inst[3] == spv::DecorationRelaxedPrecision;
        return;
      case spv::OpDecorateString:
        if (inst[2] == spv::DecorationUserSemantic) m.decorations[inst[1]].semantic = string_at(inst, 3);
        return;
      case spv::OpMemberDecorateString:
        if (inst[3] == spv::DecorationUserSemantic)
          m.member_decorations[member_key(inst[1], inst[2])].semantic = string_at(inst, 4);
        return;
      case spv::OpVariable:
        m.variables.push_back({inst[2], m.type(inst[1]).element, static_cast<spv::StorageClass>(inst[3]), inst[4]});
        return;
      case spv::OpFunction: function_ = &m.functions[inst[2]]; return;
      case spv::OpConstantTrue:
      case spv::OpConstantFalse:
      case spv::OpConstantComposite:
      case spv::OpConstantNull:
      case spv::OpUndef: m.constants.push_back(inst); return;
      case spv::OpConstant:
        m.constants.push_back(inst);
        lengths_[inst[2]] = inst[3];
        return;
      default: return type(inst, m);
    }
  }

  void type(const SpirvInstruction& inst, SpirvModule& m) {
    SpirvType t;
    t.op = inst.op;
    switch (inst.op) {
      case spv::OpTypeBool:
      case spv::OpTypeSampler: t.scalars = 1; break;
      case spv::OpTypeInt:
      case spv::OpTypeFloat:
        if (inst[2] != 32) return;  // other widths round differently
        t.scalars = 1;
        break;
      case spv::OpTypeImage:
        if (!is_texture(inst, m)) {
          m.foreign_textures.insert(inst[1]);
          return;
        }
        t.dimension = inst[3];
        t.scalars = 1;
        break;
      case spv::OpTypeSampledImage:
        if (m.foreign_textures.contains(inst[2])) m.foreign_textures.insert(inst[1]);
        t.element = inst[2];
        t.scalars = 2;
        break;
      case spv::OpTypeVector:
      case spv::OpTypeMatrix:
        t.element = inst[2];
        t.count = std::min(inst[3], 4u);
        t.scalars = t.count * m.type(t.element).scalars;
        break;
      case spv::OpTypeArray: {
        t.element = inst[2];
        const auto length = lengths_.find(inst[3]);
        t.count = length != lengths_.end() ? std::min(length->second, max_scalars) : 0;
        t.scalars = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(std::uint64_t{t.count} * m.type(t.element).scalars, max_scalars));
        t.locations = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(std::uint64_t{t.count} * m.type(t.element).locations, max_scalars));
        break;
      }
      case spv::OpTypeStruct:
        t.locations = 0;
        for (std::size_t i = 2; i < inst.size(); ++i) {
          t.members.push_back(inst[i]);
          t.scalars = std::min(t.scalars + m.type(inst[i]).scalars, max_scalars);
          t.locations = std::min(t.locations + m.type(inst[i]).locations, max_scalars);
        }
        break;
      case spv::OpTypePointer: t.element = inst[3]; break;
      case spv::OpTypeVoid:
      case spv::OpTypeFunction: break;
      default: return;
    }
    // A type that contains an undeclared type might contain itself.
    const auto known = [&](Id id) { return m.type(id).op != spv::OpNop; };
    const bool whole = inst.op == spv::OpTypePointer ||
                       ((t.element == 0 || known(t.element)) && std::all_of(t.members.begin(), t.members.end(), known));
    if (!whole || inst[1] >= m.type_numbers.size() || known(inst[1])) return;
    m.type_numbers[inst[1]] = static_cast<std::uint32_t>(m.types.size());
    m.types.push_back(std::move(t));
  }

  void in_function(const SpirvInstruction& inst, SpirvModule& m) {
    if (inst.op == spv::OpVariable && function_->blocks.size() > 1) m.problem = "a variable is declared in a branch";
    switch (inst.op) {
      case spv::OpFunctionEnd: function_ = nullptr; return;
      case spv::OpFunctionParameter: function_->parameters.push_back(inst[2]); return;
      case spv::OpLabel:
        function_->numbers[inst[1]] = static_cast<std::uint32_t>(function_->blocks.size());
        function_->blocks.push_back({inst[1], {}});
        return;
      default:
        if (inst.op == spv::OpExtInst && comments_.contains(inst[3])) return;
        if (!function_->blocks.empty()) function_->blocks.back().body.push_back(inst);
    }
  }

  spv::ExecutionModel model_;
  std::string_view name_;
  std::vector<SpirvInstruction> entries_, modes_;
  SpirvFunction* function_ = nullptr;
  std::unordered_map<Id, std::uint32_t> lengths_;  // possible array lengths: the values of constants by id
  std::unordered_set<Id> comments_;                // imported instruction sets without semantics
};

template <class Map, class Key>
const auto& find_in(const Map& map, Key key) {
  static const typename Map::mapped_type none{};
  const auto found = map.find(key);
  return found != map.end() ? found->second : none;
}

}  // namespace

const Decorations& SpirvModule::of(Id id) const { return find_in(decorations, id); }
const Decorations& SpirvModule::of_member(Id id, std::uint32_t member) const {
  return find_in(member_decorations, member_key(id, member));
}
std::string_view SpirvModule::name(Id id) const { return find_in(names, id); }
std::string_view SpirvModule::member_name(Id id, std::uint32_t member) const {
  return find_in(member_names, member_key(id, member));
}

std::vector<std::string> names_in(std::span<const std::uint32_t> words) {
  std::vector<std::string> names;
  constexpr std::size_t header = 5;
  for (std::size_t at = header, length = 0; at < words.size(); at += length) {
    length = std::clamp<std::size_t>(words[at] >> 16, 1, words.size() - at);
    const SpirvInstruction inst{static_cast<spv::Op>(words[at] & 0xffff), words.subspan(at, length), 0};
    if (inst.op == spv::OpName) names.push_back(string_at(inst, 2));
    if (inst.op == spv::OpMemberName) names.push_back(string_at(inst, 3));
  }
  return names;
}

TextureKind kind_of(std::uint32_t dimension) {
  if (dimension == spv::DimCube) return TextureKind::Cube;
  return dimension == spv::Dim3D ? TextureKind::Volume : TextureKind::Plane;
}

std::optional<SpirvModule> read_spirv(std::span<const std::uint32_t> words, spv::ExecutionModel model,
                                      std::string_view name) {
  SpirvModule module;
  if (!Reader(model, name).run(words, module)) return std::nullopt;
  return module;
}

}  // namespace agal::prove

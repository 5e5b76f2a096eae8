#include "proofs/glslang.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <spirv/unified1/spirv.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "proofs/module_words.hpp"
#include "target/output.hpp"

namespace agal::proofs {
namespace {

constexpr std::string_view color_array = "gl_FragData";

struct Variable {
  spv::StorageClass storage = spv::StorageClassFunction;
  Id pointer = 0, type = 0;
};

// The declarations of a module. The module comes from glslang, so it is valid.
class Declarations {
 public:
  explicit Declarations(const std::vector<Instruction>& instructions) {
    for (const Instruction& inst : instructions) add(inst);
  }

  std::map<Id, std::string> names, semantics;
  std::map<Id, Variable> variables;
  std::map<Id, std::uint32_t> constants;
  std::map<std::pair<std::uint32_t, Id>, Id> pointers;  // type ids by storage class and pointee
  std::map<Id, Id> elements;                            // element types by array type
  std::set<Id> located, built_in;

  std::string name_of(Id id) const {
    const auto found = names.find(id);
    return found == names.end() ? std::string() : found->second;
  }

 private:
  void add(const Instruction& inst) {
    switch (inst.op) {
      case spv::OpName: names[inst[1]] = inst.string_at(2); return;
      case spv::OpDecorate:
        if (inst[2] == spv::DecorationLocation) located.insert(inst[1]);
        if (inst[2] == spv::DecorationBuiltIn) built_in.insert(inst[1]);
        return;
      case spv::OpDecorateString:
        if (inst[2] == spv::DecorationUserSemantic) semantics[inst[1]] = inst.string_at(3);
        return;
      case spv::OpMemberDecorate:
        if (inst[3] == spv::DecorationBuiltIn) built_in.insert(inst[1]);
        return;
      case spv::OpConstant: constants[inst[2]] = inst[3]; return;
      case spv::OpTypeArray: elements[inst[1]] = inst[2]; return;
      case spv::OpTypePointer:
        pointers[{inst[2], inst[3]}] = inst[1];
        pointees_[inst[1]] = inst[3];
        return;
      case spv::OpVariable:
        variables[inst[2]] = {static_cast<spv::StorageClass>(inst[3]), inst[1], pointees_[inst[1]]};
        return;
      default: return;
    }
  }

  std::map<Id, Id> pointees_;
};

// Returns the number of a semantic such as TEXCOORD3 or SV_Target3, in glslang's spelling. TEXCOORD is TEXCOORD0.
std::optional<std::uint32_t> number_of(std::string_view semantic) {
  for (const std::string_view prefix : {"TEXCOORD", "SV_TARGET"}) {
    if (!semantic.starts_with(prefix)) continue;
    const std::string_view digits = semantic.substr(prefix.size());
    return digits.empty() ? 0 : target::register_number(digits);
  }
  return std::nullopt;
}

// A system value with the index 0. If the text writes the index, glslang treats the variable as a varying.
struct SystemValue {
  std::string_view semantic;
  spv::StorageClass storage;
  Stage stage;
  spv::BuiltIn built_in;
};
constexpr std::array system_values{
    SystemValue{"SV_POSITION0", spv::StorageClassOutput, Stage::Vertex, spv::BuiltInPosition},
    SystemValue{"SV_POSITION0", spv::StorageClassInput, Stage::Fragment, spv::BuiltInFragCoord},
    SystemValue{"SV_INSTANCEID0", spv::StorageClassInput, Stage::Vertex, spv::BuiltInInstanceIndex},
};

// ------------------------------------------------------------------------------------------- decorations

class Decorations {
 public:
  Decorations(const Declarations& declarations, const CompiledModule& module, TextRules rules, Stage stage)
      : known_(declarations) {
    for (const auto& [id, variable] : known_.variables) {
      const bool in_block = variable.storage != spv::StorageClassUniformConstant;
      const std::vector<std::string>& unbound = in_block ? module.unbound_blocks : module.unbound;
      const std::string name = known_.name_of(in_block ? variable.type : id);
      if (std::find(unbound.begin(), unbound.end(), name) != unbound.end()) unbound_.insert(id);
      if (connects(variable) && rules == TextRules::Hlsl) locate_by_semantic(id, variable.storage, stage);
    }
    if (rules == TextRules::OpenGl && stage == Stage::Fragment) locate_only_output();
  }

  /// Appends the decoration, unless glslang added it.
  void append_to(WordList& out, const Instruction& inst) const {
    const bool binds = inst[2] == spv::DecorationBinding || inst[2] == spv::DecorationDescriptorSet;
    if (binds && unbound_.contains(inst[1])) return;
    if (inst[2] == spv::DecorationLocation && moved_.contains(inst[1])) return;
    out.insert(out.end(), inst.words.begin(), inst.words.end());
  }

  void append_new(WordList& out) const {
    for (const auto& [id, location] : moved_)
      if (location) append(out, spv::OpDecorate, {id, spv::DecorationLocation, *location});
    for (const auto& [id, built_in] : built_in_)
      append(out, spv::OpDecorate, {id, spv::DecorationBuiltIn, static_cast<std::uint32_t>(built_in)});
  }

 private:
  static bool connects(const Variable& variable) {
    return variable.storage == spv::StorageClassInput || variable.storage == spv::StorageClassOutput;
  }

  void locate_by_semantic(Id id, spv::StorageClass storage, Stage stage) {
    const auto semantic = known_.semantics.find(id);
    moved_[id] = semantic == known_.semantics.end() ? std::nullopt : number_of(semantic->second);
    if (known_.built_in.contains(id)) moved_[id] = std::nullopt;
    if (semantic == known_.semantics.end() || known_.built_in.contains(id)) return;
    for (const SystemValue& value : system_values)
      if (value.semantic == semantic->second && value.storage == storage && value.stage == stage)
        built_in_[id] = value.built_in;
  }

  void locate_only_output() {
    std::vector<Id> outputs;
    for (const auto& [id, variable] : known_.variables)
      if (variable.storage == spv::StorageClassOutput && !known_.built_in.contains(id) &&
          !known_.built_in.contains(variable.type) && known_.name_of(id) != color_array)
        outputs.push_back(id);
    if (outputs.size() == 1 && !known_.located.contains(outputs[0])) moved_[outputs[0]] = 0;
  }

  const Declarations& known_;
  std::set<Id> unbound_;
  std::map<Id, spv::BuiltIn> built_in_;               // variables that become built-in
  std::map<Id, std::optional<std::uint32_t>> moved_;  // new locations; nullopt to only remove glslang's location
};

// ------------------------------------------------------------------------------------------- gl_FragData

// Replaces gl_FragData by a variable for each element.
class ColorArray {
 public:
  ColorArray(const Declarations& known, const std::vector<Instruction>& instructions, TextRules rules, Id next)
      : known_(known), next_(next) {
    if (rules != TextRules::OpenGl) return;
    for (const auto& [id, variable] : known.variables)
      if (variable.storage == spv::StorageClassOutput && known.name_of(id) == color_array) array_ = id;
    if (array_ == 0) return;
    element_ = known.elements.at(known.variables.at(array_).type);
    const auto pointer = known.pointers.find({spv::StorageClassOutput, element_});
    pointer_is_new_ = pointer == known.pointers.end();
    pointer_ = pointer_is_new_ ? next_++ : pointer->second;
    for (const Instruction& inst : instructions) find_use(inst);
  }

  bool is_understood() const { return understood_; }
  Id bound() const { return next_; }

  /// Appends an instruction, with variables instead of the array. Returns false, and appends nothing, if the
  /// instruction does not use the array.
  bool append_to(WordList& out, const Instruction& inst) const {
    if (array_ == 0) return false;
    switch (inst.op) {
      case spv::OpName:
        if (inst[1] != array_) return false;
        for (const auto& [n, id] : variables_)
          append_string(out, spv::OpName, {id}, fmt::format("{}[{}]", color_array, n));
        return true;
      case spv::OpDecorate:
        if (inst[1] != array_) return false;
        for (const auto& [n, id] : variables_) append(out, spv::OpDecorate, {id, inst[2]});
        return true;
      case spv::OpEntryPoint: append_entry_point(out, inst); return true;
      case spv::OpVariable: return inst[2] == array_;
      case spv::OpAccessChain:
        if (inst[3] != array_) return false;
        out.push_back(head_of(spv::OpAccessChain, inst.words.size() - 1));
        out.insert(out.end(), {inst[1], inst[2], variables_.at(known_.constants.at(inst[4]))});
        out.insert(out.end(), inst.words.begin() + 5, inst.words.end());
        return true;
      default: return false;
    }
  }

  void append_locations(WordList& out) const {
    for (const auto& [n, id] : variables_) append(out, spv::OpDecorate, {id, spv::DecorationLocation, n});
  }

  /// Appends the new variables. Must be called after all types.
  void append_variables(WordList& out) const {
    if (pointer_is_new_) append(out, spv::OpTypePointer, {pointer_, spv::StorageClassOutput, element_});
    for (const auto& [n, id] : variables_) append(out, spv::OpVariable, {pointer_, id, spv::StorageClassOutput});
  }

 private:
  void find_use(const Instruction& inst) {
    if (inst.op == spv::OpAccessChain && inst[3] == array_) {
      const auto number = known_.constants.find(inst[4]);
      if (number == known_.constants.end())
        understood_ = false;
      else if (variables_.try_emplace(number->second, next_).second)
        ++next_;
    } else if (inst.op == spv::OpLoad || inst.op == spv::OpCopyObject) {
      understood_ = understood_ && inst[3] != array_;
    } else if (inst.op == spv::OpStore || inst.op == spv::OpCopyMemory) {
      understood_ = understood_ && inst[1] != array_ && inst[2] != array_;
    } else if (inst.op == spv::OpFunctionCall) {
      understood_ = understood_ && std::find(inst.words.begin() + 4, inst.words.end(), array_) == inst.words.end();
    }
  }

  void append_entry_point(WordList& out, const Instruction& inst) const {
    const std::size_t first = 3 + inst.string_at(3).size() / 4 + 1;
    WordList words(inst.words.begin(), inst.words.begin() + static_cast<std::ptrdiff_t>(first));
    for (const Id id : inst.words.subspan(first)) {
      if (id != array_) words.push_back(id);
      if (id == array_)
        for (const auto& [n, variable] : variables_) words.push_back(variable);
    }
    words[0] = head_of(spv::OpEntryPoint, words.size());
    out.insert(out.end(), words.begin(), words.end());
  }

  const Declarations& known_;
  Id array_ = 0, element_ = 0, pointer_ = 0, next_;
  bool pointer_is_new_ = false, understood_ = true;
  std::map<std::uint32_t, Id> variables_;  // variables by the index of the element
};

// ------------------------------------------------------------------------------------------- blocks without offsets

// Finds blocks of OpenGL that are not std140. Their offsets are unknown until a program is linked.
class OpenBlocks {
 public:
  OpenBlocks(const Declarations& known, const std::vector<Instruction>& instructions, TextRules rules) {
    if (rules != TextRules::OpenGl) return;
    std::set<Id> blocks, with_offsets;
    for (const Instruction& inst : instructions) {
      if (inst.op == spv::OpDecorate && inst[2] == spv::DecorationBlock) blocks.insert(inst[1]);
      if (inst.op == spv::OpMemberDecorate && inst[3] == spv::DecorationOffset) with_offsets.insert(inst[1]);
    }
    for (const auto& [id, variable] : known.variables)
      if (variable.storage == spv::StorageClassUniform && blocks.contains(variable.type) &&
          !with_offsets.contains(variable.type))
        open_.insert(id);
    for (const Instruction& inst : instructions)
      if (const std::optional<Id> id = used_by(inst)) used_ = known.name_of(known.variables.at(*id).type);
  }

  /// Returns the name of a block without offsets that the shader uses, or "" if it does not use any.
  const std::string& used() const { return used_; }
  /// Returns true if an instruction declares a block without offsets.
  bool declares(const Instruction& inst) const {
    if (inst.op == spv::OpVariable) return open_.contains(inst[2]);
    return (inst.op == spv::OpName || inst.op == spv::OpDecorate) && open_.contains(inst[1]);
  }

 private:
  std::optional<Id> used_by(const Instruction& inst) const {
    const bool uses = inst.op == spv::OpAccessChain || inst.op == spv::OpLoad || inst.op == spv::OpFunctionCall;
    for (std::size_t i = 3; uses && i < inst.words.size(); ++i)
      if (open_.contains(inst[i])) return inst[i];
    return std::nullopt;
  }

  std::set<Id> open_;
  std::string used_;
};

bool is_about_sources(spv::Op op) {
  return op == spv::OpSource || op == spv::OpSourceExtension || op == spv::OpSourceContinued;
}

// Returns true for types, which follow all decorations.
bool is_type(spv::Op op) { return op >= spv::OpTypeVoid && op <= spv::OpTypePipe; }

}  // namespace

std::string restore_interface(CompiledModule& module, TextRules rules, Stage stage) {
  if (rules == TextRules::Vulkan || module.words.size() <= header_words) return {};
  const std::vector<Instruction> instructions = instructions_of(module.words);
  const Declarations known(instructions);
  const Decorations decorations(known, module, rules, stage);
  const ColorArray colors(known, instructions, rules, module.words[bound_word]);
  if (!colors.is_understood()) return "gl_FragData is used as a whole, or with an index that is not a constant";
  const OpenBlocks blocks(known, instructions, rules);
  if (!blocks.used().empty()) return fmt::format("the block {} does not have the layout std140", blocks.used());
  WordList out(module.words.begin(), module.words.begin() + header_words);
  out[bound_word] = colors.bound();
  bool decorated = false, declared = false;
  for (const Instruction& inst : instructions) {
    if (!std::exchange(decorated, decorated || is_type(inst.op)) && decorated) {
      decorations.append_new(out);
      colors.append_locations(out);
    }
    if (!std::exchange(declared, declared || inst.op == spv::OpFunction) && declared) colors.append_variables(out);
    if (blocks.declares(inst) || colors.append_to(out, inst)) continue;
    if (inst.op == spv::OpDecorate)
      decorations.append_to(out, inst);
    else
      out.insert(out.end(), inst.words.begin(), inst.words.end());
  }
  module.words = std::move(out);
  return {};
}

bool is_same_code(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  std::vector<Instruction> left = instructions_of(a), right = instructions_of(b);
  for (std::vector<Instruction>* const list : {&left, &right})
    std::erase_if(*list, [](const Instruction& inst) { return is_about_sources(inst.op); });
  return std::ranges::equal(
      left, right, [](const Instruction& x, const Instruction& y) { return std::ranges::equal(x.words, y.words); });
}

}  // namespace agal::proofs

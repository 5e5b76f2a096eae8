#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "proofs/dxc.hpp"
#include "proofs/module_words.hpp"

namespace agal::proofs {
namespace {

// DXC assigns bindings from 0. Registers of the text have larger bindings, because `dxc_shift` is added to them. The
// sum may overflow.
constexpr std::uint32_t max_own_binding = 0xffff;

std::string upper_case(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

// Returns the spelling of glslang: TEXCOORD is TEXCOORD0, and SV_POSITION0 is SV_POSITION.
std::string spelled(std::string semantic) {
  const bool is_numbered = !semantic.empty() && semantic.back() >= '0' && semantic.back() <= '9';
  if (semantic.starts_with("SV_")) {
    if (semantic.ends_with('0')) semantic.pop_back();
  } else if (!is_numbered) {
    semantic += '0';
  }
  return semantic;
}

class DxcWords {
 public:
  DxcWords(const std::vector<Instruction>& instructions, Stage stage) : stage_(stage) {
    for (const Instruction& inst : instructions) find_decoration(inst);
    for (const Instruction& inst : instructions) find_variable(inst);
  }

  /// Appends an instruction with its register, or leaves it out if it is a binding by DXC.
  void append_to(WordList& out, const Instruction& inst) const {
    if (inst.op == spv::OpDecorateString && inst[2] == spv::DecorationUserSemantic)
      return append_string(out, inst.op, {inst[1], inst[2]}, upper_case(inst.string_at(3)));
    if (inst.op == spv::OpDecorate && numbered_by_dxc_.contains(inst[1]) &&
        (inst[2] == spv::DecorationBinding || inst[2] == spv::DecorationDescriptorSet))
      return;
    if (inst.op == spv::OpDecorate && inst[2] == spv::DecorationBinding)
      return append(out, inst.op, {inst[1], inst[2], inst[3] - dxc_shift});
    out.insert(out.end(), inst.words.begin(), inst.words.end());
  }

  std::vector<HlslVarying> varyings;
  std::vector<std::string> resources;
  std::string undecided;

 private:
  void find_decoration(const Instruction& inst) {
    if (inst.op == spv::OpName) names_[inst[1]] = inst.string_at(2);
    if (inst.op == spv::OpDecorateString && inst[2] == spv::DecorationUserSemantic)
      semantics_[inst[1]] = upper_case(inst.string_at(3));
    if (inst.op != spv::OpDecorate) return;
    if (inst[2] == spv::DecorationBinding && inst[3] <= max_own_binding) numbered_by_dxc_.insert(inst[1]);
    if (inst[2] == spv::DecorationDescriptorSet && inst[3] != 0) in_other_space_.insert(inst[1]);
    for (const auto& [decoration, letter] : {std::pair(spv::DecorationFlat, 'f'),
                                             {spv::DecorationNoPerspective, 'n'},
                                             {spv::DecorationCentroid, 'c'},
                                             {spv::DecorationSample, 's'}})
      if (inst[2] == decoration) interpolations_[inst[1]] += letter;
  }

  void find_variable(const Instruction& inst) {
    if (inst.op == spv::OpTypeVector) lanes_[inst[1]] = inst[3];
    if (inst.op == spv::OpTypeFloat || inst.op == spv::OpTypeInt || inst.op == spv::OpTypeBool) lanes_[inst[1]] = 1;
    if (inst.op == spv::OpTypePointer) pointees_[inst[1]] = inst[3];
    if (inst.op != spv::OpVariable) return;
    const Id type = pointees_[inst[1]], id = inst[2];
    if (inst[3] == spv::StorageClassUniform) resources.push_back(names_[type]);
    if (inst[3] == spv::StorageClassUniformConstant) resources.push_back(names_[id]);
    if (numbered_by_dxc_.contains(id) && in_other_space_.contains(id))
      undecided = fmt::format("{} has a space, but no register", names_[id]);
    if (inst[3] != (stage_ == Stage::Vertex ? spv::StorageClassOutput : spv::StorageClassInput)) return;
    if (!lanes_.contains(type)) undecided = "a varying is not a vector";
    std::string& interpolation = interpolations_[id];
    std::ranges::sort(interpolation);
    varyings.push_back({spelled(semantics_[id]), lanes_[type], interpolation});
  }

  Stage stage_;
  std::map<Id, std::string> names_, semantics_, interpolations_;
  std::map<Id, std::uint32_t> lanes_;  // numbers of components by type
  std::map<Id, Id> pointees_;
  std::set<Id> numbered_by_dxc_, in_other_space_;
};

}  // namespace

CompiledModule dxc_interface(const std::vector<std::uint32_t>& words, Stage stage) {
  const std::vector<Instruction> instructions = instructions_of(words);
  DxcWords dxc(instructions, stage);
  CompiledModule out;
  out.words.assign(words.begin(), words.begin() + header_words);
  for (const Instruction& inst : instructions) dxc.append_to(out.words, inst);
  out.varyings = std::move(dxc.varyings);
  out.resources = std::move(dxc.resources);
  out.undecided = std::move(dxc.undecided);
  return out;
}

}  // namespace agal::proofs

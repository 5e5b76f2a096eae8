#include "proofs/hlsl.hpp"

#include <algorithm>
#include <utility>

#include "proofs/module_words.hpp"

namespace agal::proofs {
namespace {

/// A block of a function: its label, its merge instruction and its last instruction.
struct Block {
  Id label = 0;
  Instruction merge, last;

  bool leads_to(Id other) const {
    if (last.op == spv::OpBranch) return last[1] == other;
    if (last.op == spv::OpBranchConditional) return last[2] == other || last[3] == other;
    if (last.op != spv::OpSwitch) return false;
    for (std::size_t i = 2; i < last.words.size(); i += 2)
      if (last[i] == other) return true;
    return false;
  }
};

std::vector<Block> blocks_of(const std::vector<Instruction>& instructions) {
  std::vector<Block> out;
  for (const Instruction& inst : instructions) {
    if (inst.op == spv::OpLabel) out.push_back({inst[1], {}, {}});
    if (out.empty()) continue;
    if (inst.op == spv::OpSelectionMerge || inst.op == spv::OpLoopMerge) out.back().merge = inst;
    out.back().last = inst.op == spv::OpFunctionEnd ? out.back().last : inst;
  }
  return out;
}

// Returns the merge block of the innermost branch around a block. Returns 0 if the block is not in a branch, if a
// loop is closer, or if the merge block is unreachable.
Id end_of_branch(const std::vector<Block>& blocks, Id label) {
  const auto find = [&](auto&& is_wanted) { return std::ranges::find_if(blocks, is_wanted); };
  for (std::size_t step = 0; step < blocks.size(); ++step) {
    // A construct that ends at this block is skipped: the search continues at its beginning.
    auto before = find([&](const Block& block) { return block.merge.op != spv::OpNop && block.merge[1] == label; });
    if (before == blocks.end()) {
      before = find([&](const Block& block) { return block.leads_to(label); });
      if (before == blocks.end() || before->merge.op == spv::OpLoopMerge) return 0;
      if (before->merge.op == spv::OpSelectionMerge) {
        const Id merge = before->merge[1];
        const auto end = find([&](const Block& block) { return block.label == merge; });
        return end != blocks.end() && end->last.op != spv::OpUnreachable ? merge : 0;
      }
    }
    label = before->label;
  }
  return 0;
}

}  // namespace

void demote_discards(std::vector<std::uint32_t>& words) {
  if (words.size() <= header_words) return;
  const std::vector<Instruction> instructions = instructions_of(words);
  if (std::ranges::find(instructions, spv::OpKill, &Instruction::op) == instructions.end()) return;
  const std::vector<Block> blocks = blocks_of(instructions);
  WordList out(words.begin(), words.begin() + header_words);
  append(out, spv::OpCapability, {spv::CapabilityDemoteToHelperInvocationEXT});
  bool is_extended = false;
  Id label = 0;
  for (const Instruction& inst : instructions) {
    if (inst.op != spv::OpCapability && !std::exchange(is_extended, true))
      append_string(out, spv::OpExtension, {}, "SPV_EXT_demote_to_helper_invocation");
    if (inst.op == spv::OpLabel) label = inst[1];
    if (const Id next = inst.op == spv::OpKill ? end_of_branch(blocks, label) : 0; next != 0) {
      append(out, spv::OpDemoteToHelperInvocation, {});
      append(out, spv::OpBranch, {next});
    } else {
      out.insert(out.end(), inst.words.begin(), inst.words.end());
    }
  }
  words = std::move(out);
}

}  // namespace agal::proofs

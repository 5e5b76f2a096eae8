#include "khronos/value_graph.hpp"

#include <algorithm>
#include <cstring>

namespace agal::khronos {
namespace {

// Calls `visit(word)` for each id among the words after the result.
template <class Visit>
void for_each_id(spv::Op op, bool in_function, std::span<const std::uint32_t> words, Visit visit) {
  const auto count = static_cast<std::uint32_t>(words.size());
  std::uint32_t first = 0, end = count, literal = count;
  switch (static_cast<std::uint32_t>(op)) {
    case spv::OpVariable:
    case spv::OpLabel:
    case spv::OpFunction: end = 0; break;
    case spv::OpLoad:
    case spv::OpCompositeExtract: end = std::min(count, 1u); break;
    case spv::OpVectorShuffle: end = std::min(count, 2u); break;
    case spv::OpExtInst: first = std::min(count, 2u); break;
    // The image operands mask.
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleExplicitLod: literal = 2; break;
    case spv::OpConstantComposite: break;
    default:
      if (!in_function) end = 0;  // types and scalar constants: literals, and types, which are not values
      break;
  }
  for (std::uint32_t i = first; i < end; ++i)
    if (i != literal) visit(words[i]);
}

}  // namespace

ValueGraph::ValueGraph(std::span<const std::uint32_t> words) : values_(words.size() > 3 ? words[3] : 0) {
  bool in_function = false;
  for (std::size_t at = header_words; at < words.size();) {
    const auto op = static_cast<spv::Op>(words[at] & spv::OpCodeMask);
    const std::uint32_t length = words[at] >> spv::WordCountShift;
    if (length == 0 || length > words.size() - at) return;
    const auto instruction = words.subspan(at, length);
    if (op == spv::OpName && length > 2) read_name(instruction);
    if (op == spv::OpFunction) in_function = true;
    if (op == spv::OpLabel) ++block_;
    read_instruction(op, instruction, in_function);
    at += length;
  }
}

void ValueGraph::read_name(std::span<const std::uint32_t> instruction) {
  if (instruction[1] >= values_.size()) return;
  // SPIR-V packs text into words in little-endian order, which we assume for the host too.
  const auto* text = reinterpret_cast<const char*>(instruction.data() + 2);
  values_[instruction[1]].name = std::string_view(text, strnlen(text, (instruction.size() - 2) * 4));
}

void ValueGraph::read_instruction(spv::Op op, std::span<const std::uint32_t> instruction, bool in_function) {
  bool has_result = false, has_type = false;
  spv::HasResultAndType(op, &has_result, &has_type);
  const auto length = static_cast<std::uint32_t>(instruction.size());
  const std::uint32_t skip = 1u + (has_type ? 1u : 0u) + (has_result ? 1u : 0u);
  if (length < skip) return;
  if (!has_result) {
    if (in_function) read_effect(op, instruction);
    return;
  }
  const Id id = instruction[skip - 1];
  if (id >= values_.size()) return;
  if (op == spv::OpPhi) {
    values_[id].type = instruction[1];
    const Effect phi{static_cast<std::uint32_t>(operands_.size()), (length - skip) / 2, id, true, block_};
    for (std::uint32_t i = skip; i < length; i += 2) operands_.push_back(instruction[i]);
    add(phi);
    return;
  }
  ValueNode& value = values_[id];
  value.op = op;
  value.type = has_type ? instruction[1] : 0;
  if (op == spv::OpTypeVector && length > 3) lanes_of_type_.push_back({id, instruction[3]});
  value.in_function = in_function;
  value.block = block_;
  value.first = static_cast<std::uint32_t>(operands_.size());
  for_each_id(op, in_function, instruction.subspan(skip), [&](Id operand) { operands_.push_back(operand); });
  value.count = static_cast<std::uint32_t>(operands_.size()) - value.first;
  steps_.push_back({true, id});
}

void ValueGraph::read_effect(spv::Op op, std::span<const std::uint32_t> instruction) {
  Id operand = 0, target = 0;
  if (op == spv::OpStore && instruction.size() > 2) target = instruction[1], operand = instruction[2];
  if (op == spv::OpBranchConditional && instruction.size() > 1) operand = instruction[1];
  if (operand == 0) return;
  operands_.push_back(operand);
  add({static_cast<std::uint32_t>(operands_.size() - 1), 1, target, false, block_});
}

void ValueGraph::add(const Effect& effect) {
  effects_.push_back(effect);
  steps_.push_back({false, static_cast<std::uint32_t>(effects_.size() - 1)});
}

std::uint32_t ValueGraph::lanes_of(Id id) const {
  const ValueNode* value = find(id);
  if (value == nullptr) return 1;
  for (const auto& [type, lanes] : lanes_of_type_)
    if (type == value->type) return lanes;
  return 1;
}

}  // namespace agal::khronos

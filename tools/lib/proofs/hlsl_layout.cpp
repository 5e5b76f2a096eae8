#include "proofs/hlsl.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "proofs/module_words.hpp"

namespace agal::proofs {
namespace {

constexpr std::uint32_t register_bytes = 16, scalar_bytes = 4;
constexpr std::uint32_t max_buffer_bytes = 1u << 28;  // the maximum size of a type

std::uint32_t next_register(std::uint32_t bytes) {
  return (bytes + register_bytes - 1) / register_bytes * register_bytes;
}

using Member = std::pair<Id, std::uint32_t>;  // a struct and the index of its member

class Layout {
 public:
  explicit Layout(const std::vector<Instruction>& instructions) {
    for (const Instruction& inst : instructions) declare(inst);
  }

  /// Lays out the structs in all constant buffers.
  void run(const std::set<std::string>& placed_blocks) {
    for (const Id type : blocks_) {
      if (!uniforms_.contains(type)) continue;
      const auto name = names_.find(type);
      size_of_struct(type, name == names_.end() || !placed_blocks.contains(name->second));
    }
  }

  std::map<Member, std::uint32_t> offsets;
  std::map<Id, std::uint32_t> strides;  // strides of array types

 private:
  void declare(const Instruction& inst) {
    switch (inst.op) {
      case spv::OpName: names_[inst[1]] = inst.string_at(2); return;
      case spv::OpDecorate:
        if (inst[2] == spv::DecorationBlock) blocks_.insert(inst[1]);
        return;
      case spv::OpMemberDecorate:
        if (inst[3] == spv::DecorationRowMajor) row_major_.insert({inst[1], inst[2]});
        return;
      case spv::OpConstant: constants_[inst[2]] = inst[3]; return;
      case spv::OpTypePointer: pointees_[inst[1]] = inst[3]; return;
      case spv::OpVariable:
        if (inst[3] == spv::StorageClassUniform) uniforms_.insert(element_of(pointees_[inst[1]]));
        return;
      case spv::OpTypeInt:
      case spv::OpTypeFloat:
      case spv::OpTypeBool:
      case spv::OpTypeVector:
      case spv::OpTypeMatrix:
      case spv::OpTypeArray:
      case spv::OpTypeStruct: types_[inst[1]] = inst; return;
      default: return;
    }
  }

  // Returns the type of the elements of an array of any dimensions, and other types unchanged.
  Id element_of(Id type) const {
    auto found = types_.find(type);
    while (found != types_.end() && found->second.op == spv::OpTypeArray) {
      type = found->second[2];
      found = types_.find(type);
    }
    return type;
  }

  std::uint32_t size_of(Id type, bool row_major) {
    const auto found = types_.find(type);
    if (found == types_.end()) return 0;
    const Instruction& inst = found->second;
    switch (inst.op) {
      case spv::OpTypeVector: return inst[3] * scalar_bytes;
      case spv::OpTypeMatrix: {
        // Each column of a matrix begins a register, or each row if the matrix is row-major.
        const std::uint32_t columns = inst[3], rows = types_.at(inst[2])[3];
        return (row_major ? rows - 1 : columns - 1) * register_bytes + (row_major ? columns : rows) * scalar_bytes;
      }
      case spv::OpTypeArray: {
        const std::uint32_t count = constants_[inst[3]], element = size_of(inst[2], row_major);
        const std::uint32_t stride = next_register(element);
        strides[type] = stride;
        const std::uint64_t bytes = std::uint64_t{std::max(count, 1u) - 1} * stride + element;
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, max_buffer_bytes));
      }
      case spv::OpTypeStruct: return size_of_struct(type, true);
      default: return scalar_bytes;
    }
  }

  bool begins_register(Id type) const {
    const auto found = types_.find(type);
    return found != types_.end() && (found->second.op == spv::OpTypeMatrix || found->second.op == spv::OpTypeArray ||
                                     found->second.op == spv::OpTypeStruct);
  }

  std::uint32_t size_of_struct(Id type, bool moves) {
    const Instruction& inst = types_.at(type);
    std::uint32_t end = 0;
    for (std::uint32_t i = 0; i + 2 < inst.words.size(); ++i) {
      const Id member = inst[i + 2];
      const std::uint32_t size = size_of(member, row_major_.contains({type, i}));
      if (!moves) continue;
      if (begins_register(member) || end % register_bytes + size > register_bytes) end = next_register(end);
      offsets[{type, i}] = end;
      end = std::min(end + size, max_buffer_bytes);
    }
    return end;
  }

  std::map<Id, std::string> names_;
  std::set<Id> blocks_;
  std::map<Id, std::uint32_t> constants_;
  std::map<Id, Id> pointees_;
  std::map<Id, Instruction> types_;
  std::set<Id> uniforms_;  // types of the variables; for an array, the type of its elements
  std::set<Member> row_major_;
};

}  // namespace

void restore_layout(std::vector<std::uint32_t>& words, const std::set<std::string>& placed_blocks) {
  if (words.size() <= header_words) return;
  const std::vector<Instruction> instructions = instructions_of(words);
  Layout layout(instructions);
  layout.run(placed_blocks);
  WordList out(words.begin(), words.begin() + header_words);
  for (const Instruction& inst : instructions) {
    const std::size_t at = out.size();
    out.insert(out.end(), inst.words.begin(), inst.words.end());
    if (inst.op == spv::OpMemberDecorate && inst[3] == spv::DecorationOffset) {
      const auto found = layout.offsets.find({inst[1], inst[2]});
      if (found != layout.offsets.end()) out[at + 4] = found->second;
    }
    if (inst.op == spv::OpDecorate && inst[2] == spv::DecorationArrayStride) {
      const auto found = layout.strides.find(inst[1]);
      if (found != layout.strides.end()) out[at + 3] = found->second;
    }
  }
  words = std::move(out);
}

}  // namespace agal::proofs

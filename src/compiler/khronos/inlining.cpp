#include "khronos/inlining.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <spirv/unified1/spirv.hpp>
#include <utility>

namespace agal::khronos {
namespace {

constexpr std::size_t bound_word = 3, first_instruction = 5;

// A value that depends on more values is never written inside of another value.
constexpr std::uint32_t max_dependencies = 63;

// Larger modules, which players reject, are not predicted: the lists of dependencies take 256 bytes for each id.
constexpr std::uint32_t max_bound = 1u << 15;

// SPIRV-Cross discards at most two drafts of usual programs.
constexpr std::size_t max_discarded = 4;

// The place where SPIRV-Cross writes an id.
enum class Placement : std::uint8_t {
  None,      // type, variable, label
  Constant,  // each use
  Pointer,   // each use; a pointer to an element
  Named,     // a variable
  Inlined,   // the only use
  Trivial,   // each use; an input, or lanes of a value that is not `Inlined`
};

struct DraftValue {
  Placement placement = Placement::None;
  bool named = false;  // true if a variable holds the value, in this draft or in the next one
  bool read = false;
  std::uint32_t width = 0;             // the number of lanes, also for a type
  std::uint32_t vector = 0;            // the vector that is read together with this lane of it; 0: none
  std::uint32_t index = 0;             // the array index that is read together with this element; 0: none
  std::uint32_t dependency_count = 0;  // at most max_dependencies + 1
};

// Repeats the decisions of SPIRV-Cross (CompilerGLSL::emit_instruction, track_expression_read and should_forward) for
// one draft of a text.
class Draft {
 public:
  Draft(std::span<const std::uint32_t> words, std::vector<std::uint32_t>& named)
      : named_(named), values_(words[bound_word]), seen_by_(values_.size()) {
    for (const std::uint32_t id : named) values_[id].named = true;
    if (count_instructions(words) > max_dependencies)
      dependencies_ = std::make_unique_for_overwrite<std::uint32_t[]>(values_.size() * (max_dependencies + 1));
    for (std::size_t at = first_instruction; at < words.size(); at += words[at] >> spv::WordCountShift)
      instruction(static_cast<spv::Op>(words[at] & spv::OpCodeMask),
                  words.subspan(at + 1, (words[at] >> spv::WordCountShift) - 1));
  }

  /// Returns the variables of the draft, in the order of their declarations.
  std::vector<std::uint32_t> variables() && {
    phis_.insert(phis_.end(), declared_.begin(), declared_.end());
    return std::move(phis_);
  }

 private:
  using Operands = std::span<const std::uint32_t>;

  // Returns the number of instructions of the function, which is at the end of the module.
  static std::size_t count_instructions(std::span<const std::uint32_t> words) {
    std::size_t count = 0;
    for (std::size_t at = first_instruction; at < words.size(); at += words[at] >> spv::WordCountShift)
      count = (words[at] & spv::OpCodeMask) == spv::OpFunction ? 0 : count + 1;
    return count;
  }

  void instruction(spv::Op op, Operands operands) {
    switch (op) {
      case spv::OpTypeBool:
      case spv::OpTypeInt:
      case spv::OpTypeFloat: values_[operands[0]].width = 1; break;
      case spv::OpTypeVector: values_[operands[0]].width = operands[2]; break;
      case spv::OpUndef:
      case spv::OpConstant:
      case spv::OpConstantTrue:
      case spv::OpConstantFalse:
      case spv::OpConstantComposite: begin(operands).placement = Placement::Constant; break;
      case spv::OpAccessChain: access_chain(operands); break;
      case spv::OpLoad: load(operands); break;
      case spv::OpVectorShuffle: shuffle(operands); break;
      case spv::OpCompositeExtract: extract(operands); break;
      case spv::OpCompositeConstruct: construct(operands); break;
      case spv::OpLogicalOr: logical_or(operands); break;
      case spv::OpExtInst: operation(operands, operands.subspan(4)); break;
      case spv::OpImageSampleImplicitLod:
      case spv::OpImageSampleExplicitLod: sample(operands); break;
      case spv::OpFNegate:
      case spv::OpDPdx:
      case spv::OpDPdy:
      case spv::OpConvertFToS:
      case spv::OpConvertSToF:
      case spv::OpIAdd:
      case spv::OpFAdd:
      case spv::OpFSub:
      case spv::OpFMul:
      case spv::OpFDiv:
      case spv::OpFOrdEqual:
      case spv::OpFUnordNotEqual:
      case spv::OpFOrdLessThan:
      case spv::OpFOrdGreaterThan:
      case spv::OpFOrdGreaterThanEqual:
      case spv::OpSelect:
      case spv::OpVectorTimesScalar:
      case spv::OpDot: operation(operands, operands.subspan(2)); break;
      // SPIRV-Cross reads the values when it leaves their blocks. The order of reads does not matter.
      case spv::OpPhi:
        begin(operands);
        phis_.push_back(operands[1]);
        for (std::size_t i = 2; i < operands.size(); i += 2) read(operands[i]);
        break;
      case spv::OpStore: read(operands[1]); break;
      case spv::OpBranchConditional: read(operands[0]); break;
      default: break;
    }
  }

  // ---- instructions. The first operands are the type and the id of the result.

  void access_chain(Operands operands) {
    DraftValue& pointer = begin(operands);
    pointer.placement = Placement::Pointer;
    const Operands indices = operands.subspan(3);
    for (const std::uint32_t index : indices)
      if (values_[index].placement > Placement::Constant) pointer.index = index;
    depend(operands[1], indices);
  }

  // Only the use of an element reads its index.
  void load(Operands operands) {
    begin(operands);
    finish(operands[1], can_inline(operands[2]), Placement::Trivial);
    if (values_[operands[1]].placement == Placement::Trivial) values_[operands[1]].index = values_[operands[2]].index;
    depend(operands[1], operands.subspan(2, 1));
  }

  void shuffle(Operands operands) {
    begin(operands);
    const std::uint32_t first = operands[2], second = operands[3], width = values_[first].width;
    const Operands lanes = operands.subspan(4);
    bool uses_second = false;
    for (const std::uint32_t lane : lanes) uses_second = uses_second || lane >= width;
    if (!uses_second) read(first);
    for (const std::uint32_t lane : lanes)
      if (uses_second) read(lane >= width ? second : first);
    const bool trivial = values_[first].placement != Placement::Inlined &&
                         (!uses_second || values_[second].placement != Placement::Inlined);
    finish(operands[1], can_inline(first) && (!uses_second || can_inline(second)),
           trivial ? Placement::Trivial : Placement::Inlined);
    depend(operands[1], operands.subspan(2, 2));
  }

  void extract(Operands operands) {
    begin(operands);
    const std::uint32_t id = operands[1], vector = operands[2];
    const Placement placement =
        values_[vector].placement == Placement::Inlined ? Placement::Inlined : Placement::Trivial;
    if (values_[vector].placement == Placement::Constant) return finish(id, true, Placement::Trivial);
    if (!values_[id].named && can_inline(vector))
      values_[id].vector = vector;
    else
      read(vector);
    finish(id, can_inline(vector), placement);
    depend(id, operands.subspan(2, 1));
  }

  // Consecutive lanes of a vector are read together, and a scalar for all lanes is read once.
  void construct(Operands operands) {
    begin(operands);
    const Operands parts = operands.subspan(2);
    bool same = values_[parts[0]].width == 1;
    for (const std::uint32_t part : parts) same = same && part == parts[0];
    std::uint32_t before = 0;
    for (const std::uint32_t part : same ? parts.first(1) : parts) {
      const std::uint32_t vector = values_[part].vector;
      if (vector == 0 || vector != before) read(part);
      before = vector;
    }
    finish(operands[1], can_inline(parts), Placement::Inlined);
    depend(operands[1], parts);
  }

  // MSL has this operator only for scalars, so each lane is written separately.
  void logical_or(Operands operands) {
    for (std::uint32_t lane = 1; lane < values_[operands[0]].width; ++lane)
      for (const std::uint32_t operand : operands.subspan(2)) read(operand);
    operation(operands, operands.subspan(2));
  }

  void sample(Operands operands) {
    const std::uint32_t none = operands[3];
    std::array<std::uint32_t, 3> read{none, none, none};
    std::size_t count = 1;
    for (std::size_t i = 5; i < operands.size() && count < read.size(); ++i) read[count++] = operands[i];
    operation(operands, Operands(read).first(count));
  }

  void operation(Operands operands, Operands read_operands) {
    begin(operands);
    for (const std::uint32_t operand : read_operands) read(operand);
    finish(operands[1], can_inline(read_operands), Placement::Inlined);
    depend(operands[1], read_operands);
  }

  // ---- values

  DraftValue& begin(Operands operands) {
    DraftValue& value = values_[operands[1]];
    value.width = values_[operands[0]].width;
    return value;
  }

  void finish(std::uint32_t id, bool can_inline, Placement placement) {
    values_[id].placement = can_inline && !values_[id].named ? placement : Placement::Named;
    if (values_[id].placement == Placement::Named) declared_.push_back(id);
  }

  void read(std::uint32_t id) {
    DraftValue& value = values_[id];
    if (value.index != 0) read(value.index);
    if (value.placement == Placement::Inlined) {
      if (value.read && !value.named) named_.push_back(id);
      value.named = value.named || value.read;
      value.read = true;
    }
    if (value.vector != 0) read(value.vector);
  }

  bool can_inline(std::uint32_t id) const { return values_[id].dependency_count <= max_dependencies; }

  bool can_inline(Operands ids) const {
    for (const std::uint32_t id : ids)
      if (!can_inline(id)) return false;
    return true;
  }

  // Makes a value depend on other values, and on the values that they depend on, until it has too many dependencies.
  void depend(std::uint32_t id, Operands on) {
    DraftValue& value = values_[id];
    if (dependencies_ == nullptr || value.placement == Placement::Named) return;
    const auto list_of = [&](std::uint32_t of) { return dependencies_.get() + of * std::size_t{max_dependencies + 1}; };
    std::uint32_t* const list = list_of(id);
    std::uint32_t count = 0;
    const auto add = [&](std::uint32_t other) {
      if (seen_by_[other] == id || count > max_dependencies) return;
      seen_by_[other] = id;
      list[count++] = other;
    };
    for (const std::uint32_t operand : on) {
      const DraftValue& other = values_[operand];
      if (other.placement <= Placement::Constant) continue;
      add(operand);
      for (const std::uint32_t each : std::span(list_of(operand), other.dependency_count)) add(each);
    }
    value.dependency_count = count;
  }

  std::vector<std::uint32_t>& named_;
  std::vector<std::uint32_t> phis_, declared_;
  std::vector<DraftValue> values_;      // the index is an id
  std::vector<std::uint32_t> seen_by_;  // the last value that was made to depend on an id
  // A list for each id. It has space for max_dependencies + 1 ids, and begins with `dependency_count` ids. Null if no
  // value has too many.
  std::unique_ptr<std::uint32_t[]> dependencies_;
};

}  // namespace

std::vector<std::uint32_t> derivatives_in(std::span<const std::uint32_t> words) {
  std::vector<std::uint32_t> derivatives;
  for (std::size_t at = first_instruction; at < words.size(); at += words[at] >> spv::WordCountShift) {
    const auto op = static_cast<spv::Op>(words[at] & spv::OpCodeMask);
    if (op == spv::OpDPdx || op == spv::OpDPdy || op == spv::OpImageSampleImplicitLod)
      derivatives.push_back(words[at + 2]);
  }
  return derivatives;
}

Inlining predict_inlining(std::span<const std::uint32_t> words, std::vector<std::uint32_t> derivatives) {
  Inlining out;
  out.in_variables = std::move(derivatives);
  while (words[bound_word] <= max_bound && out.discarded.size() < max_discarded) {
    const std::size_t before = out.in_variables.size();
    Draft draft(words, out.in_variables);
    if (out.in_variables.size() == before) break;
    out.discarded.push_back(std::move(draft).variables());
  }
  return out;
}

}  // namespace agal::khronos

#include "target/readability.hpp"

#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.hpp>

#include <algorithm>

namespace agal::target {
namespace {

using Id = std::uint32_t;

// A statement may hold this many nested operations and columns before it is cut.
constexpr std::uint32_t max_operations = 4;
constexpr std::uint32_t max_width = 88;
// Values without a name make poor statements (`_123`): they are cut only where a line would be beyond reading.
constexpr std::uint32_t max_width_unnamed = 240;

constexpr std::uint32_t header_words = 5;
constexpr std::uint32_t default_name_width = 4;

// An estimate of the text of an expression: how many operations it nests and how many columns it takes.
struct Cost {
  std::uint32_t operations = 0;
  std::uint32_t width = default_name_width;
};

struct Value {
  spv::Op op = spv::OpNop;
  std::uint32_t first = 0, count = 0;  // its operands, in Analysis::operands
  std::uint32_t reads = 0;
  std::uint32_t name_width = 0;
  Cost cost;
  bool in_function = false;
  bool statement = false;
};

// Text of these is their operand's with a bit of punctuation, however often it is repeated.
bool is_transparent(spv::Op op) {
  return op == spv::OpLoad || op == spv::OpAccessChain || op == spv::OpCompositeExtract || op == spv::OpVectorShuffle ||
         op == spv::OpCopyObject;
}

// Where the ids among the words after the result are: [first, first + count), counted from the first such word.
struct IdRange {
  std::uint32_t first, count;
};

IdRange id_operands(spv::Op op, std::uint32_t words) {
  switch (static_cast<std::uint32_t>(op)) {
    case spv::OpConstant:
    case spv::OpVariable:
    case spv::OpLabel:
    case spv::OpFunction:
    case spv::OpUndef: return {0, 0};
    case spv::OpCompositeExtract: return {0, std::min(words, 1u)};
    case spv::OpLoad: return {0, std::min(words, 1u)};
    case spv::OpVectorShuffle: return {0, std::min(words, 2u)};
    case spv::OpExtInst: return words > 2 ? IdRange{2, words - 2} : IdRange{0, 0};
    // Sampled image and coordinate; a mask follows, then what the mask announces, ids all of it.
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleExplicitLod: return {0, words};
    default: return {0, words};
  }
}

struct Effect {
  std::uint32_t first, count;
  Id phi;  // the value that the effect makes, 0 where it makes none
};

class Analysis {
 public:
  explicit Analysis(std::span<const std::uint32_t> words) : values_(words.size() > 3 ? words[3] : 0) { read(words); }

  std::vector<Id> run() {
    count_reads();
    for (const Step& step : steps_) {
      if (step.is_value) {
        settle(step.index);
      } else {
        settle(effects_[step.index]);
      }
    }
    std::vector<Id> result;
    for (Id id = 0; id < values_.size(); ++id)
      if (values_[id].statement) result.push_back(id);
    return result;
  }

 private:
  struct Step {
    bool is_value;
    std::uint32_t index;
  };

  void read(std::span<const std::uint32_t> words) {
    bool in_function = false;
    for (std::size_t at = header_words; at < words.size();) {
      const auto op = static_cast<spv::Op>(words[at] & spv::OpCodeMask);
      const std::uint32_t length = words[at] >> spv::WordCountShift;
      if (length == 0 || length > words.size() - at) return;
      const auto instruction = words.subspan(at, length);
      if (op == spv::OpName && length > 2) read_name(instruction);
      if (op == spv::OpFunction) in_function = true;
      read_instruction(op, instruction, in_function);
      at += length;
    }
  }

  void read_name(std::span<const std::uint32_t> instruction) {
    if (instruction[1] >= values_.size()) return;
    std::uint32_t width = 0;
    for (std::size_t i = 2; i < instruction.size(); ++i)
      for (std::uint32_t byte = 0; byte < 4; ++byte)
        if ((instruction[i] >> (8 * byte) & 0xff) != 0) ++width;
    values_[instruction[1]].name_width = width;
  }

  void read_instruction(spv::Op op, std::span<const std::uint32_t> instruction, bool in_function) {
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
      const Effect phi{static_cast<std::uint32_t>(operands_.size()), (length - skip) / 2, id};
      for (std::uint32_t i = skip; i < length; i += 2) operands_.push_back(instruction[i]);
      add(phi);
      return;
    }
    const IdRange range = id_operands(op, length - skip);
    Value& value = values_[id];
    value.op = op;
    value.in_function = in_function;
    value.first = static_cast<std::uint32_t>(operands_.size());
    value.count = range.count;
    for (std::uint32_t i = 0; i < range.count; ++i) operands_.push_back(instruction[skip + range.first + i]);
    steps_.push_back({true, id});
  }

  void read_effect(spv::Op op, std::span<const std::uint32_t> instruction) {
    std::uint32_t operand = 0;
    if (op == spv::OpStore && instruction.size() > 2) operand = instruction[2];
    if (op == spv::OpBranchConditional && instruction.size() > 1) operand = instruction[1];
    if (operand == 0) return;
    operands_.push_back(operand);
    add({static_cast<std::uint32_t>(operands_.size() - 1), 1, 0});
  }

  void add(const Effect& effect) {
    effects_.push_back(effect);
    steps_.push_back({false, static_cast<std::uint32_t>(effects_.size() - 1)});
  }

  Value* find(Id id) { return id < values_.size() ? &values_[id] : nullptr; }

  // Users come after what they use (there are no loops), so that one pass from the end sees every read.
  void count_reads() {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      std::uint32_t first = 0, count = 0, reads = 1;
      if (step->is_value) {
        Value& value = values_[step->index];
        if (value.in_function && !is_transparent(value.op) && value.reads > 1 && value.op != spv::OpVariable)
          value.statement = true;
        first = value.first, count = value.count;
        reads = value.statement ? 1 : std::min(value.reads, 2u);
      } else {
        first = effects_[step->index].first, count = effects_[step->index].count;
      }
      for (std::uint32_t i = 0; i < count; ++i)
        if (Value* operand = find(operands_[first + i])) operand->reads = std::min(operand->reads + reads, 2u);
    }
  }

  Cost cost_of(Id id) {
    const Value* value = find(id);
    if (value == nullptr) return {};
    if (value->statement) return {0, value->name_width != 0 ? value->name_width : default_name_width};
    return value->cost;
  }

  Cost expression_cost(const Value& value) {
    Cost cost{0, 0};
    for (std::uint32_t i = 0; i < value.count; ++i) {
      const Cost operand = cost_of(operands_[value.first + i]);
      if (value.op == spv::OpCompositeConstruct || value.op == spv::OpConstantComposite) {
        cost.operations = std::max(cost.operations, operand.operations);
      } else {
        cost.operations += operand.operations;
      }
      cost.width += operand.width + 2 + (operand.operations > 0 ? 2 : 0);
    }
    switch (static_cast<std::uint32_t>(value.op)) {
      case spv::OpVariable: cost.width = value.name_width; break;
      case spv::OpConstant: cost.width = 3; break;
      case spv::OpLoad: cost.width -= std::min(cost.width, 2u); break;
      case spv::OpAccessChain:
      case spv::OpCompositeExtract:
      case spv::OpVectorShuffle: cost.width += 1; break;
      case spv::OpFNegate: cost.width += 1; break;
      case spv::OpConstantComposite:
      case spv::OpCompositeConstruct: cost.width += 4; break;
      default:
        ++cost.operations;
        cost.width += 4;
        break;
    }
    return cost;
  }

  static bool too_long(const Cost& cost) { return cost.operations > max_operations || cost.width > max_width; }

  // The value behind swizzles that would relieve the expression most; 0: none that may be cut.
  Id best_cut(std::uint32_t first, std::uint32_t count, bool named) {
    Id best = 0;
    Cost best_cost{0, 0};
    for (std::uint32_t i = 0; i < count; ++i) {
      const Id id = behind_swizzles(operands_[first + i]);
      const Value* value = find(id);
      if (value == nullptr || !value->in_function || value->statement || is_transparent(value->op)) continue;
      if ((named && value->name_width == 0) || value->cost.operations == 0) continue;
      const bool better = value->cost.operations > best_cost.operations ||
                          (value->cost.operations == best_cost.operations && value->cost.width > best_cost.width);
      if (better) best = id, best_cost = value->cost;
    }
    return best;
  }

  Id behind_swizzles(Id id) {
    for (const Value* value = find(id); value != nullptr; value = find(id)) {
      const bool swizzle = value->op == spv::OpCompositeExtract || value->op == spv::OpVectorShuffle ||
                           value->op == spv::OpFNegate || value->op == spv::OpCopyObject;
      if (value->statement || !swizzle || value->count == 0) break;
      id = operands_[value->first];
    }
    return id;
  }

  // Costs of swizzles are stale once what they swizzle has become a statement.
  void refresh(Id id) {
    std::vector<Id> chain;
    for (Value* value = find(id); value != nullptr && !value->statement && value->count > 0; value = find(id)) {
      if (!is_transparent(value->op) && value->op != spv::OpFNegate) break;
      chain.push_back(id);
      id = operands_[value->first];
    }
    for (auto link = chain.rbegin(); link != chain.rend(); ++link)
      values_[*link].cost = expression_cost(values_[*link]);
  }

  bool cut_one(std::uint32_t first, std::uint32_t count, bool named) {
    const Id cut = best_cut(first, count, named);
    if (cut == 0) return false;
    values_[cut].statement = true;
    for (std::uint32_t i = 0; i < count; ++i) refresh(operands_[first + i]);
    return true;
  }

  void settle(Id id) {
    Value& value = values_[id];
    value.cost = expression_cost(value);
    if (!value.in_function) return;
    // What a swizzle or a constructor only passes on is cut where an operation uses it.
    if (is_transparent(value.op)) return;
    while (too_long(value.cost) && cut_one(value.first, value.count, true)) value.cost = expression_cost(value);
    while (value.cost.width > max_width_unnamed && cut_one(value.first, value.count, false))
      value.cost = expression_cost(value);
  }

  void settle(const Effect& effect) {
    if (Value* phi = find(effect.phi)) phi->cost.width = phi->name_width != 0 ? phi->name_width : default_name_width;
  }

  std::vector<Value> values_;
  std::vector<Id> operands_;
  std::vector<Effect> effects_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<std::uint32_t> statement_values(std::span<const std::uint32_t> words) { return Analysis(words).run(); }

}  // namespace agal::target

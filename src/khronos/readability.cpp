#include "khronos/readability.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "khronos/words.hpp"

namespace agal::khronos {
namespace {

using Id = std::uint32_t;

// A statement may hold this many nested operations and columns before it is cut.
constexpr std::uint32_t max_operations = 4;
constexpr std::uint32_t max_width = 88;
// Values without a name make poor statements (`_123`): they are cut only where a line would be beyond reading.
constexpr std::uint32_t max_width_unnamed = 240;

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
  std::string_view name;
  Cost cost;
  Id type = 0;
  Id sink = 0;                     // the named value or variable that it ends up in
  std::uint32_t sink_lane = none;  // and where in it
  bool sink_settled = false;
  std::uint32_t block = 0;  // the number of labels before it
  bool in_function = false;
  bool statement = false;
  bool lazy = false;  // nested in an operand that text evaluates only where it is chosen
  static constexpr std::uint32_t none = 0xffff'ffff;
};

std::uint32_t width_of_name(const Value& value) {
  return value.name.empty() ? default_name_width : static_cast<std::uint32_t>(value.name.size());
}

// Text of these is their operand's with a bit of punctuation, however often it is repeated.
bool is_transparent(spv::Op op) {
  return op == spv::OpLoad || op == spv::OpAccessChain || op == spv::OpCompositeExtract || op == spv::OpVectorShuffle ||
         op == spv::OpCopyObject;
}

// Calls `visit(word)` for each id among the words behind the result.
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
    // The mask that says which operands follow.
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleExplicitLod: literal = 2; break;
    case spv::OpConstantComposite: break;
    default:
      if (!in_function) end = 0;  // types and scalar constants: literals, and types that are no values
      break;
  }
  for (std::uint32_t i = first; i < end; ++i)
    if (i != literal) visit(words[i]);
}

// These take derivatives, so all pixels of a quad have to come by. SPIRV-Cross computes them where they stand, and so
// in a variable if they are used in another block; but not if they are operands of what is lazy.
bool is_tied_to_block(spv::Op op) {
  return op == spv::OpDPdx || op == spv::OpDPdy || op == spv::OpImageSampleImplicitLod;
}

// SPIR-V evaluates all operands of these; `?:`, `||` and `&&` do not.
bool is_lazy(spv::Op op) { return op == spv::OpSelect || op == spv::OpLogicalOr || op == spv::OpLogicalAnd; }

bool is_comparison(spv::Op op) { return op >= spv::OpFOrdEqual && op <= spv::OpFUnordGreaterThanEqual; }

struct Effect {
  std::uint32_t first, count;
  Id result;  // the value of a phi, the variable of a store, 0 for what has neither
  bool is_phi;
  std::uint32_t block;
};

class Analysis {
 public:
  Analysis(std::span<const std::uint32_t> words, Comparisons comparisons)
      : comparisons_(comparisons), values_(words.size() > 3 ? words[3] : 0) {
    read(words);
  }

  std::vector<Variable> run() {
    count_reads();
    for (const Step& step : steps_) {
      if (step.is_value) {
        settle(step.index);
      } else {
        settle(effects_[step.index]);
      }
    }
    find_sinks();
    std::vector<Variable> result;
    for (const Step& step : steps_) {
      const Id id = step.is_value ? step.index : effects_[step.index].is_phi ? effects_[step.index].result : 0;
      const Value* value = find(id);
      if (value == nullptr || !(value->statement || !step.is_value)) continue;
      if (id != 0) result.push_back({id, unique_name(*value), value->statement});
    }
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
      if (op == spv::OpLabel) ++block_;
      read_instruction(op, instruction, in_function);
      at += length;
    }
  }

  void read_name(std::span<const std::uint32_t> instruction) {
    if (instruction[1] >= values_.size()) return;
    // SPIR-V packs text into words as little-endian bytes, which is how every machine that we know holds them.
    const auto* text = reinterpret_cast<const char*>(instruction.data() + 2);
    values_[instruction[1]].name = std::string_view(text, strnlen(text, (instruction.size() - 2) * 4));
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
      values_[id].type = instruction[1];
      const Effect phi{static_cast<std::uint32_t>(operands_.size()), (length - skip) / 2, id, true, block_};
      for (std::uint32_t i = skip; i < length; i += 2) operands_.push_back(instruction[i]);
      add(phi);
      return;
    }
    Value& value = values_[id];
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

  void read_effect(spv::Op op, std::span<const std::uint32_t> instruction) {
    Id operand = 0, target = 0;
    if (op == spv::OpStore && instruction.size() > 2) target = instruction[1], operand = instruction[2];
    if (op == spv::OpBranchConditional && instruction.size() > 1) operand = instruction[1];
    if (operand == 0) return;
    operands_.push_back(operand);
    add({static_cast<std::uint32_t>(operands_.size() - 1), 1, target, false, block_});
  }

  void add(const Effect& effect) {
    effects_.push_back(effect);
    steps_.push_back({false, static_cast<std::uint32_t>(effects_.size() - 1)});
  }

  Value* find(Id id) { return id < values_.size() ? &values_[id] : nullptr; }

  // Users come after what they use (there are no loops), so that one pass from the end sees every read.
  void count_reads() {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      if (!step->is_value) {
        const Effect& effect = effects_[step->index];
        for (std::uint32_t i = 0; i < effect.count; ++i) add_reads(operands_[effect.first + i], 1, false, effect.block);
        continue;
      }
      Value& value = values_[step->index];
      const bool variable = value.op == spv::OpVariable || is_transparent(value.op);
      // Without a register's name: made to give a fetch in a branch its gradients, so for use elsewhere.
      const bool gradient = (value.op == spv::OpDPdx || value.op == spv::OpDPdy) && value.name.empty();
      const bool astray = value.lazy && is_tied_to_block(value.op);
      if (value.in_function && !variable && (value.reads > 1 || gradient || astray)) value.statement = true;
      std::uint32_t reads = value.statement ? 1 : value.reads;
      if (comparisons_ == Comparisons::LaneByLane && is_comparison(value.op) && lanes_of(step->index) > 1) reads = 2;
      const bool nested = value.lazy && !value.statement;
      for (std::uint32_t i = 0; i < value.count; ++i)
        add_reads(operands_[value.first + i], reads, nested || (is_lazy(value.op) && i > 0), value.block);
    }
  }

  void add_reads(Id id, std::uint32_t reads, bool lazy, std::uint32_t block) {
    Value* operand = find(id);
    if (operand == nullptr) return;
    operand->lazy |= lazy;
    if (is_tied_to_block(operand->op) && operand->block != block) reads = 2;
    operand->reads = std::min(operand->reads + reads, 2u);
  }

  Cost cost_of(Id id) {
    const Value* value = find(id);
    if (value == nullptr) return {};
    if (value->statement) return {0, width_of_name(*value)};
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
      case spv::OpVariable: cost.width = static_cast<std::uint32_t>(value.name.size()); break;
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
      if ((named && value->name.empty()) || value->cost.operations == 0) continue;
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
    if (Value* phi = find(effect.result)) phi->cost.width = width_of_name(*phi);
  }

  // ---- names for what has none

  void find_sinks() {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      if (step->is_value) {
        const Value& user = values_[step->index];
        if (user.in_function) sink_operands(user, step->index);
        continue;
      }
      const Effect& effect = effects_[step->index];
      for (std::uint32_t i = 0; i < effect.count; ++i)
        sink(operands_[effect.first + i], effect.result, Value::none, true);
    }
  }

  void sink_operands(const Value& user, Id id) {
    const Id into = user.name.empty() ? user.sink : id;
    const bool constructs = user.op == spv::OpCompositeConstruct;
    std::uint32_t lane = 0;
    for (std::uint32_t i = 0; i < user.count; ++i) {
      const Id operand = operands_[user.first + i];
      const std::uint32_t at = constructs ? lane : user.name.empty() ? user.sink_lane : Value::none;
      sink(operand, into, at, constructs);
      lane += lanes_of(operand);
    }
  }

  // Going backwards, the first use in the program is seen last and wins, but what is built straight into something
  // is called after that.
  void sink(Id operand, Id into, std::uint32_t lane, bool settled) {
    Value* value = find(operand);
    const Value* target = find(into);
    if (value == nullptr || target == nullptr || target->name.empty() || (value->sink_settled && !settled)) return;
    value->sink = into;
    value->sink_lane = lane;
    value->sink_settled = settled;
  }

  std::uint32_t lanes_of(Id id) {
    const Value* value = find(id);
    if (value == nullptr) return 1;
    for (const auto& [type, lanes] : lanes_of_type_)
      if (type == value->type) return lanes;
    return 1;
  }

  std::string given_name(const Value& value) {
    const Value* sink = find(value.sink);
    const Value* type = find(value.type);
    if (!value.name.empty()) return std::string(value.name);
    if (type == nullptr) return {};
    if (type->op == spv::OpTypeBool) return "test";
    if (type->op == spv::OpTypeInt) return "index";
    if (value.op == spv::OpDPdx) return "dx";
    if (value.op == spv::OpDPdy) return "dy";
    if (type->op != spv::OpTypeFloat && type->op != spv::OpTypeVector) return {};
    if (sink == nullptr || value.sink == 0) return {};
    std::string name(sink->name);
    const std::uint32_t lanes = type->op == spv::OpTypeVector ? 4 : 1;
    if (value.sink_lane < 4 && lanes == 1) name += {'_', "xyzw"[value.sink_lane]};
    return name;
  }

  // SPIRV-Cross numbers equal names too, but in an order of its own.
  std::string unique_name(const Value& value) {
    std::string name = given_name(value);
    if (name.empty()) return name;
    const Value* sink = find(value.sink);
    const bool taken = sink != nullptr && sink->op == spv::OpVariable && sink->name == name;
    const std::uint32_t number = used_.try_emplace(name, taken ? 1 : 0).first->second++;
    if (number > 0) name += "_" + std::to_string(number);
    return name;
  }

  std::unordered_map<std::string, std::uint32_t> used_;
  std::vector<std::pair<Id, std::uint32_t>> lanes_of_type_;
  Comparisons comparisons_;
  std::uint32_t block_ = 0;
  std::vector<Value> values_;
  std::vector<Id> operands_;
  std::vector<Effect> effects_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Variable> variables_of(std::span<const std::uint32_t> words, Comparisons comparisons) {
  return Analysis(words, comparisons).run();
}

}  // namespace agal::khronos

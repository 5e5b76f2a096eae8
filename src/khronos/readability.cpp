#include "khronos/readability.hpp"

#include <algorithm>

#include "khronos/value_graph.hpp"
#include "khronos/value_names.hpp"

namespace agal::khronos {
namespace {

// The maximum number of nested operations and of columns in a statement before it is split.
constexpr std::uint32_t max_operations = 4;
constexpr std::uint32_t max_width = 88;
// Unnamed values make unreadable statements (`_123`): they are split off only if a line would be far too long.
constexpr std::uint32_t max_width_unnamed = 240;

constexpr std::uint32_t default_name_width = 4;

// An estimate of the text of an expression: the number of nested operations and of columns.
struct Cost {
  std::uint32_t operations = 0;
  std::uint32_t width = default_name_width;
};

std::uint32_t width_of_name(const ValueNode& value) {
  return value.name.empty() ? default_name_width : static_cast<std::uint32_t>(value.name.size());
}

// The text of these is that of their operand with some punctuation, however often it is repeated.
bool is_transparent(spv::Op op) {
  return op == spv::OpLoad || op == spv::OpAccessChain || op == spv::OpCompositeExtract || op == spv::OpVectorShuffle ||
         op == spv::OpCopyObject || op == spv::OpSampledImage;
}

// These take derivatives, so all pixels of a quad must execute them. SPIRV-Cross computes them in place, and declares a
// variable if they are used in another block, but not if they are operands of a lazy operation.
bool is_tied_to_block(spv::Op op) {
  return op == spv::OpDPdx || op == spv::OpDPdy || op == spv::OpImageSampleImplicitLod;
}

// SPIR-V evaluates all operands of these; `?:`, `||` and `&&` in text do not.
bool is_lazy(spv::Op op) { return op == spv::OpSelect || op == spv::OpLogicalOr || op == spv::OpLogicalAnd; }

bool is_comparison(spv::Op op) { return op >= spv::OpFOrdEqual && op <= spv::OpFUnordGreaterThanEqual; }

// Decides which values become statements.
class StatementCutter {
 public:
  StatementCutter(const ValueGraph& graph, Comparisons comparisons)
      : graph_(graph), comparisons_(comparisons), values_(graph.bound()) {
    count_reads();
    for (const ValueGraph::Step& step : graph.steps())
      if (step.is_value)
        cut_expression(step.index);
      else if (const Id phi = graph.effects()[step.index].result; graph.find(phi) != nullptr)
        values_[phi].cost.width = width_of_name(*graph.find(phi));
  }

  bool is_statement(Id id) const { return values_[id].statement; }

 private:
  struct Value {
    std::uint32_t reads = 0;
    Cost cost;
    bool statement = false;
    bool lazy = false;  // nested in an operand that text evaluates only if it is selected
  };

  // Uses come after definitions (there are no loops), so one backward pass sees every read.
  void count_reads() {
    for (auto step = graph_.steps().rbegin(); step != graph_.steps().rend(); ++step) {
      if (!step->is_value) {
        const Effect& effect = graph_.effects()[step->index];
        for (const Id operand : graph_.operands(effect)) add_reads(operand, 1, false, effect.block);
        continue;
      }
      const ValueNode& node = *graph_.find(step->index);
      Value& value = values_[step->index];
      const bool variable = node.op == spv::OpVariable || is_transparent(node.op);
      // A derivative without a register's name was created as a gradient for a fetch in a branch, so it is used
      // elsewhere.
      const bool gradient = (node.op == spv::OpDPdx || node.op == spv::OpDPdy) && node.name.empty();
      const bool misplaced = value.lazy && is_tied_to_block(node.op);
      if (node.in_function && !variable && (value.reads > 1 || gradient || misplaced)) value.statement = true;
      std::uint32_t reads = value.statement ? 1 : value.reads;
      if (comparisons_ == Comparisons::LaneByLane && is_comparison(node.op) && graph_.lanes_of(step->index) > 1)
        reads = 2;
      const bool nested = value.lazy && !value.statement;
      const std::span<const Id> operands = graph_.operands(node);
      for (std::size_t i = 0; i < operands.size(); ++i)
        add_reads(operands[i], reads, nested || (is_lazy(node.op) && i > 0), node.block);
    }
  }

  void add_reads(Id id, std::uint32_t reads, bool lazy, std::uint32_t block) {
    const ValueNode* node = graph_.find(id);
    if (node == nullptr) return;
    Value& operand = values_[id];
    operand.lazy |= lazy;
    if (is_tied_to_block(node->op) && node->block != block) reads = 2;
    operand.reads = std::min(operand.reads + reads, 2u);
  }

  Cost cost_of(Id id) const {
    const ValueNode* node = graph_.find(id);
    if (node == nullptr) return {};
    if (values_[id].statement) return {0, width_of_name(*node)};
    return values_[id].cost;
  }

  Cost expression_cost(const ValueNode& value) const {
    Cost cost{0, 0};
    for (const Id id : graph_.operands(value)) {
      const Cost operand = cost_of(id);
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
      case spv::OpVectorShuffle:
      case spv::OpFNegate: cost.width += 1; break;
      case spv::OpSampledImage: cost.width += 8; break;
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

  // The value, looking through swizzles, whose removal simplifies the expression most; 0: none may be split off.
  Id best_cut(std::span<const Id> operands, bool named) const {
    Id best = 0;
    Cost best_cost{0, 0};
    for (const Id operand : operands) {
      const Id id = behind_swizzles(operand);
      const ValueNode* node = graph_.find(id);
      if (node == nullptr || !node->in_function || values_[id].statement || is_transparent(node->op)) continue;
      const Cost& cost = values_[id].cost;
      if ((named && node->name.empty()) || cost.operations == 0) continue;
      const bool better = cost.operations > best_cost.operations ||
                          (cost.operations == best_cost.operations && cost.width > best_cost.width);
      if (better) best = id, best_cost = cost;
    }
    return best;
  }

  Id behind_swizzles(Id id) const {
    for (const ValueNode* node = graph_.find(id); node != nullptr; node = graph_.find(id)) {
      const bool swizzle = node->op == spv::OpCompositeExtract || node->op == spv::OpVectorShuffle ||
                           node->op == spv::OpFNegate || node->op == spv::OpCopyObject;
      if (values_[id].statement || !swizzle || node->count == 0) break;
      id = graph_.operands(*node).front();
    }
    return id;
  }

  // The costs of swizzles are stale after the swizzled value becomes a statement.
  void refresh(Id id) {
    std::vector<Id> chain;
    for (const ValueNode* node = graph_.find(id); node != nullptr && node->count > 0; node = graph_.find(id)) {
      if (values_[id].statement || (!is_transparent(node->op) && node->op != spv::OpFNegate)) break;
      chain.push_back(id);
      id = graph_.operands(*node).front();
    }
    for (auto link = chain.rbegin(); link != chain.rend(); ++link)
      values_[*link].cost = expression_cost(*graph_.find(*link));
  }

  bool cut_one(std::span<const Id> operands, bool named) {
    const Id cut = best_cut(operands, named);
    if (cut == 0) return false;
    values_[cut].statement = true;
    for (const Id operand : operands) refresh(operand);
    return true;
  }

  void cut_expression(Id id) {
    const ValueNode& node = *graph_.find(id);
    Cost& cost = values_[id].cost;
    cost = expression_cost(node);
    // The operand of a swizzle or constructor is split off only where an operation uses it.
    if (!node.in_function || is_transparent(node.op)) return;
    const std::span<const Id> operands = graph_.operands(node);
    while (too_long(cost) && cut_one(operands, true)) cost = expression_cost(node);
    while (cost.width > max_width_unnamed && cut_one(operands, false)) cost = expression_cost(node);
  }

  const ValueGraph& graph_;
  Comparisons comparisons_;
  std::vector<Value> values_;
};

}  // namespace

std::vector<Variable> variables_of(std::span<const std::uint32_t> words, Comparisons comparisons) {
  const ValueGraph graph(words);
  const StatementCutter cutter(graph, comparisons);
  ValueNames names(graph);
  std::vector<Variable> result;
  for (const ValueGraph::Step& step : graph.steps()) {
    const bool phi = !step.is_value && graph.effects()[step.index].is_phi;
    const Id id = step.is_value ? step.index : phi ? graph.effects()[step.index].result : 0;
    if (id == 0 || graph.find(id) == nullptr || (step.is_value && !cutter.is_statement(id))) continue;
    result.push_back({id, names.take(id), cutter.is_statement(id)});
  }
  return result;
}

}  // namespace agal::khronos

// Converts SPIR-V modules to terms: functions, blocks and branches.
#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "prove/outputs.hpp"
#include "prove/spirv_graph.hpp"
#include "prove/spirv_memory.hpp"
#include "prove/spirv_operations.hpp"
#include "prove/spirv_values.hpp"

namespace agal::prove {
namespace {

constexpr std::uint32_t max_calls = 32;         // the maximum depth of calls
constexpr std::uint32_t instruction_cost = 32;  // the cost of an instruction or a block, in lanes that a branch copies
constexpr std::uint32_t max_turns = 256;        // the maximum number of iterations of a loop

// The symbolic execution of a module.
class SpirvRun {
 public:
  SpirvRun(Store& store, const SpirvModule& module, const Places& places, Stage stage)
      : store_(store),
        module_(module),
        places_(places),
        values_(store, module),
        memory_(values_, places),
        operations_(values_, stage),
        path_(store.always()),
        killed_(store.never()) {}

  Outputs run();

 private:
  struct Edge {
    Id from = 0;
    Term path{};
    MemoryContents memory;
    std::vector<Term> value;                   // the result of the function, if the edge is a return
    std::unordered_map<Id, LaneRange> turn{};  // values of the loop iteration that the edge leaves
  };
  /// A function that is being run.
  struct Frame {
    const SpirvFunction& function;
    const Graph& graph;
    std::vector<std::vector<Edge>> incoming;  // the edges to each block, by its index
    std::vector<Edge> returns;
  };
  void call(const SpirvFunction& function, std::vector<Term>* result);
  void run_blocks(Frame& frame, std::uint32_t loop);
  void run_loop(Frame& frame, std::uint32_t header);
  void enter(std::vector<Edge>& edges, const SpirvBlock& block);
  void merge_turns(const std::vector<Edge>& edges, const std::vector<Term>& conditions);
  void body(Frame& frame, const SpirvBlock& block);
  void terminator(Frame& frame, const SpirvInstruction& inst, const SpirvBlock& block);
  void go(Frame& frame, const SpirvBlock& from, Id label, Term path, MemoryContents memory);
  Term lane_on(const Edge& edge, Id id, std::uint32_t c);
  std::vector<Term> conditions_of(const std::vector<Edge>& edges);
  template <class Get>
  Term joined(const std::vector<Edge>& edges, const std::vector<Term>& conditions, Get get);
  void call_instruction(const SpirvInstruction& inst);

  Store& store_;
  const SpirvModule& module_;
  const Places& places_;
  SpirvValues values_;
  SpirvMemory memory_;
  SpirvOperations operations_;
  Term path_, killed_;       // the conditions under which an invocation runs, and is discarded
  std::uint32_t depth_ = 0;  // the number of open calls
};

Outputs SpirvRun::run() {
  Outputs out;
  out.problem = places_.problem.empty() ? module_.problem : places_.problem;
  if (!out.problem.empty()) return out;
  const SpirvFunction& entry = module_.functions.at(module_.entry_point);
  const bool is_low = (module_.relaxed && !places_.relaxed) || (module_.relaxed_colors && !places_.relaxed_colors);
  if (module_.relaxed || module_.relaxed_colors)
    values_.allow(is_low ? Rule::LowPrecision : Rule::RelaxedPrecision, "values have RelaxedPrecision");
  for (const SpirvInstruction& inst : module_.constants)
    if (values_.problem().empty()) operations_.constant(inst);
  memory_.declare_variables();
  if (values_.problem().empty()) call(entry, nullptr);
  out.problem = values_.problem();
  out.differs = values_.differs();
  if (!values_.has_ended()) memory_.add_outputs(out);
  out.killed = killed_;
  if (out.problem.empty()) memory_.check_foreign(out);
  return out;
}

// Returns a condition for each edge except the last: the edge was taken, given that it or a later edge was taken.
std::vector<Term> SpirvRun::conditions_of(const std::vector<Edge>& edges) {
  std::vector<Term> conditions(edges.size());
  Term care = edges.back().path;
  for (std::size_t i = edges.size() - 1; i-- > 0;) {
    care = store_.either(care, edges[i].path);
    conditions[i] = store_.restrict(edges[i].path, care);
  }
  return conditions;
}

template <class Get>
Term SpirvRun::joined(const std::vector<Edge>& edges, const std::vector<Term>& conditions, Get get) {
  Term result = get(edges.back());
  for (std::size_t i = edges.size() - 1; i-- > 0;) result = values_.join(conditions[i], get(edges[i]), result);
  return result;
}

// Computes the state at the beginning of a block by merging the states of its incoming edges.
void SpirvRun::enter(std::vector<Edge>& edges, const SpirvBlock& block) {
  const std::vector<Term> conditions = conditions_of(edges);
  path_ = edges[0].path;
  for (const Edge& edge : edges) path_ = store_.either(path_, edge.path);
  std::vector<std::pair<const SpirvInstruction*, std::vector<Term>>> phis;
  for (const SpirvInstruction& inst : block.body) {
    if (inst.op != spv::OpPhi) break;
    std::vector<Term> lanes;
    for (std::uint32_t c = 0; c < values_.type(inst[1]).scalars; ++c)
      lanes.push_back(joined(edges, conditions, [&](const Edge& edge) {
        for (std::size_t i = 3; i + 1 < inst.size(); i += 2)
          if (inst[i + 1] == edge.from) return lane_on(edge, inst[i], c);
        return values_.undefined();
      }));
    phis.emplace_back(&inst, std::move(lanes));
  }
  merge_turns(edges, conditions);
  for (const auto& [inst, lanes] : phis) values_.set(*inst, lanes);
  if (edges.size() > 1)
    for (std::size_t i = 0; i < edges[0].memory.size(); ++i)
      edges[0].memory[i] = joined(edges, conditions, [&](const Edge& edge) { return edge.memory[i]; });
  memory_.put(std::move(edges[0].memory));
}

// Returns a lane of a value as it is on this edge. The edge may leave an earlier iteration of a loop.
Term SpirvRun::lane_on(const Edge& edge, Id id, std::uint32_t c) {
  const auto found = edge.turn.find(id);
  if (found == edge.turn.end()) return values_.lane(id, c);
  return values_.lane(found->second, c);
}

// Merges values that are computed in a loop and read after it, if several edges leave the loop.
void SpirvRun::merge_turns(const std::vector<Edge>& edges, const std::vector<Term>& conditions) {
  if (edges.size() == 1 && edges[0].turn.empty()) return;
  const std::unordered_map<Id, LaneRange> turn = edges[0].turn;
  for (const auto& [id, range] : turn) {
    const Id made = id;
    // A value that is missing on one edge is not read after the loop.
    if (!std::ranges::all_of(edges, [&](const Edge& edge) { return edge.turn.contains(made); })) continue;
    std::vector<Term> lanes;
    for (std::uint32_t c = 0; c < range.count; ++c)
      lanes.push_back(joined(edges, conditions, [&](const Edge& edge) { return lane_on(edge, made, c); }));
    values_.set(made, range.type, lanes);
  }
}

void SpirvRun::call(const SpirvFunction& function, std::vector<Term>* result) {
  if (function.blocks.empty()) return values_.fault("a function has no body");
  if (!values_.may_run(instruction_cost * function.blocks.size())) return;
  if (++depth_ > max_calls) return values_.fault("functions call each other too deeply");
  const std::optional<Graph> graph = graph_of(function);
  if (!graph) return values_.fault("a loop has several entries");
  Frame frame{function, *graph, std::vector<std::vector<Edge>>(function.blocks.size()), {}};
  frame.incoming[0].push_back({0, path_, memory_.take(), {}, {}});
  const std::size_t lanes = frame.incoming[0][0].memory.size();
  run_blocks(frame, no_loop);
  if (values_.has_ended()) return;
  --depth_;
  std::vector<Edge>& returns = frame.returns;
  if (returns.empty()) {  // every path ends in a discard
    memory_.put(MemoryContents(lanes, values_.undefined()));
    path_ = store_.never();
    return;
  }
  // The function's own variables and values are not read after the call.
  for (Edge& edge : returns) {
    edge.memory.resize(lanes, values_.undefined());
    edge.turn.clear();
  }
  const std::vector<Term> conditions = conditions_of(returns);
  if (result != nullptr)
    for (std::size_t c = 0; c < returns[0].value.size(); ++c)
      result->push_back(joined(returns, conditions, [&](const Edge& edge) {
        return c < edge.value.size() ? edge.value[c] : values_.undefined();
      }));
  enter(returns, {});
}

// Runs the blocks of a loop once, or of the function. A loop inside them is run when its header is reached.
void SpirvRun::run_blocks(Frame& frame, std::uint32_t loop) {
  const Graph& graph = frame.graph;
  for (const std::uint32_t n : graph.order) {
    if (!graph.is_in(n, loop) || frame.incoming[n].empty()) continue;
    if (graph.is_header(n) && n != loop) {
      run_loop(frame, n);
    } else {
      std::vector<Edge> edges = std::move(frame.incoming[n]);
      frame.incoming[n].clear();
      enter(edges, frame.function.blocks[n]);
      body(frame, frame.function.blocks[n]);
    }
    if (values_.has_ended()) return;
  }
}

// Runs iterations of a loop until no path leads back to its header.
void SpirvRun::run_loop(Frame& frame, std::uint32_t header) {
  values_.begin_loop();
  const std::size_t first = values_.made_in_loop().size();
  for (std::uint32_t turn = 0; !frame.incoming[header].empty(); ++turn) {
    // The header runs once more than the body, for the condition that ends the loop.
    if (turn > max_turns) return values_.fault("a loop has no constant number of turns, or too many");
    run_blocks(frame, header);
    if (values_.has_ended()) return;
  }
  // Pointers of different iterations cannot be merged, so pointers that the loop made may not be used after it.
  for (const Id id : std::span(values_.made_in_loop()).subspan(first)) memory_.forget_pointer(id);
  values_.end_loop();
}

void SpirvRun::body(Frame& frame, const SpirvBlock& block) {
  for (std::size_t i = 0; i < block.body.size(); ++i) {
    const SpirvInstruction& inst = block.body[i];
    if (!values_.may_run(instruction_cost)) return;
    if (i + 1 == block.body.size()) return terminator(frame, inst, block);
    switch (inst.op) {
      case spv::OpPhi:
      case spv::OpSelectionMerge:
      case spv::OpLoopMerge:
      case spv::OpNop:
      case spv::OpNoLine: break;
      case spv::OpDemoteToHelperInvocation: killed_ = store_.either(killed_, path_); break;
      case spv::OpFunctionCall: call_instruction(inst); break;
      default:
        if (!memory_.run(inst) && !operations_.run(inst, path_)) return values_.unknown(inst, "is not understood");
    }
    if (!values_.problem().empty()) return;
  }
}

void SpirvRun::call_instruction(const SpirvInstruction& inst) {
  const auto found = module_.functions.find(inst[3]);
  if (found == module_.functions.end()) return values_.unknown(inst, "calls nothing");
  const SpirvFunction& function = found->second;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Id from = inst[4 + i], to = function.parameters[i];
    if (!memory_.pass(from, to)) values_.set(to, values_.of(from).type, values_.copy(from));
  }
  std::vector<Term> result;
  call(function, &result);
  values_.set(inst, result);
}

void SpirvRun::go(Frame& frame, const SpirvBlock& from, Id label, Term path, MemoryContents memory) {
  const auto to = frame.function.numbers.find(label);
  if (to == frame.function.numbers.end()) return values_.fault("a branch leads to no block");
  if (!values_.may_run(memory.size() + values_.made_in_loop().size())) return;
  if (path == store_.never()) return;
  Edge edge{from.label, path, std::move(memory), {}, {}};
  const std::uint32_t here = frame.function.numbers.at(from.label);
  const std::uint32_t loop = frame.graph.loop[here];
  if (loop != no_loop && !frame.graph.is_in(to->second, loop))
    for (const Id id : values_.made_in_loop())
      if (!memory_.is_pointer(id)) edge.turn[id] = values_.of(id);
  frame.incoming[to->second].push_back(std::move(edge));
}

void SpirvRun::terminator(Frame& frame, const SpirvInstruction& inst, const SpirvBlock& block) {
  switch (inst.op) {
    case spv::OpBranch: return go(frame, block, inst[1], path_, memory_.take());
    case spv::OpBranchConditional: {
      const Term condition = values_.lane(inst[1], 0);
      if (inst[2] == inst[3]) return go(frame, block, inst[2], path_, memory_.take());
      go(frame, block, inst[2], store_.both(path_, condition), memory_.contents());
      return go(frame, block, inst[3], store_.both(path_, store_.negation(condition)), memory_.take());
    }
    case spv::OpSwitch: {
      Term rest = path_;
      for (std::size_t i = 3; i + 1 < inst.size(); i += 2) {
        const Term condition = store_.int_equal(values_.lane(inst[1], 0), store_.leaf(Op::Integer, inst[i]));
        go(frame, block, inst[i + 1], store_.both(rest, condition), memory_.contents());
        rest = store_.both(rest, store_.negation(condition));
      }
      return go(frame, block, inst[2], rest, memory_.take());
    }
    case spv::OpReturn: frame.returns.push_back({block.label, path_, memory_.take(), {}, {}}); return;
    case spv::OpReturnValue:
      frame.returns.push_back({block.label, path_, memory_.take(), values_.copy(inst[1]), {}});
      return;
    case spv::OpKill:
    case spv::OpTerminateInvocation: killed_ = store_.either(killed_, path_); return;
    case spv::OpUnreachable:
      if (path_ != store_.never()) values_.fault("it may reach what it says it does not");
      return;
    default: return values_.unknown(inst, "does not end a block");
  }
}

}  // namespace

Outputs run_spirv(Store& store, const SpirvModule& module, const Places& places, Stage stage) {
  return SpirvRun(store, module, places, stage).run();
}

}  // namespace agal::prove

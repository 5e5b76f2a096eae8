// Converts SPIR-V modules to terms: functions, blocks and branches.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "prove/spirv_run.hpp"

namespace agal::prove {
namespace {

constexpr std::uint32_t max_calls = 32;         // the maximum depth of calls
constexpr std::uint32_t instruction_cost = 32;  // the cost of an instruction or a block, in lanes that a branch copies
constexpr std::uint32_t max_run = 1 << 26;      // the maximum cost of a run; a function counts each time it is called
constexpr std::uint32_t max_turns = 256;        // the maximum number of iterations of a loop

}  // namespace

void SpirvRun::fault(std::string what) {
  if (problem_.empty()) problem_ = std::move(what);
}

bool SpirvRun::may_run(std::size_t cost) {
  run_ += cost;
  if (run_ > max_run) fault("it runs too many instructions, or branches have too many variables");
  return run_ <= max_run;
}

// Reports a fault if the rule may not be applied. Untouched terms do not need the rule, because they are only
// evaluated.
void SpirvRun::allow(Rule rule, std::string_view otherwise) {
  if (!store_.apply(rule) && !store_.is_untouched()) fault(std::string(otherwise));
}

Term SpirvRun::join(Term condition, Term a, Term b) {
  if (a == b) return a;
  const auto boolean = [&](Term t) { return info(store_.op(t)).sort == Sort::Bool; };
  // An undefined condition is a condition that equals no other one.
  const auto as_boolean = [&](Term t) { return boolean(t) ? t : store_.equal(t, store_.constant(0.0f)); };
  if (boolean(a) || boolean(b)) return store_.choose(condition, as_boolean(a), as_boolean(b));
  return store_.select(condition, a, b);
}

Outputs SpirvRun::run() {
  undefined_ = store_.leaf(Op::Undefined);
  never_set_ = store_.leaf(Op::Undefined, 1);
  Outputs out;
  out.problem = places_.problem.empty() ? module_.problem : places_.problem;
  if (!out.problem.empty()) return out;
  const SpirvFunction& entry = module_.functions.at(module_.entry_point);
  const bool is_low = (module_.relaxed && !places_.relaxed) || (module_.relaxed_colors && !places_.relaxed_colors);
  if (module_.relaxed || module_.relaxed_colors)
    allow(is_low ? Rule::LowPrecision : Rule::RelaxedPrecision, "values have RelaxedPrecision");
  for (const SpirvInstruction& inst : module_.constants)
    if (problem_.empty()) constant(inst);
  for (const SpirvVariable& variable : module_.variables) {
    pointers_[variable.id] = {.variable = variable.id, .type = variable.type};
    if (!problem_.empty()) break;
    const PlaceKind kind = place(variable.id).kind;
    if (kind == PlaceKind::Memory || variable.storage == spv::StorageClassOutput)
      declare(variable.id, variable.type, variable.initial);
    if (variable.storage == spv::StorageClassInput) declare_inputs(variable);
    if (variable.storage == spv::StorageClassOutput) declare_outputs(variable);
  }
  if (problem_.empty()) call(entry, nullptr);
  out.problem = problem_;
  out.differs = differs_;
  if (out.problem.empty() && !store_.exhausted()) outputs(out);
  out.killed = killed_;
  if (foreign_.empty() || !out.problem.empty()) return out;
  if (const std::optional<Id> variable = foreign_dependency(out)) {
    out.problem = foreign_problem(*variable);
    const auto unplaced = places_.unplaced.find(*variable);
    out.differs = unplaced != places_.unplaced.end() && unplaced->second.differs;
  }
  return out;
}

// Initializes the memory of a struct of inputs.
void SpirvRun::declare_inputs(const SpirvVariable& variable) {
  const auto members = places_.members.find(variable.id);
  if (members == places_.members.end()) return;
  std::uint32_t at = memory_at_[variable.id];
  const SpirvType& structure = type(variable.type);
  for (std::size_t i = 0; i < structure.members.size(); ++i) {
    const Place& member = members->second[i];
    for (std::uint32_t c = 0; c < type(structure.members[i]).scalars; ++c, ++at)
      if (member.kind == PlaceKind::Input)
        memory_[at] = store_.leaf(Op::Input, 4 * member.number + c);
      else if (member.kind == PlaceKind::Instance)
        memory_[at] = store_.leaf(Op::Instance);
      else
        return fault("a block of inputs has a built-in variable that AGAL does not have");
  }
}

// Marks the memory of members that AGAL does not have, so that `outputs` detects every write to them.
void SpirvRun::declare_outputs(const SpirvVariable& variable) {
  const auto members = places_.members.find(variable.id);
  if (members == places_.members.end() || variable.initial != 0) return;
  std::uint32_t at = memory_at_[variable.id];
  const SpirvType& structure = type(variable.type);
  for (std::size_t i = 0; i < structure.members.size(); ++i)
    for (std::uint32_t c = 0; c < type(structure.members[i]).scalars && at < memory_.size(); ++c, ++at)
      if (members->second[i].kind == PlaceKind::Foreign) memory_[at] = never_set_;
}

void SpirvRun::outputs(Outputs& out) {
  const auto add = [&](const Place& place, Id type_id, std::uint32_t first) {
    const std::uint32_t lanes = module_.type(type_id).scalars;
    if (place.kind == PlaceKind::Foreign)
      for (std::uint32_t c = 0; c < lanes; ++c)
        if (memory_[first + c] != never_set_) out.problem = "it writes a built-in variable that AGAL does not have";
    if (place.kind != PlaceKind::Output && place.kind != PlaceKind::Depth) return;
    Output output{place.type, place.number, {undefined_, undefined_, undefined_, undefined_}};
    for (std::uint32_t c = 0; c < std::min(lanes, 4u); ++c) output.lanes[c] = memory_[first + c];
    if (out.find(output.type, output.number) != nullptr)
      out.problem = "two variables are one output";
    else
      out.list.push_back(output);
  };
  for (const SpirvVariable& variable : module_.variables) {
    if (variable.storage != spv::StorageClassOutput) continue;
    const std::uint32_t first = memory_at_[variable.id];
    const auto members = places_.members.find(variable.id);
    if (members == places_.members.end()) {
      add(place(variable.id), variable.type, first);
      continue;
    }
    std::uint32_t offset = first;
    const SpirvType& structure = type(variable.type);
    for (std::size_t i = 0; i < structure.members.size(); ++i) {
      add(members->second[i], structure.members[i], offset);
      offset += type(structure.members[i]).scalars;
    }
  }
}

// Returns a variable that an output depends on although AGAL does not have it.
std::optional<Id> SpirvRun::foreign_dependency(const Outputs& out) const {
  std::vector<Term> open{out.killed};
  for (const Output& output : out.list) open.insert(open.end(), output.lanes.begin(), output.lanes.end());
  std::unordered_set<Term> seen;
  while (!open.empty()) {
    const Term t = open.back();
    open.pop_back();
    if (!store_.is_undefined(t) || !seen.insert(t).second) continue;
    if (store_.is(t, Op::Undefined) && store_.payload(t) >= foreign_leaf)
      return foreign_[store_.payload(t) - foreign_leaf];
    open.insert(open.end(), store_.args(t).begin(), store_.args(t).end());
  }
  return std::nullopt;
}

// ------------------------------------------------------------------------------------------------------ control flow

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
  for (std::size_t i = edges.size() - 1; i-- > 0;) result = join(conditions[i], get(edges[i]), result);
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
    for (std::uint32_t c = 0; c < type(inst[1]).scalars; ++c)
      lanes.push_back(joined(edges, conditions, [&](const Edge& edge) {
        for (std::size_t i = 3; i + 1 < inst.size(); i += 2)
          if (inst[i + 1] == edge.from) return lane_on(edge, inst[i], c);
        return undefined_;
      }));
    phis.emplace_back(&inst, std::move(lanes));
  }
  merge_turns(edges, conditions);
  for (const auto& [inst, lanes] : phis) set(*inst, lanes);
  if (edges.size() > 1)
    for (std::size_t i = 0; i < edges[0].memory.size(); ++i)
      edges[0].memory[i] = joined(edges, conditions, [&](const Edge& edge) { return edge.memory[i]; });
  memory_ = std::move(edges[0].memory);
}

// Returns a lane of a value as it is on this edge. The edge may leave an earlier iteration of a loop.
Term SpirvRun::lane_on(const Edge& edge, Id id, std::uint32_t c) {
  const auto found = edge.turn.find(id);
  if (found == edge.turn.end()) return lane(id, c);
  return c < found->second.count ? all_[found->second.first + c] : undefined_;
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
    set(made, range.type, lanes);
  }
}

void SpirvRun::call(const SpirvFunction& function, std::vector<Term>* result) {
  if (function.blocks.empty()) return fault("a function has no body");
  if (!may_run(instruction_cost * function.blocks.size())) return;
  if (++depth_ > max_calls) return fault("functions call each other too deeply");
  const std::optional<Graph> graph = graph_of(function);
  if (!graph) return fault("a loop has several entries");
  Frame frame{function, *graph, std::vector<std::vector<Edge>>(function.blocks.size()), {}};
  frame.incoming[0].push_back({0, path_, std::move(memory_), {}, {}});
  const std::size_t lanes = frame.incoming[0][0].memory.size();
  run_blocks(frame, no_loop);
  if (!problem_.empty() || store_.exhausted()) return;
  --depth_;
  std::vector<Edge>& returns = frame.returns;
  if (returns.empty()) {  // every path ends in a discard
    memory_.assign(lanes, undefined_);
    path_ = store_.never();
    return;
  }
  // The function's own variables and values are not read after the call.
  for (Edge& edge : returns) {
    edge.memory.resize(lanes, undefined_);
    edge.turn.clear();
  }
  const std::vector<Term> conditions = conditions_of(returns);
  if (result != nullptr)
    for (std::size_t c = 0; c < returns[0].value.size(); ++c)
      result->push_back(joined(returns, conditions,
                               [&](const Edge& edge) { return c < edge.value.size() ? edge.value[c] : undefined_; }));
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
    if (!problem_.empty() || store_.exhausted()) return;
  }
}

// Runs iterations of a loop until no path leads back to its header.
void SpirvRun::run_loop(Frame& frame, std::uint32_t header) {
  ++loops_;
  const std::size_t first = made_in_loop_.size();
  for (std::uint32_t turn = 0; !frame.incoming[header].empty(); ++turn) {
    // The header runs once more than the body, for the condition that ends the loop.
    if (turn > max_turns) return fault("a loop has no constant number of turns, or too many");
    run_blocks(frame, header);
    if (!problem_.empty() || store_.exhausted()) return;
  }
  // Pointers of different iterations cannot be merged, so pointers that the loop made may not be used after it.
  for (std::size_t i = first; i < made_in_loop_.size(); ++i) pointers_.erase(made_in_loop_[i]);
  if (--loops_ == 0) made_in_loop_.clear();
}

void SpirvRun::body(Frame& frame, const SpirvBlock& block) {
  for (std::size_t i = 0; i < block.body.size(); ++i) {
    const SpirvInstruction& inst = block.body[i];
    if (!may_run(instruction_cost)) return;
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
        if (!memory(inst) && !value(inst)) return unknown(inst, "is not understood");
    }
    if (!problem_.empty()) return;
  }
}

void SpirvRun::unknown(const SpirvInstruction& inst, std::string_view what) {
  if (inst.op == spv::OpExtInst)
    return fault(fmt::format("the extended instruction {} at word {} {}", inst[4], inst.at, what));
  fault(fmt::format("the instruction with opcode {} at word {} {}", static_cast<unsigned>(inst.op), inst.at, what));
}

void SpirvRun::call_instruction(const SpirvInstruction& inst) {
  const auto found = module_.functions.find(inst[3]);
  if (found == module_.functions.end()) return unknown(inst, "calls nothing");
  const SpirvFunction& function = found->second;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Id from = inst[4 + i], to = function.parameters[i];
    if (const auto pointer = pointers_.find(from); pointer != pointers_.end())
      pointers_[to] = Pointer(pointer->second);
    else
      set(to, of(from).type, copy(from));
  }
  std::vector<Term> result;
  call(function, &result);
  set(inst, result);
}

void SpirvRun::go(Frame& frame, const SpirvBlock& from, Id label, Term path, std::vector<Term> memory) {
  const auto to = frame.function.numbers.find(label);
  if (to == frame.function.numbers.end()) return fault("a branch leads to no block");
  if (!may_run(memory.size() + made_in_loop_.size())) return;
  if (path == store_.never()) return;
  Edge edge{from.label, path, std::move(memory), {}, {}};
  const std::uint32_t here = frame.function.numbers.at(from.label);
  const std::uint32_t loop = frame.graph.loop[here];
  if (loop != no_loop && !frame.graph.is_in(to->second, loop))
    for (const Id id : made_in_loop_)
      if (!pointers_.contains(id)) edge.turn[id] = of(id);
  frame.incoming[to->second].push_back(std::move(edge));
}

void SpirvRun::terminator(Frame& frame, const SpirvInstruction& inst, const SpirvBlock& block) {
  switch (inst.op) {
    case spv::OpBranch: return go(frame, block, inst[1], path_, std::move(memory_));
    case spv::OpBranchConditional: {
      const Term condition = lane(inst[1], 0);
      if (inst[2] == inst[3]) return go(frame, block, inst[2], path_, std::move(memory_));
      go(frame, block, inst[2], store_.both(path_, condition), memory_);
      return go(frame, block, inst[3], store_.both(path_, store_.negation(condition)), std::move(memory_));
    }
    case spv::OpSwitch: {
      Term rest = path_;
      for (std::size_t i = 3; i + 1 < inst.size(); i += 2) {
        const Term condition = store_.int_equal(lane(inst[1], 0), store_.leaf(Op::Integer, inst[i]));
        go(frame, block, inst[i + 1], store_.both(rest, condition), memory_);
        rest = store_.both(rest, store_.negation(condition));
      }
      return go(frame, block, inst[2], rest, std::move(memory_));
    }
    case spv::OpReturn: frame.returns.push_back({block.label, path_, std::move(memory_), {}, {}}); return;
    case spv::OpReturnValue:
      frame.returns.push_back({block.label, path_, std::move(memory_), copy(inst[1]), {}});
      return;
    case spv::OpKill:
    case spv::OpTerminateInvocation: killed_ = store_.either(killed_, path_); return;
    case spv::OpUnreachable:
      if (path_ != store_.never()) fault("it may reach what it says it does not");
      return;
    default: return unknown(inst, "does not end a block");
  }
}

Outputs run_spirv(Store& store, const SpirvModule& module, const Places& places, Stage stage) {
  return SpirvRun(store, module, places, stage).run();
}

}  // namespace agal::prove

// The symbolic execution of a SPIR-V module: its state, and functions for all instructions. spirv_terms.cpp handles
// control flow, spirv_memory.cpp variables and pointers, and spirv_values.cpp the instructions that compute values.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "prove/outputs.hpp"
#include "prove/spirv_graph.hpp"
#include "prove/spirv_places.hpp"

namespace agal::prove {

/// The lanes of a value. Matrices are stored by column, structs by member.
struct LaneRange {
  std::uint32_t first = 0, count = 0;  // a range of `SpirvRun::all_`
  Id type = 0;
};

/// The cost of storing a lane, as a multiple of the cost of copying a lane at a branch.
inline constexpr std::size_t lane_cost = 8;

/// The target of a pointer. Offsets and strides are in lanes of the constant registers if the variable is a uniform,
/// and otherwise in lanes of the variable.
struct Pointer {
  Id variable = 0;
  Id type = 0;  // the type of the target
  std::uint32_t offset = 0;
  std::uint32_t matrix_stride = 4;  // the distance between columns of a uniform, or between rows if `row_major`
  bool row_major = false;
  std::uint32_t component_stride = 1;  // the distance between components of a vector in a uniform
  bool computed = false;               // true if `number`, `stride` and `length` are used
  Term number{};                       // a computed index, which adds `number` * `stride` to the offset
  std::uint32_t stride = 0;
  std::uint32_t length = 0;  // the number of elements of the indexed array
};

class SpirvRun {
 public:
  SpirvRun(Store& store, const SpirvModule& module, const Places& places, Stage stage)
      : store_(store), module_(module), places_(places), stage_(stage), path_(store.always()), killed_(store.never()) {
    lanes_.resize(module.bound);
  }

  Outputs run();

 private:
  // ---- values
  Term lane(Id id, std::uint32_t c) {
    const LaneRange& value = of(id);
    if (value.count == 0) need(id);
    return c < value.count ? all_[value.first + c] : undefined_;
  }
  const LaneRange& of(Id id) const {
    static const LaneRange none{};
    return id < lanes_.size() ? lanes_[id] : none;
  }
  std::uint32_t count(Id id) const { return of(id).count; }
  std::span<const Term> lanes_of(Id id);  // until the next `set`
  std::vector<Term> copy(Id id);
  void need(Id id);
  void set(Id id, Id type, std::span<const Term> lanes);
  void set(const SpirvInstruction& inst, std::span<const Term> lanes) {
    if (type(inst[1]).op == spv::OpNop) return unknown(inst, "has a type that AGAL does not have");
    set(inst[2], inst[1], lanes);
  }
  const SpirvType& type(Id id) const { return module_.type(id); }
  void fault(std::string what);
  bool may_run(std::size_t cost);
  void unknown(const SpirvInstruction& inst, std::string_view what);

  /// Returns `a` where the condition holds and `b` elsewhere. The operands are numbers or conditions.
  Term join(Term condition, Term a, Term b);
  void allow(Rule rule, std::string_view otherwise);

  // ---- spirv_values.cpp
  void constant(const SpirvInstruction& inst);
  bool value(const SpirvInstruction& inst);
  bool composite(const SpirvInstruction& inst);
  bool arithmetic(const SpirvInstruction& inst);
  bool comparison(const SpirvInstruction& inst);
  bool integers(const SpirvInstruction& inst);
  bool extended(const SpirvInstruction& inst);
  bool extended_vector(const SpirvInstruction& inst, std::uint32_t which);
  bool products(const SpirvInstruction& inst);
  bool derivative(const SpirvInstruction& inst);
  void sample(const SpirvInstruction& inst);
  Term with_derivative(Term value);
  bool constant_integers(const SpirvInstruction& inst);
  std::uint32_t offset_in(Id type_id, std::span<const std::uint32_t> indexes, Id& found) const;
  Term default_of(Id scalar_type);
  void append_default(Id type_id, std::vector<Term>& lanes);
  template <class Fn>
  bool lanewise(const SpirvInstruction& inst, Fn&& fn);
  Term ordered(Term a, Term b);
  Term as_unsigned(Term a);
  Term not_negative(Term a);
  std::vector<Term> constituents(const SpirvInstruction& inst);

  // ---- spirv_memory.cpp
  void declare(Id id, Id type_id, Id initial);
  bool memory(const SpirvInstruction& inst);
  void access_chain(const SpirvInstruction& inst);
  void step(Pointer& pointer, Id index_id, bool uniform);
  void load(const SpirvInstruction& inst);
  void load_lanes(const Pointer& pointer, Id type_id, std::vector<Term>& lanes);
  std::int64_t begin_of(const Pointer& pointer) const;
  void advance(Pointer& pointer, std::uint64_t lanes);
  void load_uniform(const Pointer& pointer, Id type_id, std::int64_t offset, std::uint32_t matrix_stride,
                    bool row_major, std::vector<Term>& lanes);
  void load_foreign(Id variable, Id type_id, std::vector<Term>& lanes);
  std::string foreign_problem(Id variable) const;
  void store_to(const Pointer& pointer, std::span<const Term> lanes);
  const Place& place(Id variable) const;
  std::uint32_t array_stride(Id type_id) const;

  // ---- spirv_terms.cpp
  struct Edge {
    Id from = 0;
    Term path{};
    std::vector<Term> memory;
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
  void go(Frame& frame, const SpirvBlock& from, Id label, Term path, std::vector<Term> memory);
  Term lane_on(const Edge& edge, Id id, std::uint32_t c);
  void declare_outputs(const SpirvVariable& variable);
  std::vector<Term> conditions_of(const std::vector<Edge>& edges);
  template <class Get>
  Term joined(const std::vector<Edge>& edges, const std::vector<Term>& conditions, Get get);
  void call_instruction(const SpirvInstruction& inst);
  void declare_inputs(const SpirvVariable& variable);
  void outputs(Outputs& out);
  std::optional<Id> foreign_dependency(const Outputs& out) const;

  Store& store_;
  const SpirvModule& module_;
  const Places& places_;
  Stage stage_;
  Term undefined_{}, never_set_{};
  std::vector<LaneRange> lanes_;  // the values of ids, as ranges of `all_`
  std::vector<Term> all_;
  std::unordered_map<Id, Pointer> pointers_;
  std::unordered_map<Id, std::uint32_t> memory_at_;  // the first lane of each variable in `memory_`
  std::vector<Term> memory_;
  Term path_, killed_;       // the conditions under which an invocation runs, and is discarded
  std::vector<Id> foreign_;  // variables that were read although AGAL does not have them
  bool differs_ = false;     // see `Outputs::differs`
  std::string problem_;
  std::uint32_t depth_ = 0;       // the number of open calls
  std::uint32_t loops_ = 0;       // the number of open loops
  std::vector<Id> made_in_loop_;  // ids that were set since the outermost open loop began
  std::size_t run_ = 0;           // the cost of the run so far, in the unit of `lane_cost`
  /// Maps an integer that `as_unsigned` made undefined where it is negative to the integer without this guard.
  std::unordered_map<Term, Term> unsigned_;
};

}  // namespace agal::prove

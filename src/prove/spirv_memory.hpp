// The variables of a SPIR-V module, and the instructions that access them through pointers.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "prove/outputs.hpp"
#include "prove/spirv_places.hpp"
#include "prove/spirv_values.hpp"

namespace agal::prove {

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

/// The contents of all variables that a module writes.
using MemoryContents = std::vector<Term>;

/// Variables and pointers.
class SpirvMemory {
 public:
  /// `values` and `places` must outlive this object.
  SpirvMemory(SpirvValues& values, const Places& places)
      : values_(values), store_(values.store()), places_(places), never_set_(store_.leaf(Op::Undefined, 1)) {}

  /// Declares the variables of the module.
  void declare_variables();
  /// Executes an instruction that has pointers. Returns false for other instructions.
  bool run(const SpirvInstruction& inst);

  const MemoryContents& contents() const { return contents_; }
  MemoryContents take() { return std::exchange(contents_, {}); }
  void put(MemoryContents contents) { contents_ = std::move(contents); }

  bool is_pointer(Id id) const { return pointers_.contains(id); }
  /// Gives a parameter of a function the target of an argument. Returns false if the argument is not a pointer.
  bool pass(Id argument, Id parameter);
  void forget_pointer(Id id) { pointers_.erase(id); }

  /// Adds the outputs. Sets `Outputs::problem` if AGAL cannot have them.
  void add_outputs(Outputs& out);
  /// Reports a variable that AGAL does not have, if an output depends on it.
  void check_foreign(Outputs& out) const;

 private:
  void declare(Id id, Id type_id, Id initial);
  void declare_inputs(const SpirvVariable& variable);
  void declare_outputs(const SpirvVariable& variable);
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
  std::optional<Id> foreign_dependency(const Outputs& out) const;

  SpirvValues& values_;
  Store& store_;
  const Places& places_;
  Term never_set_;  // the value of an output that AGAL does not have, until it is written
  std::unordered_map<Id, Pointer> pointers_;
  std::unordered_map<Id, std::uint32_t> memory_at_;  // the first lane of each variable in `contents_`
  MemoryContents contents_;
  std::vector<Id> foreign_;  // variables that were read although AGAL does not have them
};

}  // namespace agal::prove

// The instructions of SPIR-V that compute values from values.
#pragma once

#include <span>
#include <vector>

#include "prove/spirv_values.hpp"

namespace agal::prove {

class SpirvOperations {
 public:
  /// `values` must outlive this object.
  SpirvOperations(SpirvValues& values, Stage stage) : values_(values), store_(values.store()), stage_(stage) {}

  /// Makes a constant of the module.
  void constant(const SpirvInstruction& inst);
  /// Executes an instruction. Returns false if it is not understood. `path` is the condition under which an invocation
  /// runs.
  bool run(const SpirvInstruction& inst, Term path);

 private:
  bool composite(const SpirvInstruction& inst);
  bool arithmetic(const SpirvInstruction& inst);
  bool comparison(const SpirvInstruction& inst);
  bool integers(const SpirvInstruction& inst);
  bool constant_integers(const SpirvInstruction& inst);
  bool extended(const SpirvInstruction& inst);
  bool extended_vector(const SpirvInstruction& inst, std::uint32_t which);
  bool products(const SpirvInstruction& inst);
  bool derivative(const SpirvInstruction& inst, Term path);
  void sample(const SpirvInstruction& inst, Term path);
  Term with_derivative(Term value, Term path);
  std::uint32_t offset_in(Id type_id, std::span<const std::uint32_t> indexes, Id& found) const;
  Term default_of(Id scalar_type);
  void append_default(Id type_id, std::vector<Term>& lanes);
  template <class Fn>
  bool lanewise(const SpirvInstruction& inst, Fn&& fn);
  Term ordered(Term a, Term b);
  std::vector<Term> constituents(const SpirvInstruction& inst);

  SpirvValues& values_;
  Store& store_;
  Stage stage_;
};

}  // namespace agal::prove

// Executes mutants of a shader: the second opinion about each answer of the prover.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agal/prove.hpp"
#include "exec/backend.hpp"
#include "exec/compare.hpp"
#include "exec/reference.hpp"
#include "exec/subject.hpp"

namespace agal::mutants {

/// What a device computes for a mutant, compared with the unchanged shader on the same device and with the program.
struct Executed {
  std::string fault;           // the device does not run it, or it does not fit the interface of the program
  bool is_rejected = false;    // because its compiler rejects the text
  bool has_same_bits = false;  // as the unchanged shader, in all draws; NaNs are equal
  std::string change;          // the first number that changed by more than rounding explains; "" if none did
  std::string defined_change;  // the same, among numbers that every tolerated device defines
  std::vector<exec::Mismatch> mismatches;  // numbers that no tolerated device computes for the program
};

/// A shader, its program and inputs, and a device.
class ShaderRuns {
 public:
  /// `shader` is unchanged, in the language of the backend.
  ShaderRuns(exec::Backend& backend, exec::Subject subject, Compilation shader);

  /// Adds a draw with the inputs of a counterexample, before the unchanged shader runs. All draws then have its
  /// textures, which are the same in all counterexamples of a program.
  void add(const Counterexample& example);

  /// Runs the unchanged shader. Returns the reason why its mutants cannot be judged: it does not run, or differs from
  /// the program; "" if they can.
  std::string run_unchanged();

  /// Mismatches are only searched for if nothing changed, or with `thorough`, because it takes longer.
  Executed run(const Compilation& mutant, bool thorough);

  /// Removes the mismatches that an equality up to `undefined` leaves open: a number that is not finite, and those of
  /// invocations for which the module computes such a number on the way.
  void drop_open(Executed& executed, const std::vector<std::uint32_t>& mutant, const ProofOptions& how) const;

 private:
  void add_draw(const Counterexample& example);
  std::vector<exec::Numbers> numbers_of(const exec::Outcome& outcome) const;
  exec::Job job_of(const Compilation& shader) const;
  std::vector<exec::Mismatch> mismatches_of(const exec::Job& job, const exec::Outcome& outcome, std::size_t enough);
  bool counts(std::size_t draw, std::size_t number) const;

  exec::Backend& backend_;
  exec::Subject subject_;
  Compilation shader_;
  bool has_float_textures_ = false;
  exec::Reference reference_;
  std::vector<exec::Numbers> unchanged_;
};

/// Whether an equality needs a rule of class `undefined`.
bool leaves_open(const Proof& proof);

/// The difference between the interfaces of two modules of SPIR-V, by SPIRV-Cross: of inputs, outputs and resources
/// that they use. "" if both fit the same pipeline.
/// Blocks may have up to `max_block` bytes. `outputs_interpolate`: the vertex shader must interpolate as the fragment
/// shader does.
std::string interface_difference(const std::vector<std::uint32_t>& module, const std::vector<std::uint32_t>& mutant,
                                 std::size_t max_block, bool outputs_interpolate);

/// The words of a mutant whose inputs are where the unchanged module has some: of inputs that do not count, a device
/// must not notice it, and others show it.
std::vector<std::uint32_t> with_known_inputs(const std::vector<std::uint32_t>& module,
                                             const std::vector<std::uint32_t>& mutant);

/// Whether a module leaves a result open that the instructions of AGAL define: a clamp to a range that may be empty.
bool may_clamp_to_nothing(const std::vector<std::uint32_t>& words);

/// The words with NoContraction at all arithmetic: a device must then compute each instruction as it is.
std::vector<std::uint32_t> without_contraction(const std::vector<std::uint32_t>& words);

}  // namespace agal::mutants

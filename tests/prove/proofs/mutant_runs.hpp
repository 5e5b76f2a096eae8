// Executes mutants of a shader, as a second opinion about each answer of the prover.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agal/prove/prove.hpp"
#include "exec/backend.hpp"
#include "exec/compare.hpp"
#include "exec/reference.hpp"
#include "exec/subject.hpp"

namespace agal::mutants {

/// The results of a device for a mutant, compared with the unchanged shader on the same device and with the program.
struct Executed {
  std::string fault;           // why the mutant has no results: the device does not run it, or results are missing
  bool is_rejected = false;    // true if the device's compiler rejects the text
  bool has_same_bits = false;  // true if all draws have the bits of the unchanged shader; NaNs are equal
  std::string change;          // the first number that changed by more than rounding, or ""
  std::string defined_change;  // like `change`, among numbers that every tolerated device defines
  std::vector<exec::Mismatch> mismatches;  // numbers that no tolerated device computes for the program
};

/// A shader, its program and inputs, and a device.
class ShaderRuns {
 public:
  /// `shader` is unchanged, in the language of the backend.
  ShaderRuns(exec::Backend& backend, exec::Subject subject, Compilation shader);

  /// Adds a draw with the inputs of a counterexample. Must be called before the unchanged shader runs. All draws then
  /// have the textures of the counterexample, which are the same in all counterexamples of a program.
  void add(const Counterexample& example);

  /// Runs the unchanged shader. Returns the reason why its mutants cannot be judged, because it does not run or differs
  /// from the program; "" if they can.
  std::string run_unchanged();

  /// Runs a mutant. Mismatches are only searched for if nothing changed, or with `thorough`, because the search takes
  /// longer.
  Executed run(const Compilation& mutant, bool thorough);

  /// Removes the mismatches that an equality up to `undefined` permits: numbers that are not finite, and the numbers of
  /// invocations with intermediate results that are not finite.
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

/// Returns true if an equality needs a rule of class `undefined`.
bool leaves_open(const Proof& proof);

/// Returns the difference between the interfaces of two SPIR-V modules, according to SPIRV-Cross: the inputs, outputs
/// and resources that they use. Returns "" if both fit the same pipeline. Blocks may have up to `max_block` bytes. With
/// `outputs_interpolate`, the vertex shader must interpolate like the fragment shader.
std::string interface_difference(const std::vector<std::uint32_t>& module, const std::vector<std::uint32_t>& mutant,
                                 std::size_t max_block, bool outputs_interpolate);

/// Moves the inputs of a mutant that the unchanged module does not have to locations of the module's inputs. If such an
/// input does not affect the result, the device must not show a difference; otherwise it must.
std::vector<std::uint32_t> with_known_inputs(const std::vector<std::uint32_t>& module,
                                             const std::vector<std::uint32_t>& mutant);

/// Returns true if a module leaves a result undefined that AGAL defines: a clamp to a range that may be empty.
bool may_clamp_to_nothing(const std::vector<std::uint32_t>& words);

/// Adds NoContraction to all arithmetic, so that a device must compute each instruction separately.
std::vector<std::uint32_t> without_contraction(const std::vector<std::uint32_t>& words);

}  // namespace agal::mutants

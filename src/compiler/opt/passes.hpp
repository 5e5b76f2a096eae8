// The passes over the IR. Each pass has its own file, takes a module that `ir::verify` accepts, and keeps it valid.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "agal/result.hpp"
#include "ir/module.hpp"

namespace agal::opt {

using ir::Inst;
using ir::Kind;
using ir::Lanes;
using ir::Op;
using ir::Value;

/// Appends `inst` in a simpler form, or returns a value that equals it. Simplifies lanes of lanes, arithmetic on
/// constants, double negations, and products with a repeated lane. Folding is exact: results are identical to the bit,
/// except for the sign of a NaN.
Value append_folded(ir::Module& module, const Inst& inst);

/// Folds the last instruction of the list in the same way. Removes it if it can be replaced.
Value fold_last(ir::Module& module);

/// Returns false if `fold_last` would not change the instruction if it were the last one.
bool may_fold(const ir::Module& module, const Inst& inst);

/// Folds every instruction.
void fold(ir::Module& module);

/// cse: reuses a value where it is visible, instead of computing it again.
void eliminate_common_subexpressions(ir::Module& module);

/// dce: removes dead instructions, and changes nothing else.
void eliminate_dead_code(ir::Module& module);

/// Removes dead instructions, narrows vectors to the lanes that are read, and loads a single lane if only one is
/// needed. Returns true if CSE or DCE should run again.
bool narrow_lanes(ir::Module& module);

/// Converts the phis of an if with empty arms to selects. Returns true if anything changed.
bool convert_ifs(ir::Module& module);

/// Appends a select that replaces a phi after both its operands are computed. `phi` must have its new operands already.
Value append_select(ir::Module& module, const Inst& phi, Value condition);

/// Combines a product and a sum into one operation if the product does not have other uses. Leaves the product for dce.
/// Returns true if anything changed.
bool contract(ir::Module& module);

/// Makes derivatives in non-uniform branches well defined by moving them above the branch. Fetches that need the
/// derivatives stay in the branch if `explicit_gradients` is true, and otherwise move too. Returns true if anything
/// changed.
bool hoist_derivatives(ir::Module& module, bool explicit_gradients);

/// Moves kills after the last operation that takes a derivative, so that the quad is complete until then. Returns
/// true if anything changed.
bool sink_discards(ir::Module& module);

/// Merges consecutive kills without a fetch or an if between them into the last one. Returns true if anything changed.
bool merge_discards(ir::Module& module);

struct ClipOptions {
  bool negative_one_to_one = false;  // z' = 2z - w
  bool flip_y = false;               // y' = -y
};
/// Rewrites the stored position for the target's clip space.
void lower_clip_space(ir::Module& module, const ClipOptions& options);

/// Returns true if this build verifies the IR between passes (CMake option AGAL_VERIFY_IR).
bool verifies_ir();

/// The goal of the optimization.
enum class Form : std::uint8_t {
  Words,  // the fewest words
  Text,   // our own text
};

/// Splits compositions that a single instruction of SPIR-V cannot express, and makes compositions in phis explicit.
/// Form::Text: leaves compositions unchanged, and joins phis that merge parts of one register. Returns true if anything
/// changed.
bool lower_composites(ir::Module& module, Form form);

struct PipelineOptions {
  bool optimize = true;
  bool explicit_gradients = true;
  Form form = Form::Words;
  bool contract = true;  // combine products with sums into an operation that not every text language has
  ClipOptions clip;
  bool verify = verifies_ir();  // verify the module before the first pass and after each
};

/// The cleanup that a step leaves to later steps; each value includes the previous one.
enum class CleanupNeeded : std::uint8_t {
  Nothing,
  Duplicates,  // instructions that may be equal to others, or dead
  Copies,      // lanes that may be dead, and ifs whose arms may be empty
};

/// One step of the pipeline.
struct Step {
  std::string_view pass;  // a name of passes.def
  CleanupNeeded (*run)(ir::Module& module, const PipelineOptions& options);
  Stage stage = Stage::Any;                      // the stages of the programs to which the step applies
  CleanupNeeded after = CleanupNeeded::Nothing;  // the step runs only if previous steps have left this cleanup
  bool always = false;                           // the step also runs without optimization
  bool of_branches = false;                      // the step changes only programs with ifs or kills
};

/// Returns all steps, in order; pipeline.cpp explains the order.
std::span<const Step> pipeline_steps();
/// Returns the indices in `pipeline_steps` of the steps that apply to a module, ascending. A step with `after` runs
/// only if previous steps have left this cleanup.
std::span<const std::uint8_t> steps_for(const ir::Module& module, const PipelineOptions& options);

/// Called after each pass that changed something, with its name.
using PassListener = std::function<void(std::string_view pass, const ir::Module& module)>;

/// Verifies a module. Returns the finding of `ir::verify` as AGAL5003 with the IR in its help; `after` is the pass that
/// produced the module.
std::optional<Diagnostic> check_ir(const ir::Module& module, std::string_view after);

/// Runs the steps. With PipelineOptions::verify, the first finding ends the run and is returned; otherwise the result
/// is empty.
Diagnostics run_pipeline(ir::Module& module, const PipelineOptions& options, const PassListener& listener = {});

/// Returns the names of all passes, in the order of passes.def.
std::span<const std::string_view> pass_names();

/// Runs these passes in this order, except passes that do not apply to the stage of the module. Otherwise like
/// `run_pipeline`. Each name must be one of `pass_names`.
Diagnostics run_passes(ir::Module& module, std::span<const std::string_view> passes, const PipelineOptions& options,
                       const PassListener& listener = {});

}  // namespace agal::opt

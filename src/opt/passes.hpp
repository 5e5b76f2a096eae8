// The passes over the IR: one a file. Each takes a module that `ir::verify` accepts and leaves one.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "agal/result.hpp"
#include "ir/module.hpp"

namespace agal::opt {

/// Appends `inst`, or returns the value or the simpler instruction that is equal to it: lanes of lanes, arithmetic
/// on constants, double negations, products with a repeated lane. What folding changes is exact: no result differs
/// in any bit, but for the sign of a NaN.
ir::Value append_folded(ir::Module& module, const ir::Inst& inst);

/// The same for the last instruction of the list, which it takes away where there is something simpler.
ir::Value fold_last(ir::Module& module);

/// Folds every instruction.
void fold(ir::Module& module);

/// cse: values that are computed twice, the second time where the first is visible, are computed once.
void eliminate_common_subexpressions(ir::Module& module);

/// dce: removes what nothing reads and changes nothing else.
void eliminate_dead_code(ir::Module& module);

/// Removes what nothing reads, narrows vectors to the lanes that are read, and loads single lanes where only one is
/// wanted.
void narrow_lanes(ir::Module& module);

/// Makes selects of the phis of an if whose arms are empty.
void convert_ifs(ir::Module& module);

/// Appends the select that a phi is where both its operands are computed; `phi` has its new operands already.
ir::Value append_select(ir::Module& module, const ir::Inst& phi, ir::Value condition);

/// Makes one operation of a sum and a product that nothing else reads. Leaves the product for dce.
void contract(ir::Module& module);

/// Gives a texture fetch or a derivative inside a non-uniform branch a defined quad: derivatives move above the
/// branch. With explicit gradients the fetch stays; without, it moves too.
/// Returns whether anything changed.
bool hoist_derivatives(ir::Module& module, bool explicit_gradients);

/// Moves kills behind the last operation that takes a derivative, so that the quad is whole until then. Returns
/// whether anything changed.
bool sink_discards(ir::Module& module);

/// Makes one kill of kills with neither a fetch nor an if between them: the last of them, by any of their conditions.
/// Returns whether anything changed.
bool merge_discards(ir::Module& module);

struct ClipOptions {
  bool negative_one_to_one = false;  // z' = 2z - w
  bool flip_y = false;               // y' = -y
};
/// Rewrites the stored position for the target's clip space.
void lower_clip_space(ir::Module& module, const ClipOptions& options);

/// What the module is made for: the fewest words, or text that reads well.
enum class Form : std::uint8_t { Compact, Readable };

/// Splits compositions that no single instruction of SPIR-V can do, and those that a phi holds implicitly. Readable:
/// also those of parts of two vectors, so that text says `vec4(a.xyz, b.w)`, not `vec4(a.x, a.y, a.z, b.w)`.
void lower_composites(ir::Module& module, Form form);

struct PipelineOptions {
  bool optimize = true;
  bool explicit_gradients = true;
  Form form = Form::Compact;
  ClipOptions clip;
};

/// One step of the pipeline.
struct Step {
  std::string_view pass;  // a name of passes.def
  /// Returns whether the steps that tidy up behind it have something to do.
  bool (*run)(ir::Module& module, const PipelineOptions& options);
  enum class When : std::uint8_t { Always, Optimizing, AfterChange } when = When::Optimizing;
  Stage stage = Stage::Any;  // of the programs that it is for
};

/// All steps, in order; see pipeline.cpp for why the order is as it is.
std::span<const Step> pipeline_steps();
/// Whether a step runs. `changed`: some step before it has returned true.
bool runs(const Step& step, Stage stage, const PipelineOptions& options, bool changed);

/// Called after each pass that changed something, with its name.
using PassListener = std::function<void(std::string_view pass, const ir::Module& module)>;

/// Whether this build verifies the IR between passes (CMake option AGAL_VERIFY_IR).
bool verifies_ir();

/// What `ir::verify` finds, as AGAL5003 with the IR in its help; `after` is the pass that left the module so.
std::optional<Diagnostic> check_ir(const ir::Module& module, std::string_view after);

/// Runs the steps. Where the build verifies the IR, the first
/// finding ends the run and is what is returned; otherwise there is none.
Diagnostics run_pipeline(ir::Module& module, const PipelineOptions& options, const PassListener& listener = {});

}  // namespace agal::opt

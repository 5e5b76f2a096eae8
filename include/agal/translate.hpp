// Translates AGAL to SPIR-V words and to text. This is the interface of agal::core, which does not contain third-party
// code.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "agal/result.hpp"
#include "agal/semantics.hpp"
#include "agal/target.hpp"
#include "agal/validate.hpp"

namespace agal {

/// The set of passes that run: only the necessary passes, or all of them (docs/ir.md).
enum class Optimization : std::uint8_t { None, Full };

/// A callback that receives the program after each step that changed it: the stable name of the step ("ast", "ir", "ir:
/// narrow-lanes", "spirv", "essl300") and the program as text.
using StepListener = std::function<void(std::string_view step, std::string_view text)>;

/// Returns one sentence that describes the program after a step; "" if the step is unknown.
std::string_view step_summary(std::string_view step);

/// The duration of one step.
struct StepTime {
  std::string step;               // the name of the step, like for a StepListener
  std::uint64_t nanoseconds = 0;  // the elapsed time
};

/// The options of `translate` and `write`: the output, the validation of the program, and its semantics.
struct TranslateOptions : OutputOptions {
  ValidateOptions validation;                      // the rules to check
  Semantics semantics;                             // behavior that AGAL leaves open
  Optimization optimization = Optimization::Full;  // the set of passes that run
  /// True to name the lines of the program in the output: SPIR-V gets OpSource, OpLine, and the name of every value,
  /// and each statement that agalc's own writer writes gets a comment ("// line 3, 5"; for bytecode "// token 2").
  bool debug_info = false;
  StepListener on_step;  // unset: no callback
};

/// Translates a program to SPIR-V words. Validates the AGAL, but not the words. Intended for emulators that translate
/// while the game runs. Errors: the same as for `compile`. Linear in the number of tokens. From its second call on, a
/// thread allocates almost nothing except the result: it keeps up to 4 MiB of memory for its next call, and frees it
/// when the thread ends. If `options.target` is a text language, the words are suited to that language.
Result<std::vector<std::uint32_t>> translate(const Program& program, const TranslateOptions& options = {});

/// The words of a vertex and a fragment program that belong together.
struct TranslatedPair {
  std::vector<std::uint32_t> vertex;    // the words of the vertex program
  std::vector<std::uint32_t> fragment;  // the words of the fragment program
};

/// Translates a pair. Checks that the programs fit together, drops varyings that the fragment program does not read,
/// and places the push constants of the fragment program after the push constants of the vertex program. Otherwise like
/// `translate` for one program.
Result<TranslatedPair> translate(const Program& vertex, const Program& fragment, const TranslateOptions& options = {});

/// Writes a program as text in `options.target` with agalc's own writer. SPIR-V as a target is an error. Takes about as
/// long as `translate`, and allocates as little. The text is not validated; docs/execution.md describes how it is
/// tested.
Result<std::string> write(const Program& program, const TranslateOptions& options);

/// A pair as text.
struct WrittenPair {
  std::string vertex;    // the text of the vertex program
  std::string fragment;  // the text of the fragment program
  std::string both;      // both programs as one module of WGSL; "" without `OutputOptions::single_module`
};

/// Writes a pair as text with agalc's own writer. Checks the pair and drops varyings like `translate` for a pair.
Result<WrittenPair> write(const Program& vertex, const Program& fragment, const TranslateOptions& options);

}  // namespace agal

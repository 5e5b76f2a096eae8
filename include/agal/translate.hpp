// AGAL to SPIR-V words and to text: the job of agal::core, without third-party code.
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

/// Which passes run: those that are needed, or all of them (docs/ir.md).
enum class Optimization : std::uint8_t { None, Full };

/// Receives the program after each step that changed something: a stable name of the step ("ast", "ir", "ir:
/// narrow-lanes", "spirv", "essl300") and the program as text.
using StepListener = std::function<void(std::string_view step, std::string_view text)>;

/// One sentence that describes the program after a step that a listener receives; "" for an unknown one.
std::string_view step_summary(std::string_view step);

/// How long one step took.
struct StepTime {
  std::string step;               // as for a StepListener
  std::uint64_t nanoseconds = 0;  // of elapsed time
};

/// Options of `translate` and `write`: the output, the validation before, and the semantics of the program.
struct TranslateOptions : OutputOptions {
  ValidateOptions validation;                      // the rules to check
  Semantics semantics;                             // behavior that AGAL leaves open
  Optimization optimization = Optimization::Full;  // which passes run
  bool debug_info = false;                         // OpSource, OpLine, and every value's name in SPIR-V
  StepListener on_step;                            // unset: no callback
};

/// A program as SPIR-V words. Validates the AGAL, but not the words. Errors: as `compile`. Meant for emulators that
/// translate while the game runs. Linear in the number of tokens. From its second call on, a thread allocates almost
/// nothing but the result: it keeps up to 4 MiB of memory for its next call, and frees it when it ends. With a text
/// target in `options.target`, the words are shaped for that target.
Result<std::vector<std::uint32_t>> translate(const Program& program, const TranslateOptions& options = {});

/// The words of a vertex and a fragment program that belong together.
struct TranslatedPair {
  std::vector<std::uint32_t> vertex;    // of the vertex program
  std::vector<std::uint32_t> fragment;  // of the fragment program
};

/// Translates a pair: checks that the programs fit, drops varyings that the fragment program never reads, and puts its
/// push constants after those of the vertex program. Otherwise as `translate` of one program.
Result<TranslatedPair> translate(const Program& vertex, const Program& fragment, const TranslateOptions& options = {});

/// The program as text in `options.target`, by agalc's own writer; SPIR-V as a target is an error. Takes about as long
/// as `translate`, and allocates as little. The text is not validated: docs/execution.md tells how it is tested.
Result<std::string> write(const Program& program, const TranslateOptions& options);

/// A pair as text.
struct WrittenPair {
  std::string vertex;    // of the vertex program
  std::string fragment;  // of the fragment program
  std::string both;      // as one module of WGSL; "" without `OutputOptions::single_module`
};

/// A pair as text, by agalc's own writer, with the checks and the varyings of `translate` of a pair.
Result<WrittenPair> write(const Program& vertex, const Program& fragment, const TranslateOptions& options);

}  // namespace agal

// Translates one program or a pair from tokens to SPIR-V words or text. This is the part of a compilation that does not
// need third-party code.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "agal/translate.hpp"
#include "base/register_set.hpp"
#include "ir/interface.hpp"
#include "ir/module.hpp"
#include "lower/lower.hpp"
#include "opt/passes.hpp"
#include "target/output.hpp"

namespace agal::translation {

/// A program and the options for its translation.
class Request {
 public:
  /// `program`, `options` and `times` must outlive all objects that are made from the request. `times` may be null.
  Request(const Program& program, const TranslateOptions& options, std::vector<StepTime>* times = nullptr);

  const Program& program() const { return *program_; }
  const TranslateOptions& options() const { return *options_; }
  const target::Output& output() const { return output_; }
  std::vector<StepTime>* times() const { return times_; }

  void notify(std::string_view step, std::string_view text) const {
    if (options_->on_step) options_->on_step(step, text);
  }
  /// Sets the offset of this program's push constants: the size of the push constants of the pair's other program,
  /// which precede them.
  void set_push_offset(std::uint32_t bytes) { output_.push_offset = bytes; }
  /// Assigns bindings according to `OutputOptions::layout`. `samplers` are the numbers of the sampler registers that
  /// the compiled program reads, ascending.
  void lay_out(std::span<const std::uint32_t> samplers) { output_.lay_out(program_->stage, samplers); }

 private:
  const Program* program_;
  const TranslateOptions* options_;
  std::vector<StepTime>* times_;
  target::Output output_;
};

/// The proof that a request was checked: the program is valid, and the target can express it. Only `check` makes one.
class Checked {
  friend std::optional<Checked> check(const Request& request, Diagnostics& diagnostics);
  Checked() {}
};

/// Validates the program, and checks the limits of the target. If the program is rejected, returns nullopt and adds
/// errors to the diagnostics.
std::optional<Checked> check(const Request& request, Diagnostics& diagnostics);

/// Facts about the other program of a pair.
struct Partner {
  /// The varyings that the fragment program reads after dead-code elimination. The vertex program stores only these.
  std::optional<base::RegisterSet> varyings_read = std::nullopt;
  base::RegisterSet centroid_varyings{};  // centroid varyings of the fragment program, for the vertex program
  /// The locations of the varyings, if the device has fewer locations than the pair has varyings. The plan of both
  /// programs of a pair is the same.
  std::optional<lower::VaryingPlan> plan = std::nullopt;
};

/// A program as IR after all passes.
class Translated {
 public:
  /// A key that only `lower` can create, so that only `lower` makes translated programs.
  class Key {
    friend std::optional<Translated> lower(Checked checked, Request&& request, Diagnostics& diagnostics,
                                           Partner partner);
    Key() {}
  };

  Translated(Key, Request&& request, ir::Module&& module, std::optional<lower::VaryingPlan> plan);

  const Request& request() const { return request_; }
  const Program& program() const { return request_.program(); }
  const TranslateOptions& options() const { return request_.options(); }
  const target::Output& output() const { return request_.output(); }
  const ir::Module& module() const { return module_; }
  const ir::ModuleInterface& interface() const { return interface_; }
  /// Returns the locations of varyings; nullptr if each varying has its own location.
  const lower::VaryingPlan* plan() const { return plan_ ? &*plan_ : nullptr; }

  /// Returns the translation with its push constants at offset `bytes`.
  Translated with_push_offset(std::uint32_t bytes) && {
    request_.set_push_offset(bytes);
    return std::move(*this);
  }

 private:
  Request request_;
  ir::Module module_;
  ir::ModuleInterface interface_;
  std::optional<lower::VaryingPlan> plan_;
};

/// Lowers a program and runs all passes. If the program is rejected, returns nullopt and adds errors to the
/// diagnostics. `request` is the checked request or a copy of it, and becomes part of the result.
std::optional<Translated> lower(Checked checked, Request&& request, Diagnostics& diagnostics, Partner partner = {});

/// Runs all steps for a program that is not part of a pair. Only the varyings of a pair can share locations, so more
/// varyings than locations are an error (AGAL4016).
std::optional<Translated> translate_alone(Request request, Diagnostics& diagnostics);

/// A translated vertex and fragment program.
struct Pair {
  Translated vertex, fragment;
};

/// Runs all steps for a pair. The fragment program determines the varyings, and the vertex program determines the
/// offset of the push constants. Returns nullopt if the pair is rejected. In the diagnostics, the vertex program's
/// errors come first.
std::optional<Pair> translate_pair(const Request& vertex, const Request& fragment, Diagnostics& diagnostics);

/// Returns the SPIR-V words; empty (with an error) if they exceed the limits of a module.
std::vector<std::uint32_t> emit(const Translated& translated, Diagnostics& diagnostics);

/// Returns the program as text of agalc's own writer; "" (with an error) if conditionals are nested too deeply for the
/// language.
std::string print(const Translated& translated, Diagnostics& diagnostics);

/// Runs `step` and returns its result. Unless `times` is null, appends the name and the duration of the step.
template <class Step>
std::invoke_result_t<Step> timed(std::vector<StepTime>* times, std::string_view name, Step&& step) {
  if (times == nullptr) return step();
  const auto start = std::chrono::steady_clock::now();
  const auto record = [&] {
    const auto taken = std::chrono::steady_clock::now() - start;
    const auto count = std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count();
    times->push_back({std::string(name), static_cast<std::uint64_t>(count)});
  };
  if constexpr (std::is_void_v<std::invoke_result_t<Step>>) {
    step();
    record();
  } else {
    std::invoke_result_t<Step> result = step();
    record();
    return result;
  }
}

/// Returns the options of the passes for an output.
opt::PipelineOptions pipeline_options(const target::Output& output, Optimization optimization);

/// Reports AGAL4007 if the writer of the output is not agalc's own.
Diagnostics check_own_writer(const Request& request);

// ---- slots.cpp

/// Reports AGAL4025 for each resource of a program that is bound beyond the highest number of the language. Warns
/// (AGAL4028) of each chosen binding of a sampler that the output combines with its texture.
void check_slots(const Translated& translated, Diagnostics& diagnostics);

// ---- bindings.cpp

/// Reports AGAL4013 for a texture with such a high binding that the binding of its separate sampler
/// (`separate_sampler_offset` higher) would overflow. Reports AGAL4009 for resources of a program that have the same
/// binding, or the same slot in MSL and HLSL. With Vulkan's rules, combined samplers of the same type may have the same
/// binding. OpenGL is not checked, because engines set its units. Also reports AGAL4017 for chosen names of constants
/// in a program with relative addresses, and AGAL4018 for inputs or outputs of HLSL that have the same semantic.
void check_bindings(const Translated& translated, Diagnostics& diagnostics);

/// Reports AGAL4009 for resources of different types that have the same binding in the two programs of a pair.
/// Resources of the same type may have the same binding: both programs then read the same texture or buffer.
void check_bindings(const Translated& vertex, const Translated& fragment, Diagnostics& diagnostics);

}  // namespace agal::translation

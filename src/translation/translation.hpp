// Translates one program, or a pair, from tokens to SPIR-V words or text: the part of a compilation that needs no
// third-party code.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/translate.hpp"
#include "ir/interface.hpp"
#include "ir/module.hpp"
#include "lower/lower.hpp"
#include "opt/passes.hpp"
#include "target/output.hpp"

namespace agal::translation {

/// Each step takes the result of the previous one from a member, calls the listener, and records its time.
class Translation {
 public:
  /// `program` and `options` must outlive this. `times` may be null.
  Translation(const Program& program, const TranslateOptions& options, std::vector<StepTime>* times);

  /// For the vertex program of a pair, before its `run`: it stores the varyings that the fragment program reads after
  /// dead-code elimination, and no others. `fragment` has been run successfully.
  void store_varyings_for(const Translation& fragment);

  /// For a fragment program, after a successful `run`: where its varyings are if the device has fewer locations. With
  /// an error if they do not fit; nullopt without one if each has a location of its own.
  std::optional<lower::VaryingPlan> plan_varyings(Diagnostics& diagnostics) const;
  /// For both programs of a pair: a vertex program before its `run`, a fragment program after it. The plan must outlive
  /// this.
  void use_plan(const lower::VaryingPlan& plan) { lowering_.plan = &plan; }
  const lower::VaryingPlan* plan() const { return lowering_.plan; }
  /// Lowers a program again that was run, and runs the passes. False: with errors in the diagnostics.
  bool lower_again(Diagnostics& diagnostics);

  /// AGAL validation, the target's limits, lowering, all passes. False: rejected, with errors in the diagnostics.
  bool run(Diagnostics& diagnostics);
  /// The same for a program that is not part of a pair: it cannot put several varyings into one location (AGAL4016).
  bool run_alone(Diagnostics& diagnostics);

  /// The words; empty (with an error) if they exceed the limits of a module. Only after a successful `run`.
  std::vector<std::uint32_t> emit(Diagnostics& diagnostics);

  /// The program as text of our own writer (`Output::writer`); "" (with an error) if it is nested too deeply for the
  /// language. Only after a successful `run`.
  std::string print(Diagnostics& diagnostics);

  /// Bytes of the push constants that the previous program of a pair uses.
  void set_push_offset(std::uint32_t bytes) { output_.push_offset = bytes; }

  const Program& program() const { return program_; }
  const TranslateOptions& options() const { return options_; }
  const target::Output& output() const { return output_; }
  const ir::Module& module() const { return module_; }
  const ir::ModuleInterface& interface() const { return interface_; }

  void notify(std::string_view step, std::string_view text) const {
    if (options_.on_step) options_.on_step(step, text);
  }

 private:
  void lower(Diagnostics& diagnostics);
  void passes(Diagnostics& diagnostics);
  void check_nesting(Diagnostics& diagnostics) const;
  void report_varyings(std::uint32_t count, Diagnostics& diagnostics) const;

  const Program& program_;
  const TranslateOptions& options_;
  target::Output output_;
  lower::Options lowering_;
  std::vector<StepTime>* times_;
  ir::Module module_;
  ir::ModuleInterface interface_;
};

/// A vertex and a fragment program that belong together: the fragment program decides about the varyings, the vertex
/// program about the offset of the push constants.
class PairTranslation {
 public:
  /// The programs and `options` must outlive this. The times may be null.
  PairTranslation(const Program& vertex, const Program& fragment, const TranslateOptions& options,
                  std::vector<StepTime>* vertex_times = nullptr, std::vector<StepTime>* fragment_times = nullptr);

  /// `Translation::run` of both, then the checks of the pair. False: rejected, with errors in the diagnostics, those of
  /// the vertex program first.
  bool run(Diagnostics& diagnostics);

  // To emit or print, after a successful `run`.
  Translation& vertex() { return vertex_; }
  Translation& fragment() { return fragment_; }

 private:
  std::optional<lower::VaryingPlan> plan_;
  Translation vertex_, fragment_;
};

/// Runs `step`, and appends its time and name if there is a list of times.
template <class Step>
void timed(std::vector<StepTime>* times, std::string_view name, Step&& step) {
  if (times == nullptr) return step();
  const auto start = std::chrono::steady_clock::now();
  step();
  const auto taken = std::chrono::steady_clock::now() - start;
  const auto count = std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count();
  times->push_back({std::string(name), static_cast<std::uint64_t>(count)});
}

/// The options of the passes that run for an output.
opt::PipelineOptions pipeline_options(const target::Output& output, Optimization optimization);

/// AGAL4007 if the writer of its output is not our own.
Diagnostics check_own_writer(const Translation& translation);

// ---- bindings.cpp

/// AGAL4013 for a texture that is bound so high that its separate sampler, which follows it, cannot be bound.
/// AGAL4009 for resources of a program that have one place in the target. Where Vulkan's rules apply, combined samplers
/// of one type may share a place. OpenGL is not checked: it has units instead of bindings, which are set by the engine.
/// Only after a successful `run`.
void check_bindings(const Translation& translation, Diagnostics& diagnostics);

/// AGAL4009 for resources of a pair that need different bindings in one place of a pipeline layout. Both programs may
/// have the same texture or buffer there.
void check_bindings(const Translation& vertex, const Translation& fragment, Diagnostics& diagnostics);

}  // namespace agal::translation

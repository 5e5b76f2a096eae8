// The measured steps of a compilation. Each step can be repeated.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "selection.hpp"

namespace agal::bench {

struct Step {
  std::string group;  // "path", "c", "step", "pass", "khronos"
  std::string name;
  /// Runs the step for one subject.
  std::function<void(const Subject&)> run;
  /// For passes, which modify their input: returns the module to copy before the measurement, or nullptr if the step
  /// does not run for the subject.
  std::function<const ir::Module*(const Subject&)> source;
  std::function<void(ir::Module&)> change;
};

/// Returns all steps.
std::vector<Step> all_steps();

/// One step with one selection. Times are thread time in nanoseconds for one round over all subjects.
class Measured {
 public:
  Measured(const Step& step, const Selection& selection) : step_(step), selection_(selection) {}

  /// Returns true if the step runs for at least one subject.
  bool runs() const;

  double nanoseconds(std::uint32_t rounds) const;

  /// Returns the size of the modules that a round copies beforehand, for a pass to modify; 0 for other steps.
  std::size_t copied_bytes() const;

  struct Allocations {
    double mean = 0;
    std::uint64_t max = 0;  // the maximum of the programs without a warning
  };
  /// Returns the allocations per program in the steady state.
  Allocations allocations() const;

  /// Runs all subjects once to warm up, then each once inside agal_counted, for tools that count instructions from
  /// outside.
  void once() const;

 private:
  std::vector<ir::Module> copies(std::uint32_t rounds) const;

  const Step& step_;
  const Selection& selection_;
};

}  // namespace agal::bench

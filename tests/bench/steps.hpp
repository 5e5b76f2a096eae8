// What is measured: the way of a program, cut into steps that can be repeated one by one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "selection.hpp"

namespace agal::bench {

struct Step {
  std::string group;  // "path", "step", "pass", "khronos"
  std::string name;
  /// Takes one subject through the step.
  std::function<void(const Subject&)> run;
  /// For passes, which change what they are given: `source` says what to copy before the time is taken, nothing where
  /// the step does not run for a subject.
  std::function<const ir::Module*(const Subject&)> source;
  std::function<void(ir::Module&)> change;
};

/// All that is measured.
std::vector<Step> all_steps();

/// One step over one selection, as often as asked. Thread time in nanoseconds of one round over all subjects.
class Measured {
 public:
  Measured(const Step& step, const Selection& selection) : step_(step), selection_(selection) {}

  /// Whether the step runs for any of them.
  bool runs() const;

  double nanoseconds(std::uint32_t rounds) const;

  /// What a round copies beforehand, for a pass to change; 0 for other steps.
  std::size_t copied_bytes() const;

  struct Allocations {
    double mean = 0;
    std::uint64_t max = 0;  // of the programs that draw no warning
  };
  /// Per program, in the steady state.
  Allocations allocations() const;

  /// The same again for what counts instructions from outside: once through everything to get warm, then every
  /// subject once inside agal_bench_counted.
  void once() const;

 private:
  std::vector<ir::Module> copies(std::uint32_t rounds) const;

  const Step& step_;
  const Selection& selection_;
};

}  // namespace agal::bench

// Records what a method does with values: its uses, its results, and whether it stores.
#pragma once

#include <vector>

#include "avm2/method_part.hpp"

namespace agal::avm2 {

class UseRecorder : private MethodPart {
 public:
  /// `uses` is nullptr for a method that is only run for its results.
  UseRecorder(MethodContext& method, Uses* uses) : MethodPart(method), uses_(uses) {}

  /// Records a use that is not followed. The value is the whole text at that use.
  void record_use(const State& state, const UseSite& site, Value value, Value version = nothing);
  /// Removes operands from the stack, and records a use of each.
  void use_operands(State& state, const Instruction& t, std::size_t count);
  void note_returned(Value value, const PathCondition& condition);
  void note_store() { stores_ = true; }

  const std::vector<Outcome>& returned() const { return returned_; }
  bool stores() const { return stores_; }

 private:
  std::vector<LoopValue> loop_values(const State& state, std::size_t at);

  Uses* uses_;
  std::vector<Outcome> returned_;
  bool stores_ = false;
};

}  // namespace agal::avm2

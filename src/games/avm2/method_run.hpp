// Runs one method on all its paths.
#pragma once

#include <vector>

#include "avm2/calls.hpp"

namespace agal::avm2 {

class MethodRun : private MethodContext, private MethodPart {
 public:
  /// `uses` is nullptr for a method that is only run for its results.
  MethodRun(FileRun& run, const Frame& of, Uses* all_uses)
      : MethodContext(run, of),
        MethodPart(static_cast<MethodContext&>(*this)),
        uses_(*this, all_uses),
        fields_(*this, uses_),
        edits_(*this),
        calls_(*this, uses_, fields_, edits_) {}

  void run(State first);

  const std::vector<Outcome>& returned() const { return uses_.returned(); }
  bool complete() const { return paths_.complete(); }
  bool stores() const { return uses_.stores(); }

 private:
  void run_path(State state);
  // The bool functions below return false if the path ends here or continues as other paths.
  bool step(State& state, const Instruction& t);

  // ---- method_run.cpp: branches
  bool branch(State& state, const Instruction& t);
  static bool leaves(const Loop& loop, const Instruction& t);
  const Loop* numbering_loop(const State& state, const Instruction& t, Value condition) const;
  void leave(State& state, const Instruction& t, Value condition, bool negated, std::size_t turns);
  void lookup_switch(State& state, const Instruction& t);
  Value condition_of(const Instruction& t, State& state, bool& negated);
  bool is_never_null(Value condition) const;
  void end(State& state, const Instruction& t);

  // ---- operations.cpp: other instructions
  bool get_property(State& state, const Instruction& t);
  bool get_by_key(State& state, const Instruction& t, Value object, Value key);
  void set_by_key(State& state, const Instruction& t, Value object, Value key, Value value);
  void delete_property(State& state, const Instruction& t);
  void iterate(State& state, const Instruction& t);
  bool next(State& state, const Instruction& t);
  bool get_item(State& state, const Instruction& t, Value array, Value index);
  void constant(State& state, const Instruction& t);
  void stack_operation(State& state, const Instruction& t);
  void local_operation(State& state, const Instruction& t);
  void slot_operation(State& state, const Instruction& t);
  void set_property(State& state, const Instruction& t);
  void new_array(State& state, const Instruction& t);

  UseRecorder uses_;
  Fields fields_;
  TextEdits edits_;
  Calls calls_;
};

}  // namespace agal::avm2

// Runs one method on all its paths.
#pragma once

#include <string_view>

#include "avm2/executor.hpp"

namespace agal::avm2 {

/// Returns true for a class of the player whose constants or objects are known.
bool is_player_class(std::string_view name);

class MethodRun {
 public:
  /// `uses` is nullptr for a method that is only run for its results.
  MethodRun(FileRun& file, const Frame& frame, Uses* uses);

  void run(State first);

  const std::vector<Outcome>& returned() const { return returned_; }
  bool complete() const { return paths_.complete(); }
  bool stores() const { return stores_; }

 private:
  using Arguments = std::vector<Value>;
  // A text and a pattern that code replaces in it, or at which it splits it.
  struct Edited {
    Value text = nothing, pattern = nothing;
  };

  void run_path(State state);
  // The bool functions below return false if the path ends here or continues as other paths.
  bool step(State& state, const Instruction& t);
  bool branch(State& state, const Instruction& t);
  static bool leaves(const Loop& loop, const Instruction& t);
  const Loop* numbering_loop(const State& state, const Instruction& t, Value condition) const;
  void leave(State& state, const Instruction& t, Value condition, bool negated, std::size_t turns);
  void lookup_switch(State& state, const Instruction& t);
  bool get_property(State& state, const Instruction& t);
  bool get_by_key(State& state, const Instruction& t, Value object, Value key);
  void set_by_key(State& state, const Instruction& t, Value object, Value key, Value value);
  void delete_property(State& state, const Instruction& t);
  void iterate(State& state, const Instruction& t);
  bool next(State& state, const Instruction& t);
  bool get_item(State& state, const Instruction& t, Value array, Value index);
  bool call_property(State& state, const Instruction& t);
  bool call_super(State& state, const Instruction& t);
  // `before` has the changes and the lists before the call.
  bool follow_call(State& state, const Instruction& t, std::uint32_t method, Value object, const Arguments& arguments,
                   State before);
  State before_call(State& state, const Arguments& arguments) const;
  bool return_results(const State& state, const Instruction& t, std::uint32_t method,
                      const std::vector<Outcome>& results);
  std::uint32_t method_of_call(std::uint32_t name, Value object) const;
  bool is_overridden(std::uint32_t method) const;
  void note_arguments(std::uint32_t name, std::uint32_t method, Value object, const Arguments& arguments);
  bool is_never_null(Value condition) const;

  // Execute a call of a method of lists or texts. They return false for other calls.
  bool call_of_list(State& state, std::string_view name, Value array, const Arguments& arguments);
  bool call_of_text(State& state, std::string_view name, Value text, const Arguments& arguments);

  std::optional<Value> formatted(State& state, const Arguments& arguments);

  void constant(State& state, const Instruction& t);
  void stack_operation(State& state, const Instruction& t);
  void local_operation(State& state, const Instruction& t);
  void slot_operation(State& state, const Instruction& t);
  void set_property(State& state, const Instruction& t);
  // Note that an instruction may change fields. Later reads of these fields are new unknown values. `change_by_call`
  // also changes texts and lists.
  void change(State& state, const Changes& fields, std::size_t at);
  void change_by_call(State& state, const Changes& fields, std::size_t at);
  void run_getter(State& state, std::uint32_t name, std::size_t at);
  void convert_operands(State& state, const Instruction& t);
  KeyKind key_kind(const Instruction& t, Value key) const;
  // The object whose properties are the variables that functions share with this method.
  Value variables() { return values_.unknown(Source::Scope, max_locals); }
  Value latest(const State& state, Property property);
  Value unknown_at(const State& state, std::size_t at);
  Value result_of_call(const State& state, std::size_t at, std::uint32_t name = 0, Value object = nothing);
  void new_array(State& state, const Instruction& t);
  void push_list(State& state, Value list);
  void construct(State& state, const Instruction& t);
  const Changes& changes_by_key(KeyKind kind);
  const Changes& changes_by(const Instruction& t, Value function);
  void call(State& state, const Instruction& t);
  Edited edited_by(Value object, const Arguments& arguments) const;
  void note_edit(const Edited& edited);
  void note_joined(Value value, bool is_joined = true);
  Value data_of(Value value) const;
  bool is_in_assembler() const;
  Value altered(Value text, Value by);
  Value as_split(Value text, Value separator);
  void pass_on(State& state, const Instruction& t, std::uint32_t name, const Arguments& arguments);
  Value version_of_call(std::uint32_t name, const Arguments& arguments);
  void end(State& state, const Instruction& t);

  Value condition_of(const Instruction& t, State& state, bool& negated);
  Value read(const State& state, Value key);
  std::optional<Value> constant_of(const Property& property);
  std::optional<Value> value_of(const Constant& constant);
  bool is_class(std::uint32_t name) const;
  Value named(const State& state, std::uint32_t name);
  std::uint32_t class_of(Value object) const;
  bool is_value_of(Value value, Value field) const;
  void note_class_value(const State& state, Value key, Value value);
  void write(State& state, Value key, Value value, std::size_t at);
  Value add(Value left, Value right);
  // Records a use that is not followed. The value is the whole text at that use.
  void record_use(const State& state, const UseSite& site, Value value, Value version = nothing);
  std::vector<LoopValue> loop_values(const State& state, std::size_t at);
  void note_returned(Value value, const PathCondition& condition);
  void use_operands(State& state, const Instruction& t, std::size_t count);

  FileRun& file_;
  Values& values_;
  const Abc& abc_;
  const Frame frame_;
  const MethodBody& body_;
  const ControlFlow& control_flow_;
  Paths paths_;
  Value self_ = nothing;  // the object on which the method is called
  Uses* uses_;
  std::vector<Outcome> returned_;
  bool stores_ = false;
};

}  // namespace agal::avm2

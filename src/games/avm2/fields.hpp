// Reads and stores the fields of a path, and notes what an instruction may change.
#pragma once

#include <optional>
#include <string_view>

#include "avm2/use_recorder.hpp"

namespace agal::avm2 {

/// Returns true for a class of the player whose constants or objects are known.
bool is_player_class(std::string_view name);

class Fields : private MethodPart {
 public:
  Fields(MethodContext& method, UseRecorder& uses) : MethodPart(method), uses_(uses) {}

  Value read(const State& state, Value key);
  void write(State& state, Value key, Value value, std::size_t at);
  /// Returns the value of a name without an object: a class, or a member of `this`.
  Value named(const State& state, std::uint32_t name);
  /// Returns the value of a property since its last possible change.
  Value latest(const State& state, Property property);
  /// Returns the object whose properties are the variables that functions share with this method.
  Value variables() { return values_.unknown(Source::Scope, max_locals); }
  Value unknown_at(const State& state, std::size_t at);
  Value result_of_call(const State& state, std::size_t at, std::uint32_t name = 0, Value object = nothing);
  /// Returns a text that an instruction may have changed.
  Value altered(Value text, Value by);
  std::optional<Value> value_of(const Constant& constant);
  /// Returns the name of an object's class; 0 if it is unknown.
  std::uint32_t class_of(Value object) const;
  /// Pushes an array with the items of a list.
  void push_list(State& state, Value list);

  /// Notes that an instruction may change fields. Later reads of these fields are new unknown values.
  void change(State& state, const Changes& fields, std::size_t at);
  /// Like `change`, for a call, which may also change texts and lists.
  void change_by_call(State& state, const Changes& fields, std::size_t at);
  /// Notes the changes by reading a property.
  void run_getter(State& state, std::uint32_t name, std::size_t at);
  /// Notes the changes by converting objects to texts and numbers.
  void convert_operands(State& state, const Instruction& t);
  /// Returns what an access by key may touch, from the operands in the code and from a value that is known.
  KeyKind key_kind(const Instruction& t, Value key) const;

 private:
  std::optional<Value> constant_of(const Property& property);
  bool is_class(std::uint32_t name) const;
  bool is_value_of(Value value, Value field) const;
  void note_class_value(const State& state, Value key, Value value);

  UseRecorder& uses_;
};

}  // namespace agal::avm2

// Appends instructions to a module. Each function returns the new value; operands must precede it in the list.
#pragma once

#include <bit>
#include <span>

#include "ir/available_values.hpp"

namespace agal::ir {

/// One lane of a value: the content of a register component.
struct Lane {
  Value value = Value::None;
  std::uint8_t lane = 0;
  constexpr bool operator==(const Lane&) const = default;
};

class Builder {
 public:
  /// If `available` is not null, a value that is available is not appended again, except loads. The caller enters and
  /// leaves the arms of ifs.
  explicit Builder(Module& module, AvailableValues* available = nullptr) : module_(module), available_(available) {}

  std::uint32_t token() const { return token_; }
  /// Sets the token and the register name of all subsequent instructions.
  void set_origin(std::uint32_t token, Hint hint) {
    token_ = token;
    hint_ = hint;
  }

  Value append(const Inst& inst) {
    module_.body.push_back(inst);
    return module_.last();
  }
  Value make(Op op, Type type, std::initializer_list<Value> args = {}, std::uint32_t aux = 0);

  Value constant(float value, std::uint32_t width = 1) {
    return constant(float_type(width), std::bit_cast<std::uint32_t>(value));
  }
  Value int_constant(std::int32_t value) { return constant(int_type(), static_cast<std::uint32_t>(value)); }
  Value bool_constant(bool value) { return constant(bool_type(1), value ? 1 : 0); }

  /// Returns a vector of these lanes. If they are all lanes of one value, in order, returns that value. Otherwise the
  /// vector gets the name `hint`, unless it has a name.
  Value compose(std::span<const Lane> lanes, Hint hint = {});
  /// Returns one lane as a value.
  Value lane(Lane lane) { return compose({&lane, 1}); }

  /// Appends `op` on operands of one type, which is also the type of the result.
  Value lanewise(Op op, Value a) { return make(op, type(a), {a}); }
  Value lanewise(Op op, Value a, Value b) { return make(op, type(a), {a, b}); }
  Value compare(Op op, Value a, Value b) { return make(op, bool_type(type(a).width), {a, b}); }
  Value select(Value condition, Value yes, Value no) { return make(Op::Select, type(yes), {condition, yes, no}); }

  Type type(Value v) const { return module_[v].type; }
  Module& module() { return module_; }
  const Module& module() const { return module_; }

 private:
  Value constant(Type type, std::uint32_t bits);
  Inst& next() { return module_.body.emplace_back(); }
  Value reused_last();

  Module& module_;
  AvailableValues* available_;
  std::uint32_t token_ = no_token;
  Hint hint_;
};

}  // namespace agal::ir

// Writes the instructions of a method for the virtual machine of ActionScript.
#pragma once

#include <initializer_list>
#include <string_view>
#include <unordered_map>

#include "sources/code_writer.hpp"
#include "sources/movie.hpp"

namespace agal::source_code {

/// Writes instructions that refer to the strings and numbers of a movie, and numbers the registers of the method.
class MethodWriter : public CodeWriter {
 public:
  explicit MethodWriter(Movie& movie) : movie_(movie) {}

  void emit_name(Opcode code, std::uint32_t string) { emit(code, {movie_.multiname(string)}); }
  void emit_name(Opcode code, std::string_view name) { emit_name(code, movie_.string(name)); }
  void emit_call(Opcode code, std::uint32_t string, std::uint32_t arguments) {
    emit(code, {movie_.multiname(string), arguments});
  }
  void emit_call(Opcode code, std::string_view name, std::uint32_t arguments) {
    emit_call(code, movie_.string(name), arguments);
  }
  /// Writes a call whose result `drop_value` can leave out.
  void emit_call_with_result(Opcode code, std::uint32_t string, std::uint32_t arguments) {
    last_call_ = position();
    emit_call(code, string, arguments);
    after_last_call_ = position();
  }
  /// Calls a method of the movie that has no arguments and no result, unless its name is 0.
  void call_own(std::uint32_t name) {
    if (name == 0) return;
    get_local(0);
    emit_call(Opcode::callpropvoid, name, 0);
  }
  void get_local(std::uint32_t local) { emit(Opcode::getlocal, {local}); }
  void set_local(std::uint32_t local) { emit(Opcode::setlocal, {local}); }
  void push_number(std::int32_t number) { push_integer(number, movie_.integer(number)); }
  void push_unknown() { emit(Opcode::pushnan); }
  /// Drops the value on the stack. A call makes none if its result is not used.
  void drop_value() {
    if (last_call_ < after_last_call_ && after_last_call_ == position())
      call_without_result(last_call_);
    else
      emit(Opcode::pop);
  }

  std::uint32_t new_register() { return registers_++; }
  /// Returns a register whose name is written when a value is stored to it.
  std::uint32_t new_register(std::string_view name) {
    unnamed_.emplace(registers_, movie_.string(name));
    return new_register();
  }
  /// Keeps the registers of `this` and of parameters.
  void reserve_parameters(std::size_t count) {
    registers_ = std::max(registers_, static_cast<std::uint32_t>(count) + 1);
  }
  bool has_free_registers() const { return registers_ < max_registers; }
  /// Stores the value on the stack to a register with a name.
  void set_variable(std::uint32_t local) {
    set_local(local);
    if (const auto name = unnamed_.find(local); name != unnamed_.end()) {
      name_local(local, name->second);
      unnamed_.erase(name);
    }
  }

 private:
  static constexpr std::uint32_t max_registers = 200;

  Movie& movie_;
  std::uint32_t registers_ = 1;
  std::unordered_map<std::uint32_t, std::uint32_t> unnamed_;  // the strings of names that are not written yet
  std::size_t last_call_ = 0, after_last_call_ = 0;           // the positions of the last call, and after it
};

}  // namespace agal::source_code

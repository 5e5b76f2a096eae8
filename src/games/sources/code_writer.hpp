// Writes the instructions of a method for the virtual machine of ActionScript.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "avm2/instructions.hpp"
#include "base/bytes.hpp"
#include "sources/movie.hpp"

namespace agal::source_code {

using avm2::Opcode;

/// The target of branches. It may be placed before or after them.
struct Label {
  static constexpr std::size_t unplaced = ~std::size_t{0};
  std::size_t number = unplaced;  // its number in the method, after the first branch or the place
};

/// Writes instructions that refer to the strings and numbers of a movie, and numbers the registers of the method.
class CodeWriter {
 public:
  explicit CodeWriter(Movie& movie) : movie_(movie) {}

  void emit(Opcode code, std::initializer_list<std::uint32_t> operands = {}) {
    base::put_u8(bytes_, static_cast<std::uint8_t>(code));
    for (const std::uint32_t operand : operands) base::put_variable(bytes_, operand);
  }
  void push_scope_object() {
    base::put_u8(bytes_, static_cast<std::uint8_t>(Opcode::getscopeobject));
    base::put_u8(bytes_, 0);
  }
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
  void push_number(std::int32_t number) {
    if (number < -128 || number >= 128) return emit(Opcode::pushint, {movie_.integer(number)});
    base::put_u8(bytes_, static_cast<std::uint8_t>(Opcode::pushbyte));
    base::put_u8(bytes_, static_cast<std::uint8_t>(number));
  }
  void push_unknown() { emit(Opcode::pushnan); }
  /// Drops the value on the stack. A call makes none if its result is not used.
  void drop_value() {
    if (last_call_ >= after_last_call_ || after_last_call_ != position()) return emit(Opcode::pop);
    const bool is_super = bytes_[last_call_] == static_cast<std::byte>(Opcode::callsuper);
    bytes_[last_call_] = static_cast<std::byte>(is_super ? Opcode::callsupervoid : Opcode::callpropvoid);
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
  /// Names a local for messages.
  void name_local(std::uint32_t local, std::uint32_t name) {
    constexpr std::uint8_t is_name = 1;
    constexpr std::uint32_t max_local = 0xff;
    if (local == 0 || local > max_local) return;
    base::put_u8(bytes_, static_cast<std::uint8_t>(Opcode::debug));
    base::put_u8(bytes_, is_name);
    base::put_variable(bytes_, name);
    base::put_u8(bytes_, static_cast<std::uint8_t>(local - 1));
    base::put_variable(bytes_, 0);
  }
  void branch(Opcode code, Label& label) {
    base::put_u8(bytes_, static_cast<std::uint8_t>(code));
    bytes_.resize(bytes_.size() + displacement_size);
    branches_.push_back({bytes_.size(), number_of(label)});
  }
  void place(Label& label) { places_[number_of(label)] = bytes_.size(); }

  std::size_t position() const { return bytes_.size(); }
  /// Removes everything after a position.
  void truncate(std::size_t position) {
    bytes_.resize(position);
    while (!branches_.empty() && branches_.back().end > position) branches_.pop_back();
  }
  /// Returns the code, with the displacements of all branches.
  base::ByteVector take() {
    for (const Branch& branch : branches_) {
      if (places_[branch.label] == Label::unplaced) continue;
      const auto by = static_cast<std::uint32_t>(places_[branch.label] - branch.end);
      for (std::size_t i = 0; i < displacement_size; ++i)
        bytes_[branch.end - displacement_size + i] = static_cast<std::byte>(by >> (8 * i) & 0xffu);
    }
    return std::move(bytes_);
  }

 private:
  static constexpr std::size_t displacement_size = 3;
  static constexpr std::uint32_t max_registers = 200;
  struct Branch {
    std::size_t end = 0, label = 0;  // the position after the branch, and the number of its target
  };

  std::size_t number_of(Label& label) {
    if (label.number == Label::unplaced) {
      label.number = places_.size();
      places_.push_back(Label::unplaced);
    }
    return label.number;
  }

  Movie& movie_;
  base::ByteVector bytes_;
  std::uint32_t registers_ = 1;
  std::unordered_map<std::uint32_t, std::uint32_t> unnamed_;  // the strings of names that are not written yet
  std::size_t last_call_ = 0, after_last_call_ = 0;           // the positions of the last call, and after it
  std::vector<Branch> branches_;                              // in the order of the code
  std::vector<std::size_t> places_;                           // the positions of labels, by number
};

}  // namespace agal::source_code

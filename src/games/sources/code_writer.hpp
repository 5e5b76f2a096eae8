// Writes the instructions of a method for the virtual machine of ActionScript.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "avm2/instructions.hpp"
#include "base/bytes.hpp"

namespace agal::source_code {

using avm2::Opcode;

/// The target of branches. It may be placed before or after them.
struct Label {
  static constexpr std::size_t unplaced = ~std::size_t{0};
  std::size_t number = unplaced;  // its number in the method, after the first branch or the place
};

class CodeWriter {
 public:
  void emit(Opcode code, std::initializer_list<std::uint32_t> operands = {}) {
    base::put_u8(bytes_, static_cast<std::uint8_t>(code));
    for (const std::uint32_t operand : operands) base::put_variable(bytes_, operand);
  }
  void push_integer(std::int32_t number, std::uint32_t index_in_pool) {
    if (number >= -128 && number < 128) {
      base::put_u8(bytes_, static_cast<std::uint8_t>(Opcode::pushbyte));
      base::put_u8(bytes_, static_cast<std::uint8_t>(number));
    } else {
      emit(Opcode::pushint, {index_in_pool});
    }
  }
  void push_scope_object() {
    base::put_u8(bytes_, static_cast<std::uint8_t>(Opcode::getscopeobject));
    base::put_u8(bytes_, 0);
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

  /// Changes a call so that it does not push its result.
  void call_without_result(std::size_t position) {
    const bool is_super = bytes_[position] == static_cast<std::byte>(Opcode::callsuper);
    bytes_[position] = static_cast<std::byte>(is_super ? Opcode::callsupervoid : Opcode::callpropvoid);
  }

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

  base::ByteVector bytes_;
  std::vector<Branch> branches_;     // in the order of the code
  std::vector<std::size_t> places_;  // the positions of labels, by number
};

}  // namespace agal::source_code

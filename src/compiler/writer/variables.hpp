// Assigns variables to the values of a function: determines the statements and phis that share a variable, and its
// name.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/buffer.hpp"
#include "ir/structure.hpp"
#include "writer/statements.hpp"

namespace agal::writer {

/// A variable is named after the register to which the program writes its values. A value takes the variable of the
/// previous value of its register and type if that value is not read any more, so that the text has the assignments of
/// the program. A phi takes the variable of its operands, so that an `if` without `else` is one assignment.
struct Variable {
  static constexpr std::uint32_t none = 0xffff'ffff;

  ir::Type type;
  bool relaxed = false;
  std::uint32_t declared_before = none;  // the `if` before which it is declared; none if a statement declares it
  std::uint32_t next = none;             // the next variable that is declared before the same `if`
  std::uint32_t assignments = 0;
  std::uint32_t owner = none;  // the value in it, while variables are assigned; none if it may be overwritten
  std::uint8_t length = 0;
  std::array<char, 15> characters;

  std::string_view name() const { return {characters.data(), length}; }
};

class Variables {
 public:
  /// `relaxed` is 1 for each value with reduced precision. If no value has, it may be empty.
  Variables(const ir::Module& module, const ir::Structure& structure, const Statements& statements,
            std::span<const std::uint8_t> relaxed);

  const Variable& of(Value v) const { return variables_[states_[ir::index(v)].variable]; }
  /// Returns true if the statement of the value declares its variable.
  bool declares(Value v) const { return states_[ir::index(v)].declares; }
  /// Returns true if operand `side` of a phi must be assigned to the phi's variable at the end of its arm.
  bool copies(Value phi, std::uint32_t side) const { return states_[ir::index(phi)].copies[side]; }
  /// Calls `visit(variable)` for each variable that is declared before the `if`.
  template <class Visit>
  void for_each_declared_at(std::uint32_t start, Visit visit) const {
    if (first_declared_.empty()) return;
    for (std::uint32_t n = first_declared_[start]; n != Variable::none; n = variables_[n].next) visit(variables_[n]);
  }

 private:
  static constexpr std::uint32_t none = Variable::none;

  // The state of one instruction.
  struct ValueState {
    std::uint32_t variable = none;
    std::uint32_t last_use = none;  // the head of its list in `uses_`; without ifs, the time of its last use
    ir::Hint hint;
    bool declares = false;
    std::array<bool, 2> copies{};
  };
  // A read of a variable. `time` is the index of the instruction at which the read happens, and `user` is the index of
  // the instruction that reads. They differ for a phi, which reads at the end of its arm.
  struct Use {
    std::uint32_t time, user, next;
  };
  struct IfScope {
    std::uint32_t start;
    std::size_t mark;  // the length of `undo_` at the beginning of the current arm
    bool in_then;
  };
  struct Undo {
    bool of_slot;
    std::uint32_t place, before;
  };
  static constexpr std::uint32_t slots_per_base = 8;  // four widths with full and with reduced precision
  // The variables that are named after one register.
  struct Base {
    std::array<std::uint32_t, slots_per_base> visible;  // indexed by type: the visible variable
    std::uint32_t count;                                // the number of variables with the name
  };

  void collect_uses();
  void add_uses(Value v, std::uint32_t time, std::uint32_t user);
  void inherit();
  void assign();
  void assign_statement(std::uint32_t i);
  void open_if(std::uint32_t i);
  void close_arm(std::uint32_t i);
  void close_if(std::uint32_t i);
  void settle_phi_operand(std::uint32_t phi, std::uint32_t side, std::uint32_t time);
  bool is_dead(std::uint32_t value, std::uint32_t time, std::uint32_t user) const;

  bool is_phi(std::uint32_t i) const { return i < states_.size() && module_.body[i].op == Op::Phi; }
  std::uint32_t slot_of(std::uint32_t i) const;
  std::uint32_t& visible(std::uint32_t slot) { return bases_[slot / slots_per_base].visible[slot % slots_per_base]; }
  std::uint32_t make_variable(std::uint32_t i);
  void set_owner(std::uint32_t variable, std::uint32_t value);
  void set_slot(std::uint32_t slot, std::uint32_t variable);
  void undo_to(std::size_t mark);
  void declare_at(std::uint32_t start, std::uint32_t variable);

  const ir::Module& module_;
  const ir::Structure& structure_;
  const Statements& statements_;
  std::span<const std::uint8_t> relaxed_;

  base::Buffer<Variable> variables_;
  base::Buffer<ValueState> states_;
  base::Buffer<Use> uses_;
  base::Buffer<std::uint32_t> first_declared_;  // indexed by `if`
  base::Buffer<Base> bases_;                    // indexed by `base_of`
  base::Buffer<std::uint32_t> candidates_;  // indexed by phi, while its `if` is open; `none` if it needs a new variable
  base::Buffer<IfScope> open_;
  base::Buffer<Undo> undo_;
};

}  // namespace agal::writer

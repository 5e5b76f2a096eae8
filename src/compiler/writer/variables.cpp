#include "writer/variables.hpp"

#include <algorithm>
#include <charconv>

#include "writer/composition.hpp"

namespace agal::writer {
namespace {

// Base names of the variables that do not have a register.
constexpr auto unnamed_bases = std::to_array<std::string_view>({"test", "index", "dx", "dy", "value"});

std::uint32_t base_of(const Inst& inst, ir::Hint hint) {
  if (inst.type.scalar == ir::Scalar::Bool) return 0;
  if (inst.type.scalar == ir::Scalar::Int) return 1;
  if (inst.op == Op::DerivativeX && !inst.hint.present()) return 2;
  if (inst.op == Op::DerivativeY && !inst.hint.present()) return 3;
  if (hint.present()) return static_cast<std::uint32_t>(unnamed_bases.size()) + hint.index;
  return 4;
}

}  // namespace

Variables::Variables(const ir::Module& module, const ir::Structure& structure, const Statements& statements,
                     std::span<const std::uint8_t> relaxed)
    : module_(module),
      structure_(structure),
      statements_(statements),
      relaxed_(relaxed),
      states_(statements.any() ? module.body.size() : 0) {
  if (!statements.any()) return;
  // This is enough for most programs. For a small program, growing step by step would take longer than all other work.
  constexpr std::size_t usual_variables = 16;
  variables_.reserve(usual_variables);
  if (structure_.has_ifs()) collect_uses();
  inherit();
  assign();
}

// ------------------------------------------------------------------------------------------------------------- uses

void Variables::add_uses(Value v, std::uint32_t time, std::uint32_t user) {
  if (statements_.has_variable(v)) {
    std::uint32_t& last = states_[ir::index(v)].last_use;
    uses_.push_back({time, user, last});
    last = static_cast<std::uint32_t>(uses_.size() - 1);
    return;
  }
  for_each_written(module_, module_[v], [&](Value operand) { add_uses(operand, time, user); });
}

// The time of a use is the index of the statement that contains the value, not the index of the value.
void Variables::collect_uses() {
  uses_.reserve(states_.size());
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    const Inst& inst = module_.body[i];
    if (inst.op == Op::Phi) continue;
    if (const auto arm = ir::arm_end(module_.body, structure_, i))
      for (std::uint32_t p = arm->end_if + 1; is_phi(p); ++p)
        if (statements_.has_variable(static_cast<Value>(p))) add_uses(module_.body[p].arg(arm->operand), i, p);
    if (!inst.is_value() || statements_.has_variable(static_cast<Value>(i)))
      for_each_arg(inst, [&](Value operand) { add_uses(operand, i, i); });
  }
}

// Returns true if nothing reads `value` from `time` on, except `user` at `time`. Reads in the second arm of an `if` do
// not count while its first arm is open.
bool Variables::is_dead(std::uint32_t value, std::uint32_t time, std::uint32_t user) const {
  if (!structure_.has_ifs()) return states_[value].last_use == none || states_[value].last_use <= time;
  constexpr std::size_t max_ifs = 8;  // variables of further enclosing ifs count as read, which is safe
  for (std::uint32_t u = states_[value].last_use; u != none; u = uses_[u].next) {
    const Use& use = uses_[u];
    if (use.time < time) return true;
    if (use.time == time && use.user == user) continue;
    bool other_arm = false;
    for (std::size_t k = open_.size(); k-- > 0 && open_.size() - k <= max_ifs && !other_arm;) {
      const ir::Structure::Place& place = structure_[open_[k].start];
      other_arm = open_[k].in_then && place.has_else() && use.time > place.other && use.time <= place.end;
    }
    if (!other_arm) return false;
  }
  return true;
}

// ------------------------------------------------------------------------------------------------------------ names

// Passes registers and times of use from values to their operands. An operand without a register is named after the
// register of its last user. Without ifs, its last use is in the last statement that contains it.
void Variables::inherit() {
  const bool straight = !structure_.has_ifs();
  std::uint32_t bases = 0;
  for (std::uint32_t i = static_cast<std::uint32_t>(states_.size()); i-- > 0;) {
    const Inst& inst = module_.body[i];
    const bool statement = statements_.has_variable(static_cast<Value>(i));
    if (is_atom(inst.op) && !statement) continue;
    ValueState& state = states_[i];
    if (inst.hint.present()) state.hint = inst.hint;
    if (statement) bases = std::max(bases, base_of(inst, state.hint) + 1);
    const std::uint32_t time = statement || !inst.is_value() ? i : state.last_use;
    for_each_arg(inst, [&](Value v) {
      ValueState& operand = states_[ir::index(v)];
      if (!operand.hint.present()) operand.hint = state.hint;
      if (straight && time != none && (operand.last_use == none || operand.last_use < time)) operand.last_use = time;
    });
  }
  Base unused{{}, 0};
  unused.visible.fill(none);
  bases_.assign(bases, unused);
}

std::uint32_t Variables::slot_of(std::uint32_t i) const {
  const Inst& inst = module_.body[i];
  const std::uint32_t relaxed = relaxed_.empty() ? 0 : relaxed_[i];
  return base_of(inst, states_[i].hint) * slots_per_base + 2u * (inst.type.width - 1u) + relaxed;
}

std::uint32_t Variables::make_variable(std::uint32_t i) {
  const Inst& inst = module_.body[i];
  const std::uint32_t base = base_of(inst, states_[i].hint);
  Variable& variable = variables_.emplace_back();
  variable.type = inst.type;
  variable.relaxed = !relaxed_.empty() && relaxed_[i] != 0;
  char* out = variable.characters.data();
  char* const end = out + variable.characters.size();
  if (base < unnamed_bases.size()) {
    out = std::copy(unnamed_bases[base].begin(), unnamed_bases[base].end(), out);
  } else {
    const std::string_view prefix = info(RegisterType::Temporary).prefix(module_.stage);
    out = std::copy(prefix.begin(), prefix.end(), out);
    out = std::to_chars(out, end, base - unnamed_bases.size()).ptr;
  }
  if (const std::uint32_t number = bases_[base].count++; number > 0) {
    *out++ = '_';
    out = std::to_chars(out, end, number).ptr;
  }
  variable.length = static_cast<std::uint8_t>(out - variable.characters.data());
  return static_cast<std::uint32_t>(variables_.size() - 1);
}

// ------------------------------------------------------------------------------------------------------- assignment

void Variables::set_owner(std::uint32_t variable, std::uint32_t value) {
  std::uint32_t& owner = variables_[variable].owner;
  if (!open_.empty()) undo_.push_back({false, variable, owner});
  owner = value;
}

void Variables::set_slot(std::uint32_t slot, std::uint32_t variable) {
  if (!open_.empty()) undo_.push_back({true, slot, visible(slot)});
  visible(slot) = variable;
}

void Variables::undo_to(std::size_t mark) {
  for (; undo_.size() > mark; undo_.pop_back()) {
    const Undo& last = undo_.back();
    (last.of_slot ? visible(last.place) : variables_[last.place].owner) = last.before;
  }
}

void Variables::declare_at(std::uint32_t start, std::uint32_t variable) {
  if (first_declared_.empty()) first_declared_.assign(states_.size(), none);
  variables_[variable].declared_before = start;
  variables_[variable].next = first_declared_[start];
  first_declared_[start] = variable;
}

void Variables::assign() {
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    if (!structure_.has_ifs()) {
      if (statements_.has_variable(static_cast<Value>(i))) assign_statement(i);
      continue;
    }
    const Op op = module_.body[i].op;
    if (op == Op::If) open_if(i);
    if (op == Op::Else) close_arm(i);
    if (op == Op::EndIf) close_if(i);
    if (op != Op::Phi && statements_.has_variable(static_cast<Value>(i))) assign_statement(i);
  }
}

void Variables::assign_statement(std::uint32_t i) {
  const std::uint32_t slot = slot_of(i);
  std::uint32_t variable = visible(slot);
  ValueState& state = states_[i];
  const std::uint32_t owner = variable == none ? none : variables_[variable].owner;
  if (variable == none || (owner != none && !is_dead(owner, i, i))) {
    variable = make_variable(i);
    set_slot(slot, variable);
    state.declares = true;
  }
  state.variable = variable;
  set_owner(variable, i);
  ++variables_[variable].assignments;
}

// Chooses a variable for each phi, before the values in the arms get their variables.
void Variables::open_if(std::uint32_t i) {
  const ir::Structure::Place& place = structure_[i];
  if (candidates_.empty()) candidates_.assign(states_.size(), none);
  for (std::uint32_t p = place.end + 1; is_phi(p); ++p) {
    if (!statements_.has_variable(static_cast<Value>(p))) continue;
    const std::uint32_t slot = slot_of(p);
    std::uint32_t variable = visible(slot);
    const std::uint32_t *const begin = candidates_.data() + place.end + 1, *const end = candidates_.data() + p;
    if (variable == none || std::find(begin, end, variable) != end) {
      variable = make_variable(p);
      declare_at(i, variable);
      set_slot(slot, variable);
    }
    candidates_[p] = variable;
    if (!place.has_else()) settle_phi_operand(p, 1, i);
  }
  open_.push_back({i, undo_.size(), true});
}

// Records whether an operand is already in the phi's variable, or must be copied to it at `time`. If that would
// overwrite a value that is still read, the phi gets another variable.
void Variables::settle_phi_operand(std::uint32_t phi, std::uint32_t side, std::uint32_t time) {
  const std::uint32_t variable = candidates_[phi];
  if (variable == none) return;
  const std::uint32_t owner = variables_[variable].owner;
  if (owner != none && owner == module_.body[phi].args[side]) {
    states_[phi].copies[side] = false;
    return;
  }
  states_[phi].copies[side] = true;
  if (owner != none && !is_dead(owner, time, phi)) {
    candidates_[phi] = none;
    return;
  }
  set_owner(variable, none);
}

void Variables::close_arm(std::uint32_t i) {
  IfScope& open = open_.back();
  for (std::uint32_t p = structure_[open.start].end + 1; is_phi(p); ++p) settle_phi_operand(p, 0, i);
  undo_to(open.mark);
  open.in_then = false;
}

void Variables::close_if(std::uint32_t i) {
  const IfScope open = open_.back();
  const std::uint32_t side = ir::arm_end(module_.body, structure_, i)->operand;
  for (std::uint32_t p = i + 1; is_phi(p); ++p) settle_phi_operand(p, side, i);
  undo_to(open.mark);
  open_.pop_back();
  for (std::uint32_t p = i + 1; is_phi(p); ++p) {
    if (!statements_.has_variable(static_cast<Value>(p))) continue;
    ValueState& state = states_[p];
    state.variable = candidates_[p];
    if (state.variable == none) {
      state.variable = make_variable(p);
      declare_at(open.start, state.variable);
      set_slot(slot_of(p), state.variable);
      state.copies = {true, true};
    }
    set_owner(state.variable, p);
    variables_[state.variable].assignments += 2;
  }
}

}  // namespace agal::writer

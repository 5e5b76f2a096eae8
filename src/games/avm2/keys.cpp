#include "avm2/keys.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "avm2/control_flow.hpp"

namespace agal::avm2 {
namespace {

// The facts about a value: its type, the string of a constant text, the name of a definition, or that it is `this`.
// Names are indices of strings; 0 means that the value is neither.
struct Operand {
  TypeKind type = TypeKind::Any;
  std::uint32_t text = 0, definition = 0;
  bool is_self = false;
  bool operator==(const Operand&) const = default;
};
constexpr std::size_t max_operands = 64;  // the operands that are followed, counted from the top of the stack
constexpr Operand unknown_operand{}, number_operand{TypeKind::Number}, list_operand{TypeKind::List},
    self_operand{TypeKind::Any, 0, 0, true};

// Follows the types of operands through the code in the order of its instructions. Where paths meet, operands on the
// stack keep what the paths share; at the beginning of a loop they become unknown. A local has a type if all stores to
// it have the type.
class KeyFinder {
 public:
  KeyFinder(const Abc& abc, const MethodBody& body, ControlFlow& flow) : abc_(abc), body_(body), flow_(flow) {
    const Method& method = abc.method(body.method);
    locals_.resize(max_locals);
    for (std::size_t i = 0; i < std::min<std::size_t>(method.parameters + std::size_t{1}, max_locals); ++i)
      locals_[i] =
          i == 0 || i > method.parameter_types.size() ? unknown_operand : Operand{method.parameter_types[i - 1]};
    locals_[0] = self_operand;
  }

  void run() {
    constexpr unsigned max_rounds = 4;
    unsigned round = 0;
    for (changed_ = true; changed_ && round < max_rounds; ++round) pass(false);
    if (changed_) std::fill(locals_.begin(), locals_.end(), unknown_operand);
    pass(true);
  }

 private:
  void pass(bool notes);
  void step(const Instruction& t);
  Operand read(const Instruction& t) const;
  Operand result_of(const Instruction& t, const std::vector<Operand>& operands) const;
  Operand type_of(std::uint32_t name) const;
  Operand definition(std::uint32_t multiname) const;
  void note_key(const Instruction& t, const std::vector<Operand>& operands);
  static void join(std::vector<Operand>& stack, const std::vector<Operand>& other);
  void meet(std::size_t target);
  void store(std::uint32_t local, const Operand& value);
  std::vector<Operand> pop(std::size_t count);

  const Abc& abc_;
  const MethodBody& body_;
  ControlFlow& flow_;
  std::vector<std::optional<Operand>> locals_;  // nullopt for a local without a store
  std::vector<Operand> stack_;
  std::map<std::size_t, std::vector<Operand>> waiting_;  // the stacks of branches, by target
  bool is_reached_ = true;                               // false after a jump
  bool changed_ = false, notes_ = false;
};

void KeyFinder::pass(bool notes) {
  changed_ = false;
  notes_ = notes;
  stack_.clear();
  waiting_.clear();
  is_reached_ = true;
  for (auto t = read_instruction(abc_, body_, 0); t; t = read_instruction(abc_, body_, t->end)) {
    if (flow_.is_target[t->begin]) meet(t->begin);
    if (notes && t->is_keyed(abc_)) {
      const std::vector<Operand> before = stack_;
      note_key(*t, pop(t->popped()));
      stack_ = before;
    }
    step(*t);
  }
}

void KeyFinder::store(std::uint32_t local, const Operand& value) {
  if (local >= locals_.size()) return;
  std::optional<Operand>& known = locals_[local];
  if (known == value || known == unknown_operand) return;
  known = known ? unknown_operand : value;
  changed_ = true;
}

// Returns the operands of an instruction, at most `max_operands`, and removes them from the stack.
std::vector<Operand> KeyFinder::pop(std::size_t count) {
  if (count > max_operands) stack_.clear();
  count = std::min(count, max_operands);
  std::vector<Operand> operands(count);
  for (std::size_t i = count; i > 0 && !stack_.empty(); --i) {
    operands[i - 1] = stack_.back();
    stack_.pop_back();
  }
  return operands;
}

Operand KeyFinder::type_of(std::uint32_t name) const {
  const auto row = abc_.type_of_variable.find(name);
  if (row != abc_.type_of_variable.end()) return {row->second};
  return abc_.string(name) == "length" ? number_operand : unknown_operand;
}

Operand KeyFinder::definition(std::uint32_t multiname) const {
  Operand found = type_of(abc_.name_string(multiname));
  found.definition = abc_.name_string(multiname);
  return found;
}

// Returns the result of reading a definition or a property.
Operand KeyFinder::read(const Instruction& t) const {
  if (t.is_keyed(abc_)) return unknown_operand;
  // A class of lists is the same operand as the lists that are constructed with it.
  if (abc_.type_kind(t.index) == TypeKind::List) return list_operand;
  return t.info().effect == Effect::GetLex ? definition(t.index) : type_of(abc_.name_string(t.index));
}

// Returns the result of an instruction that pushes one value.
Operand KeyFinder::result_of(const Instruction& t, const std::vector<Operand>& operands) const {
  constexpr Effect numbers[] = {Effect::PushByte, Effect::PushShort, Effect::PushInt, Effect::PushUint,
                                Effect::PushTrue, Effect::PushFalse, Effect::Iterate, Effect::Binary};
  const Effect effect = t.info().effect;
  const Operand first = operands.empty() ? unknown_operand : operands.front();
  if (std::find(std::begin(numbers), std::end(numbers), effect) != std::end(numbers)) return number_operand;
  if (t.code == Opcode::pushdouble || t.code == Opcode::add_i) return number_operand;
  if (effect == Effect::Unary) return t.code == Opcode::typeof_ ? unknown_operand : number_operand;
  if (effect == Effect::PushString) return {TypeKind::Any, t.index};
  if (effect == Effect::GetLocal && t.local() < locals_.size()) return locals_[t.local()].value_or(unknown_operand);
  if (effect == Effect::NewArray) return list_operand;
  if (effect == Effect::ApplyType) return first;
  if (effect == Effect::GetSlot) return type_of(flow_.variable(t.index));
  if (effect == Effect::GetLex || effect == Effect::GetProperty) return read(t);
  if (effect == Effect::Construct && t.is_named())
    return read(t).type == TypeKind::List ? list_operand : unknown_operand;
  if (effect == Effect::Construct) return first.type == TypeKind::List ? list_operand : unknown_operand;
  if (effect == Effect::Add) {
    const auto is_number = [](const Operand& one) { return one.type == TypeKind::Number; };
    return std::all_of(operands.begin(), operands.end(), is_number) ? number_operand : unknown_operand;
  }
  if (effect == Effect::Keep) {
    const TypeKind type = t.code == Opcode::coerce ? abc_.type_kind(t.index) : TypeKind::Any;
    return type == TypeKind::Any ? first : Operand{type};
  }
  if (effect == Effect::Find) {
    const std::uint32_t name = abc_.name_string(t.index);
    const Member* const member = abc_.find_member(abc_.class_string(body_.method), name);
    const bool is_own = member != nullptr && !member->is_static && !flow_.has_variable(name);
    return is_own ? self_operand : unknown_operand;
  }
  const bool converts = effect == Effect::CallProperty && t.count == 1 && abc_.type_kind(t.index) == TypeKind::Number;
  return converts ? number_operand : unknown_operand;
}

void KeyFinder::step(const Instruction& t) {
  const Effect effect = t.info().effect;
  const std::vector<Operand> operands = pop(t.popped());
  if (notes_ && effect == Effect::NewObject)
    for (std::size_t i = 0; i < operands.size(); i += 2) flow_.made.push_back(operands[i].text);
  if (notes_ && t.code == Opcode::construct && operands[0].type != TypeKind::List) {
    if (operands[0].definition != 0) flow_.called.push_back(operands[0].definition);
    flow_.constructs_values = flow_.constructs_values || operands[0].definition == 0;
  }
  if (notes_ && effect == Effect::CallProperty &&
      std::any_of(operands.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(t.count, operands.size())),
                  operands.end(), [](const Operand& one) { return one.is_self; }))
    flow_.takes_self.push_back(abc_.name_string(t.index));
  const bool stores = effect == Effect::SetProperty || effect == Effect::Delete || t.code == Opcode::setsuper;
  if (notes_ && stores && !operands[0].is_self) flow_.stored_elsewhere.push_back(abc_.name_string(t.index));
  if (effect == Effect::SetLocal && !operands.empty()) store(t.local(), operands.front());
  if (effect == Effect::CountLocal) store(t.local(), number_operand);
  if (effect == Effect::Iterate) store(t.second, number_operand);
  if (effect == Effect::Dup) {
    stack_.insert(stack_.end(), 2, operands.front());
  } else if (effect == Effect::Swap) {
    stack_.push_back(operands.back());
    stack_.push_back(operands.front());
  } else if (t.info().pushes > 0) {
    stack_.push_back(result_of(t, operands));
  }
  if (stack_.size() > max_operands)
    stack_.erase(stack_.begin(), stack_.end() - static_cast<std::ptrdiff_t>(max_operands));
  for (const std::size_t target : t.targets)
    if (target >= t.end) join(waiting_.try_emplace(target, stack_).first->second, stack_);
  is_reached_ = !t.is_end();
}

// Keeps the operands at the top of a stack that another stack shares.
void KeyFinder::join(std::vector<Operand>& stack, const std::vector<Operand>& other) {
  const std::size_t size = std::min(stack.size(), other.size());
  stack.erase(stack.begin(), stack.end() - static_cast<std::ptrdiff_t>(size));
  for (std::size_t i = 1; i <= size; ++i)
    if (stack[size - i] != other[other.size() - i]) stack[size - i] = unknown_operand;
}

// Continues at the target of branches.
void KeyFinder::meet(std::size_t target) {
  const auto branches = waiting_.find(target);
  if (branches == waiting_.end() && !is_reached_) stack_.clear();
  if (branches != waiting_.end() && is_reached_) join(stack_, branches->second);
  if (branches != waiting_.end() && !is_reached_) stack_ = branches->second;
  const auto begins = [&](const Loop& loop) { return loop.begin == target; };
  if (flow_.has_all_loops() && std::none_of(flow_.loops.begin(), flow_.loops.end(), begins)) return;
  std::fill(stack_.begin(), stack_.end(), unknown_operand);
}

// Notes an access by key. The operands are the object, a namespace if the name has one, the key, and arguments.
void KeyFinder::note_key(const Instruction& t, const std::vector<Operand>& operands) {
  const Effect effect = t.info().effect;
  const std::size_t at = t.name_pops;
  if (at >= operands.size()) return;
  const Operand &object = operands[0], &key = operands[at];
  const bool stores = effect == Effect::SetProperty || effect == Effect::Delete, calls = effect == Effect::CallProperty;
  if (key.type == TypeKind::Number) {
    if (calls) flow_.calls_values = true;
    return;
  }
  if (key.text != 0) {
    if (stores) flow_.stored.push_back(key.text);
    (calls ? flow_.called : flow_.read).push_back(key.text);
    return;
  }
  const KeyKind kind = object.type == TypeKind::List ? KeyKind::Undeclared : KeyKind::Anything;
  flow_.keys.emplace_back(t.begin, kind);
  KeyKind& all = stores ? flow_.by_key.stores : calls ? flow_.by_key.calls : flow_.by_key.reads;
  all = std::max(all, kind);
}

}  // namespace

void find_keys(const Abc& abc, const MethodBody& body, ControlFlow& flow) { KeyFinder(abc, body, flow).run(); }

}  // namespace agal::avm2

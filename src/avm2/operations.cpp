// The instructions of ActionScript code, except for branches.
#include <algorithm>

#include "avm2/method_run.hpp"

namespace agal::extraction {
namespace {

constexpr std::size_t max_arrays = 256, max_items = 32;

}  // namespace

void CodeRun::apply_to_local(State& state, const Avm2Instruction& t) {
  // The first four locals have instructions of their own.
  const std::uint32_t local = t.info().operands == Avm2Operands::Index ? t.index : t.code & 3u;
  const Avm2Effect effect = t.info().effect;
  if (effect == Avm2Effect::GetLocal) return push(state, local < state.locals.size() ? state.locals[local] : nothing);
  Value value = effect == Avm2Effect::SetLocal ? pop(state) : nothing;
  if (local >= max_locals) return;
  if (local >= state.locals.size()) state.locals.resize(local + 1, nothing);
  if (effect == Avm2Effect::CountLocal) {
    const bool up = t.code == static_cast<std::uint8_t>(Avm2Opcode::inclocal) ||
                    t.code == static_cast<std::uint8_t>(Avm2Opcode::inclocal_i);
    value = values_.unary(up ? Avm2Opcode::increment : Avm2Opcode::decrement, state.locals[local]);
  }
  state.locals[local] = value;
}

void CodeRun::push_constant(State& state, const Avm2Instruction& t) {
  const auto pooled = [&](const std::vector<std::uint32_t>& numbers) {
    return t.index < numbers.size() ? values_.integer(static_cast<std::int32_t>(numbers[t.index])) : nothing;
  };
  const Avm2Effect effect = t.info().effect;
  if (effect == Avm2Effect::PushByte) push(state, values_.integer(static_cast<std::int8_t>(t.index)));
  if (effect == Avm2Effect::PushShort) push(state, values_.integer(static_cast<std::int16_t>(t.index)));
  if (effect == Avm2Effect::PushInt) push(state, pooled(abc_.integers));
  if (effect == Avm2Effect::PushUint) push(state, pooled(abc_.unsigned_integers));
  if (effect == Avm2Effect::PushTrue) push(state, values_.boolean(true));
  if (effect == Avm2Effect::PushFalse) push(state, values_.boolean(false));
  if (effect == Avm2Effect::PushNull) push(state, values_.make(ValueKind::Null, 0));
}

void CodeRun::apply_to_stack(State& state, const Avm2Instruction& t) {
  const Avm2Effect effect = t.info().effect;
  const Value top = effect == Avm2Effect::PushString ? nothing : pop(state);
  if (effect == Avm2Effect::PushString) return push(state, values_.string(t.index));
  if (effect == Avm2Effect::Unary) return push(state, values_.unary(static_cast<Avm2Opcode>(t.code), top));
  if (effect == Avm2Effect::Dup) {
    push(state, top);
    return push(state, top);
  }
  const Value below = pop(state);
  if (effect == Avm2Effect::Add) return push(state, add(below, top));
  if (effect == Avm2Effect::Binary) return push(state, values_.binary(static_cast<Avm2Opcode>(t.code), below, top));
  push(state, top);
  push(state, below);
}

bool CodeRun::get_item(State& state, const Avm2Instruction& t, Value list, Value index) {
  const bool is_array = values_.kind(list) == ValueKind::Array && values_[list].a < state.arrays.size();
  const Value content = is_array ? state.arrays[values_[list].a] : nothing;
  const std::vector<Value> items = values_.items(content);
  spend(items.size());
  const std::optional<std::int32_t> number = values_.number(index);
  const Value unknown = values_.make(ValueKind::Operation, t.code, list, index);
  if (items.empty() || items.size() > max_items || (number && (*number < 0 || items.size() <= std::size_t(*number)))) {
    push(state, unknown);
    return true;
  }
  if (number) {
    push(state, items[static_cast<std::size_t>(*number)]);
    return true;
  }
  // Any item: a path for each of them.
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Value is = values_.binary(Avm2Opcode::equals, index, values_.integer(static_cast<std::int32_t>(i)));
    if (!decided(state, is).value_or(true)) continue;
    State taken = state;
    if (!decided(state, is)) decide(taken, is, true, t.begin);
    push(taken, items[i]);
    go(std::move(taken), t.end);
  }
  return false;
}

bool CodeRun::get_property(State& state, const Avm2Instruction& t) {
  if (t.name_pops == 0) {
    const Value object = pop(state);
    const std::uint32_t name = abc_.name_string(t.index);
    const bool is_array = values_.kind(object) == ValueKind::Array && values_[object].a < state.arrays.size();
    if (is_array && abc_.string(name) == "length") {
      const Value content = state.arrays[values_[object].a];
      const auto size = static_cast<std::int32_t>(values_.items(content).size());
      spend(static_cast<std::size_t>(size));
      const bool known = content == nothing || values_.kind(content) == ValueKind::List;
      push(state, known ? values_.integer(size) : values_.make(ValueKind::Property, object, name));
    } else {
      push(state, read(state, values_.make(ValueKind::Property, object, name)));
    }
    return true;
  }
  const Value index = pop(state);
  if (t.name_pops > 1) pop(state);
  const Value object = pop(state);
  return get_item(state, t, object, index);
}

void CodeRun::set_property(State& state, const Avm2Instruction& t) {
  const Value value = pop(state);
  if (t.name_pops == 0) {
    const Value object = pop(state);
    return write(state, values_.make(ValueKind::Property, object, abc_.name_string(t.index)), value, t.begin);
  }
  const Value index = pop(state);
  if (t.name_pops > 1) pop(state);
  const Value object = pop(state);
  const bool is_array = values_.kind(object) == ValueKind::Array && values_[object].a < state.arrays.size();
  if (!is_array) return use(state, {t.begin, UseKind::Other, 0, 0}, value);
  Value& content = state.arrays[values_[object].a];
  const std::optional<std::int32_t> number = values_.number(index);
  spend(values_.items(content).size());
  const bool appends = number && *number >= 0 && values_.items(content).size() == std::size_t(*number);
  content = appends ? values_.make(ValueKind::List, content, value) : values_.make(ValueKind::Unknown, 1);
}

bool CodeRun::apply_to_object(State& state, const Avm2Instruction& t) {
  const Value self = values_.make(ValueKind::Argument, 0);
  const Avm2Effect effect = t.info().effect;
  if (effect == Avm2Effect::GetProperty) return get_property(state, t);
  if (effect == Avm2Effect::SetProperty) set_property(state, t);
  if (effect == Avm2Effect::Find) {
    for (std::size_t i = 0; i < t.name_pops; ++i) pop(state);
    push(state, self);
  }
  if (effect == Avm2Effect::GetLex)
    push(state, read(state, values_.make(ValueKind::Property, self, abc_.name_string(t.index))));
  if (effect == Avm2Effect::GetSlot) push(state, read(state, values_.make(ValueKind::Slot, pop(state), t.index)));
  if (effect == Avm2Effect::SetSlot) {
    const Value value = pop(state);
    write(state, values_.make(ValueKind::Slot, pop(state), t.index), value, t.begin);
  }
  if (effect == Avm2Effect::ScopeObject) push(state, values_.make(ValueKind::Unknown, 2, t.index));
  return true;
}

void CodeRun::new_array(State& state, const Avm2Instruction& t) {
  const std::size_t count = std::min<std::size_t>(t.count, state.stack.size());
  Value list = nothing;
  for (std::size_t i = state.stack.size() - count; i < state.stack.size(); ++i)
    list = values_.make(ValueKind::List, list, state.stack[i]);
  state.stack.resize(state.stack.size() - count);
  if (state.arrays.size() >= max_arrays) return push(state, nothing);
  state.arrays.push_back(list);
  push(state, values_.make(ValueKind::Array, static_cast<std::uint32_t>(state.arrays.size() - 1)));
}

void CodeRun::call(State& state, const Avm2Instruction& t) {
  std::vector<Value> arguments(std::min<std::size_t>(t.count, state.stack.size()), nothing);
  for (std::size_t i = arguments.size(); i > 0; --i) arguments[i - 1] = pop(state);
  for (std::size_t i = 0; i < std::size_t{t.info().pops} + t.name_pops; ++i) pop(state);
  const bool named = t.info().operands == Avm2Operands::NameCount;
  pass_on(state, t, named ? abc_.name_string(t.index) : 0, arguments);
  if (t.info().pushes > 0)
    push(state, values_.make(ValueKind::Result, static_cast<std::uint32_t>(t.begin), 0, body_.method));
}

bool CodeRun::apply(State& state, const Avm2Instruction& t) {
  switch (t.info().effect) {
    case Avm2Effect::Use:
    case Avm2Effect::Fresh:
      take(state, t, std::size_t{t.info().pops} + t.count + t.name_pops);
      if (t.info().pushes > 0) push(state, values_.make(ValueKind::Unknown, 3, static_cast<std::uint32_t>(t.begin)));
      return true;
    case Avm2Effect::Keep: return true;
    case Avm2Effect::Drop: pop(state); return true;
    case Avm2Effect::PushByte:
    case Avm2Effect::PushShort:
    case Avm2Effect::PushInt:
    case Avm2Effect::PushUint:
    case Avm2Effect::PushTrue:
    case Avm2Effect::PushFalse:
    case Avm2Effect::PushNull: push_constant(state, t); return true;
    case Avm2Effect::PushString:
    case Avm2Effect::Add:
    case Avm2Effect::Unary:
    case Avm2Effect::Binary:
    case Avm2Effect::Dup:
    case Avm2Effect::Swap: apply_to_stack(state, t); return true;
    case Avm2Effect::GetLocal:
    case Avm2Effect::SetLocal:
    case Avm2Effect::KillLocal:
    case Avm2Effect::CountLocal: apply_to_local(state, t); return true;
    case Avm2Effect::NewArray: new_array(state, t); return true;
    case Avm2Effect::NewObject:
      take(state, t, std::size_t{2} * t.count);
      push(state, values_.make(ValueKind::Unknown, 3, static_cast<std::uint32_t>(t.begin)));
      return true;
    case Avm2Effect::Find:
    case Avm2Effect::GetLex:
    case Avm2Effect::GetProperty:
    case Avm2Effect::SetProperty:
    case Avm2Effect::GetSlot:
    case Avm2Effect::SetSlot:
    case Avm2Effect::ScopeObject: return apply_to_object(state, t);
    case Avm2Effect::CallProperty: return call_property(state, t);
    case Avm2Effect::Call: call(state, t); return true;
    case Avm2Effect::Iterate:
      for (const std::uint32_t local : {t.index, t.second})
        if (local < state.locals.size()) state.locals[local] = nothing;
      push(state, values_.make(ValueKind::Unknown, 3, static_cast<std::uint32_t>(t.begin)));
      return true;
    case Avm2Effect::Branch: return branch(state, t);
    case Avm2Effect::Switch: return choose(state, t);
    case Avm2Effect::Jump:
      if (t.targets[0] > t.begin || go_back(state, t.begin, t.targets[0])) go(std::move(state), t.targets[0]);
      return false;
    case Avm2Effect::Return:
    case Avm2Effect::End: end(state, t); return false;
  }
  return false;
}

}  // namespace agal::extraction

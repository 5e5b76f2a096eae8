// Executes the instructions of a method, except branches and calls.
#include <algorithm>

#include "avm2/method_run.hpp"

namespace agal::avm2 {
namespace {

constexpr std::size_t max_items = 32;

}  // namespace

void MethodRun::local_operation(State& state, const Instruction& t) {
  const std::uint32_t local = t.local();
  const Effect effect = t.info().effect;
  if (effect == Effect::GetLocal) return state.push(local < state.locals.size() ? state.locals[local] : nothing);
  Value value = effect == Effect::SetLocal ? state.pop() : nothing;
  if (local >= max_locals) return;
  if (local >= state.locals.size()) state.locals.resize(local + 1, nothing);
  if (effect == Effect::CountLocal) {
    const bool up = t.code == Opcode::inclocal || t.code == Opcode::inclocal_i;
    value = values_.unary(up ? Opcode::increment : Opcode::decrement, state.locals[local]);
  }
  state.locals[local] = value;
}

void MethodRun::constant(State& state, const Instruction& t) {
  const auto pooled = [&](const std::vector<std::uint32_t>& numbers) {
    return t.index < numbers.size() ? values_.integer(static_cast<std::int32_t>(numbers[t.index])) : nothing;
  };
  const Effect effect = t.info().effect;
  if (effect == Effect::PushString) {
    state.push(values_.string(t.index));
    if (values_[state.stack.back()].tracked) file_.pushed.emplace(frame_.body, t.index);
  }
  if (effect == Effect::PushByte) state.push(values_.integer(static_cast<std::int8_t>(t.index)));
  if (effect == Effect::PushShort) state.push(values_.integer(static_cast<std::int16_t>(t.index)));
  if (effect == Effect::PushInt) state.push(pooled(abc_.integers));
  if (effect == Effect::PushUint) state.push(pooled(abc_.unsigned_integers));
  if (effect == Effect::PushTrue) state.push(values_.boolean(true));
  if (effect == Effect::PushFalse) state.push(values_.boolean(false));
  if (effect == Effect::PushNull) state.push(values_.make(Null{}));
}

void MethodRun::stack_operation(State& state, const Instruction& t) {
  const Effect effect = t.info().effect;
  const Value top = state.pop();
  if (effect == Effect::Unary) return state.push(values_.unary(t.code, top));
  if (effect == Effect::Dup) {
    state.push(top);
    return state.push(top);
  }
  const Value below = state.pop();
  if (effect == Effect::Add) return state.push(edits_.add(below, top));
  if (effect == Effect::Binary) return state.push(values_.binary(t.code, below, top));
  state.push(top);
  state.push(below);
}

bool MethodRun::get_item(State& state, const Instruction& t, Value array, Value index) {
  const Value* const content = state.list_in(array, values_);
  const std::vector<Value> items = values_.items(content != nullptr ? *content : nothing);
  paths_.spend(items.size());
  const std::optional<std::int32_t> number = values_.number(index);
  const Value changed = fields_.latest(state, {array, Changes::items});
  const bool same = values_.get<Property>(changed)->since == nothing;
  const Value unknown = values_.make(Operation{t.code, same ? array : changed, index});
  if (items.empty() || items.size() > max_items || (number && (*number < 0 || items.size() <= std::size_t(*number)))) {
    state.push(unknown);
    return true;
  }
  if (number) {
    state.push(items[static_cast<std::size_t>(*number)]);
    return true;
  }
  // The index is unknown, so each item is followed as a path.
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Value is = values_.binary(Opcode::equals, index, values_.integer(static_cast<std::int32_t>(i)));
    const std::optional<bool> decided = state.condition.decided(is, values_);
    if (!decided.value_or(true)) continue;
    State taken = state;
    if (!decided) taken.condition.assume(is, true, values_);
    taken.push(items[i]);
    paths_.add(std::move(taken), t.end);
  }
  return false;
}

bool MethodRun::get_by_key(State& state, const Instruction& t, Value object, Value key) {
  const KeyKind kind = fields_.key_kind(t, key);
  if (kind == KeyKind::Item || state.list_in(object, values_)) return get_item(state, t, object, key);
  fields_.change_by_call(state, file_.effects->of_proxy(), t.begin);
  if (kind == KeyKind::Anything) fields_.change_by_call(state, file_.effects->of_read_by_key(), t.begin);
  // The name is not known, so that any change may be a change of the property.
  const Value since = state.changes.empty() ? nothing : state.changes.back().since;
  const Value item = since == nothing ? object : values_.make(Property{object, Changes::items, since});
  state.push(values_.make(Operation{t.code, item, key}));
  return true;
}

bool MethodRun::get_property(State& state, const Instruction& t) {
  const bool keyed = t.is_keyed(abc_);
  const Value key = keyed ? state.pop() : nothing;
  state.pop_arguments(t.name_pops - (keyed ? 1u : 0u));
  const Value object = state.pop();
  const std::optional<std::string_view> text = values_.constant(key);
  const auto known = text ? abc_.string_number.find(*text) : abc_.string_number.end();
  const bool is_named = !keyed || (known != abc_.string_number.end() && !state.list_in(object, values_));
  if (!is_named) return get_by_key(state, t, object, key);
  const std::uint32_t name = keyed ? known->second : abc_.name_string(t.index);
  fields_.run_getter(state, name, t.begin);
  if (object == method_.self) {
    state.push(fields_.named(state, name));
    return true;
  }
  const Property property{object, name};
  const Value* const content = state.list_in(object, values_);
  const bool is_length = abc_.string(name) == "length";
  if (const std::optional<std::string> of = is_length ? values_.known_text(object) : std::nullopt) {
    state.push(values_.integer(static_cast<std::int32_t>(of->size())));
    return true;
  }
  if (content == nullptr || !is_length) {
    state.push(fields_.read(state, values_.make(property)));
    return true;
  }
  const std::size_t size = values_.items(*content).size();
  paths_.spend(size);
  state.push(values_.is_list(*content) ? values_.integer(static_cast<std::int32_t>(size))
                                       : fields_.latest(state, property));
  return true;
}

void MethodRun::set_property(State& state, const Instruction& t) {
  const bool keyed = t.is_keyed(abc_);
  const Value value = state.pop(), key = keyed ? state.pop() : nothing;
  state.pop_arguments(t.name_pops - (keyed ? 1u : 0u));
  const Value object = state.pop();
  const std::optional<std::string_view> text = values_.constant(key);
  const auto known = text ? abc_.string_number.find(*text) : abc_.string_number.end();
  const bool is_named = !keyed || (known != abc_.string_number.end() && !state.list_in(object, values_));
  if (!is_named) return set_by_key(state, t, object, key, value);
  const std::uint32_t name = keyed ? known->second : abc_.name_string(t.index);
  if (!file_.effects->is_declared(name)) fields_.change_by_call(state, file_.effects->of_proxy(), t.begin);
  fields_.write(state, values_.make(Property{object, name}), value, t.begin);
}

void MethodRun::set_by_key(State& state, const Instruction& t, Value object, Value key, Value value) {
  state.share(value, values_);
  Value* const content = state.list_in(object, values_);
  if (content == nullptr) {
    const KeyKind kind = fields_.key_kind(t, key);
    if (kind != KeyKind::Item) fields_.change_by_call(state, file_.effects->of_proxy(), t.begin);
    fields_.change_by_call(state, file_.effects->of_store_by_key(kind), t.begin);
    // An item of a text that the code splits
    const auto* const split = values_.get<CallResult>(object);
    if (split != nullptr && abc_.string(split->name) == "split") edits_.note_joined(split->object);
    return uses_.record_use(state, {t.begin, UseKind::Other, 0, 0}, value);
  }
  const std::size_t size = values_.items(*content).size();
  const std::optional<std::int32_t> number = values_.number(key);
  paths_.spend(size);
  if (!number || *number < 0 || size < std::size_t(*number) || !values_.is_list(*content)) {
    *content = values_.unknown(Source::ChangedList);
    return;
  }
  if (size == std::size_t(*number)) {
    *content = values_.make(List{*content, value});
    return;
  }
  std::vector<Value> items = values_.items(*content);
  items[static_cast<std::size_t>(*number)] = value;
  *content = nothing;
  for (const Value item : items) *content = values_.make(List{*content, item});
}

void MethodRun::delete_property(State& state, const Instruction& t) {
  const bool keyed = t.is_keyed(abc_);
  const Value key = keyed ? state.pop() : nothing;
  state.pop_arguments(t.info().pops + t.name_pops - (keyed ? 1u : 0u));
  const std::optional<std::string_view> text = values_.constant(key);
  const auto known = text ? abc_.string_number.find(*text) : abc_.string_number.end();
  const bool is_named = !keyed || known != abc_.string_number.end();
  fields_.change_by_call(state, file_.effects->of_proxy(), t.begin);
  fields_.change(state,
                 is_named ? file_.effects->of_store(keyed ? known->second : abc_.name_string(t.index))
                          : file_.effects->of_store_by_key(fields_.key_kind(t, key)),
                 t.begin);
  state.push(fields_.unknown_at(state, t.begin));
}

// Executes a step of `for (key in list)` and `for each (item in list)`. It sets the next index, which begins at 1, and
// pushes true if there is another item.
void MethodRun::iterate(State& state, const Instruction& t) {
  const auto local = [&](std::uint32_t number) {
    return number < state.locals.size() ? state.locals[number] : nothing;
  };
  const Value* const content = state.list_in(local(t.index), values_);
  const std::optional<std::int32_t> index = values_.number(local(t.second));
  if (content != nullptr && values_.is_list(*content) && index && *index >= 0) {
    const std::size_t size = values_.items(*content).size();
    paths_.spend(size);
    const bool more = std::size_t(*index) < size;
    state.locals[t.second] = values_.integer(more ? *index + 1 : 0);
    if (!more) state.locals[t.index] = values_.make(Null{});
    return state.push(values_.boolean(more));
  }
  fields_.change_by_call(state, file_.effects->of_proxy(), t.begin);
  for (const std::uint32_t one : {t.index, t.second})
    if (one < state.locals.size()) state.locals[one] = nothing;
  state.push(fields_.unknown_at(state, t.begin));
}

bool MethodRun::next(State& state, const Instruction& t) {
  const Value index = state.pop(), object = state.pop();
  const std::optional<std::int32_t> number = values_.number(index);
  if (state.list_in(object, values_) == nullptr || !number) {
    fields_.change_by_call(state, file_.effects->of_proxy(), t.begin);
    state.push(fields_.unknown_at(state, t.begin));
    return true;
  }
  const Value before = values_.integer(*number - 1);
  if (t.code == Opcode::nextvalue) return get_item(state, t, object, before);
  state.push(before);
  return true;
}

void MethodRun::slot_operation(State& state, const Instruction& t) {
  const bool sets = t.info().effect == Effect::SetSlot;
  const Value value = sets ? state.pop() : nothing;
  const Value object = state.pop();
  const std::uint32_t name = control_flow_.variable(t.index);
  const Value key = name != 0 ? values_.make(Property{fields_.variables(), name}) : values_.make(Slot{object, t.index});
  if (sets)
    fields_.write(state, key, value, t.begin);
  else
    state.push(fields_.read(state, key));
}

void MethodRun::new_array(State& state, const Instruction& t) {
  Value list = nothing;
  for (const Value item : state.pop_arguments(t.count)) {
    state.share(item, values_);
    list = values_.make(List{list, item});
  }
  fields_.push_list(state, list);
}

bool MethodRun::step(State& state, const Instruction& t) {
  fields_.convert_operands(state, t);
  switch (t.info().effect) {
    case Effect::Use:
    case Effect::Fresh:
      uses_.use_operands(state, t, std::size_t{t.info().pops} + t.count + t.name_pops);
      if (t.info().pushes > 0) state.push(fields_.unknown_at(state, t.begin));
      return true;
    case Effect::Keep: return true;
    case Effect::Drop: state.pop(); return true;
    case Effect::PushString:
    case Effect::PushByte:
    case Effect::PushShort:
    case Effect::PushInt:
    case Effect::PushUint:
    case Effect::PushTrue:
    case Effect::PushFalse:
    case Effect::PushNull: constant(state, t); return true;
    case Effect::Add:
    case Effect::Unary:
    case Effect::Binary:
    case Effect::Dup:
    case Effect::Swap: stack_operation(state, t); return true;
    case Effect::GetLocal:
    case Effect::SetLocal:
    case Effect::KillLocal:
    case Effect::CountLocal: local_operation(state, t); return true;
    case Effect::NewArray: new_array(state, t); return true;
    case Effect::NewObject:
      uses_.use_operands(state, t, std::size_t{2} * t.count);
      state.push(fields_.unknown_at(state, t.begin));
      return true;
    case Effect::Find:
      state.pop_arguments(t.name_pops);
      state.push(control_flow_.has_variable(abc_.name_string(t.index)) ? fields_.variables() : method_.self);
      return true;
    case Effect::GetLex:
      fields_.run_getter(state, abc_.name_string(t.index), t.begin);
      state.push(fields_.named(state, abc_.name_string(t.index)));
      return true;
    case Effect::GetProperty: return get_property(state, t);
    case Effect::SetProperty: set_property(state, t); return true;
    case Effect::Delete: delete_property(state, t); return true;
    case Effect::GetSlot:
    case Effect::SetSlot: slot_operation(state, t); return true;
    case Effect::ScopeObject: state.push(values_.unknown(Source::Scope, t.index)); return true;
    case Effect::CallProperty: return calls_.call_property(state, t);
    case Effect::CallSuper: return calls_.call_super(state, t);
    case Effect::Call: calls_.call(state, t); return true;
    case Effect::Construct: calls_.construct(state, t); return true;
    case Effect::ApplyType:
      // The type argument of `Vector.<String>` does not matter.
      uses_.use_operands(state, t, t.count);
      return true;
    case Effect::Iterate: iterate(state, t); return true;
    case Effect::Next: return next(state, t);
    case Effect::Branch: return branch(state, t);
    case Effect::Switch: lookup_switch(state, t); return false;
    case Effect::Jump: paths_.branch(std::move(state), t.begin, t.targets[0]); return false;
    case Effect::Return:
    case Effect::End: end(state, t); return false;
  }
  return false;
}

}  // namespace agal::avm2

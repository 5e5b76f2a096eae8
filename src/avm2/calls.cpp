// Calls in ActionScript code: methods of texts and lists, and methods of the same file that return texts.
#include <algorithm>

#include "avm2/method_run.hpp"

namespace agal::extraction {
namespace {

// A key for the texts that calls of one name pass on, one after the other.
constexpr std::uint32_t lines_key = 0x1000;
constexpr unsigned max_depth = 3;
constexpr std::size_t max_results = 32, max_body = 4096, max_steps = std::size_t{1} << 16;

}  // namespace

bool CodeRun::call_of_list(State& state, std::string_view name, Value list, const std::vector<Value>& arguments) {
  if (values_.kind(list) != ValueKind::Array || values_[list].a >= state.arrays.size()) return false;
  Value& content = state.arrays[values_[list].a];
  const bool known = content == nothing || values_.kind(content) == ValueKind::List;
  if (name == "push") {
    for (const Value item : arguments)
      content = known ? values_.make(ValueKind::List, content, item) : values_.make(ValueKind::Unknown, 1);
    push(state, nothing);
    return true;
  }
  if (name != "join") {
    content = values_.make(ValueKind::Unknown, 1);
    return false;
  }
  const std::vector<Value> items = values_.items(content);
  if (!spend(items.size())) return false;
  const std::optional<Values::Flat> separator = arguments.empty() ? std::nullopt : values_.flat(arguments[0]);
  if (!arguments.empty() && !values_[arguments[0]].other) note_joined(items);
  const std::string_view by = arguments.empty() ? "," : separator ? std::string_view(separator->text) : "\n";
  push(state, known ? values_.joined_items(content, by) : values_.make(ValueKind::Unknown, 1));
  return true;
}

// Each item is extended by the others.
void CodeRun::note_joined(const std::vector<Value>& items) {
  if (items.size() == 2 && are_keys(items[0], items[1])) return;
  std::size_t extending = 0;
  for (const Value item : items) extending += extends(item) ? 1u : 0u;
  for (const Value item : items)
    if (extending > (extends(item) ? 1u : 0u)) note_extended(item);
}

bool CodeRun::call_of_text(State& state, std::string_view name, Value text, const std::vector<Value>& arguments) {
  const bool converts = name == "String" || name == "int" || name == "uint" || name == "Number";
  if (converts && arguments.size() == 1) {
    push(state, arguments[0]);
    return true;
  }
  if (!values_.is_text(text) || (name == "replace" && !spend(values_[text].length))) return false;
  if (name == "toString" || name == "valueOf") {
    push(state, text);
  } else if (name == "concat") {
    for (const Value argument : arguments) text = add(text, argument);
    push(state, text);
  } else if (name == "replace" && arguments.size() == 2) {
    push(state, values_.replaced(text, arguments[0], arguments[1]));
  } else {
    return false;
  }
  return true;
}

// Arguments of a method that is not followed are whole texts, or lines of one.
void CodeRun::pass_on(State& state, const Avm2Instruction& t, std::uint32_t name, const std::vector<Value>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto number = static_cast<std::uint32_t>(i + 1);
    use(state, {t.begin, UseKind::Argument, name, number}, arguments[i]);
    if (uses_ == nullptr || !values_[arguments[i]].wanted || !values_.is_text(arguments[i])) continue;
    const Value key = values_.make(ValueKind::Operation, lines_key, name, number);
    const auto row =
        std::find_if(state.fields.begin(), state.fields.end(), [&](const Field& f) { return f.key == key; });
    if (row != state.fields.end())
      row->value = values_.make(ValueKind::List, row->value, arguments[i]);
    else if (state.fields.size() < max_fields)
      state.fields.push_back({key, values_.make(ValueKind::List, nothing, arguments[i]), 0, false});
  }
  called(state);
}

// A method of this file that no other has the name of: its results are known if its code is.
bool CodeRun::follow_call(State& state, const Avm2Instruction& t, std::uint32_t name, Value object,
                          const std::vector<Value>& arguments) {
  const auto row = abc_.method_called.find(name);
  if (name == 0 || row == abc_.method_called.end() || row->second >= all_.body_of_method_.size()) return false;
  if (all_.facts_.has_several(all_.number_of(name))) return false;
  const std::uint32_t method = row->second;
  const std::uint32_t body = all_.body_of_method_[method];
  if (body == 0 || depth_ >= max_depth || all_.facts_.is_useless(abc_.bodies[body - 1].code) || t.info().pushes == 0)
    return false;
  if (abc_.bodies[body - 1].code.size() > max_body) return false;
  State first;
  first.locals.push_back(object);
  for (std::uint32_t i = 0; i < abc_.parameters[method]; ++i)
    first.locals.push_back(i < arguments.size() ? arguments[i] : values_.make(ValueKind::Unknown, 4, method, i));
  first.decisions = state.decisions;
  first.arrays = state.arrays;
  CodeRun callee(all_, body - 1, depth_ + 1, nullptr);
  const std::size_t before = all_.body_budget_, limit = std::min(before, max_steps);
  all_.body_budget_ = limit;
  callee.run(std::move(first));
  const std::size_t spent = limit - all_.body_budget_;
  all_.body_budget_ = before - spent;
  bool known = callee.complete() && !callee.stores() && !callee.returned().empty();
  std::vector<Outcome> results;
  for (const Outcome& outcome : callee.returned()) {
    const bool useful = values_.is_text(outcome.value) || values_.is_known(outcome.value);
    known = known && useful && values_.kind(outcome.value) != ValueKind::Array;
    if (known) results.push_back(outcome);
  }
  if (!known || results.size() > max_results) {
    // Once for each method, this is not taken from the steps of the caller, which are for its own texts.
    if (all_.facts_.note_useless(abc_.bodies[body - 1].code)) all_.body_budget_ = before;
    all_.budget_ -= std::min(all_.budget_, spent);
    return false;
  }
  for (const Outcome& outcome : results) {
    if (values_.is_text(outcome.value)) all_.results_.try_emplace(outcome.value, method);
    State taken = state;
    taken.decisions = outcome.decisions;
    push(taken, outcome.value);
    go(std::move(taken), t.end);
  }
  return true;
}

bool CodeRun::call_property(State& state, const Avm2Instruction& t) {
  std::vector<Value> arguments(std::min<std::size_t>(t.count, state.stack.size()), nothing);
  for (std::size_t i = arguments.size(); i > 0; --i) arguments[i - 1] = pop(state);
  for (std::size_t i = 0; i < t.name_pops; ++i) pop(state);
  const Value object = pop(state);
  const std::uint32_t name = abc_.name_string(t.index);
  const std::string_view text = t.name_pops == 0 ? abc_.string(name) : "";
  if (call_of_list(state, text, object, arguments) || call_of_text(state, text, object, arguments)) {
    if (t.info().pushes == 0) pop(state);
    return true;
  }
  if (t.name_pops == 0 && follow_call(state, t, name, object, arguments)) return false;
  // Other methods of texts, such as `indexOf`, do not need the whole text.
  if (text == "split") use(state, {t.begin, UseKind::Other, name, 0}, object);
  if (text != "trace") pass_on(state, t, name, arguments);
  if (t.info().pushes > 0) {
    push(state, values_.make(ValueKind::Result, static_cast<std::uint32_t>(t.begin), name, body_.method));
    const auto count = static_cast<std::uint32_t>(arguments.size());
    all_.calls_.insert_or_assign(state.stack.back(), Site{0, UseKind::Returned, name, count, is_self(object)});
  }
  return true;
}

}  // namespace agal::extraction

// Calls: methods of texts and lists, and methods of the same file that return texts.
#include <algorithm>

#include "avm2/method_run.hpp"

namespace agal::avm2 {
namespace {

constexpr unsigned max_depth = 3;
constexpr std::size_t max_results = 32, max_body = 4096, max_steps = std::size_t{1} << 16;

}  // namespace

bool MethodRun::call_of_list(State& state, std::string_view name, Value array, const Arguments& arguments) {
  Value* const content = state.list_in(array, values_);
  if (content == nullptr) return false;
  const bool known = values_.is_list(*content);
  if (name == "push") {
    for (const Value item : arguments)
      *content = known ? values_.make(List{*content, item}) : values_.unknown(Source::ChangedList);
    state.push(nothing);
    return true;
  }
  if (name != "join") {
    *content = values_.unknown(Source::ChangedList);
    return false;
  }
  const std::vector<Value> items = values_.items(*content);
  if (!paths_.spend(items.size())) return false;
  const std::optional<Values::FlatText> separator = arguments.empty() ? std::nullopt : values_.flatten(arguments[0]);
  if (!arguments.empty() && !values_[arguments[0]].other) file_.flow.join(items, frame_);
  const std::string_view by = arguments.empty() ? "," : separator ? std::string_view(separator->text) : "\n";
  state.push(known ? values_.joined_items(*content, by) : values_.unknown(Source::ChangedList));
  return true;
}

bool MethodRun::call_of_text(State& state, std::string_view name, Value text, const Arguments& arguments) {
  const bool converts = name == "String" || name == "int" || name == "uint" || name == "Number";
  if (converts && arguments.size() == 1) {
    state.push(arguments[0]);
    return true;
  }
  if (!values_.is_text(text) || (name == "replace" && !paths_.spend(values_[text].length))) return false;
  if (name == "toString" || name == "valueOf") {
    state.push(text);
  } else if (name == "concat") {
    for (const Value argument : arguments) text = add(text, argument);
    state.push(text);
  } else if (name == "replace" && arguments.size() == 2) {
    state.push(values_.replaced(text, arguments[0], arguments[1]));
  } else {
    return false;
  }
  return true;
}

// A method of this file that no other has the name of: its results are known if its code is.
bool MethodRun::follow_call(State& state, const Instruction& t, std::uint32_t name, Value object,
                            const Arguments& arguments) {
  const auto row = abc_.method_called.find(name);
  if (name == 0 || row == abc_.method_called.end() || row->second >= file_.body_of_method.size()) return false;
  if (file_.flow.has_several(name)) return false;
  const std::uint32_t method = row->second;
  const std::uint32_t body = file_.body_of_method[method];
  if (body == 0 || frame_.depth >= max_depth || t.info().pushes == 0) return false;
  const base::Bytes code = abc_.bodies[body - 1].code;
  if (file_.facts.has_unknown_results(code) || code.size() > max_body) return false;
  State first;
  first.locals.push_back(object);
  for (std::uint32_t i = 0; i < abc_.methods[method].parameters; ++i)
    first.locals.push_back(i < arguments.size() ? arguments[i] : values_.unknown(Source::Parameter, method, i));
  first.condition = state.condition;
  first.arrays = state.arrays;
  MethodRun callee(file_, {body - 1, frame_.depth + 1}, nullptr);
  const std::size_t before = file_.body_budget, limit = std::min(before, max_steps);
  file_.body_budget = limit;
  callee.run(std::move(first));
  const std::size_t spent = limit - file_.body_budget;
  file_.body_budget = before - spent;
  const std::vector<Outcome>& results = callee.returned();
  const bool known = std::all_of(results.begin(), results.end(), [&](const Outcome& outcome) {
    return (values_.is_text(outcome.value) || values_.is_known(outcome.value)) && !values_.is<Array>(outcome.value);
  });
  if (!known || !callee.complete() || callee.stores() || results.empty() || results.size() > max_results) {
    // Once for each method, this is not taken from the steps of the caller, which are for its own texts.
    if (file_.facts.note_unknown_results(code)) file_.body_budget = before;
    file_.budget -= std::min(file_.budget, spent);
    return false;
  }
  for (const Outcome& outcome : results) {
    if (values_.is_text(outcome.value)) file_.flow.note_returned(outcome.value, method);
    State taken = state;
    taken.condition = outcome.condition;
    taken.push(outcome.value);
    paths_.add(std::move(taken), t.end);
  }
  return true;
}

void MethodRun::call(State& state, const Instruction& t) {
  const Arguments arguments = state.pop_arguments(t.count);
  state.pop_arguments(std::size_t{t.info().pops} + t.name_pops);
  const bool named = t.info().operands == Operands::NameCount;
  pass_on(state, t, named ? abc_.name_string(t.index) : 0, arguments);
  if (t.info().pushes > 0) state.push(values_.make(CallResult{static_cast<std::uint32_t>(t.begin), 0, body_.method}));
}

bool MethodRun::call_property(State& state, const Instruction& t) {
  const Arguments arguments = state.pop_arguments(t.count);
  state.pop_arguments(t.name_pops);
  const Value object = state.pop();
  const std::uint32_t name = abc_.name_string(t.index);
  const std::string_view text = t.name_pops == 0 ? abc_.string(name) : "";
  if (call_of_list(state, text, object, arguments) || call_of_text(state, text, object, arguments)) {
    if (t.info().pushes == 0) state.pop();
    return true;
  }
  if (t.name_pops == 0 && follow_call(state, t, name, object, arguments)) return false;
  // Other methods of texts, such as `indexOf`, do not need the whole text.
  if (text == "split") record_use(state, {t.begin, UseKind::Other, name, 0}, object);
  if (text != "trace") pass_on(state, t, name, arguments);
  if (t.info().pushes == 0) return true;
  const Value result = values_.make(CallResult{static_cast<std::uint32_t>(t.begin), name, body_.method});
  state.push(result);
  const auto count = static_cast<std::uint32_t>(arguments.size());
  file_.flow.note_call(result, {0, UseKind::Returned, name, count, values_.is_self(object)});
  return true;
}

}  // namespace agal::avm2

#include "avm2/calls.hpp"

#include <algorithm>
#include <array>

#include "avm2/method_run.hpp"
#include "avm2/text_methods.hpp"

namespace agal::avm2 {
namespace {

// Each result of a method is a separate path if there are at most `max_result_paths`. More results become one choice.
constexpr std::size_t max_result_paths = 4, max_results = 64, max_body = 4096, max_steps = std::size_t{1} << 16,
                      max_cheap_steps = 64;

// Returns true for functions that put texts into another text. Their names are equal in most libraries.
bool formats_text(std::string_view name) {
  constexpr std::array<std::string_view, 5> names{"format", "formatString", "substitute", "sprintf", "printf"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

// Computes `format(text, …)`, which replaces `{0}` and so on. Returns nullopt if a part may contain such places itself.
std::optional<Value> Calls::formatted(State& state, const Arguments& arguments) {
  std::vector<Value> parts(arguments.begin() + 1, arguments.end());
  if (const Value* const list = parts.size() == 1 ? state.list_in(parts[0], values_) : nullptr) {
    if (!values_.is_list(*list)) return std::nullopt;
    parts = values_.items(*list);
  }
  Value text = arguments[0];
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Value part = values_.as_text(parts[i]);
    const std::optional<Values::FlatText> known = values_.is_text(part) ? values_.flatten(part) : std::nullopt;
    if (known && known->text.find('{') != std::string::npos) return std::nullopt;
    if (!paths_.spend(values_[text].length)) return std::nullopt;
    const Value place = values_.text("{" + std::to_string(i) + "}");
    text = values_.replaced(text, values_.make(Pattern{place, true, true}), part);
    if (text == nothing) return std::nullopt;
  }
  return text;
}

bool Calls::call_of_list(State& state, std::string_view name, Value array, const Arguments& arguments) {
  Value* const content = state.list_in(array, values_);
  if (content == nullptr) return false;
  const bool known = values_.is_list(*content);
  if (name == "push") {
    for (const Value item : arguments)
      *content = known ? values_.make(List{*content, item}) : values_.unknown(Source::ChangedList);
    state.push(nothing);
    return true;
  }
  if (name == "concat" || (name == "slice" && arguments.empty())) {
    Value list = *content;
    bool all_known = known;
    for (const Value argument : arguments) {
      const Value* const other = state.list_in(argument, values_);
      all_known = all_known && (other == nullptr || values_.is_list(*other));
      const std::vector<Value> added = other != nullptr ? values_.items(*other) : std::vector<Value>{argument};
      paths_.spend(added.size());
      for (const Value item : added) list = values_.make(List{list, item});
    }
    fields_.push_list(state, all_known ? list : values_.unknown(Source::ChangedList));
    return true;
  }
  if (name != "join") {
    *content = values_.unknown(Source::ChangedList);
    return false;
  }
  const std::vector<Value> items = values_.items(*content);
  if (!paths_.spend(items.size())) return false;
  const Value separator = arguments.empty() ? values_.text(",") : values_.as_text(arguments[0]);
  if (!arguments.empty() && !values_[arguments[0]].other) file_.flow.join(items, frame_);
  state.push(known ? values_.joined_items(*content, separator) : values_.unknown(Source::ChangedList));
  return true;
}

bool Calls::call_of_text(State& state, std::string_view name, Value text, const Arguments& arguments) {
  const bool converts = name == "String" || name == "int" || name == "uint" || name == "Number";
  if (converts && arguments.size() == 1) {
    state.push(arguments[0]);
    return true;
  }
  const auto* const object = values_.get<ClassObject>(text);
  if (object != nullptr && abc_.string(object->name) == "Std" && name == "string" && arguments.size() == 1) {
    state.push(values_.as_text(arguments[0]));
    return true;
  }
  // Haxe: `expression.replace(text, by)`.
  const auto* const expression = values_.get<Pattern>(text);
  if (expression != nullptr && expression->is_literal && name == "replace" && arguments.size() == 2 &&
      values_.is_text(arguments[0])) {
    if (!paths_.spend(values_[arguments[0]].length)) return false;
    state.push(values_.replaced(arguments[0], text, arguments[1]));
    return true;
  }
  if (!values_.is_text(text) || (name == "replace" && !paths_.spend(values_[text].length))) return false;
  if (name == "toString" || name == "valueOf") {
    state.push(text);
  } else if (name == "concat") {
    for (const Value argument : arguments) text = edits_.add(text, argument);
    state.push(text);
  } else if (name == "replace" && arguments.size() == 2) {
    const Value result = values_.replaced(text, arguments[0], arguments[1]);
    if (result == nothing) return false;
    state.push(result);
  } else if (name == "split" && arguments.size() == 1) {
    const std::optional<Value> list = values_.split(text, arguments[0]);
    if (!list) return false;
    fields_.push_list(state, *list);
  } else if (const std::optional<Value> result = result_of_text(values_, name, text, arguments)) {
    state.push(*result);
  } else {
    return false;
  }
  return true;
}

// Returns the changes and the lists before a call, and notes that the call may change the lists in its arguments.
State Calls::before_call(State& state, const Arguments& arguments) const {
  State before;
  before.changes = state.changes;
  before.arrays = state.arrays;
  before.shared = state.shared;
  for (const Value argument : arguments) state.share(argument, values_);
  return before;
}

// Returns true if a derived class has a method with the same name.
bool Calls::is_overridden(std::uint32_t method) const {
  const Method& of = abc_.method(method);
  if (of.is_static) return false;
  return file_.overridden.contains({of.name, abc_.class_string(method)});
}

// Returns the method that a call runs: the method of the object's class if it is known, otherwise the only method with
// this name.
std::uint32_t Calls::method_of_call(std::uint32_t name, Value object) const {
  const std::uint32_t of_class = fields_.class_of(object);
  if (const Member* const member = abc_.find_member(of_class, name)) {
    const bool known = member->kind == Member::Kind::Method && !is_overridden(member->method);
    return known ? member->method : Abc::ambiguous;
  }
  const auto row = abc_.method_called.find(name);
  if (row == abc_.method_called.end() || values_.is_text(object)) return Abc::ambiguous;
  return row->second;
}

void Calls::note_arguments(std::uint32_t name, std::uint32_t method, Value object, const Arguments& arguments) {
  if (method == Abc::ambiguous) {
    if (!values_.is<ClassObject>(object)) file_.facts.note_any_arguments(name);
    return;
  }
  for (std::uint32_t i = 0; i < std::min(abc_.method(method).parameters, max_parameters); ++i)
    file_.facts.note_argument(method, i + 1, i < arguments.size() && values_.is_text(arguments[i]));
}

// Runs a method of the movie for its results. Returns false if they are not known.
bool Calls::follow_call(State& state, const Instruction& t, std::uint32_t method, Value object,
                        const Arguments& arguments, State before) {
  if (method >= file_.body_of_method.size()) return false;
  const std::uint32_t body = file_.body_of_method[method];
  if (body == 0 || frame_.depth >= max_call_depth || t.info().pushes == 0) return false;
  const base::Bytes code = abc_.bodies[body - 1].code;
  if (file_.facts.has_unknown_results(code) || code.size() > max_body) return false;
  State first;
  first.locals.push_back(object);
  const Method& callee_method = abc_.methods[method];
  if (callee_method.parameters > max_parameters) return false;
  const std::size_t required =
      callee_method.parameters - std::min<std::size_t>(callee_method.parameters, callee_method.defaults.size());
  for (std::uint32_t i = 0; i < callee_method.parameters; ++i) {
    std::optional<Value> value = i < arguments.size() ? std::optional(arguments[i]) : std::nullopt;
    if (!value && i >= required) value = fields_.value_of(callee_method.defaults[i - required]);
    first.locals.push_back(value ? *value : values_.unknown(Source::Parameter, method, i));
  }
  first.arrays = std::move(before.arrays);
  first.shared = std::move(before.shared);
  if (callee_method.has_rest) {
    Value rest = nothing;
    for (std::size_t i = callee_method.parameters; i < arguments.size(); ++i)
      rest = values_.make(List{rest, arguments[i]});
    fields_.push_list(first, rest);
    first.locals.push_back(first.pop());
  }
  first.condition = state.condition;
  first.changes = std::move(before.changes);
  MethodRun callee(file_, {body - 1, frame_.depth + 1}, nullptr);
  const std::size_t budget = file_.body_budget, limit = std::min(budget, max_steps);
  file_.body_budget = limit;
  callee.run(std::move(first));
  const std::size_t spent = limit - file_.body_budget;
  file_.body_budget = budget - spent;
  const std::vector<Outcome>& results = callee.returned();
  // A method that only reads has the same result until something changes.
  const bool reads = results.size() == 1 && file_.effects->of_call(callee_method.name).empty() &&
                     (values_.is<Property>(results[0].value) || values_.is<Operation>(results[0].value));
  const bool known =
      reads || std::all_of(results.begin(), results.end(), [&](const Outcome& outcome) {
        return (values_.is_text(outcome.value) || values_.is_known(outcome.value)) && !values_.is<Array>(outcome.value);
      });
  if (!known || !callee.complete() || callee.stores() || results.empty() || results.size() > max_results) {
    // The caller gets the steps of the first failed attempt back for its own texts; later calls do not run the method
    // again. If the attempt failed because the caller ran out of steps, another call may know the method's results.
    const bool starved = limit < max_steps && spent == limit;
    if (!starved && spent > max_cheap_steps && file_.facts.note_unknown_results(code)) {
      file_.body_budget = budget;
      file_.budget -= std::min(file_.budget, spent);
    }
    return false;
  }
  return return_results(state, t, method, results);
}

bool Calls::return_results(const State& state, const Instruction& t, std::uint32_t method,
                           const std::vector<Outcome>& results) {
  const bool texts = std::all_of(results.begin(), results.end(),
                                 [&](const Outcome& outcome) { return values_.is_text(outcome.value); });
  if (texts && results.size() > max_result_paths) {
    std::vector<Alternative> alternatives;
    for (const Outcome& outcome : results) {
      Alternative& one = alternatives.emplace_back();
      one.value = outcome.value;
      for (const Decision& decision : outcome.condition.decisions())
        if (!state.condition.contains(decision)) one.decisions.push_back(decision);
    }
    State taken = state;
    taken.push(values_.choice(std::move(alternatives)));
    file_.flow.note_returned(taken.stack.back(), method);
    paths_.add(std::move(taken), t.end);
    return true;
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

// Returns the changes by calling an item of a list, or any method.
const Changes& Calls::changes_by_key(KeyKind kind) {
  const bool any = kind == KeyKind::Anything;
  return any ? file_.effects->of_store_by_key(kind) : file_.effects->of_unknown_call();
}

// Returns the changes by constructing an object, or by calling a function that is a value.
const Changes& Calls::changes_by(const Instruction& t, Value function) {
  if (t.is_keyed(abc_)) return changes_by_key(KeyKind::Anything);
  if (t.is_named()) return file_.effects->of_call(abc_.name_string(t.index));
  if (const auto* const of = values_.get<ClassObject>(function)) return file_.effects->of_call(of->name);
  // A function with a computed name may be any method.
  const auto* const read = values_.get<Operation>(function);
  if (read != nullptr && read->code == Opcode::getproperty && !values_.number(read->right))
    return changes_by_key(KeyKind::Anything);
  const Class* const own =
      t.code == Opcode::constructsuper ? abc_.find_class(abc_.class_string(body_.method)) : nullptr;
  if (t.code == Opcode::construct) return file_.effects->of_unknown_construct();
  return own != nullptr ? file_.effects->of_super(own->base) : file_.effects->of_unknown_call();
}

// Returns the AGAL version that a call of AGALMiniAssembler passes in these arguments; `nothing` if it is unknown.
Value Calls::version_of_call(std::uint32_t name, const Arguments& arguments) {
  if (file_.facts.versions.is_patched) return nothing;
  const std::string_view called = abc_.string(name);
  const auto is_stage = [&](Value value) {
    const std::string_view text = values_.constant(value).value_or("");
    return text == "vertex" || text == "fragment";
  };
  const bool makes_program = called == "fromSource" && abc_.is_source && arguments.size() > 1;
  const bool assembles = called == "assemble" && arguments.size() > 1 && (abc_.is_source || is_stage(arguments[0]));
  if (assembles || makes_program) {
    const bool passes = arguments.size() > 2 && !values_.is<Boolean>(arguments[2]);
    const std::uint32_t implied = file_.facts.versions.implied;
    if (passes || implied == 0) return passes ? arguments[2] : nothing;
    return values_.integer(static_cast<std::int32_t>(implied));
  }
  const bool two = called == "assemble2" && arguments.size() > 3;
  return two && values_.is_text(arguments[2]) && values_.is_text(arguments[3]) ? arguments[1] : nothing;
}

// Records uses of the arguments of a method that is not followed. Its arguments are whole texts, or lines that it
// joins.
void Calls::pass_on(State& state, const Instruction& t, std::uint32_t name, const Arguments& arguments) {
  const Value version = version_of_call(name, arguments);
  const auto is_assembly = [&](Value value) { return values_[value].tracked && values_.is_text(value); };
  const bool whole = std::count_if(arguments.begin(), arguments.end(), is_assembly) > 1 ||
                     std::any_of(arguments.begin(), arguments.end(), [&](Value value) {
                       const std::string_view text = values_.constant(value).value_or("");
                       return text == "vertex" || text == "fragment";
                     });
  // Code may read other parts of bytes than those that it writes.
  const std::string_view called = abc_.string(name);
  const bool writes = called == "writeUTFBytes" || called == "writeUTF" || called == "writeMultiByte";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto number = static_cast<std::uint32_t>(i + 1);
    const Value value = writes && is_assembly(arguments[i]) ? fields_.altered(arguments[i], nothing) : arguments[i];
    uses_.record_use(state, {t.begin, UseKind::Argument, name, number, false, whole}, value, version);
    state.share(arguments[i], values_);
  }
  for (Field& field : state.fields) field.called = true;
}

void Calls::call(State& state, const Instruction& t) {
  const Arguments arguments = state.pop_arguments(t.count);
  const Arguments below = state.pop_arguments(std::size_t{t.info().pops} + t.name_pops);
  const std::uint32_t name = t.is_named() ? abc_.name_string(t.index) : 0;
  for (const Value argument : arguments) state.share(argument, values_);
  fields_.change_by_call(state, changes_by(t, below.empty() ? nothing : below.front()), t.begin);
  pass_on(state, t, name, arguments);
  if (t.info().pushes > 0) state.push(fields_.result_of_call(state, t.begin));
}

bool Calls::call_super(State& state, const Instruction& t) {
  const Arguments arguments = state.pop_arguments(t.count);
  state.pop_arguments(t.name_pops);
  const Value object = state.pop();
  const std::uint32_t name = abc_.name_string(t.index);
  const Class* const own = abc_.find_class(abc_.class_string(body_.method));
  const Member* const member = own != nullptr && object == method_.self ? abc_.find_member(own->base, name) : nullptr;
  note_arguments(name, member != nullptr ? member->method : Abc::ambiguous, object, arguments);
  State before = before_call(state, arguments);
  fields_.change_by_call(state, file_.effects->of_call(name), t.begin);
  if (member != nullptr && member->kind == Member::Kind::Method &&
      follow_call(state, t, member->method, object, arguments, std::move(before)))
    return false;
  pass_on(state, t, name, arguments);
  if (t.info().pushes > 0) state.push(fields_.result_of_call(state, t.begin));
  return true;
}

void Calls::construct(State& state, const Instruction& t) {
  const bool named = t.info().operands == Operands::NameCount;
  const std::size_t below = std::size_t{t.count} + t.name_pops;
  const Value object = state.stack.size() > below ? state.stack[state.stack.size() - below - 1] : nothing;
  const auto* const of = values_.get<ClassObject>(object);
  const std::string_view name = named           ? abc_.string(abc_.name_string(t.index))
                                : of != nullptr ? abc_.string(of->name)
                                                : "";
  if ((name == "RegExp" || name == "EReg") && t.count >= 1 && t.count <= 2 && state.stack.size() >= below) {
    const Value flags = t.count == 2 ? state.stack.back() : values_.text("");
    if (const std::optional<Value> pattern = values_.pattern(state.stack[state.stack.size() - t.count], flags)) {
      state.pop_arguments(below + 1);
      const std::uint32_t string = named ? abc_.name_string(t.index) : of->name;
      uses_.record_use(state, {t.begin, UseKind::Argument, string, 1}, *pattern);
      return state.push(*pattern);
    }
  }
  // `new <T>[…]` passes a length, and then sets each item.
  if ((name == "Array" && t.count == 0) || (name == "Vector" && t.count <= 2)) {
    state.pop_arguments(below + 1);
    return fields_.push_list(state, nothing);
  }
  call(state, t);
}

bool Calls::call_property(State& state, const Instruction& t) {
  Arguments arguments = state.pop_arguments(t.count);
  const bool keyed = t.is_keyed(abc_);
  const Value key = keyed ? state.pop() : nothing;
  state.pop_arguments(t.name_pops - (keyed ? 1u : 0u));
  const Value object = state.pop();
  const std::optional<std::string_view> constant = values_.constant(key);
  const auto known = constant ? abc_.string_number.find(*constant) : abc_.string_number.end();
  const bool is_named = !keyed || known != abc_.string_number.end();
  const std::uint32_t name = keyed && is_named ? known->second : abc_.name_string(t.index);
  const std::string_view text = abc_.string(name);
  const bool edits = (text == "replace" || text == "split") && !arguments.empty();
  const TextEdits::Edited edited = edits ? edits_.edited_by(object, arguments) : TextEdits::Edited{};
  if (edits) edits_.note_edit(edited);
  if (call_of_list(state, text, object, arguments) || call_of_text(state, text, object, arguments)) {
    if (t.info().pushes == 0) state.pop();
    return true;
  }
  if (formats_text(text) && !text.ends_with("printf") && arguments.size() > 1 && values_[arguments[0]].tracked &&
      values_.is_text(arguments[0]))
    if (const std::optional<Value> result = formatted(state, arguments)) {
      if (t.info().pushes > 0) state.push(*result);
      return true;
    }
  const std::uint32_t method = is_named ? method_of_call(name, object) : Abc::ambiguous;
  note_arguments(name, method, object, arguments);
  State before = before_call(state, arguments);
  fields_.change_by_call(state, is_named ? file_.effects->of_call(name) : changes_by_key(fields_.key_kind(t, key)),
                         t.begin);
  const bool may_call = text == "replace" && arguments.size() > 1 && !values_.is_known(arguments[1]);
  if (may_call) fields_.change_by_call(state, file_.effects->of_unknown_call(), t.begin);
  if (method != Abc::ambiguous && follow_call(state, t, method, object, arguments, std::move(before))) {
    file_.followed.insert(method);
    return false;
  }
  if (method != Abc::ambiguous) file_.not_followed.insert(method);
  // Other methods of texts, such as `indexOf`, do not need the whole text.
  if (edits) {
    uses_.record_use(state, {t.begin, UseKind::Other, name, 0}, edits_.as_split(edited.text, edited.pattern));
    if (values_.is_text(edited.text)) std::replace(arguments.begin(), arguments.end(), edited.text, nothing);
  }
  // A function that formats texts makes another text of each argument.
  for (Value& argument : arguments)
    if (formats_text(text) && values_[argument].tracked && values_.is_text(argument))
      argument = values_.concatenated(argument, fields_.result_of_call(state, t.begin, name, object));
  for (const Value argument : arguments) edits_.note_joined(argument, false);
  if (text != "trace") pass_on(state, t, name, arguments);
  if (t.info().pushes == 0) return true;
  // A method that changes a text in a way that is not followed
  if (!edits && makes_text(text) && values_[object].tracked && values_.is_text(object)) {
    state.push(fields_.altered(object, fields_.unknown_at(state, t.begin)));
    return true;
  }
  // Calls of a Haxe getter give the same value everywhere.
  const bool getter = text.starts_with("get_") && arguments.empty();
  const Value result =
      getter ? fields_.latest(state, {object, name}) : fields_.result_of_call(state, t.begin, name, object);
  state.push(result);
  const auto count = static_cast<std::uint32_t>(arguments.size());
  file_.flow.note_call(result, {0, UseKind::Returned, name, count, values_.is_self(object)});
  return true;
}

}  // namespace agal::avm2

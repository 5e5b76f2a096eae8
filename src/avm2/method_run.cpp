#include "avm2/method_run.hpp"

#include <algorithm>

namespace agal::avm2 {
namespace {

// docs/extract.md states these limits.
constexpr std::size_t max_outcomes = 64, max_cases = 32;
constexpr std::size_t max_fields = 256;

}  // namespace

MethodRun::MethodRun(FileRun& file, const Frame& frame, Uses* uses)
    : file_(file),
      values_(file.values),
      abc_(file.abc),
      frame_(frame),
      body_(file.abc.bodies[frame.body]),
      control_flow_(file.control_flow[frame.body]),
      paths_(file.abc, file.values, body_, control_flow_, file.body_budget),
      uses_(uses) {}

void MethodRun::run(State first) {
  run_path(std::move(first));
  while (!paths_.empty())
    for (State& state : paths_.take_lowest()) run_path(std::move(state));
}

void MethodRun::run_path(State state) {
  while (paths_.spend(1)) {
    const std::optional<Instruction> t = read_instruction(abc_, body_.code, state.at);
    if (!t) return paths_.give_up();
    if (!step(state, *t)) return;
    state.at = t->end;
    if (state.at < control_flow_.is_target.size() && control_flow_.is_target[state.at])
      return paths_.add(std::move(state), t->end);
  }
}

// The condition of a branch, without negations.
Value MethodRun::condition_of(const Instruction& t, State& state, bool& negated) {
  using enum Opcode;
  negated = t.code == iffalse || t.code == ifne || t.code == ifstrictne || t.code == ifnlt || t.code == ifnle ||
            t.code == ifngt || t.code == ifnge;
  Value condition = state.pop();
  if (t.info().pops == 2) {
    const Value left = state.pop();
    Opcode compare = equals;
    if (t.code == iflt || t.code == ifnlt) compare = lessthan;
    if (t.code == ifle || t.code == ifnle) compare = lessequals;
    if (t.code == ifgt || t.code == ifngt) compare = greaterthan;
    if (t.code == ifge || t.code == ifnge) compare = greaterequals;
    condition = values_.binary(compare, left, condition);
  }
  const auto* operation = values_.get<Operation>(condition);
  for (; operation != nullptr && operation->code == not_; operation = values_.get<Operation>(condition)) {
    condition = operation->left;
    negated = !negated;
  }
  return condition;
}

bool MethodRun::branch(State& state, const Instruction& t) {
  bool negated = false;
  const Value condition = condition_of(t, state, negated);
  const std::size_t target = t.targets[0];
  std::optional<bool> truth = values_.truth(condition);
  bool leaves = false;  // a loop
  if (!truth) {
    for (const Loop& loop : control_flow_.loops) {
      if (!loop.contains(t.begin) || (loop.contains(target) && loop.contains(t.end))) continue;
      leaves = true;
      paths_.widen(state, loop);
    }
    if (leaves && !paths_.is_new(state, t.begin)) return false;
    if (!leaves) truth = state.condition.decided(condition, values_);
  }
  if (!truth || *truth != negated) {
    State taken = state;
    if (!truth && !leaves) taken.condition.assume(condition, !negated);
    paths_.branch(std::move(taken), t.begin, target);
  }
  if (truth && *truth != negated) return false;
  if (!truth && !leaves) state.condition.assume(condition, negated);
  return true;
}

// The default is the side that is taken if no case is.
void MethodRun::lookup_switch(State& state, const Instruction& t) {
  const Value index = state.pop();
  const std::size_t cases = t.targets.size() - 1;
  if (const std::optional<std::int32_t> number = values_.number(index)) {
    const bool is_case = *number >= 0 && static_cast<std::size_t>(*number) < cases;
    const std::size_t target = t.targets[is_case ? static_cast<std::size_t>(*number) + 1 : 0];
    return paths_.branch(std::move(state), t.begin, target);
  }
  if (cases > max_cases) return paths_.give_up();
  for (std::size_t i = 0; i <= cases; ++i) {
    State taken = state;
    const Value condition = values_.binary(Opcode::equals, index, values_.integer(static_cast<std::int32_t>(i) - 1));
    if (i > 0 && state.condition.decided(condition, values_).value_or(true)) taken.condition.assume(condition, true);
    paths_.branch(std::move(taken), t.begin, t.targets[i]);
  }
}

void MethodRun::end(State& state, const Instruction& t) {
  if (t.info().effect == Effect::Return) {
    const Value value = state.pop();
    // What a getter returns is read as a field.
    const Method& method = abc_.method(body_.method);
    record_use(state, {t.begin, method.is_getter ? UseKind::Field : UseKind::Returned, method.name, 0, true}, value);
    const bool list = values_.is<Array>(value);
    if (frame_.depth > 0 && returned_.size() < max_outcomes)
      returned_.push_back({list ? nothing : value, state.condition});
  }
  for (const Field& field : state.fields) {
    const auto* const lines = values_.get<PassedLines>(field.key);
    record_use(state,
               lines != nullptr ? UseSite{0, UseKind::Lines, lines->name, lines->argument}
                                : file_.flow.site_of(field.key, field.at),
               field.value);
  }
}

void MethodRun::use_operands(State& state, const Instruction& t, std::size_t count) {
  for (; count > 0 && !state.stack.empty(); --count) {
    const Value value = state.pop();
    record_use(state, {t.begin, UseKind::Other, 0, static_cast<std::uint32_t>(count)}, value);
  }
}

void MethodRun::record_use(const State& state, const UseSite& site, Value value) {
  if (uses_ == nullptr) return;
  if (const auto* const array = values_.get<Array>(value)) {
    value = array->number < state.arrays.size() ? state.arrays[array->number] : nothing;
    if (value == nothing) return;
  }
  std::vector<Outcome>& outcomes = (*uses_)[site];
  for (Outcome& outcome : outcomes)
    if (outcome.value == value) return outcome.condition.join(state.condition);
  if (outcomes.size() < max_outcomes && paths_.spend(1))
    outcomes.push_back({value, state.condition});
  else
    paths_.give_up();
}

Value MethodRun::read(const State& state, Value key) {
  for (const Field& field : state.fields) {
    if (field.key != key) continue;
    const bool grows = field.called && file_.flow.is_extended(file_.flow.site_of(key, 0), frame_.body);
    return grows && values_.is_text(field.value) ? values_.concatenated(field.value, key) : field.value;
  }
  const auto* const property = values_.get<Property>(key);
  if (property == nullptr) return key;
  const auto constant = abc_.constant_called.find(property->name);
  const bool known = constant != abc_.constant_called.end() && constant->second != Abc::ambiguous;
  return known ? values_.string(constant->second) : key;
}

void MethodRun::write(State& state, Value key, Value value, std::size_t at) {
  stores_ = true;
  for (Field& field : state.fields) {
    if (field.key != key) continue;
    // Unless the new text begins with the old one, that was a whole text.
    if (values_.first_part(value, max_locals, field.value) != field.value)
      record_use(state, file_.flow.site_of(key, field.at), field.value);
    field = {key, value, at, false};
    return;
  }
  const auto* const sum = values_.get<Concatenation>(value);
  if (sum != nullptr && sum->left == key) file_.flow.extend(file_.flow.site_of(key, at), frame_);
  const bool followed = values_.is_text(value) || values_.is<Array>(value) || values_.is_known(value);
  if (followed && state.fields.size() < max_fields) state.fields.push_back({key, value, at, false});
}

Value MethodRun::add(Value left, Value right) {
  file_.flow.add(left, right, frame_);
  return values_.add(left, right);
}

// Arguments of a method that is not followed are whole texts, or lines of one.
void MethodRun::pass_on(State& state, const Instruction& t, std::uint32_t name, const Arguments& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto number = static_cast<std::uint32_t>(i + 1);
    record_use(state, {t.begin, UseKind::Argument, name, number}, arguments[i]);
    if (uses_ == nullptr || !values_[arguments[i]].tracked || !values_.is_text(arguments[i])) continue;
    const Value key = values_.make(PassedLines{name, number});
    const auto row =
        std::find_if(state.fields.begin(), state.fields.end(), [&](const Field& f) { return f.key == key; });
    if (row != state.fields.end())
      row->value = values_.make(List{row->value, arguments[i]});
    else if (state.fields.size() < max_fields)
      state.fields.push_back({key, values_.make(List{nothing, arguments[i]}), 0, false});
  }
  for (Field& field : state.fields) field.called = true;
}

}  // namespace agal::avm2

#include "avm2/method_run.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace agal::avm2 {
namespace {

// docs/extract.md states these limits.
constexpr std::size_t max_cases = 32, max_unknown_turns = 4, max_groups = 64;

}  // namespace

void MethodRun::run(State first) {
  method_.self = first.locals.empty() ? nothing : first.locals.front();
  run_path(std::move(first));
  while (!paths_.empty())
    for (State& state : paths_.take_lowest()) run_path(std::move(state));
}

void MethodRun::run_path(State state) {
  while (paths_.spend(1)) {
    const std::optional<Instruction> t = read_instruction(abc_, body_, state.at);
    if (!t) return paths_.give_up();
    if (!step(state, *t)) return;
    state.at = t->end;
    if (state.at < control_flow_.is_target.size() && control_flow_.is_target[state.at])
      return paths_.add(std::move(state), t->end);
  }
}

// Returns the condition of a branch without negations. `negated` is true if the branch is taken where it is false.
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

// Returns true for `argument == null` if every call passes a text.
bool MethodRun::is_never_null(Value condition) const {
  const auto* const operation = values_.get<Operation>(condition);
  if (operation == nullptr || operation->code != Opcode::equals || frame_.depth > 0) return false;
  const auto* const argument = values_.get<Argument>(operation->left);
  const Method& own = abc_.method(body_.method);
  return argument != nullptr && values_.is<Null>(operation->right) && !own.is_override && abc_.is_application &&
         file_.facts.is_always_text(body_.method, own.name, argument->number);
}

bool MethodRun::leaves(const Loop& loop, const Instruction& t) {
  return loop.repeats && loop.contains(t.begin) && !(loop.contains(t.targets[0]) && loop.contains(t.end));
}

// Returns the loop that a condition such as `i < count` leaves, if `i` is known and becomes part of texts, such as
// names of registers. The first iterations of such a loop are followed as separate paths.
const Loop* MethodRun::numbering_loop(const State& state, const Instruction& t, Value condition) const {
  if (state.group > max_groups) return nullptr;
  const auto* const compared = values_.get<Operation>(condition);
  if (compared == nullptr || !is_order(compared->code)) return nullptr;
  if (!values_.number(compared->left) && !values_.number(compared->right)) return nullptr;
  const Loop* left = nullptr;
  for (const Loop& loop : control_flow_.loops) {
    if (!leaves(loop, t)) continue;
    if (left != nullptr) return nullptr;
    left = &loop;
  }
  const auto may_be_number = [&](std::uint32_t local) {
    const Value value = local < state.locals.size() ? state.locals[local] : nothing;
    return !values_.is_text(value) && !values_.is<Array>(value);
  };
  const bool numbers = left != nullptr && std::any_of(left->in_texts.begin(), left->in_texts.end(), may_be_number);
  return numbers ? left : nullptr;
}

// Adds a path that leaves a loop after `turns` iterations. `state` becomes the path that stays in the loop. Groups
// order the paths, so that paths with fewer iterations, which are less numerous, are followed first.
void MethodRun::leave(State& state, const Instruction& t, Value condition, bool negated, std::size_t turns) {
  constexpr std::uint32_t per_loop = max_unknown_turns + 2;
  const std::size_t target = t.targets[0];
  const bool by_branch = target >= t.end;
  State leaving = state;
  leaving.group = state.group * per_loop + static_cast<std::uint32_t>(turns) + 1;
  leaving.condition.assume(condition, by_branch != negated, values_);
  state.condition.assume(condition, by_branch == negated, values_);
  if (turns == max_unknown_turns) state.group = leaving.group + 1;
  if (by_branch)
    paths_.branch(std::move(leaving), t.begin, target);
  else
    paths_.add(std::move(leaving), t.end);
}

bool MethodRun::branch(State& state, const Instruction& t) {
  bool negated = false;
  const Value condition = condition_of(t, state, negated);
  const std::size_t target = t.targets[0];
  std::optional<bool> truth = is_never_null(condition) ? false : values_.truth(condition);
  const Loop* const numbering = truth ? nullptr : numbering_loop(state, t, condition);
  const std::size_t turns = numbering != nullptr ? state.turns_of(*numbering) : 0;
  if (numbering != nullptr && turns <= max_unknown_turns) {
    truth = state.condition.decided(condition, values_);
    if (!truth) leave(state, t, condition, negated, turns);
    if (!truth && turns < max_unknown_turns) truth = (target >= t.end) == negated;
  }
  bool widens = false;
  if (!truth) {
    for (const Loop& loop : control_flow_.loops) {
      if (!leaves(loop, t)) continue;
      widens = true;
      paths_.widen(state, loop);
    }
    if (widens && !paths_.is_new(state, t.begin)) return false;
    if (!widens) truth = state.condition.decided(condition, values_);
  }
  if (!truth || *truth != negated) {
    State taken = state;
    if (!truth && !widens) taken.condition.assume(condition, !negated, values_);
    paths_.branch(std::move(taken), t.begin, target);
  }
  if (truth && *truth != negated) return false;
  if (!truth && !widens) state.condition.assume(condition, negated, values_);
  return true;
}

// Follows a path for each case of a switch and for the default.
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
    if (i > 0 && state.condition.decided(condition, values_).value_or(true))
      taken.condition.assume(condition, true, values_);
    paths_.branch(std::move(taken), t.begin, t.targets[i]);
  }
}

void MethodRun::end(State& state, const Instruction& t) {
  if (t.info().effect == Effect::Return) {
    const Value value = state.pop();
    // The result of a getter is read like a field.
    const Method& method = abc_.method(body_.method);
    uses_.record_use(state, {t.begin, method.is_getter ? UseKind::Field : UseKind::Returned, method.name, 0, true},
                     value);
    if (frame_.depth > 0) uses_.note_returned(values_.is<Array>(value) ? nothing : value, state.condition);
  }
  for (const Field& field : state.fields) {
    uses_.record_use(state, file_.flow.site_of(field.key, field.at), field.value);
  }
}

}  // namespace agal::avm2

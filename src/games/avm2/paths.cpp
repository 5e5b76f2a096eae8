#include "avm2/paths.hpp"

#include <algorithm>

namespace agal::avm2 {
namespace {

// docs/extract.md states these limits.
constexpr std::size_t max_states = 64, max_turns = 64;
constexpr std::size_t max_stack = 1024, max_decisions = 64;

}  // namespace

void PathCondition::assume(Value condition, bool truth) {
  if (condition != nothing && decisions_.size() < max_decisions) decisions_.push_back({condition, truth});
}

// Returns the truth of `wanted` if it follows from a decision: `j < count` from `i < count` for known i and j, and
// `0 < count` from `count`.
std::optional<bool> PathCondition::follows(const Decision& decision, const Operation& wanted, const Values& values) {
  const bool is_positive = wanted.code == Opcode::lessthan && values.number(wanted.left) == 0;
  if (is_positive && wanted.right == decision.condition && values.is_length(wanted.right)) return decision.truth;
  const auto* const other = values.get<Operation>(decision.condition);
  if (other == nullptr || other->code != wanted.code || !is_order(wanted.code)) return std::nullopt;
  const bool less = wanted.code == Opcode::lessthan || wanted.code == Opcode::lessequals;
  const bool left = other->right == wanted.right;
  if (!left && other->left != wanted.left) return std::nullopt;
  const std::optional<std::int32_t> known = values.number(left ? other->left : other->right),
                                    asked = values.number(left ? wanted.left : wanted.right);
  if (!known || !asked) return std::nullopt;
  // The comparison holds for all smaller known numbers if `falls`, otherwise for all larger ones.
  const bool falls = less == left;
  const bool implied = (falls == decision.truth) ? *asked <= *known : *asked >= *known;
  return implied ? std::optional(decision.truth) : std::nullopt;
}

std::optional<bool> PathCondition::decided(Value condition, const Values& values) const {
  // A value that is equal to one constant is not equal to another.
  const auto equality = [&](Value value) -> const Operation* {
    const auto* const operation = values.get<Operation>(value);
    const bool is = operation != nullptr && operation->code == Opcode::equals && values.is_known(operation->right);
    return is ? operation : nullptr;
  };
  const Operation* const wanted = equality(condition);
  for (const Decision& decision : decisions_) {
    if (decision.condition == condition) return decision.truth;
    const Operation* const other = wanted != nullptr && decision.truth ? equality(decision.condition) : nullptr;
    if (other != nullptr && other->left == wanted->left && other->right != wanted->right) return false;
    const auto* const operation = values.get<Operation>(condition);
    if (operation == nullptr) continue;
    if (const std::optional<bool> truth = follows(decision, *operation, values)) return truth;
  }
  return std::nullopt;
}

bool PathCondition::contains(const Decision& decision) const { return std::find(begin(), end(), decision) != end(); }

void PathCondition::join(const PathCondition& other) {
  std::erase_if(decisions_, [&](const Decision& decision) { return !other.contains(decision); });
}

Value State::pop() {
  if (stack.empty()) return nothing;
  const Value value = stack.back();
  stack.pop_back();
  return value;
}

void State::push(Value value) {
  if (stack.size() >= max_stack) stack.clear();
  stack.push_back(value);
}

std::vector<Value> State::pop_arguments(std::size_t count) {
  const auto first = stack.end() - static_cast<std::ptrdiff_t>(std::min(count, stack.size()));
  const std::vector<Value> arguments(first, stack.end());
  stack.erase(first, stack.end());
  return arguments;
}

Value* State::list_in(Value value, const Values& values) {
  const auto* const array = values.get<Array>(value);
  return array != nullptr && array->number < arrays.size() ? &arrays[array->number] : nullptr;
}

void State::share(Value value, const Values& values) {
  const auto* const array = values.get<Array>(value);
  if (array == nullptr) return;
  const auto place = std::lower_bound(shared.begin(), shared.end(), array->number);
  if (place == shared.end() || *place != array->number) shared.insert(place, array->number);
}

bool State::has_same_values(const State& other) const {
  const auto same_field = [](const Field& x, const Field& y) {
    return x.key == y.key && x.value == y.value && x.called == y.called;
  };
  return stack == other.stack && locals == other.locals && arrays == other.arrays && shared == other.shared &&
         std::equal(fields.begin(), fields.end(), other.fields.begin(), other.fields.end(), same_field);
}

std::size_t State::turns_of(const Loop& loop) const {
  for (const auto& [branch, count] : turns)
    if (branch == loop.last) return count;
  return 0;
}

std::uint32_t State::turn_at(std::size_t position, const ControlFlow& flow) const {
  constexpr std::uint32_t max_count = 128;
  std::uint32_t turn = 0;
  for (const Loop& loop : flow.loops)
    if (loop.contains(position)) turn = turn * max_count + static_cast<std::uint32_t>(turns_of(loop));
  return turn;
}

void State::change(const Changes& changed, Value since) {
  if (changed.empty()) return;
  std::erase_if(changes, [&](const Change& change) { return change.fields == &changed; });
  changes.push_back({&changed, since});
}

void State::join_changes(const std::vector<Change>& other, Value since) {
  const auto [mine, theirs] = std::mismatch(changes.begin(), changes.end(), other.begin(), other.end());
  std::vector<Change> different(mine, changes.end());
  different.insert(different.end(), theirs, other.end());
  changes.erase(mine, changes.end());
  for (const Change& one : different) change(*one.fields, since);
}

std::size_t State::size() const {
  return stack.size() + locals.size() + arrays.size() + fields.size() + changes.size() + condition.size();
}

bool Paths::spend(std::size_t steps) {
  const bool there = steps <= budget_;
  budget_ = there ? budget_ - steps : 0;
  if (!there) give_up();
  return there;
}

std::vector<State> Paths::take_lowest() {
  std::vector<State> states = std::move(pending_.begin()->second);
  pending_.erase(pending_.begin());
  return states;
}

// Clears locals that are not read again, so that they do not keep paths from merging.
void Paths::forget_dead_locals(State& state) const {
  for (std::size_t i = 0; i < state.locals.size(); ++i)
    if (i >= control_flow_.last_read.size() || control_flow_.last_read[i] <= state.at) state.locals[i] = nothing;
  while (!state.locals.empty() && state.locals.back() == nothing) state.locals.pop_back();
}

void Paths::add(State state, std::size_t at) {
  if (at >= body_.code.size()) return;
  state.at = at;
  forget_dead_locals(state);
  std::vector<State>& there = pending_[{state.group, at}];
  if (!spend(1 + state.size() * (1 + there.size()) / 4)) return;
  for (State& other : there)
    if (other.has_same_values(state)) {
      const auto body = static_cast<std::uint32_t>(&body_ - abc_.bodies.data());
      if (other.changes != state.changes) other.join_changes(state.changes, values_.unknown(Source::Joined, at, body));
      return other.condition.join(state.condition);
    }
  if (there.size() < max_states)
    there.push_back(std::move(state));
  else
    give_up();
}

void Paths::branch(State state, std::size_t from, std::size_t to) {
  if (to > from || begin_turn(state, from, to)) add(std::move(state), to);
}

bool Paths::is_new(const State& state, std::size_t at) {
  std::vector<State>& before = seen_[at];
  if (!spend(1 + state.size() * (1 + before.size()) / 4)) return false;
  const auto same_fields = [](const Change& x, const Change& y) { return x.fields == y.fields; };
  for (const State& other : before)
    if (other.has_same_values(state) &&
        std::equal(other.changes.begin(), other.changes.end(), state.changes.begin(), state.changes.end(), same_fields))
      return false;
  if (before.size() >= max_states) {
    give_up();
    return false;
  }
  before.push_back(state);
  return true;
}

// Counts an iteration of a loop. After `max_turns` iterations, their number is treated as unknown.
bool Paths::begin_turn(State& state, std::size_t from, std::size_t to) {
  for (const Loop& loop : control_flow_.loops) {
    if (loop.begin != to || loop.end <= from) continue;
    std::erase_if(state.turns, [&](const auto& turn) { return turn.first != from && loop.contains(turn.first); });
    auto turn = std::find_if(state.turns.begin(), state.turns.end(), [&](const auto& t) { return t.first == from; });
    if (turn == state.turns.end()) turn = state.turns.insert(turn, {from, 0});
    if (++turn->second <= max_turns) return true;
    widen(state, loop);
    break;
  }
  return is_new(state, from);
}

void Paths::widen(State& state, const Loop& loop) {
  const auto begin = static_cast<std::uint32_t>(loop.begin);
  const auto widened = [&](Value value, std::uint32_t variable) {
    const Value first = values_.first_part(value, max_turns);
    const auto* const known = values_.get<Widened>(first);
    if (known != nullptr && known->loop == begin && known->variable == variable) return first;
    return values_.make(Widened{begin, variable, values_.is_text(value) ? value : nothing});
  };
  for (const std::uint32_t local : loop.locals)
    if (local < state.locals.size()) state.locals[local] = widened(state.locals[local], local);
  bool lists = false;
  for (const std::uint32_t name : loop.names) {
    const std::string_view text = abc_.string(name);
    lists = lists || name == 0 || text == "push" || text == "unshift" || text == "splice" || text == "shift" ||
            text == "pop";
    for (Field& field : state.fields)
      if (name_of(field.key) == name) field.value = widened(field.value, max_locals + field.key);
  }
  if (lists) std::fill(state.arrays.begin(), state.arrays.end(), values_.unknown(Source::ChangedList));
}

std::uint32_t Paths::name_of(Value key) const {
  if (const auto* const property = values_.get<Property>(key)) return property->name;
  return values_.get<Slot>(key)->number;
}

}  // namespace agal::avm2

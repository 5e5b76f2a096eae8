#include "avm2/paths.hpp"

#include <algorithm>
#include <utility>

namespace agal::avm2 {
namespace {

// docs/extract.md states these limits.
constexpr std::size_t max_states = 64, max_turns = 64;
constexpr std::size_t max_stack = 1024, max_decisions = 64, max_ways = 8, max_all_decisions = 128;

}  // namespace

// Returns the comparison that a condition is; nullopt if it is something else.
std::optional<PathCondition::Comparison> PathCondition::comparison_of(Value condition, const Values& values) {
  const auto* const operation = values.get<Operation>(condition);
  if (operation == nullptr || (operation->code != Opcode::equals && !is_order(operation->code))) return std::nullopt;
  Comparison out{operation->left, operation->code, operation->right};
  if (!values.number(operation->right) && values.number(operation->left)) {
    std::swap(out.subject, out.constant);
    if (out.code == Opcode::lessthan)
      out.code = Opcode::greaterthan;
    else if (out.code == Opcode::lessequals)
      out.code = Opcode::greaterequals;
    else if (out.code == Opcode::greaterthan)
      out.code = Opcode::lessthan;
    else if (out.code == Opcode::greaterequals)
      out.code = Opcode::lessequals;
  }
  return values.is_known(out.constant) ? std::optional(out) : std::nullopt;
}

// Keeps the numbers that give this result in a comparison. A value that is not a number makes every
// comparison false.
void PathCondition::Numbers::restrict(Opcode code, std::int64_t number, bool truth) {
  // Bounds are doubled, so that `2 * n + 1` stands for everything between n and n + 1.
  const std::int64_t at = 2 * number;
  const bool is_equal = code == Opcode::equals;
  if (is_equal && !truth) return;
  if (truth) may_be_other = false;
  const bool below = code == Opcode::lessthan || code == Opcode::lessequals;
  const bool includes = code == Opcode::lessequals || code == Opcode::greaterequals || is_equal;
  if (is_equal || (below == truth)) high = std::min(high, includes == truth ? at : at - 1);
  if (is_equal || (below != truth)) low = std::max(low, includes == truth ? at : at + 1);
}

// Returns whether a comparison holds for all of these numbers, or for none.
std::optional<bool> PathCondition::Numbers::decided(Opcode code, std::int64_t number) const {
  Numbers holding = *this, failing = *this;
  holding.restrict(code, number, true);
  if (holding.low > holding.high) return false;
  if (code == Opcode::equals) return low == high && !may_be_other ? std::optional(true) : std::nullopt;
  failing.restrict(code, number, false);
  return failing.low > failing.high && !may_be_other ? std::optional(true) : std::nullopt;
}

std::optional<bool> PathCondition::decided_on(const Way& way, Value condition, const Values& values) {
  const std::optional<Comparison> wanted = comparison_of(condition, values);
  Numbers numbers;
  for (const Decision& decision : way) {
    if (decision.condition == condition) return decision.truth;
    if (!wanted) continue;
    // `0 < list.length` follows from `list.length`.
    const bool is_positive = wanted->code == Opcode::greaterthan && values.number(wanted->constant) == 0;
    if (is_positive && wanted->subject == decision.condition && values.is_length(wanted->subject))
      return decision.truth;
    const std::optional<Comparison> other = comparison_of(decision.condition, values);
    if (!other || other->subject != wanted->subject) continue;
    if (const std::optional<std::int32_t> number = values.number(other->constant)) {
      numbers.restrict(other->code, *number, decision.truth);
    } else if (decision.truth && other->code == Opcode::equals && wanted->code == Opcode::equals &&
               other->constant != wanted->constant && !values.number(wanted->constant)) {
      // A value that is equal to one text is not equal to another. It may be equal to a number.
      const bool same =
          values.constant(other->constant) && values.constant(other->constant) == values.constant(wanted->constant);
      if (!same) return false;
    }
  }
  const std::optional<std::int32_t> number = wanted ? values.number(wanted->constant) : std::nullopt;
  return number ? numbers.decided(wanted->code, *number) : std::nullopt;
}

std::optional<bool> PathCondition::decided(Value condition, const Values& values) const {
  std::optional<bool> truth;
  for (const Way& way : ways_) {
    const std::optional<bool> one = decided_on(way, condition, values);
    if (!one || (truth && truth != one)) return std::nullopt;
    truth = one;
  }
  return truth;
}

void PathCondition::assume(Value condition, bool truth, const Values& values) {
  if (condition == nothing) return;
  std::vector<Way> ways;
  for (Way& way : ways_) {
    const std::optional<bool> known = ways_.size() > 1 ? decided_on(way, condition, values) : std::nullopt;
    if (known && *known != truth) continue;
    if (!known && way.size() < max_decisions) way.push_back({condition, truth});
    ways.push_back(std::move(way));
  }
  if (ways.empty()) ways.push_back({{condition, truth}});
  ways_ = std::move(ways);
}

bool PathCondition::contains(const Decision& decision) const {
  return std::all_of(ways_.begin(), ways_.end(),
                     [&](const Way& way) { return std::find(way.begin(), way.end(), decision) != way.end(); });
}

std::vector<Decision> PathCondition::decisions() const {
  Way shared = ways_.front();
  if (ways_.size() > 1) std::erase_if(shared, [&](const Decision& decision) { return !contains(decision); });
  return shared;
}

std::size_t PathCondition::size() const {
  std::size_t size = 0;
  for (const Way& way : ways_) size += way.size();
  return size;
}

// Makes one way of two if they are equal except for one decision that both take in a different way. Returns false for
// other ways.
bool PathCondition::unite(Way& way, const Way& other) {
  constexpr std::size_t max_different = 16;
  const auto [mine, theirs] = std::mismatch(way.begin(), way.end(), other.begin(), other.end());
  if (way.end() - mine != other.end() - theirs || way.end() - mine > static_cast<std::ptrdiff_t>(max_different))
    return false;
  const Decision* different = nullptr;
  for (auto one = mine; one != way.end(); ++one) {
    if (std::find(theirs, other.end(), *one) != other.end()) continue;
    const bool is_opposite = std::find(theirs, other.end(), Decision{one->condition, !one->truth}) != other.end();
    if (different != nullptr || !is_opposite) return false;
    different = &*one;
  }
  if (different != nullptr) way.erase(way.begin() + (different - way.data()));
  return true;
}

void PathCondition::join(const PathCondition& other) {
  for (const Way& way : other.ways_) ways_.push_back(way);
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i + 1 < ways_.size() && !again; ++i)
      for (std::size_t k = i + 1; k < ways_.size() && !again; ++k) {
        again = unite(ways_[i], ways_[k]);
        if (again) ways_.erase(ways_.begin() + static_cast<std::ptrdiff_t>(k));
      }
  }
  if (ways_.size() > max_ways || size() > max_all_decisions) ways_ = {decisions()};
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
  return stack.size() + locals.size() + arrays.size() + fields.size() + changes.size();
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
  if (!spend(1 + (state.size() * (1 + there.size()) + state.condition.size()) / 4)) return;
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

#include "avm2/method_run.hpp"

#include <algorithm>

#include "program/stage_names.hpp"

namespace agal::extraction {
namespace {

// docs/extract.md states these limits.
constexpr std::size_t max_states = 64, max_turns = 64, max_outcomes = 64;
constexpr std::size_t max_stack = 1024, max_cases = 32;

bool same_values(const State& a, const State& b) {
  const auto same_field = [](const Field& x, const Field& y) {
    return x.key == y.key && x.value == y.value && x.called == y.called;
  };
  return a.stack == b.stack && a.locals == b.locals && a.arrays == b.arrays &&
         std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(), same_field);
}

void intersect(std::vector<Decision>& a, const std::vector<Decision>& b) {
  std::erase_if(a, [&](const Decision& d) { return std::find(b.begin(), b.end(), d) == b.end(); });
}

std::size_t size_of(const State& s) {
  return s.stack.size() + s.locals.size() + s.arrays.size() + s.fields.size() + s.decisions.size();
}

}  // namespace

CodeRun::CodeRun(Interpreter& all, std::size_t body, unsigned depth, Uses* uses)
    : all_(all),
      values_(all.values_),
      abc_(all.abc_),
      number_(body),
      body_(all.abc_.bodies[body]),
      shape_(all.shapes_[body]),
      depth_(depth),
      uses_(uses) {}

bool CodeRun::spend(std::size_t steps) {
  const bool there = steps <= all_.body_budget_;
  all_.body_budget_ = there ? all_.body_budget_ - steps : 0;
  if (!there) complete_ = false;
  return there;
}

// The path with the lowest position is continued first, so that paths that meet again are there together.
void CodeRun::run(State first) {
  first.at = 0;
  pending_[0].push_back(std::move(first));
  while (!pending_.empty()) {
    std::vector<State> states = std::move(pending_.begin()->second);
    pending_.erase(pending_.begin());
    for (State& state : states) run_path(std::move(state));
  }
}

void CodeRun::run_path(State state) {
  while (spend(1)) {
    const std::optional<Avm2Instruction> t = read_instruction(abc_, body_.code, state.at);
    if (!t) {
      complete_ = false;
      return;
    }
    if (!apply(state, *t)) return;
    state.at = t->end;
    if (state.at < shape_.is_target.size() && shape_.is_target[state.at]) return go(std::move(state), t->end);
  }
}

// Values that are not read again must not keep paths apart.
void CodeRun::prune(State& state) const {
  for (std::size_t i = 0; i < state.locals.size(); ++i)
    if (i >= shape_.last_read.size() || shape_.last_read[i] <= state.at) state.locals[i] = nothing;
  while (!state.locals.empty() && state.locals.back() == nothing) state.locals.pop_back();
}

void CodeRun::go(State state, std::size_t at) {
  if (at >= body_.code.size()) return;
  state.at = at;
  prune(state);
  std::vector<State>& there = pending_[at];
  if (!spend(1 + size_of(state) * (1 + there.size()) / 4)) return;
  for (State& other : there)
    if (same_values(other, state)) return intersect(other.decisions, state.decisions);
  if (there.size() < max_states)
    there.push_back(std::move(state));
  else
    complete_ = false;
}

// Whether no path with these values was here before.
bool CodeRun::is_new(const State& state, std::size_t at) {
  std::vector<State>& before = seen_[at];
  if (!spend(1 + size_of(state) * (1 + before.size()) / 4)) return false;
  for (const State& other : before)
    if (same_values(other, state)) return false;
  if (before.size() >= max_states) {
    complete_ = false;
    return false;
  }
  before.push_back(state);
  return true;
}

// Begins another turn of a loop; too many are taken for an unknown number.
bool CodeRun::go_back(State& state, std::size_t from, std::size_t to) {
  for (const Loop& loop : shape_.loops) {
    if (loop.begin != to || loop.end <= from) continue;
    std::erase_if(state.turns, [&](const auto& turn) { return turn.first != from && loop.contains(turn.first); });
    auto turn = std::find_if(state.turns.begin(), state.turns.end(), [&](const auto& t) { return t.first == from; });
    if (turn == state.turns.end()) turn = state.turns.insert(turn, {from, 0});
    if (++turn->second <= max_turns) return true;
    change(state, loop);
    return is_new(state, from);
  }
  return is_new(state, from);
}

// A loop runs an unknown number of times: what it writes is unknown, before each turn and after it.
void CodeRun::change(State& state, const Loop& loop) {
  const auto begin = static_cast<std::uint32_t>(loop.begin);
  const auto changed = [&](Value value, std::uint32_t what) {
    Value first = value;
    for (std::size_t depth = 0; values_.kind(first) == ValueKind::Joined && depth < max_turns; ++depth)
      first = values_[first].a;
    if (values_.kind(first) == ValueKind::Changed && values_[first].a == begin && values_[first].b == what)
      return first;
    return values_.make(ValueKind::Changed, begin, what, values_.is_text(value) ? value : nothing);
  };
  for (const std::uint32_t local : loop.locals)
    if (local < state.locals.size()) state.locals[local] = changed(state.locals[local], local);
  bool lists = false;
  for (const std::uint32_t name : loop.names) {
    const std::string_view text = abc_.string(name);
    lists = lists || name == 0 || text == "push" || text == "unshift" || text == "splice" || text == "shift" ||
            text == "pop";
    for (Field& field : state.fields)
      if (name_of_key(field.key) == name) field.value = changed(field.value, max_locals + field.key);
  }
  if (lists) std::fill(state.arrays.begin(), state.arrays.end(), values_.make(ValueKind::Unknown, 1));
}

std::uint32_t CodeRun::name_of_key(Value key) const { return values_[key].b; }

std::optional<bool> CodeRun::decided(const State& state, Value condition) const {
  const auto node = values_[condition];
  const auto equals = static_cast<std::uint32_t>(Avm2Opcode::equals);
  const bool equality = node.kind == ValueKind::Operation && node.a == equals && values_.is_known(node.c);
  for (const Decision& decision : state.decisions) {
    if (decision.condition == condition) return decision.truth;
    const auto& other = values_[decision.condition];
    if (equality && decision.truth && other.kind == ValueKind::Operation && other.a == equals && other.b == node.b &&
        other.c != node.c && values_.is_known(other.c))
      return false;
  }
  return std::nullopt;
}

void CodeRun::decide(State& state, Value condition, bool truth, std::size_t at) const {
  constexpr std::size_t max_decisions = 64;
  if (condition != nothing && state.decisions.size() < max_decisions) state.decisions.push_back({condition, truth, at});
}

// The condition of a branch, without negations.
Value CodeRun::condition_of(const Avm2Instruction& t, State& state, bool& negated) {
  using Op = Avm2Opcode;
  const auto code = static_cast<Op>(t.code);
  negated = code == Op::iffalse || code == Op::ifne || code == Op::ifstrictne || code == Op::ifnlt ||
            code == Op::ifnle || code == Op::ifngt || code == Op::ifnge;
  const Value right = pop(state);
  Value condition = right;
  if (t.info().pops == 2) {
    const Value left = pop(state);
    Op compare = Op::equals;
    if (code == Op::iflt || code == Op::ifnlt) compare = Op::lessthan;
    if (code == Op::ifle || code == Op::ifnle) compare = Op::lessequals;
    if (code == Op::ifgt || code == Op::ifngt) compare = Op::greaterthan;
    if (code == Op::ifge || code == Op::ifnge) compare = Op::greaterequals;
    condition = values_.binary(compare, left, right);
  }
  while (values_.kind(condition) == ValueKind::Operation &&
         values_[condition].a == static_cast<std::uint32_t>(Op::not_)) {
    condition = values_[condition].b;
    negated = !negated;
  }
  return condition;
}

bool CodeRun::branch(State& state, const Avm2Instruction& t) {
  bool negated = false;
  const Value condition = condition_of(t, state, negated);
  const std::size_t target = t.targets[0];
  std::optional<bool> truth = values_.truth(condition);
  bool leaves = false;
  if (!truth) {
    for (const Loop& loop : shape_.loops) {
      if (!loop.contains(t.begin) || (loop.contains(target) && loop.contains(t.end))) continue;
      leaves = true;
      change(state, loop);
    }
    if (leaves && !is_new(state, t.begin)) return false;
    if (!leaves) truth = decided(state, condition);
  }
  if (!truth || *truth != negated) {
    State taken = state;
    if (!truth && !leaves) decide(taken, condition, !negated, t.begin);
    if (target > t.begin || go_back(taken, t.begin, target)) go(std::move(taken), target);
  }
  if (truth && *truth != negated) return false;
  if (!truth && !leaves) decide(state, condition, negated, t.begin);
  return true;
}

// `switch`: the default is the side that is taken if no case is.
bool CodeRun::choose(State& state, const Avm2Instruction& t) {
  const Value index = pop(state);
  const std::optional<std::int32_t> number = values_.number(index);
  const std::size_t cases = t.targets.size() - 1;
  if (number) {
    const bool is_case = *number >= 0 && static_cast<std::size_t>(*number) < cases;
    const std::size_t target = t.targets[is_case ? static_cast<std::size_t>(*number) + 1 : 0];
    if (target > t.begin || go_back(state, t.begin, target)) go(std::move(state), target);
    return false;
  }
  if (cases > max_cases) {
    complete_ = false;
    return false;
  }
  for (std::size_t i = 0; i <= cases; ++i) {
    State taken = state;
    const Value condition =
        values_.binary(Avm2Opcode::equals, index, values_.integer(static_cast<std::int32_t>(i) - 1));
    if (i > 0 && decided(state, condition).value_or(true)) decide(taken, condition, true, t.begin);
    const std::size_t target = t.targets[i];
    if (target > t.begin || go_back(taken, t.begin, target)) go(std::move(taken), target);
  }
  return false;
}

void CodeRun::end(State& state, const Avm2Instruction& t) {
  if (t.info().effect == Avm2Effect::Return) {
    const Value value = pop(state);
    // What a getter returns is read as a field.
    const bool getter = body_.method < abc_.is_getter.size() && abc_.is_getter[body_.method];
    use(state, {t.begin, getter ? UseKind::Field : UseKind::Returned, method_name(), 0, true}, value);
    const bool list = values_.kind(value) == ValueKind::Array;
    if (depth_ > 0 && returned_.size() < max_outcomes) returned_.push_back({list ? nothing : value, state.decisions});
  }
  for (const Field& field : state.fields) {
    const auto& key = values_[field.key];
    const bool lines = key.kind == ValueKind::Operation;
    use(state, lines ? Site{0, UseKind::Lines, key.b, key.c} : site_of(field.key, field.at), field.value);
  }
}

Value CodeRun::pop(State& state) const {
  if (state.stack.empty()) return nothing;
  const Value value = state.stack.back();
  state.stack.pop_back();
  return value;
}

void CodeRun::push(State& state, Value value) {
  if (state.stack.size() >= max_stack) state.stack.clear();
  state.stack.push_back(value);
}

void CodeRun::take(State& state, const Avm2Instruction& t, std::size_t count) {
  for (; count > 0 && !state.stack.empty(); --count)
    use(state, {t.begin, UseKind::Other, 0, static_cast<std::uint32_t>(count)}, pop(state));
}

// A value is used in a way that is not followed, so this is the whole text.
void CodeRun::use(const State& state, Site site, Value value) {
  if (uses_ == nullptr) return;
  if (values_.kind(value) == ValueKind::Array) {
    value = values_[value].a < state.arrays.size() ? state.arrays[values_[value].a] : nothing;
    if (value == nothing) return;
  }
  std::vector<Outcome>& outcomes = (*uses_)[site];
  for (Outcome& outcome : outcomes)
    if (outcome.value == value) return intersect(outcome.decisions, state.decisions);
  if (outcomes.size() < max_outcomes && spend(1))
    outcomes.push_back({value, state.decisions});
  else
    complete_ = false;
}

Value CodeRun::read(State& state, Value key) {
  const std::uint32_t name = name_of_key(key);
  for (const Field& field : state.fields) {
    if (field.key != key) continue;
    const bool grows = field.called && all_.is_extended(site_of(key, 0), number_);
    return grows && values_.is_text(field.value) ? values_.joined(field.value, key) : field.value;
  }
  const auto constant = abc_.constant_called.find(name);
  const bool property = values_.kind(key) == ValueKind::Property;
  if (property && constant != abc_.constant_called.end() && constant->second != Abc::ambiguous)
    return values_.string(constant->second);
  return key;
}

void CodeRun::write(State& state, Value key, Value value, std::size_t at) {
  stores_ = true;
  for (Field& field : state.fields) {
    if (field.key != key) continue;
    Value first = value;
    for (std::size_t depth = 0; first != field.value && values_.kind(first) == ValueKind::Joined && depth < max_locals;
         ++depth)
      first = values_[first].a;
    if (first != field.value) use(state, site_of(key, field.at), field.value);
    field = {key, value, at, false};
    return;
  }
  if (values_.kind(value) == ValueKind::Joined && values_[value].a == key) extend(site_of(key, at));
  const bool followed = values_.is_text(value) || values_.kind(value) == ValueKind::Array || values_.is_known(value);
  if (followed && state.fields.size() < max_fields) state.fields.push_back({key, value, at, false});
}

Site CodeRun::site_of(Value key, std::size_t at) const {
  const auto& node = values_[key];
  const UseKind kind = node.kind == ValueKind::Slot ? UseKind::Slot : UseKind::Field;
  return {at, kind, node.b, 0, kind == UseKind::Slot || is_self(node.a)};
}

// Code adds something to this value, which is or contains a text of another place.
void CodeRun::note_extended(Value part, unsigned depth) {
  const auto node = values_[part];
  const auto row = all_.results_.find(part);
  if (row != all_.results_.end()) {
    const std::uint32_t in_class = all_.number_of(abc_.class_string(row->second));
    const std::uint32_t name = all_.number_of(abc_.name_of_method[row->second]);
    all_.facts_.extend({UseKind::Returned, name, Arity::any, in_class});
  }
  if (node.kind == ValueKind::Joined && depth > 0 && (node.wanted || !node.other)) {
    note_extended(node.a, depth - 1);
    note_extended(node.b, depth - 1);
  }
  if (node.kind == ValueKind::Property) extend(site_of(part, 0));
  if (const auto call = all_.calls_.find(part); call != all_.calls_.end()) extend(call->second);
  if (node.kind == ValueKind::Argument && node.a > 0 && depth_ == 0)
    extend({0, UseKind::Argument, method_name(), node.a});
}

// Assembly, or something unknown that may be assembly: not a number with its unit, or a separator.
bool CodeRun::extends(Value value) const {
  const auto& node = values_[value];
  return node.wanted || (node.open && !node.other);
}

// `vertexCode + fragmentCode`: together they are the key of a cache, not a program.
bool CodeRun::are_keys(Value left, Value right) const {
  constexpr std::size_t max_name = 256;
  const auto &l = values_[left], &r = values_[right];
  if (l.kind == ValueKind::Argument && r.kind == ValueKind::Argument) return true;
  const bool named = l.kind == r.kind && (l.kind == ValueKind::Property || l.kind == ValueKind::Result) && l.b != r.b;
  const std::string_view one = named ? abc_.string(l.b) : "", other = named ? abc_.string(r.b) : "";
  if (one.empty() || one.size() > max_name || other.size() > max_name) return false;
  const std::optional<std::string> common = program::name_without_stage(one);
  return common && common == program::name_without_stage(other);
}

Value CodeRun::add(Value left, Value right) {
  if (!are_keys(left, right)) {
    if (extends(left)) note_extended(right);
    if (extends(right)) note_extended(left);
  }
  return values_.add(left, right);
}

void CodeRun::called(State& state) const {
  for (Field& field : state.fields) field.called = true;
}

}  // namespace agal::extraction

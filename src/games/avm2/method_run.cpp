#include "avm2/method_run.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

namespace agal::avm2 {
namespace {

struct PlayerConstant {
  std::string_view of_class, name, value;
};
constexpr PlayerConstant player_constants[] = {
#define AVM2_CONSTANT(class, name, value) {#class, #name, value},
#include "avm2/player_constants.def"
#undef AVM2_CONSTANT
};

std::optional<std::string_view> player_constant(std::string_view of_class, std::string_view name) {
  for (const PlayerConstant& constant : player_constants)
    if (constant.of_class == of_class && constant.name == name) return constant.value;
  return std::nullopt;
}

// docs/extract.md states these limits.
constexpr std::size_t max_outcomes = 256, max_cases = 32;
constexpr std::size_t changes_in_a_step = 16;
constexpr std::size_t max_fields = 256, max_unknown_turns = 4, max_groups = 64;

}  // namespace

bool is_player_class(std::string_view name) {
  const auto is = [&](const PlayerConstant& constant) { return constant.of_class == name; };
  return name == "Vector" || name == "Array" || name == "RegExp" ||
         std::any_of(std::begin(player_constants), std::end(player_constants), is);
}

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
  self_ = first.locals.empty() ? nothing : first.locals.front();
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
    record_use(state, {t.begin, method.is_getter ? UseKind::Field : UseKind::Returned, method.name, 0, true}, value);
    if (frame_.depth > 0) note_returned(values_.is<Array>(value) ? nothing : value, state.condition);
  }
  for (const Field& field : state.fields) {
    record_use(state, file_.flow.site_of(field.key, field.at), field.value);
  }
}

void MethodRun::note_returned(Value value, const PathCondition& condition) {
  for (Outcome& outcome : returned_)
    if (outcome.value == value) return outcome.condition.join(condition);
  if (returned_.size() < max_outcomes)
    returned_.push_back({value, condition, nothing});
  else
    paths_.give_up();
}

void MethodRun::use_operands(State& state, const Instruction& t, std::size_t count) {
  for (; count > 0 && !state.stack.empty(); --count) {
    const Value value = state.pop();
    state.share(value, values_);
    record_use(state, {t.begin, UseKind::Other, 0, static_cast<std::uint32_t>(count)}, value);
  }
}

void Outcome::join(const PathCondition& other, const std::vector<LoopValue>& values) {
  condition.join(other);
  std::erase_if(loop_values, [&](const LoopValue& turn) {  // both lists are sorted by local
    const auto at = std::lower_bound(values.begin(), values.end(), turn,
                                     [](const LoopValue& a, const LoopValue& b) { return a.local < b.local; });
    return at == values.end() || !(*at == turn);
  });
}

// Returns the values of locals that the loops around a position write: numbers, truth values and words, but not texts
// that are made from them.
std::vector<LoopValue> MethodRun::loop_values(const State& state, std::size_t at) {
  std::vector<LoopValue> found;
  std::array<bool, max_locals> is_written{};
  std::size_t written = 0;
  for (const Loop& loop : control_flow_.loops) {
    if (!loop.repeats || !loop.contains(at)) continue;
    for (const std::uint32_t local : loop.locals)
      if (local < max_locals) is_written[local] = true;
    written += loop.locals.size();
  }
  constexpr std::size_t locals_in_a_step = 16;
  if (written == 0 || !paths_.spend(1 + written / locals_in_a_step)) return found;
  const auto is_word = [&](Value value) {
    const auto* const string = values_.get<String>(value);
    return string != nullptr && string->index < abc_.strings.size() && !values_[value].tracked;
  };
  for (std::uint32_t local = 0; local < std::min<std::size_t>(state.locals.size(), max_locals); ++local) {
    const Value value = state.locals[local];
    const std::vector<std::uint32_t>& names = control_flow_.local_names;
    const std::uint32_t name = local < names.size() && names[local] != several_names ? names[local] : 0;
    // A local without a name may be a temporary of the compiler, such as the index of an item.
    const bool is_number = values_.is<Integer>(value) && name != 0;
    if (is_written[local] && (is_number || values_.is<Boolean>(value) || is_word(value)))
      found.push_back({local, name, value});
  }
  return found;
}

void MethodRun::record_use(const State& state, const UseSite& site, Value value, Value version) {
  if (uses_ == nullptr) {
    // The caller must record the use, so the call is not followed.
    stores_ = stores_ || (site.kind != UseKind::Returned && values_[value].tracked);
    return;
  }
  if (const auto* const array = values_.get<Array>(value)) {
    value = array->number < state.arrays.size() ? state.arrays[array->number] : nothing;
    if (value == nothing) return;
  }
  std::vector<LoopValue> turn;
  if (values_[value].tracked) turn = loop_values(state, site.at);
  std::vector<Outcome>& outcomes = (*uses_)[site];
  for (Outcome& outcome : outcomes)
    if (outcome.value == value && outcome.version == version) return outcome.join(state.condition, turn);
  if (outcomes.size() < max_outcomes && paths_.spend(1 + outcomes.size() / 16))
    outcomes.push_back({value, state.condition, version, std::move(turn)});
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
  const bool any_change = std::any_of(state.changes.begin(), state.changes.end(),
                                      [](const Change& change) { return change.fields->everything; });
  const bool is_of_movie = abc_.find_class(class_of(property->object)) != nullptr;
  const bool may_differ = any_change && !abc_.is_source && is_of_movie && !file_.effects->is_constant(property->name);
  const std::optional<Value> constant = may_differ ? std::nullopt : constant_of(*property);
  return constant ? *constant : latest(state, *property);
}

void MethodRun::change(State& state, const Changes& fields, std::size_t at) {
  if (fields.empty() || !paths_.spend(state.changes.size() / changes_in_a_step)) return;
  constexpr std::uint32_t bits_of_turn = 16;
  const auto body = static_cast<std::uint32_t>(frame_.body);
  const std::uint32_t turn = state.turn_at(at, control_flow_);
  state.change(fields, values_.unknown(Source::Change, at, (body << bits_of_turn) ^ turn));
  // A text stays, because code that extends it is found in other ways (TextFlow).
  std::erase_if(state.fields, [&](const Field& field) {
    const auto* const property = values_.get<Property>(field.key);
    return property != nullptr && file_.effects->may_change(fields, property->name) && !values_.is_text(field.value) &&
           !values_.is<Array>(field.value);
  });
}

void MethodRun::change_by_call(State& state, const Changes& fields, std::size_t at) {
  if (fields.empty()) return;
  change(state, fields, at);
  const Value by = unknown_at(state, at);
  // In sources, stores by key are stores to the fields that they may set (source_code::Movie), and missing code does
  // not set a field that only one place of the program sets.
  const auto is_changed = [&](const Field& field) {
    const auto* const property = values_.get<Property>(field.key);
    if (property != nullptr && abc_.is_source && constant_of(*property)) return false;
    return property != nullptr && file_.effects->may_change(fields, property->name);
  };
  for (Field& field : state.fields) {
    if (!is_changed(field)) continue;
    if (values_.is_text(field.value))
      field.value = altered(field.value, by);
    else
      record_use(state, file_.flow.site_of(field.key, field.at), field.value);
  }
  std::erase_if(state.fields, [&](const Field& field) { return is_changed(field) && !values_.is_text(field.value); });
  if (!file_.effects->may_change(fields, Changes::items)) return;
  for (const std::uint32_t number : state.shared)
    if (number < state.arrays.size()) state.arrays[number] = values_.unknown(Source::ChangedList);
}

void MethodRun::run_getter(State& state, std::uint32_t name, std::size_t at) {
  Effects& effects = *file_.effects;
  if (effects.has_getter(name)) change_by_call(state, effects.of_accessor(name), at);
  if (!effects.is_declared(name)) change_by_call(state, effects.of_proxy(), at);
}

// Returns a text that an instruction may have changed.
Value MethodRun::altered(Value text, Value by) {
  const auto* const before = values_.get<Altered>(text);
  return values_.make(Altered{before != nullptr ? before->text : text, by});
}

// Notes the changes by converting objects to texts and numbers.
void MethodRun::convert_operands(State& state, const Instruction& t) {
  const Changes& changes = file_.effects->of_conversion();
  if (changes.empty() || !t.converts(abc_)) return;
  const std::size_t count = std::min<std::size_t>(t.info().pops, state.stack.size());
  const auto may_be_object = [&](Value value) {
    const auto* const property = values_.get<Property>(value);
    const auto type = property != nullptr ? abc_.type_of_variable.find(property->name) : abc_.type_of_variable.end();
    const bool is_number = type != abc_.type_of_variable.end() && type->second == TypeKind::Number;
    return !values_.is_known(value) && !values_.is_text(value) && !is_number;
  };
  if (std::any_of(state.stack.end() - static_cast<std::ptrdiff_t>(count), state.stack.end(), may_be_object))
    change_by_call(state, changes, t.begin);
}

// Returns the value of a property since its last possible change.
Value MethodRun::latest(const State& state, Property property) {
  paths_.spend(state.changes.size() / changes_in_a_step);
  const auto is_changed = [&](const Change& change) {
    // Methods of the player change the bytes of a ByteArray.
    const bool bytes = property.name == Changes::items && change.fields->of_player;
    return bytes || file_.effects->may_change(*change.fields, property.name);
  };
  const auto last = std::find_if(state.changes.rbegin(), state.changes.rend(), is_changed);
  if (last != state.changes.rend()) property.since = last->since;
  const Value value = values_.make(property);
  values_.note_read(value);
  return value;
}

Value MethodRun::unknown_at(const State& state, std::size_t at) {
  return values_.unknown(Source::Instruction, at, state.turn_at(at, control_flow_));
}

Value MethodRun::result_of_call(const State& state, std::size_t at, std::uint32_t name, Value object) {
  return values_.make(
      CallResult{static_cast<std::uint32_t>(at), name, body_.method, object, state.turn_at(at, control_flow_)});
}

// Returns the name of an object's class; 0 if it is unknown.
std::uint32_t MethodRun::class_of(Value object) const {
  if (const auto* const known = values_.get<ClassObject>(object)) return known->name;
  return object == self_ ? abc_.class_string(body_.method) : 0;
}

std::optional<Value> MethodRun::value_of(const Constant& constant) {
  switch (constant.kind) {
    case Constant::Kind::None:
    case Constant::Kind::Other: return std::nullopt;
    case Constant::Kind::String: return values_.string(constant.value);
    case Constant::Kind::Integer: return values_.integer(static_cast<std::int32_t>(constant.value));
    case Constant::Kind::True: return values_.boolean(true);
    case Constant::Kind::False: return values_.boolean(false);
    case Constant::Kind::Null: return values_.make(Null{});
  }
  return std::nullopt;
}

std::optional<Value> MethodRun::constant_of(const Property& property) {
  if (abc_.data_fields.contains(property.name)) return std::nullopt;
  std::uint32_t of_class = class_of(property.object);
  if (const Member* const member = abc_.find_member(of_class, property.name)) {
    if (member->kind == Member::Kind::Constant)
      if (const std::optional<Value> value = value_of(member->constant)) return value;
    constexpr std::size_t max_bases = 32;
    for (std::size_t i = 0; i < max_bases && of_class != 0; ++i) {
      if (file_.fixed_fields.contains({of_class, property.name})) return value_of(member->constant);
      if (const auto row = file_.class_values.find({of_class, property.name}); row != file_.class_values.end()) {
        if (row->second.number) return values_.integer(*row->second.number);
        Value text = values_.text("");
        for (const std::uint32_t string : row->second.strings)
          text = values_.concatenated(text, values_.string(string));
        return text;
      }
      const Class* const one = abc_.find_class(of_class);
      of_class = one != nullptr ? one->base : 0;
    }
    return std::nullopt;
  }
  if (values_.is<ClassObject>(property.object)) {
    const std::optional<std::string_view> value = player_constant(abc_.string(of_class), abc_.string(property.name));
    if (value) return values_.text(std::string(*value));
  }
  return std::nullopt;
}

bool MethodRun::is_class(std::uint32_t name) const {
  return abc_.find_class(name) != nullptr || is_player_class(abc_.string(name));
}

// Returns the value of a name without an object: a class, or a member of `this`.
Value MethodRun::named(const State& state, std::uint32_t name) {
  if (control_flow_.has_variable(name)) return read(state, values_.make(Property{variables(), name}));
  const bool is_member = abc_.find_member(abc_.class_string(body_.method), name) != nullptr;
  if (!is_member && is_class(name)) return values_.make(ClassObject{name});
  return read(state, values_.make(Property{self_, name}));
}

// Returns true if a value was read from a field, before or after changes.
bool MethodRun::is_value_of(Value value, Value field) const {
  const auto* const one = values_.get<Property>(value);
  const auto* const other = values_.get<Property>(field);
  if (one == nullptr || other == nullptr) return value == field;
  return one->object == other->object && one->name == other->name;
}

// Records the value that initializing code stores to a member. A variable must be set by the constructor on all paths.
void MethodRun::note_class_value(const State& state, Value key, Value value) {
  const auto* const property = values_.get<Property>(key);
  const std::uint32_t name = property != nullptr ? class_of(property->object) : 0;
  const Class* const of_class = name != 0 ? abc_.find_class(name) : nullptr;
  if (of_class == nullptr) return;
  const auto member = of_class->members.find(property->name);
  const bool is_variable = member != of_class->members.end() && member->second.kind == Member::Kind::Variable;
  const bool is_static = is_variable && member->second.is_static;
  // Code may test a static variable before a method sets it.
  const bool has_other = is_static && abc_.method(body_.method).name != 0 &&
                         (!values_.is_text(value) || member->second.constant.kind == Constant::Kind::String);
  ClassValue known;
  const bool is_initial = body_.method == of_class->constructor && state.condition.size() == 0;
  if (is_initial || !is_variable || (is_static && !has_other)) {
    known.number = values_.number(value);
    if (values_.is_text(value) && values_.is_known(value) && values_.choices_in(value).empty())
      if (const std::optional<Values::FlatText> text = values_.flatten(value)) {
        std::string joined;
        for (const std::uint32_t string : text->strings) joined += abc_.string(string);
        if (joined == text->text) known.strings = text->strings;
      }
  }
  const auto [row, is_new] = file_.class_values.try_emplace({name, property->name}, known);
  if (!is_new && row->second != known) row->second = {};
}

void MethodRun::write(State& state, Value key, Value value, std::size_t at) {
  stores_ = true;
  if (file_.initializes) note_class_value(state, key, value);
  const auto* const property = values_.get<Property>(key);
  if (property != nullptr) {
    change(state, file_.effects->of_store(property->name), at);
    change_by_call(state, file_.effects->of_accessor(property->name), at);
  }
  state.share(value, values_);
  for (Field& field : state.fields) {
    if (field.key != key) continue;
    // The old text is complete unless the new text begins with it.
    if (values_.first_part(value, max_locals, field.value) != field.value)
      record_use(state, file_.flow.site_of(key, field.at), field.value);
    field = {key, value, at, false};
    return;
  }
  const auto* const sum = values_.get<Concatenation>(value);
  if (sum != nullptr && is_value_of(sum->left, key)) file_.flow.extend(file_.flow.site_of(key, at), frame_);
  // Other values are kept if this method reads them again.
  const std::vector<std::uint32_t>& read = control_flow_.read;
  const bool followed = values_.is_text(value) || values_.is<Array>(value) || values_.is_known(value) ||
                        property == nullptr || std::binary_search(read.begin(), read.end(), property->name);
  if (followed && state.fields.size() < max_fields) state.fields.push_back({key, value, at, false});
  if (!followed && values_.is<CallResult>(value)) record_use(state, file_.flow.site_of(key, at), value);
}

Value MethodRun::add(Value left, Value right) {
  file_.flow.add(left, right, frame_);
  const auto may_be_assembly = [&](Value value) {
    return values_[value].tracked || (values_[value].symbolic && !values_[value].other);
  };
  if (may_be_assembly(right)) note_joined(left);
  if (may_be_assembly(left)) note_joined(right);
  return values_.add(left, right);
}

// Returns the AGAL version that a call of AGALMiniAssembler passes in these arguments; `nothing` if it is unknown.
Value MethodRun::version_of_call(std::uint32_t name, const Arguments& arguments) {
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
void MethodRun::pass_on(State& state, const Instruction& t, std::uint32_t name, const Arguments& arguments) {
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
    const Value value = writes && is_assembly(arguments[i]) ? altered(arguments[i], nothing) : arguments[i];
    record_use(state, {t.begin, UseKind::Argument, name, number, false, whole}, value, version);
    state.share(arguments[i], values_);
  }
  for (Field& field : state.fields) field.called = true;
}

}  // namespace agal::avm2

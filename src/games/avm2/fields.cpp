#include "avm2/fields.hpp"

#include <algorithm>
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

constexpr std::size_t changes_in_a_step = 16, max_fields = 256, max_arrays = 256;

}  // namespace

bool is_player_class(std::string_view name) {
  const auto is = [&](const PlayerConstant& constant) { return constant.of_class == name; };
  return name == "Vector" || name == "Array" || name == "RegExp" ||
         std::any_of(std::begin(player_constants), std::end(player_constants), is);
}

std::uint32_t Fields::class_of(Value object) const {
  if (const auto* const known = values_.get<ClassObject>(object)) return known->name;
  return object == method_.self ? abc_.class_string(body_.method) : 0;
}

std::optional<Value> Fields::value_of(const Constant& constant) {
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

std::optional<Value> Fields::constant_of(const Property& property) {
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
        return row->second.is_known() ? std::optional(row->second.text) : std::nullopt;
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

bool Fields::is_class(std::uint32_t name) const {
  return abc_.find_class(name) != nullptr || is_player_class(abc_.string(name));
}

Value Fields::named(const State& state, std::uint32_t name) {
  if (control_flow_.has_variable(name)) return read(state, values_.make(Property{variables(), name}));
  const bool is_member = abc_.find_member(abc_.class_string(body_.method), name) != nullptr;
  if (!is_member && is_class(name)) return values_.make(ClassObject{name});
  return read(state, values_.make(Property{method_.self, name}));
}

// Returns true if a value was read from a field, before or after changes.
bool Fields::is_value_of(Value value, Value field) const {
  const auto* const one = values_.get<Property>(value);
  const auto* const other = values_.get<Property>(field);
  if (one == nullptr || other == nullptr) return value == field;
  return one->object == other->object && one->name == other->name;
}

Value Fields::read(const State& state, Value key) {
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

Value Fields::latest(const State& state, Property property) {
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

// Records the value that initializing code stores to a member. A variable must be set by the constructor on all paths.
void Fields::note_class_value(const State& state, Value key, Value value) {
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
    known.text = values_.pooled(value).value_or(nothing);
  }
  file_.noted.emplace_back(name, property->name);
  const auto [row, is_new] = file_.class_values.try_emplace(file_.noted.back(), known);
  const ClassValue& before = row->second;
  if (!is_new && (before.number != known.number || !values_.have_same_strings(before.text, known.text)))
    row->second = {};
}

void Fields::write(State& state, Value key, Value value, std::size_t at) {
  uses_.note_store();
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
      uses_.record_use(state, file_.flow.site_of(key, field.at), field.value);
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
  if (!followed && values_.is<CallResult>(value)) uses_.record_use(state, file_.flow.site_of(key, at), value);
}

void Fields::change(State& state, const Changes& fields, std::size_t at) {
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

void Fields::change_by_call(State& state, const Changes& fields, std::size_t at) {
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
      uses_.record_use(state, file_.flow.site_of(field.key, field.at), field.value);
  }
  std::erase_if(state.fields, [&](const Field& field) { return is_changed(field) && !values_.is_text(field.value); });
  if (!file_.effects->may_change(fields, Changes::items)) return;
  for (const std::uint32_t number : state.shared)
    if (number < state.arrays.size()) state.arrays[number] = values_.unknown(Source::ChangedList);
}

void Fields::run_getter(State& state, std::uint32_t name, std::size_t at) {
  Effects& effects = *file_.effects;
  if (effects.has_getter(name)) change_by_call(state, effects.of_accessor(name), at);
  if (!effects.is_declared(name)) change_by_call(state, effects.of_proxy(), at);
}

Value Fields::altered(Value text, Value by) {
  const auto* const before = values_.get<Altered>(text);
  return values_.make(Altered{before != nullptr ? before->text : text, by});
}

void Fields::convert_operands(State& state, const Instruction& t) {
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

Value Fields::unknown_at(const State& state, std::size_t at) {
  return values_.unknown(Source::Instruction, at, state.turn_at(at, control_flow_));
}

Value Fields::result_of_call(const State& state, std::size_t at, std::uint32_t name, Value object) {
  return values_.make(
      CallResult{static_cast<std::uint32_t>(at), name, body_.method, object, state.turn_at(at, control_flow_)});
}

KeyKind Fields::key_kind(const Instruction& t, Value key) const {
  return values_.number(key) ? KeyKind::Item : control_flow_.key_at(t.begin);
}

void Fields::push_list(State& state, Value list) {
  if (state.arrays.size() >= max_arrays) return state.push(nothing);
  state.arrays.push_back(list);
  state.push(values_.make(Array{static_cast<std::uint32_t>(state.arrays.size() - 1)}));
}

}  // namespace agal::avm2

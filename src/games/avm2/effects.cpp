#include "avm2/effects.hpp"

#include <algorithm>
#include <string_view>

namespace agal::avm2 {
namespace {

// The methods of a class that the player calls for accesses to properties of a proxy.
constexpr std::string_view proxy_methods[] = {"callProperty", "deleteProperty", "getDescendants", "getProperty",
                                              "hasProperty",  "isAttribute",    "nextName",       "nextNameIndex",
                                              "nextValue",    "setProperty"};
// Properties of the player's objects that methods or other properties of the objects change, and that code often sets.
constexpr std::string_view player_properties[] = {
    "alpha",  "bytesAvailable", "currentCount", "currentFrame", "height",  "htmlText", "length", "name",  "numChildren",
    "parent", "position",       "rawData",      "rotation",     "running", "scaleX",   "scaleY", "stage", "text",
    "time",   "transform",      "visible",      "width",        "x",       "y",        "z"};
const Changes everything{{}, true, true, true, true};
// In `getters_reading_`, the fields that no class declares.
constexpr std::uint32_t undeclared_name = 0xffff'ffffu;

bool is_getter(const Abc& abc, const Method& method) {
  return method.is_getter || abc.string(method.name).starts_with("get_");
}

}  // namespace

void Changes::add(KeyKind store) {
  undeclared = undeclared || store != KeyKind::Item;
  pushed = pushed || store == KeyKind::Anything;
}

void Changes::add(const Changes& other) {
  pushed = pushed || other.pushed;
  of_player = of_player || other.of_player;
  undeclared = undeclared || other.undeclared;
  everything = everything || other.everything;
  by_missing = by_missing || other.by_missing;
}

bool Effects::may_change(const Changes& changes, std::uint32_t name) const {
  if (is_constant(name) || abc_.constants.contains(name)) return false;
  if (changes.everything || changes.by_missing || (changes.undeclared && !is_declared(name) && name != Changes::items))
    return true;
  if (changes.pushed && name < is_pushed_.size() && is_pushed_[name]) return true;
  if (changes.of_player && name < is_of_player_.size() && is_of_player_[name]) return true;
  return std::binary_search(changes.names.begin(), changes.names.end(), name);
}

Effects::Effects(const Abc& abc, const std::vector<ControlFlow>& control_flow)
    : abc_(abc), control_flow_(control_flow) {
  constexpr std::size_t times_entries = 16, min_budget = std::size_t{1} << 22;
  budget_ = min_budget;
  run_in_.resize(abc.strings.size());
  called_in_.resize(abc.strings.size());
  changed_in_.resize(abc.strings.size());
  for (const ControlFlow& flow : control_flow_)
    budget_ += times_entries * (flow.called.size() + flow.stored.size() + flow.read.size());
  find_fields();
  find_names();
  find_player_methods();
  find_callbacks();
  find_getters();
}

std::uint32_t Effects::string_of(std::string_view text) const {
  const auto row = abc_.string_number.find(text);
  return row != abc_.string_number.end() ? row->second : 0;
}

// Finds names of fields that the movie declares, of those that may have functions as values, and of properties of the
// player's objects.
void Effects::find_fields() {
  for (std::vector<bool>* const list : {&is_getter_, &is_declared_, &may_be_function_, &is_of_player_})
    list->resize(std::max<std::size_t>(abc_.strings.size(), 1));
  is_constant_.resize(is_declared_.size());
  is_pushed_.resize(is_declared_.size());
  for (const bool constant : {true, false})
    for (const Class& one : abc_.classes)
      for (const auto& [name, member] : one.members)
        if (name < is_constant_.size() && (member.kind == Member::Kind::Constant) == constant)
          is_constant_[name] = constant;
  for (const auto& [name, type] : abc_.type_of_variable) {
    if (name >= is_declared_.size()) continue;
    is_declared_[name] = true;
    may_be_function_[name] = type == TypeKind::Any;
  }
  for (const ControlFlow& flow : control_flow_) {
    for (const std::uint32_t name : flow.read)
      if (name < is_of_player_.size()) is_of_player_[name] = true;
  }
  for (const ControlFlow& flow : control_flow_)
    for (const Names* const names : {&flow.stored, &flow.made, &flow.pushed})
      for (const std::uint32_t name : *names) {
        if (name >= is_of_player_.size()) continue;
        is_of_player_[name] = false;
        is_pushed_[name] = is_pushed_[name] || names != &flow.stored;
        if (names != &flow.pushed && !is_declared_[name]) may_be_function_[name] = true;
      }
  for (const std::string_view name : player_properties) is_of_player_[string_of(name)] = true;
  for (const Method& method : abc_.methods)
    if (method.name < is_declared_.size()) is_declared_[method.name] = true;
  for (std::size_t name = 0; name < is_declared_.size(); ++name)
    if (is_declared_[name]) is_of_player_[name] = false;
  is_of_player_[0] = is_declared_[0] = may_be_function_[0] = is_pushed_[0] = false;
}

// Finds the bodies of methods and constructors.
void Effects::find_names() {
  std::vector<std::size_t> body_of_method(abc_.methods.size(), abc_.bodies.size());
  for (std::size_t body = 0; body < abc_.bodies.size(); ++body) {
    const Method& method = abc_.method_of(body);
    if (abc_.bodies[body].method < body_of_method.size()) body_of_method[abc_.bodies[body].method] = body;
    if (method.name == 0 || method.name >= is_getter_.size()) continue;
    bodies_[method.name].push_back(body);
    if (is_getter(abc_, method)) is_getter_[method.name] = may_be_function_[method.name] = true;
  }
  for (const MethodBody& body : abc_.bodies)
    for (const auto& [slot, name] : body.variables) variables_[slot].push_back(name);
  base_of_body_.resize(abc_.bodies.size());
  is_constructor_.resize(abc_.bodies.size());
  for (const Class& one : abc_.classes) {
    if (one.constructor >= body_of_method.size() || body_of_method[one.constructor] >= abc_.bodies.size()) continue;
    bodies_[one.name].push_back(body_of_method[one.constructor]);
    base_of_body_[body_of_method[one.constructor]] = one.base;
    is_constructor_[body_of_method[one.constructor]] = true;
  }
}

void Effects::find_player_methods() {
  constexpr std::pair<Kind, std::string_view> rows[] = {
#define AVM2_METHODS(kind, class, names) {Kind::kind, names},
#include "avm2/player_methods.def"
#undef AVM2_METHODS
  };
  for (auto [kind, names] : rows)
    while (!names.empty()) {
      const std::size_t end = std::min(names.find(' '), names.size());
      const std::uint32_t name = string_of(names.substr(0, end));
      if (name != 0) {
        Kind& known = player_.try_emplace(name, kind).first->second;
        known = std::max(known, kind);
      }
      names.remove_prefix(std::min(end + 1, names.size()));
    }
  length_ = string_of("length");
  replace_ = string_of("replace");
  for (const std::string_view name : {"toString", "valueOf"})
    if (const std::uint32_t string = string_of(name); bodies_.contains(string)) conversions_.push_back(string);
  const std::uint32_t proxy = string_of("Proxy");
  const bool has_proxies = std::any_of(abc_.classes.begin(), abc_.classes.end(),
                                       [&](const Class& one) { return one.base == proxy && proxy != 0; });
  for (const std::string_view name : proxy_methods)
    if (const std::uint32_t string = string_of(name); has_proxies && bodies_.contains(string))
      proxies_.push_back(string);
}

// Finds the functions that code makes, the methods that code reads like properties or names in a text, and the
// constructors of classes that code uses in such a way.
void Effects::find_callbacks() {
  std::vector<bool> is_value(abc_.strings.size());
  for (const ControlFlow& flow : control_flow_)
    for (const Names* const names : {&flow.read, &flow.pushed})
      for (const std::uint32_t name : *names)
        if (name < is_value.size()) is_value[name] = true;
  std::unordered_set<std::uint32_t> functions;
  for (const ControlFlow& flow : control_flow_) functions.insert(flow.functions.begin(), flow.functions.end());
  for (std::size_t body = 0; body < abc_.bodies.size(); ++body) {
    const Method& method = abc_.method_of(body);
    if (functions.contains(abc_.bodies[body].method) ||
        (!method.is_getter && method.name < is_value.size() && is_value[method.name]))
      callbacks_.push_back(body);
  }
  for (const Class& one : abc_.classes)
    if (one.name < is_value.size() && is_value[one.name]) classes_.push_back(one.name);
}

// Finds what getters read, and getters whose results may differ although no field that they read has changed. Methods
// that convert objects to texts and numbers are treated like getters.
void Effects::find_getters() {
  std::size_t budget = budget_;
  for (std::size_t body = 0; body < abc_.bodies.size(); ++body) {
    const std::uint32_t name = abc_.method_of(body).name;
    const bool converts = std::find(conversions_.begin(), conversions_.end(), name) != conversions_.end();
    if (!converts && !has_getter(name)) continue;
    if (!converts) getters_.push_back(name);
    Names read;
    if (!find_reads(body, read, budget)) volatile_.insert(name);
    for (const std::uint32_t one : read) getters_reading_[one].push_back(name);
    if (std::any_of(read.begin(), read.end(), [&](std::uint32_t one) { return !is_declared(one); }))
      getters_reading_[undeclared_name].push_back(name);
  }
}

// Collects the names that a getter and the methods that it calls read. Returns false if it may call other code.
bool Effects::find_reads(std::size_t getter, Names& read, std::size_t& budget) const {
  constexpr std::size_t max_bodies = 64;
  std::vector<std::size_t> bodies{getter};
  std::unordered_set<std::uint32_t> called;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const ControlFlow& flow = control_flow_[bodies[i]];
    const std::size_t names = flow.called.size() + flow.read.size() + 1;
    if (names > budget) return false;
    budget -= names;
    if (i >= max_bodies || flow.calls_values || flow.by_key.calls > KeyKind::Item || flow.by_key.reads > KeyKind::Item)
      return false;
    read.insert(read.end(), flow.read.begin(), flow.read.end());
    const auto call = [&](std::uint32_t name) {
      if (!called.insert(name).second) return true;
      const std::vector<std::size_t>& more = bodies_of(name);
      bodies.insert(bodies.end(), more.begin(), more.end());
      read.push_back(Changes::items);
      return !more.empty() || kind_of(name) == Kind::Pure;
    };
    for (const std::uint32_t name : flow.called)
      if (!call(name)) return false;
    for (const std::uint32_t name : flow.read)
      if (has_getter(name)) call(name);
    if (flow.converts)
      for (const std::uint32_t name : conversions_) call(name);
  }
  return true;
}

const std::vector<std::size_t>& Effects::bodies_of(std::uint32_t name) const {
  static const std::vector<std::size_t> none;
  const auto row = bodies_.find(name);
  return row != bodies_.end() ? row->second : none;
}

// Returns what a method of the player with this name does. A function in a field, and a name that is not known, may do
// anything that functions of the movie do.
Effects::Kind Effects::kind_of(std::uint32_t name) const {
  const auto row = player_.find(name);
  const bool is_function = name < may_be_function_.size() && may_be_function_[name];
  if (row != player_.end() && !is_function) return row->second;
  return is_function || bodies_of(name).empty() ? Kind::Calls : Kind::Pure;
}

void Effects::note_change(Changes& changes, std::uint32_t name) {
  if (name >= changed_in_.size() || changed_in_[name] == query_) return;
  changed_in_[name] = query_;
  changes.names.push_back(name);
}

void Effects::note_items(Changes& changes) {
  note_change(changes, Changes::items);
  note_change(changes, length_);
}

// A getter that reads a changed field has changed too.
void Effects::add_getters(Changes& changes) {
  const auto add = [&](std::uint32_t read) {
    if (const auto row = getters_reading_.find(read); row != getters_reading_.end())
      for (const std::uint32_t getter : row->second) note_change(changes, getter);
  };
  if (changes.undeclared || changes.of_player) add(undeclared_name);
  for (std::size_t i = 0; i < changes.names.size(); ++i) add(changes.names[i]);
  std::sort(changes.names.begin(), changes.names.end());
}

// Adds the methods of the movie with this name. Returns false if they were added before.
bool Effects::run(Query& query, std::uint32_t name) {
  if (name == 0 || name >= run_in_.size() || run_in_[name] == query_) return false;
  run_in_[name] = query_;
  const std::vector<std::size_t>& more = bodies_of(name);
  query.bodies.insert(query.bodies.end(), more.begin(), more.end());
  if (volatile_.contains(name)) note_change(query.changes, name);
  return true;
}

void Effects::call(Query& query, std::uint32_t name) {
  if (name == 0 || name >= called_in_.size() || called_in_[name] == query_) return;
  called_in_[name] = query_;
  if (name == abc_.unknown_call) query.changes.by_missing = true;
  run(query, name);
  const Kind kind = kind_of(name);
  if (kind == Kind::List) note_items(query.changes);
  query.changes.of_player = query.changes.of_player || kind > Kind::Fresh;
  query.calls_values = query.calls_values || kind == Kind::Calls;
}

// Adds the changes by a body, and by what it calls.
void Effects::visit(Query& query, std::size_t body) {
  const ControlFlow& flow = control_flow_[body];
  Changes& changes = query.changes;
  changes.add(flow.by_key.stores);
  for (const std::uint32_t name : flow.called) call(query, name);
  // A constructor changes its own object before other code has the object.
  const bool is_new = is_constructor_[body] && query.keeps_object;
  for (const std::uint32_t name : is_new ? flow.stored_elsewhere : flow.stored) note_change(changes, name);
  for (const std::uint32_t slot : flow.outer_slots)
    if (const auto row = variables_.find(slot); row != variables_.end())
      for (const std::uint32_t name : row->second) note_change(changes, name);
  for (const std::uint32_t name : flow.stored) run(query, name);
  for (const std::uint32_t name : flow.read)
    if (has_getter(name)) run(query, name);
  if (flow.by_key.reads == KeyKind::Anything)
    for (const std::uint32_t name : getters_) run(query, name);
  if (flow.converts)
    for (const std::uint32_t name : conversions_) run(query, name);
  if (flow.iterates || !flow.keys.empty())
    for (const std::uint32_t name : proxies_) run(query, name);
  if (flow.constructs_values)
    for (const std::uint32_t name : classes_) call(query, name);
  // A function may be passed to `replace`.
  const bool replaces = std::find(flow.called.begin(), flow.called.end(), replace_) != flow.called.end();
  query.calls_values = query.calls_values || (replaces && replace_ != 0 && !flow.functions.empty());
  query.calls_values = query.calls_values || flow.calls_values || flow.by_key.calls != KeyKind::Item;
}

Changes Effects::changes_by(Query query) {
  while (!query.bodies.empty() && !query.changes.everything) {
    const std::size_t body = query.bodies.back();
    query.bodies.pop_back();
    // The changes by functions that are values are added below.
    const bool is_known = query.calls_values && by_callbacks_ && by_value_[body];
    if (is_known && (query.keeps_object || !is_constructor_[body])) continue;
    const ControlFlow& flow = control_flow_[body];
    const std::size_t names = flow.called.size() + flow.stored.size() + flow.read.size() + 1;
    query.changes.everything = names > budget_;
    budget_ -= std::min(budget_, names);
    if (!by_callbacks_) by_value_[body] = true;
    visit(query, body);
    if (base_of_body_[body] != 0) call(query, base_of_body_[body]);
  }
  if (query.calls_values && by_callbacks_) {
    query.changes.add(*by_callbacks_);
    for (const std::uint32_t name : by_callbacks_->names) note_change(query.changes, name);
  }
  if (query.changes.everything) return everything;
  add_getters(query.changes);
  return std::move(query.changes);
}

Changes Effects::changes_by_methods(const Names& names) {
  ++query_;
  Query query;
  for (const std::uint32_t name : names) run(query, name);
  return changes_by(std::move(query));
}

Changes Effects::changes_by_call(std::uint32_t name, bool keeps_object) {
  ++query_;
  Query query;
  query.keeps_object = keeps_object;
  call(query, name);
  return changes_by(std::move(query));
}

const Changes& Effects::of_unknown_call() {
  if (by_callbacks_) return *by_callbacks_;
  ++query_;
  Query query;
  query.bodies = callbacks_;
  for (const std::uint32_t name : proxies_) run(query, name);
  by_value_.resize(abc_.bodies.size());
  by_callbacks_ = changes_by(std::move(query));
  return *by_callbacks_;
}

const Changes& Effects::of_super(std::uint32_t class_name) {
  if (const auto row = by_super_.find(class_name); row != by_super_.end()) return row->second;
  of_unknown_call();
  return by_super_.emplace(class_name, changes_by_call(class_name, false)).first->second;
}

const Changes& Effects::of_unknown_construct() {
  of_unknown_call();
  if (!by_construct_) by_construct_ = changes_by_methods(classes_);
  return *by_construct_;
}

const Changes& Effects::of_call(std::uint32_t name) {
  if (const auto row = by_call_.find(name); row != by_call_.end()) return row->second;
  of_unknown_call();
  // Code that is called directly may store to any property. Code that this code calls is assumed to store only to
  // properties whose names are in the movie.
  const std::vector<std::size_t>& bodies = bodies_of(name);
  const bool any = std::any_of(bodies.begin(), bodies.end(), [&](std::size_t body) {
    const ControlFlow::ByKey& by_key = control_flow_[body].by_key;
    return std::max(by_key.stores, by_key.calls) == KeyKind::Anything;
  });
  return by_call_.emplace(name, any ? everything : changes_by_call(name, true)).first->second;
}

const Changes& Effects::of_accessor(std::uint32_t name) {
  static const Changes none;
  if (bodies_of(name).empty()) return none;
  if (const auto row = by_accessor_.find(name); row != by_accessor_.end()) return row->second;
  of_unknown_call();
  return by_accessor_.emplace(name, changes_by_methods({name})).first->second;
}

const Changes& Effects::of_store(std::uint32_t name) {
  if (const auto row = by_store_.find(name); row != by_store_.end()) return row->second;
  Changes changes = of_accessor(name);
  if (!changes.everything) {
    ++query_;
    for (const std::uint32_t known : changes.names) changed_in_[known] = query_;
    note_change(changes, name);
    // A property of the player's objects may have a setter, which changes other properties.
    changes.of_player = changes.of_player || (name < is_of_player_.size() && is_of_player_[name]);
    if (name == length_) note_items(changes);
    add_getters(changes);
  }
  return by_store_.emplace(name, std::move(changes)).first->second;
}

const Changes& Effects::of_store_by_key(KeyKind kind) {
  if (kind == KeyKind::Item) return of_store(Changes::items);
  if (kind == KeyKind::Anything) return everything;
  if (!by_undeclared_key_.undeclared) by_undeclared_key_ = of_store(Changes::items);
  by_undeclared_key_.undeclared = true;
  return by_undeclared_key_;
}

const Changes& Effects::of_read_by_key() {
  of_unknown_call();
  if (!by_reading_) by_reading_ = changes_by_methods(getters_);
  return *by_reading_;
}

const Changes& Effects::of_conversion() {
  of_unknown_call();
  if (!by_conversion_) by_conversion_ = changes_by_methods(conversions_);
  return *by_conversion_;
}

const Changes& Effects::of_proxy() {
  of_unknown_call();
  if (!by_proxy_) by_proxy_ = changes_by_methods(proxies_);
  return *by_proxy_;
}

}  // namespace agal::avm2

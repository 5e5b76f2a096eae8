#include "avm2/effects.hpp"

#include <algorithm>
#include <string_view>

namespace agal::avm2 {
namespace {

// Methods of the player that call functions of the movie before they return, and methods that change a list.
constexpr std::string_view calling_back[] = {"apply",  "call",    "dispatch", "dispatchEvent", "every",
                                             "filter", "forEach", "map",      "some",          "sort"};
constexpr std::string_view changing_lists[] = {"insertAt", "pop",    "push", "removeAt", "reverse",
                                               "shift",    "sortOn", "sort", "splice",   "unshift"};

bool is_getter(const Abc& abc, const Method& method) {
  return method.is_getter || abc.string(method.name).starts_with("get_");
}

}  // namespace

bool Changes::contains(std::uint32_t name) const {
  return everything || std::binary_search(names.begin(), names.end(), name);
}

Effects::Effects(const Abc& abc, const std::vector<ControlFlow>& control_flow) : control_flow_(control_flow) {
  constexpr std::size_t times_entries = 16, min_budget = std::size_t{1} << 22;
  budget_ = min_budget;
  called_in_.resize(abc.strings.size());
  changed_in_.resize(abc.strings.size());
  is_getter_.resize(abc.strings.size());
  std::vector<std::size_t> body_of_method(abc.methods.size(), abc.bodies.size());
  for (std::size_t body = 0; body < abc.bodies.size(); ++body) {
    const Method& method = abc.method_of(body);
    const ControlFlow& flow = control_flow_[body];
    budget_ += times_entries * (flow.called.size() + flow.stored.size() + flow.read.size());
    if (abc.bodies[body].method < body_of_method.size()) body_of_method[abc.bodies[body].method] = body;
    if (method.name != 0) bodies_[method.name].push_back(body);
    if (!is_getter(abc, method)) continue;
    if (method.name < is_getter_.size()) is_getter_[method.name] = true;
    for (const std::uint32_t name : flow.read) getters_reading_[name].push_back(method.name);
  }
  base_of_body_.resize(abc.bodies.size());
  for (const Class& one : abc.classes)
    if (one.constructor < body_of_method.size() && body_of_method[one.constructor] < abc.bodies.size()) {
      bodies_[one.name].push_back(body_of_method[one.constructor]);
      base_of_body_[body_of_method[one.constructor]] = one.base;
    }
  const auto number_of = [&](std::string_view text) {
    const auto row = abc.string_number.find(text);
    return row != abc.string_number.end() ? row->second : 0;
  };
  for (const std::string_view name : calling_back) calling_back_.insert(number_of(name));
  for (const std::string_view name : changing_lists) changing_lists_.insert(number_of(name));
  calling_back_.erase(0);
  changing_lists_.erase(0);
  length_ = number_of("length");
  unknown_call_ = abc.unknown_call;
  find_callbacks(abc);
}

// Finds the functions without a name, and the methods that code reads like properties.
void Effects::find_callbacks(const Abc& abc) {
  std::unordered_set<std::uint32_t> read;
  for (const ControlFlow& flow : control_flow_) read.insert(flow.read.begin(), flow.read.end());
  for (std::size_t body = 0; body < abc.bodies.size(); ++body) {
    const Method& method = abc.method_of(body);
    if (method.name == 0 || (!method.is_getter && read.contains(method.name))) callbacks_.push_back(body);
  }
}

const std::vector<std::size_t>& Effects::bodies_of(std::uint32_t name) const {
  static const std::vector<std::size_t> none;
  const auto row = bodies_.find(name);
  return row != bodies_.end() ? row->second : none;
}

void Effects::note_change(Changes& changes, std::uint32_t name) {
  if (name >= changed_in_.size() || changed_in_[name] == query_) return;
  changed_in_[name] = query_;
  changes.names.push_back(name);
}

// A getter that reads a changed field has changed too.
void Effects::add_getters(Changes& changes) {
  for (std::size_t i = 0; i < changes.names.size(); ++i)
    if (const auto row = getters_reading_.find(changes.names[i]); row != getters_reading_.end())
      for (const std::uint32_t getter : row->second) note_change(changes, getter);
  std::sort(changes.names.begin(), changes.names.end());
}

Changes Effects::changes_by(const std::vector<std::size_t>& bodies) {
  ++query_;
  Changes changes;
  std::vector<std::size_t> rest = bodies;
  bool calls_back = false, is_unknown = false;
  const auto call = [&](std::uint32_t name) {
    if (name >= called_in_.size() || called_in_[name] == query_) return;
    called_in_[name] = query_;
    is_unknown = is_unknown || (name == unknown_call_ && name != 0);
    const std::vector<std::size_t>& more = bodies_of(name);
    rest.insert(rest.end(), more.begin(), more.end());
    calls_back = calls_back || calling_back_.contains(name);
    if (!changing_lists_.contains(name)) return;
    note_change(changes, Changes::items);
    note_change(changes, length_);
  };
  while (!rest.empty()) {
    const std::size_t body = rest.back();
    rest.pop_back();
    const ControlFlow& flow = control_flow_[body];
    const std::size_t names = flow.called.size() + flow.stored.size() + flow.read.size() + 1;
    if (names > budget_) return {{}, true};
    budget_ -= names;
    for (const std::uint32_t name : flow.called) call(name);
    for (const std::uint32_t name : flow.stored) {
      note_change(changes, name);
      call(name);
    }
    for (const std::uint32_t name : flow.read)
      if (name < is_getter_.size() && is_getter_[name]) call(name);
    if (base_of_body_[body] != 0) call(base_of_body_[body]);
    calls_back = calls_back || flow.calls_values;
    if (is_unknown) return {{}, true};
  }
  if (calls_back && has_callbacks_) {
    if (by_callbacks_.everything) return {{}, true};
    for (const std::uint32_t name : by_callbacks_.names) note_change(changes, name);
  }
  add_getters(changes);
  return changes;
}

const Changes& Effects::of_unknown_call() {
  if (!has_callbacks_) by_callbacks_ = changes_by(callbacks_);
  has_callbacks_ = true;
  return by_callbacks_;
}

const Changes& Effects::of_call(std::uint32_t name) {
  if (const auto row = by_call_.find(name); row != by_call_.end()) return row->second;
  if (name == unknown_call_ && name != 0) return by_call_.emplace(name, Changes{{}, true}).first->second;
  of_unknown_call();
  Changes changes = changes_by(bodies_of(name));
  if (calling_back_.contains(name)) {
    changes = by_callbacks_;
    ++query_;
    for (const std::uint32_t known : changes.names) changed_in_[known] = query_;
  }
  if (changing_lists_.contains(name) && !changes.everything) {
    note_change(changes, Changes::items);
    note_change(changes, length_);
    add_getters(changes);
  }
  return by_call_.emplace(name, std::move(changes)).first->second;
}

const Changes& Effects::of_store(std::uint32_t name) {
  if (const auto row = by_store_.find(name); row != by_store_.end()) return row->second;
  Changes changes = of_call(name);
  if (!changes.everything) {
    ++query_;
    for (const std::uint32_t known : changes.names) changed_in_[known] = query_;
    note_change(changes, name);
    add_getters(changes);
  }
  return by_store_.emplace(name, std::move(changes)).first->second;
}

}  // namespace agal::avm2

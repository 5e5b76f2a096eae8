#include "avm2/passed_values.hpp"

#include <algorithm>

namespace agal::avm2 {
namespace {

constexpr std::size_t max_arguments = 256;  // arguments that are followed

}  // namespace

PassedValues::PassedValues(Executor& executor) : executor_(executor) {
  const Abc& abc = executor.abc();
  for (std::size_t body = 0; body < abc.bodies.size(); ++body)
    for (const std::uint32_t name : executor.control_flow(body).called) {
      std::vector<std::size_t>& bodies = callers_[name];
      if (bodies.empty() || bodies.back() != body) bodies.push_back(body);
    }
  // A literal regular expression reads the class, and then constructs an object.
  if (const auto row = abc.string_number.find("RegExp"); row != abc.string_number.end()) {
    const std::vector<std::size_t>& readers = executor.readers(row->second);
    std::vector<std::size_t>& bodies = callers_[row->second];
    bodies.insert(bodies.end(), readers.begin(), readers.end());
  }
  for (std::uint32_t method = 0; method < abc.methods.size(); ++method)
    if (abc.methods[method].name != 0) methods_[abc.methods[method].name].push_back(method);
  // Code that does not know the class of an object calls methods by the first string with their name.
  if (abc.is_source)
    for (const auto& row : methods_) {
      const auto general = abc.string_number.find(abc.string(row.first));
      if (general == abc.string_number.end() || general->second == row.first) continue;
      const std::vector<std::size_t> more = callers_[general->second];
      std::vector<std::size_t>& bodies = callers_[row.first];
      bodies.insert(bodies.end(), more.begin(), more.end());
    }
  for (const Class& one : abc.classes) {
    methods_[one.name].push_back(one.constructor);
    class_of_constructor_.emplace(one.constructor, one.name);
  }
}

const std::vector<std::size_t>& PassedValues::callers(std::uint32_t name) const {
  static const std::vector<std::size_t> none;
  const auto row = callers_.find(name);
  return row != callers_.end() ? row->second : none;
}

// Visits a value, or notes the argument that it is.
void PassedValues::note(std::size_t body, Value value, const Visit& visit) {
  Values& values = executor_.values();
  const auto* const argument = values.get<avm2::Argument>(value);
  if (argument == nullptr || argument->number == 0) return visit(values, value);
  const std::uint32_t method = executor_.abc().bodies[body].method;
  const auto row = class_of_constructor_.find(method);
  const std::uint32_t name = row != class_of_constructor_.end() ? row->second : executor_.abc().method(method).name;
  if (name == 0 || seen_.size() >= max_arguments) return visit(values, nothing);
  if (seen_.insert({name, argument->number}).second) waiting_.emplace_back(name, argument->number);
}

void PassedValues::run_caller(std::size_t body, const Argument& argument, bool& omitted, const Visit& visit) {
  const Executor::Result result = executor_.run(body);
  const auto& [name, number] = argument;
  std::set<std::size_t> calls, passing;  // positions
  for (const auto& [site, outcomes] : result.uses) {
    const Abc& abc = executor_.abc();
    const bool same = site.name == name || (abc.is_source && abc.string(site.name) == abc.string(name));
    if (site.kind != UseKind::Argument || !same) continue;
    calls.insert(site.at);
    if (site.number != number) continue;
    passing.insert(site.at);
    for (const Outcome& outcome : outcomes) note(body, outcome.value, visit);
  }
  omitted = omitted || calls.size() > passing.size();
}

// Returns true if a method with this name has a default.
bool PassedValues::visit_default(const Argument& argument, const Visit& visit) {
  const auto row = methods_.find(argument.first);
  if (row == methods_.end()) return false;
  Values& values = executor_.values();
  bool any = false;
  for (const std::uint32_t number : row->second) {
    const Method& method = executor_.abc().method(number);
    const std::size_t from_end = method.parameters - std::min(argument.second, method.parameters);
    if (argument.second > method.parameters || from_end >= method.defaults.size()) continue;
    const Constant& constant = method.defaults[method.defaults.size() - 1 - from_end];
    any = true;
    if (constant.kind == Constant::Kind::Integer)
      visit(values, values.integer(static_cast<std::int32_t>(constant.value)));
    if (constant.kind == Constant::Kind::String) visit(values, values.string(constant.value));
  }
  return any;
}

void PassedValues::visit_waiting(const Visit& visit) {
  while (!waiting_.empty()) {
    const Argument argument = waiting_.back();
    waiting_.pop_back();
    bool omitted = callers(argument.first).empty();
    for (const std::size_t body : callers(argument.first)) run_caller(body, argument, omitted, visit);
    if (omitted) visit_default(argument, visit);
  }
}

void PassedValues::visit_all(std::size_t body, const std::vector<Value>& found, const Visit& visit) {
  for (const Value value : found) note(body, value, visit);
  visit_waiting(visit);
}

bool PassedValues::visit_argument(std::uint32_t name, std::uint32_t number, const Visit& visit) {
  bool omitted = false;
  for (const std::size_t body : callers(name)) run_caller(body, {name, number}, omitted, visit);
  const bool is_unknown = omitted && !visit_default({name, number}, visit);
  visit_waiting(visit);
  return is_unknown;
}

}  // namespace agal::avm2

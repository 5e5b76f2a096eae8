#include "avm2/executor.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "avm2/method_run.hpp"

namespace agal::avm2 {

Executor::Executor(const MovieCode& code, MovieFacts& facts)
    : tracked_(code.tracked),
      file_{code.abc, facts, {code.abc, tracked_}, {code.abc, file_.values, facts}, code.control_flow, {}, {}, {}} {
  const Abc& abc = file_.abc;
  // A source may be compiled alone, and is then shorter than a movie.
  constexpr std::size_t times_code = 64, min_budget = std::size_t{1} << 18, min_budget_of_source = std::size_t{1} << 22;
  file_.budget = abc.is_source ? min_budget_of_source : min_budget;
  file_.body_of_method.resize(abc.methods.size());
  for (std::size_t i = 0; i < abc.bodies.size(); ++i) {
    file_.budget += times_code * abc.bodies[i].code.size();
    if (abc.bodies[i].method < file_.body_of_method.size())
      file_.body_of_method[abc.bodies[i].method] = static_cast<std::uint32_t>(i + 1);
  }
  file_.effects.emplace(abc, file_.control_flow);
  for (const Class& derived : abc.classes) {
    constexpr std::size_t max_bases = 32;
    const Class* base = abc.find_class(derived.base);
    for (std::size_t i = 0; i < max_bases && base != nullptr; ++i, base = abc.find_class(base->base))
      for (const auto& [name, member] : derived.members)
        if (member.kind == Member::Kind::Method && !member.is_static && base->members.contains(name))
          file_.overridden.emplace(name, base->name);
  }
  find_open_classes();
  find_fixed_fields();
  read_class_values();
  find_tracked();
  find_names();
}

void Executor::find_names() {
  for (std::size_t body = 0; body < file_.control_flow.size(); ++body) {
    const ControlFlow& flow = file_.control_flow[body];
    hidden_.insert(flow.hidden.begin(), flow.hidden.end());
    for (const std::uint32_t name : flow.read) {
      std::vector<std::size_t>& readers = readers_[name];
      if (readers.empty() || readers.back() != body) readers.push_back(body);
    }
  }
}

bool Executor::is_uncalled(std::uint32_t method) const {
  const Method& of = file_.abc.method(method);
  return file_.abc.is_application && of.is_hidden && of.name != 0 && !hidden_.contains(of.name);
}

const std::vector<std::size_t>& Executor::readers(std::uint32_t name) const {
  static const std::vector<std::size_t> none;
  const auto row = readers_.find(name);
  return row != readers_.end() ? row->second : none;
}

// Finds classes with code that stores to fields with computed names, or passes its object to code that does, and their
// base classes.
void Executor::find_open_classes() {
  std::unordered_set<std::uint32_t> storing;  // names of methods
  const auto stores = [&](std::size_t body) { return file_.control_flow[body].by_key.stores == KeyKind::Anything; };
  for (std::size_t body = 0; body < file_.control_flow.size(); ++body)
    if (stores(body)) storing.insert(file_.abc.method_of(body).name);
  storing.erase(0);
  for (std::size_t body = 0; body < file_.control_flow.size(); ++body) {
    const std::vector<std::uint32_t>& called = file_.control_flow[body].takes_self;
    const bool passes =
        std::any_of(called.begin(), called.end(), [&](std::uint32_t name) { return storing.contains(name); });
    if (!passes && !stores(body)) continue;
    constexpr std::size_t max_bases = 32;
    std::uint32_t name = file_.abc.class_string(file_.abc.bodies[body].method);
    for (std::size_t i = 0; i < max_bases && name != 0 && open_.insert(name).second; ++i) {
      const Class* const one = file_.abc.find_class(name);
      name = one != nullptr ? one->base : 0;
    }
  }
}

// Finds variables that no code sets. They must be private or protected, or belong to an application. Code that pushes
// the name of a variable as a string might set the variable by its name.
void Executor::find_fixed_fields() {
  // A whole program stays one, even if the field may also have another value.
  const auto is_text = [&](const Constant& constant) {
    return constant.kind == Constant::Kind::String && is_tracked(constant.value);
  };
  std::unordered_set<std::uint32_t> set;
  for (const ControlFlow& flow : file_.control_flow) {
    set.insert(flow.stored.begin(), flow.stored.end());
    set.insert(flow.pushed.begin(), flow.pushed.end());
  }
  for (const Class& one : file_.abc.classes)
    for (const auto& [name, member] : one.members)
      if (member.kind == Member::Kind::Variable && (member.is_hidden || file_.abc.is_application) &&
          (member.constant.kind == Constant::Kind::String || member.constant.kind == Constant::Kind::Integer) &&
          !set.contains(name) && (!open_.contains(one.name) || is_text(member.constant)))
        file_.fixed_fields.emplace(one.name, name);
}

// Finds the values of members that are set in only one place, by running the code that sets them. It may be any code
// for static members, but must be a constructor for other variables.
void Executor::read_class_values() {
  std::unordered_map<std::uint32_t, std::size_t> stores;  // the number of stores to each name
  std::unordered_set<std::uint32_t> pushed;               // code may set fields with these names by key
  for (const ControlFlow& flow : file_.control_flow) {
    for (const std::uint32_t name : flow.stored) ++stores[name];
    pushed.insert(flow.pushed.begin(), flow.pushed.end());
  }
  std::unordered_set<std::uint32_t> static_names, variable_names, constructors;
  for (const Class& one : file_.abc.classes) {
    constructors.insert(one.constructor);
    for (const auto& [name, member] : one.members) {
      const auto row = stores.find(name);
      if (row == stores.end() || row->second != 1) continue;
      const bool is_variable = member.kind == Member::Kind::Variable;
      if (member.kind == Member::Kind::Constant || (is_variable && member.is_static)) static_names.insert(name);
      if (is_variable && (member.is_hidden || file_.abc.is_application)) variable_names.insert(name);
    }
  }
  file_.initializes = true;
  for (std::size_t body = 0; body < file_.abc.bodies.size(); ++body) {
    const ControlFlow& flow = file_.control_flow[body];
    const auto sets = [&](const std::unordered_set<std::uint32_t>& names) {
      return std::any_of(flow.stored.begin(), flow.stored.end(),
                         [&](std::uint32_t name) { return names.contains(name); });
    };
    const bool constructs = constructors.contains(file_.abc.bodies[body].method);
    if ((sets(static_names) && !flow.pushed.empty()) || (constructs && sets(variable_names))) {
      run(body);
      keep_class_values();
    }
  }
  file_.initializes = false;
  std::erase_if(file_.class_values, [&](const auto& row) {
    const std::uint32_t name = row.first.second;
    const bool is_text = file_.values[row.second.text].tracked;
    const Class* const of = file_.abc.find_class(row.first.first);
    const auto member = of != nullptr ? of->members.find(name) : decltype(of->members.end())();
    const bool is_constant =
        of != nullptr && member != of->members.end() && member->second.kind == Member::Kind::Constant;
    if (!is_text && !is_constant && (open_.contains(row.first.first) || pushed.contains(name))) return true;
    return !row.second.is_known() || !(static_names.contains(name) || variable_names.contains(name));
  });
}

// Keeps the texts of class values that the last run found.
void Executor::keep_class_values() {
  std::vector<Value> texts;
  for (const MemberName& name : file_.noted) texts.push_back(file_.class_values.at(name).text);
  file_.values.keep(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) file_.class_values.at(file_.noted[i]).text = texts[i];
  file_.noted.clear();
}

void Executor::find_tracked() {
  std::unordered_set<std::uint32_t> names;  // the names of members that contain assembly
  for (const auto& [key, value] : file_.class_values)
    if (file_.values[value.text].tracked) names.insert(key.second);
  for (const Class& one : file_.abc.classes)
    for (const auto& [name, member] : one.members)
      if (is_fixed(one, name, member) && member.constant.kind == Constant::Kind::String &&
          is_tracked(member.constant.value))
        names.insert(name);
  for (const ControlFlow& flow : file_.control_flow)
    has_tracked_.push_back(flow.has_tracked || std::any_of(flow.read.begin(), flow.read.end(),
                                                           [&](std::uint32_t name) { return names.contains(name); }));
  find_callers();
}

// Marks callers of methods that contain assembly, because such a method may return it. The method must be static, or
// the only method with its name.
void Executor::find_callers() {
  const Abc& abc = file_.abc;
  for (unsigned round = 0; round < max_call_depth; ++round) {
    std::unordered_set<std::uint32_t> names;
    for (std::size_t body = 0; body < abc.bodies.size(); ++body) {
      const std::uint32_t method = abc.bodies[body].method;
      const std::uint32_t name = abc.method(method).name;
      const auto row = has_tracked_[body] ? abc.method_called.find(name) : abc.method_called.end();
      if (row == abc.method_called.end()) continue;
      if (row->second == method || abc.method(method).is_static) names.insert(name);
    }
    bool more = false;
    for (std::size_t body = 0; body < abc.bodies.size(); ++body) {
      const std::vector<std::uint32_t>& called = file_.control_flow[body].called;
      const bool calls =
          std::any_of(called.begin(), called.end(), [&](std::uint32_t name) { return names.contains(name); });
      more = more || (calls && !has_tracked_[body] && !abc.bodies[body].is_summary);
      has_tracked_[body] = has_tracked_[body] || (calls && !abc.bodies[body].is_summary);
    }
    if (!more) return;
  }
}

Executor::Result Executor::run(std::size_t body) {
  constexpr std::size_t times_code = 256, min_budget = 4096, min_budget_of_texts = std::size_t{1} << 18,
                        min_budget_of_source = std::size_t{1} << 20;
  const MethodBody& method_body = file_.abc.bodies[body];
  Result result;
  file_.values.clear();
  file_.flow.clear();
  file_.patterns.clear();
  file_.joined.clear();
  const bool has_texts = body < has_tracked_.size() && has_tracked_[body];
  file_.body_budget = std::min(file_.budget, (!has_texts            ? min_budget
                                              : file_.abc.is_source ? min_budget_of_source
                                                                    : min_budget_of_texts) +
                                                 times_code * method_body.code.size());
  const std::size_t before = file_.body_budget;
  MethodRun run(file_, {body, 0}, &result.uses);
  State first;
  const std::vector<std::uint32_t>& names = file_.control_flow[body].local_names;
  for (std::uint32_t i = 0; i <= std::min(file_.abc.method_of(body).parameters, max_parameters); ++i)
    first.locals.push_back(file_.values.make(Argument{i, i > 0 && i < names.size() ? names[i] : 0}));
  run.run(std::move(first));
  file_.budget -= std::min(file_.budget, before - file_.body_budget);
  result.complete = run.complete();
  return result;
}

}  // namespace agal::avm2

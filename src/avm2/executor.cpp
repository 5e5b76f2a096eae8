#include "avm2/executor.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "avm2/method_run.hpp"

namespace agal::avm2 {

Executor::Executor(const Abc& abc, const std::vector<bool>& tracked, MovieFacts& facts)
    : file_{abc, facts, {abc, tracked}, {abc, file_.values, facts}, {}, {}, {}} {
  constexpr std::size_t times_code = 64, min_budget = std::size_t{1} << 18;
  file_.budget = min_budget;
  file_.body_of_method.resize(abc.methods.size());
  for (std::size_t i = 0; i < abc.bodies.size(); ++i) {
    file_.budget += times_code * abc.bodies[i].code.size();
    file_.control_flow.push_back(read_control_flow(abc, abc.bodies[i], tracked));
    if (abc.bodies[i].method < file_.body_of_method.size())
      file_.body_of_method[abc.bodies[i].method] = static_cast<std::uint32_t>(i + 1);
  }
  for (const Class& derived : abc.classes) {
    constexpr std::size_t max_bases = 32;
    const Class* base = abc.find_class(derived.base);
    for (std::size_t i = 0; i < max_bases && base != nullptr; ++i, base = abc.find_class(base->base))
      for (const auto& [name, member] : derived.members)
        if (member.kind == Member::Kind::Method && !member.is_static && base->members.contains(name))
          file_.overridden.emplace(name, base->name);
  }
  read_class_texts();
  find_tracked(tracked);
}

// Runs the code that sets the static members of classes. What other code stores again is not known.
void Executor::read_class_texts() {
  std::unordered_set<std::uint32_t> stored;
  std::vector<std::size_t> initializers;
  std::unordered_map<std::uint32_t, std::uint32_t> class_of_initializer;  // its name, by method
  for (const Class& one : file_.abc.classes) class_of_initializer.try_emplace(one.initializer, one.name);
  for (std::size_t i = 0; i < file_.abc.bodies.size(); ++i) {
    if (class_of_initializer.contains(file_.abc.bodies[i].method))
      initializers.push_back(i);
    else
      stored.insert(file_.control_flow[i].stored.begin(), file_.control_flow[i].stored.end());
  }
  for (const std::size_t body : initializers) {
    if (file_.control_flow[body].pushed.empty()) continue;
    const std::uint32_t of_class = class_of_initializer.at(file_.abc.bodies[body].method);
    if (file_.abc.find_class(of_class) == nullptr) continue;
    for (const auto& [site, outcomes] : run(body).uses) {
      if (site.kind != UseKind::Field || outcomes.size() != 1 || stored.contains(site.name)) continue;
      const Value value = outcomes.front().value;
      const std::optional<Values::FlatText> text =
          file_.values.is_text(value) && file_.values.is_known(value) ? file_.values.flatten(value) : std::nullopt;
      std::string joined;
      if (!text || !text->unknown.empty()) continue;
      for (const std::uint32_t string : text->strings) joined += file_.abc.string(string);
      if (joined == text->text) file_.class_texts.try_emplace({of_class, site.name}, text->strings);
    }
  }
}

void Executor::find_tracked(const std::vector<bool>& tracked) {
  const auto is_tracked = [&](std::uint32_t string) { return string < tracked.size() && tracked[string]; };
  std::unordered_set<std::uint32_t> names;  // of members that are a text with assembly
  for (const auto& [key, strings] : file_.class_texts)
    if (std::any_of(strings.begin(), strings.end(), is_tracked)) names.insert(key.second);
  for (const Class& one : file_.abc.classes)
    for (const auto& [name, member] : one.members)
      if (member.kind == Member::Kind::Constant && member.constant.kind == Constant::Kind::String &&
          is_tracked(member.constant.value))
        names.insert(name);
  for (const ControlFlow& flow : file_.control_flow)
    has_tracked_.push_back(flow.has_tracked || std::any_of(flow.read.begin(), flow.read.end(), [&](std::uint32_t name) {
                             return names.contains(name);
                           }));
}

Executor::Result Executor::run(std::size_t body) {
  constexpr std::size_t times_code = 256, min_budget = 4096;
  constexpr std::uint32_t max_parameters = 64;
  const MethodBody& method_body = file_.abc.bodies[body];
  Result result;
  file_.values.clear();
  file_.flow.clear();
  file_.body_budget = std::min(file_.budget, min_budget + times_code * method_body.code.size());
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

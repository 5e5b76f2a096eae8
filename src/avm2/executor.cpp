#include "avm2/executor.hpp"

#include <algorithm>

#include "avm2/method_run.hpp"

namespace agal::extraction {

Interpreter::Interpreter(const Abc& abc, const std::vector<bool>& wanted, CodeFacts& facts)
    : abc_(abc), values_(abc, wanted), facts_(facts) {
  constexpr std::size_t times_code = 64, min_budget = std::size_t{1} << 18;
  budget_ = min_budget;
  body_of_method_.resize(abc.class_of_method.size());
  for (std::size_t i = 0; i < abc.bodies.size(); ++i) {
    budget_ += times_code * abc.bodies[i].code.size();
    shapes_.push_back(read_shape(abc, abc.bodies[i].code, wanted));
    if (abc.bodies[i].method < body_of_method_.size())
      body_of_method_[abc.bodies[i].method] = static_cast<std::uint32_t>(i + 1);
  }
}

std::uint32_t Interpreter::number_of(std::uint32_t string) {
  if (string >= abc_.strings.size()) return 0;
  if (numbers_.empty()) numbers_.resize(abc_.strings.size());
  std::uint32_t& number = numbers_[string];
  if (number == 0) number = facts_.number(abc_.strings[string].text);
  return number;
}

Place Interpreter::place_of(const Site& site, std::size_t body) {
  const std::uint32_t in_class = number_of(abc_.class_string(abc_.bodies[body].method));
  // Slots have numbers instead of names, of which 0 is none.
  const std::uint32_t name = site.kind == UseKind::Slot ? site.name + 1 : number_of(site.name);
  return {site.kind, name, site.number, site.own ? in_class : 0};
}

bool Interpreter::is_extended(const Site& site, std::size_t body) {
  const std::uint32_t method = abc_.bodies[body].method;
  const bool returned = site.kind == UseKind::Returned && method < abc_.arguments.size();
  return facts_.is_extended(place_of(site, body), returned ? abc_.arguments[method] : Arity());
}

Interpreter::Result Interpreter::run(std::size_t body) {
  constexpr std::size_t times_code = 256, min_budget = 4096;
  Result result;
  values_.clear();
  results_.clear();
  calls_.clear();
  body_budget_ = std::min(budget_, min_budget + times_code * abc_.bodies[body].code.size());
  const std::size_t before = body_budget_;
  CodeRun run(*this, body, 0, &result.uses);
  State first;
  const std::uint32_t method = abc_.bodies[body].method;
  const std::uint32_t parameters = method < abc_.parameters.size() ? std::min(abc_.parameters[method], 64u) : 0;
  for (std::uint32_t i = 0; i <= parameters; ++i) first.locals.push_back(values_.make(ValueKind::Argument, i));
  run.run(std::move(first));
  budget_ -= std::min(budget_, before - body_budget_);
  result.complete = run.complete();
  return result;
}

}  // namespace agal::extraction

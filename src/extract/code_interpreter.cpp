#include "extract/code_interpreter.hpp"

#include <algorithm>

#include "extract/code_run.hpp"

namespace agal::extraction {

Interpreter::Interpreter(const Abc& abc, const std::vector<bool>& wanted) : abc_(abc), values_(abc, wanted) {
  constexpr std::size_t times_code = 64, min_budget = std::size_t{1} << 18;
  budget_ = min_budget;
  body_of_method_.resize(abc.class_of_method.size());
  for (std::size_t i = 0; i < abc.bodies.size(); ++i) {
    budget_ += times_code * abc.bodies[i].code.size();
    shapes_.push_back(read_shape(abc, abc.bodies[i].code, wanted));
    if (abc.bodies[i].method < body_of_method_.size())
      body_of_method_[abc.bodies[i].method] = static_cast<std::uint32_t>(i + 1);
  }
  name_of_method_.resize(abc.class_of_method.size());
  for (const auto& [name, method] : abc.method_called)
    if (method < name_of_method_.size()) name_of_method_[method] = name;
}

Interpreter::Result Interpreter::run(std::size_t body) {
  constexpr std::size_t times_code = 256, min_budget = 4096;
  Result result;
  values_.clear();
  results_.clear();
  body_budget_ = std::min(budget_, min_budget + times_code * abc_.bodies[body].code.size());
  const std::size_t before = body_budget_;
  CodeRun run(*this, body, 0, &result.uses);
  State first;
  const std::uint32_t method = abc_.bodies[body].method;
  const std::uint32_t parameters = method < abc_.parameters.size() ? std::min(abc_.parameters[method], 64u) : 0;
  for (std::uint32_t i = 0; i <= parameters; ++i) first.locals.push_back(values_.make(ValueKind::Argument, i));
  run.run(std::move(first));
  budget_ -= before - body_budget_;
  result.complete = run.complete();
  return result;
}

}  // namespace agal::extraction

#include "avm2/executor.hpp"

#include <algorithm>

#include "avm2/method_run.hpp"

namespace agal::avm2 {

Executor::Executor(const Abc& abc, const std::vector<bool>& tracked, MovieFacts& facts)
    : file_{abc, facts, {abc, tracked}, {abc, file_.values, facts}, {}, {}} {
  constexpr std::size_t times_code = 64, min_budget = std::size_t{1} << 18;
  file_.budget = min_budget;
  file_.body_of_method.resize(abc.methods.size());
  for (std::size_t i = 0; i < abc.bodies.size(); ++i) {
    file_.budget += times_code * abc.bodies[i].code.size();
    file_.control_flow.push_back(read_control_flow(abc, abc.bodies[i].code, tracked));
    if (abc.bodies[i].method < file_.body_of_method.size())
      file_.body_of_method[abc.bodies[i].method] = static_cast<std::uint32_t>(i + 1);
  }
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

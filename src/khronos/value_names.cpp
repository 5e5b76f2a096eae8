#include "khronos/value_names.hpp"

namespace agal::khronos {

// Backward, so that the first use in the program is seen last and wins.
ValueNames::ValueNames(const ValueGraph& graph) : graph_(graph), sinks_(graph.bound()) {
  const auto& steps = graph.steps();
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (step->is_value) {
      const ValueNode& user = *graph.find(step->index);
      if (user.in_function) sink_operands(user, step->index);
      continue;
    }
    const Effect& effect = graph.effects()[step->index];
    for (const Id operand : graph.operands(effect)) sink(operand, effect.result, none, true);
  }
}

void ValueNames::sink_operands(const ValueNode& user, Id id) {
  const Sink own = sinks_[id];
  const Id into = user.name.empty() ? own.into : id;
  const bool constructs = user.op == spv::OpCompositeConstruct;
  std::uint32_t lane = 0;
  for (const Id operand : graph_.operands(user)) {
    const std::uint32_t at = constructs ? lane : user.name.empty() ? own.lane : none;
    sink(operand, into, at, constructs);
    lane += graph_.lanes_of(operand);
  }
}

// A value that is a direct part of its target is named after it, even if another use comes first.
void ValueNames::sink(Id operand, Id into, std::uint32_t lane, bool direct) {
  const ValueNode* value = graph_.find(operand);
  const ValueNode* target = graph_.find(into);
  if (value == nullptr || target == nullptr || target->name.empty()) return;
  Sink& known = sinks_[operand];
  if (known.direct && !direct) return;
  known = {into, lane, direct};
}

std::string ValueNames::base_name(Id id) const {
  const ValueNode& value = *graph_.find(id);
  const Sink& sink = sinks_[id];
  const ValueNode* target = graph_.find(sink.into);
  const ValueNode* type = graph_.find(value.type);
  if (!value.name.empty()) return std::string(value.name);
  if (type == nullptr) return {};
  if (type->op == spv::OpTypeBool) return "test";
  if (type->op == spv::OpTypeInt) return "index";
  if (value.op == spv::OpDPdx) return "dx";
  if (value.op == spv::OpDPdy) return "dy";
  if (type->op != spv::OpTypeFloat && type->op != spv::OpTypeVector) return {};
  if (target == nullptr || sink.into == 0) return {};
  std::string name(target->name);
  if (sink.lane < 4 && type->op == spv::OpTypeFloat) name += {'_', "xyzw"[sink.lane]};
  return name;
}

std::string ValueNames::take(Id id) {
  std::string name = base_name(id);
  if (name.empty()) return name;
  const ValueNode* target = graph_.find(sinks_[id].into);
  const bool taken = target != nullptr && target->op == spv::OpVariable && target->name == name;
  const std::uint32_t number = used_.try_emplace(name, taken ? 1 : 0).first->second++;
  if (number > 0) name += "_" + std::to_string(number);
  return name;
}

}  // namespace agal::khronos

#include "reflect/usage.hpp"

namespace agal::reflect {
namespace {

using ir::Inst;
using ir::Op;
using ir::Value;

// For each value, the lanes that some instruction uses.
base::Buffer<WriteMask> lanes_taken(const ir::Module& module) {
  base::Buffer<WriteMask> taken(module.body.size(), 0);
  const auto take = [&](Value v, std::uint32_t lane) { taken[ir::index(v)] |= static_cast<WriteMask>(1u << lane); };
  for (const Inst& inst : module.body) {
    if (inst.op == Op::Compose) {
      for (std::uint32_t c = 0; c < inst.type.width; ++c) take(inst.arg(c), ir::lane_at(inst.lanes, c));
    } else if (inst.op == Op::Phi) {
      for (std::uint32_t c = 0; c < inst.type.width; ++c)
        for (std::uint32_t side = 0; side < 2; ++side) take(inst.arg(side), ir::lane_at(inst.phi_lanes(side), c));
    } else {
      ir::for_each_arg(inst, [&](Value v) {
        for (std::uint32_t c = 0; c < module[v].type.width; ++c) take(v, c);
      });
    }
  }
  return taken;
}

void add(base::Buffer<WriteMask>& masks, std::uint32_t number, WriteMask mask) {
  if (number >= masks.size()) masks.resize(number + 1);
  masks[number] |= mask;
}

}  // namespace

Live live_of(const ir::Module& module) {
  Live live;
  const base::Buffer<WriteMask> taken = lanes_taken(module);
  for (std::uint32_t i = 0; i < module.body.size(); ++i) {
    const Inst& inst = module.body[i];
    // A load of width one reads the component that it names.
    const auto mask = inst.type.width == 1 ? static_cast<WriteMask>(1u << ir::lane_at(inst.lanes, 0)) : taken[i];
    if (inst.op == Op::LoadAttribute) add(live.attributes, inst.aux, mask);
    if (inst.op == Op::LoadVarying) add(live.varyings, inst.aux, mask);
    if (inst.op == Op::LoadUniform) live.constants.add(inst.aux);
  }
  return live;
}

}  // namespace agal::reflect

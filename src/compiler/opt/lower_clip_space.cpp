// Converts to the target's clip space. In AGAL, y points up and z is in 0..w.
#include <algorithm>

#include "opt/rewriter.hpp"

namespace agal::opt {
namespace {

// Returns the lanes of a value. The lanes of a composition are the lanes that it combines, as pass fold would make
// them.
std::array<Lane, 4> lanes_of(const ir::Module& module, Value v) {
  const Inst& inst = module[v];
  std::array<Lane, 4> lanes;
  for (std::uint32_t c = 0; c < 4; ++c) {
    const bool composed = inst.op == Op::Compose;
    lanes[c] = {composed ? inst.arg(c) : v, static_cast<std::uint8_t>(composed ? ir::lane_at(inst.lanes, c) : c)};
  }
  return lanes;
}

Value transformed(ir::Builder& builder, Value position, const ClipOptions& options) {
  std::array<Lane, 4> lanes = lanes_of(builder.module(), position);
  if (options.flip_y) lanes[1] = {builder.lanewise(Op::Neg, builder.lane(lanes[1])), 0};
  if (options.negative_one_to_one) {
    const Value z = builder.lane(lanes[2]), w = builder.lane(lanes[3]);
    // 2z as a sum: exact, and without a constant.
    lanes[2] = {builder.lanewise(Op::Sub, builder.lanewise(Op::Add, z, z), w), 0};
  }
  return builder.compose(lanes);
}

// Returns true if an instruction at `from` or later computes the same as an earlier one, in any arm.
bool repeats_value(std::span<const Inst> body, std::uint32_t from) {
  for (std::uint32_t i = from; i < body.size(); ++i) {
    const Inst& inst = body[i];
    const auto same = [&](const Inst& each) { return each.op == inst.op && ir::compute_the_same(each, inst); };
    const std::span<const Inst> before = body.first(i);
    if (inst.is_value() && std::any_of(before.begin(), before.end(), same)) return true;
  }
  return false;
}

}  // namespace

void lower_clip_space(ir::Module& module, const ClipOptions& options) {
  if (!options.flip_y && !options.negative_one_to_one) return;
  // Programs store the position last, so only the instructions from the store on move.
  const auto store = std::find_if(module.body.begin(), module.body.end(),
                                  [](const Inst& inst) { return inst.op == Op::StorePosition; });
  const base::Buffer<Inst> rest(store, module.body.end());
  const auto kept = static_cast<std::uint32_t>(module.body.size() - rest.size());
  module.body.resize(kept);
  module.folded = std::min(module.folded, kept);
  base::Buffer<Value> moved(rest.size());
  ir::Builder builder(module);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    Inst inst = rest[i];
    for (std::uint32_t k = 0; k < inst.arg_count(); ++k)
      if (inst.args[k] >= kept) inst.set_arg(k, moved[inst.args[k] - kept]);
    if (inst.op == Op::StorePosition) inst.set_arg(0, transformed(builder, inst.arg(0), options));
    moved[i] = builder.append(inst);
  }
  module.distinct = module.distinct && !repeats_value(module.body, kept);
}

}  // namespace agal::opt

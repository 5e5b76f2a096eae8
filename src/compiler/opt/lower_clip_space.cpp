// Converts to the target's clip space. In AGAL, y points up and z is in 0..w.
#include <algorithm>

#include "opt/rewriter.hpp"

namespace agal::opt {
namespace {

Value transformed(ir::Builder& builder, Value position, const ClipOptions& options) {
  std::array<Lane, 4> lanes{Lane{position, 0}, Lane{position, 1}, Lane{position, 2}, Lane{position, 3}};
  if (options.flip_y) lanes[1] = {builder.lanewise(Op::Neg, builder.lane({position, 1})), 0};
  if (options.negative_one_to_one) {
    const Value z = builder.lane({position, 2}), w = builder.lane({position, 3});
    // 2z as a sum: exact, and without a constant.
    lanes[2] = {builder.lanewise(Op::Sub, builder.lanewise(Op::Add, z, z), w), 0};
  }
  return builder.compose(lanes);
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
  base::Buffer<Value> moved(rest.size());
  ir::Builder builder(module);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    Inst inst = rest[i];
    for (std::uint32_t k = 0; k < inst.arg_count(); ++k)
      if (inst.args[k] >= kept) inst.set_arg(k, moved[inst.args[k] - kept]);
    if (inst.op == Op::StorePosition) inst.set_arg(0, transformed(builder, inst.arg(0), options));
    moved[i] = builder.append(inst);
  }
}

}  // namespace agal::opt

// Converts to the target's clip space. In AGAL, y points up and z is in 0..w.
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
  Rewriter rewriter(module);
  ir::Builder builder(module);
  rewriter.for_each([&](std::uint32_t, const Inst& old) {
    Inst inst = rewriter.mapped_copy(old);
    if (inst.op == Op::StorePosition) inst.set_arg(0, transformed(builder, inst.arg(0), options));
    return rewriter.append(inst);
  });
}

}  // namespace agal::opt

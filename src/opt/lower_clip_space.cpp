// Converts to the target's clip space. In AGAL, y points up and z is in 0..w.
#include "opt/passes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {

using ir::Inst;
using ir::Lane;
using ir::Op;
using ir::Value;

namespace {

Lane component(ir::Builder& builder, Value position, std::uint8_t c) {
  const Lane lane{position, c};
  return {builder.compose({&lane, 1}), 0};
}

Value transformed(ir::Builder& builder, Value position, const ClipOptions& options) {
  std::array<Lane, 4> lanes{Lane{position, 0}, Lane{position, 1}, Lane{position, 2}, Lane{position, 3}};
  if (options.flip_y) lanes[1] = {builder.lanewise(Op::Neg, component(builder, position, 1).value), 0};
  if (options.negative_one_to_one) {
    const Value z = component(builder, position, 2).value, w = component(builder, position, 3).value;
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
  for (std::uint32_t i = 0; i < rewriter.old().size(); ++i) {
    Inst inst = rewriter.mapped_copy(rewriter.old()[i]);
    if (inst.op == Op::StorePosition) inst.set_arg(0, transformed(builder, inst.arg(0), options));
    rewriter.map(i, rewriter.append(inst));
  }
}

}  // namespace agal::opt

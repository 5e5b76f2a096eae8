// Combines a product with the only sum that uses it into one fused multiply-add.
#include "base/buffer.hpp"
#include "opt/passes.hpp"

namespace agal::opt {
namespace {

// Returns, for each instruction, the number of operands that refer to its value.
base::Buffer<std::uint32_t> count_uses(std::span<const Inst> body) {
  base::Buffer<std::uint32_t> uses(body.size(), 0);
  for (const Inst& inst : body) for_each_arg(inst, [&](Value v) { ++uses[ir::index(v)]; });
  return uses;
}

}  // namespace

bool contract(ir::Module& module) {
  bool changed = false;
  const base::Buffer<std::uint32_t> uses = count_uses(module.body);
  for (Inst& inst : module.body) {
    if (inst.op != Op::Add) continue;
    for (std::uint32_t i = 0; i < 2; ++i) {
      const Inst& product = module[inst.arg(i)];
      if (product.op != Op::Mul || uses[ir::index(inst.arg(i))] != 1) continue;
      const Value rest = inst.arg(1 - i);
      inst.op = Op::Fma;
      inst.set_arg(0, product.arg(0));
      inst.set_arg(1, product.arg(1));
      inst.set_arg(2, rest);
      changed = true;
      break;
    }
  }
  if (changed) module.folded = 0;
  return changed;
}

}  // namespace agal::opt

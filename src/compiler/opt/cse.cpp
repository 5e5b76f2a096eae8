// Common subexpression elimination, by hashing, scope by scope.
#include "ir/available_values.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {
namespace {

// Returns true if a composition is equal to its first operand. This happens when operands turn out to be the same
// value.
bool is_whole(const ir::Module& module, const Inst& inst) {
  if (inst.op != Op::Compose || !ir::same_lanes(inst.lanes, ir::identity_lanes, inst.type.width)) return false;
  return module[inst.arg(0)].type == inst.type && ir::one_source(inst);
}

bool is_candidate(const Inst& inst) { return inst.is_value() && inst.op != Op::Phi; }

}  // namespace

void eliminate_common_subexpressions(ir::Module& module) {
  if (module.distinct) return;
  Compactor list(module);
  ir::AvailableValues available(list.size());
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const Inst& inst = list.next(i);
    if (inst.op == Op::Else || inst.op == Op::EndIf) available.leave();
    if (inst.op == Op::If || inst.op == Op::Else) available.enter();
    if (!is_candidate(inst)) {
      list.keep(i);
      continue;
    }
    if (is_whole(module, inst)) {
      list.replace(i, inst.arg(0));
      continue;
    }
    const Value same = available.find_or_add(module.body, inst, static_cast<Value>(list.kept()));
    if (same == Value::None) {
      list.keep(i);
      continue;
    }
    if (!list[same].hint.present()) list[same].hint = inst.hint;
    list.replace(i, same);
  }
  list.finish();
  module.distinct = true;
}

}  // namespace agal::opt

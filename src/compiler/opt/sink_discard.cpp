// Moves kills after the last derivative. A kill ends its pixel at once, which makes all later derivatives of its
// neighbors in the quad undefined. AGAL has no side effects except its outputs, so a kill may be delayed.
#include <utility>

#include "ir/structure.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {
namespace {

class Sink {
 public:
  explicit Sink(ir::Module& module)
      : rewriter_(module), builder_(module), structure_(ir::find_structure(rewriter_.old())) {}

  void run(std::uint32_t target) {
    killed_ = builder_.bool_constant(false);
    none_ = killed_;
    for (std::uint32_t i = 0; i < rewriter_.old().size(); ++i) {
      const Inst inst = rewriter_.mapped_copy(rewriter_.old()[i]);
      if (inst.op == Op::Kill && i < target) {
        killed_ = killed_ == none_ ? inst.arg(0) : builder_.lanewise(Op::Or, killed_, inst.arg(0));
      } else {
        rewriter_.map(i, rewriter_.append(inst));
        follow(i, inst.op);
      }
      // Phis stay together after their end-if.
      const bool phi_follows = i + 1 < rewriter_.old().size() && rewriter_.old()[i + 1].op == Op::Phi;
      if (i >= target && !done_ && !phi_follows) {
        done_ = true;
        if (killed_ != none_) builder_.make(Op::Kill, {}, {killed_});
      }
    }
  }

 private:
  // At each marker that ends an arm, `killed_` is the condition at the end of this arm. `others_` has the condition at
  // the end of the other arm, or before the `if` until its first arm has ended.
  void follow(std::uint32_t i, Op op) {
    if (op == Op::If) others_.push_back(killed_);
    if (op == Op::Else) std::swap(killed_, others_.back());
    if (op != Op::EndIf) return;
    const Value other = others_.back();
    others_.pop_back();
    if (killed_ == other) return;
    const std::uint32_t operand = ir::arm_end(rewriter_.old(), structure_, i)->operand;
    Inst phi;
    phi.op = Op::Phi;
    phi.type = ir::bool_type(1);
    phi.set_arg(operand, killed_);
    phi.set_arg(1 - operand, other);
    phi.token = rewriter_.old()[i].token;
    killed_ = builder_.append(phi);
  }

  Rewriter rewriter_;
  ir::Builder builder_;
  ir::Structure structure_;
  base::Buffer<Value> others_;  // one element for each open `if`
  Value killed_ = Value::None, none_ = Value::None;
  bool done_ = false;
};

}  // namespace

bool sink_discards(ir::Module& module) {
  // Find the last derivative, or the end of the outermost if around it, and determine whether a kill precedes it.
  std::uint32_t depth = 0, target = 0;
  bool kills = false, pending = false, needed = false;
  for (std::uint32_t i = 0; i < module.body.size(); ++i) {
    const Op op = module.body[i].op;
    depth += op == Op::If;
    depth -= op == Op::EndIf;
    kills |= op == Op::Kill;
    pending |= ir::takes_derivative(op);
    if (pending && depth == 0) {
      pending = false;
      needed = kills;
      target = i;
    }
  }
  if (needed) Sink(module).run(target);
  return needed;
}

}  // namespace agal::opt

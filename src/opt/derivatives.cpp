// Derivatives across the pixel quad are defined only where all four pixels run. In a branch that depends on anything
// but constants they are not, so what takes a derivative moves above the branch: everything AGAL computes is free of
// effects and may be computed for all pixels.
#include <cmath>
#include <map>

#include "opt/passes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {

using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Value;

namespace {

// For each phi the condition of its if.
base::Buffer<Value> find_conditions(std::span<const Inst> body) {
  base::Buffer<Value> condition(body.size(), Value::None);
  base::Buffer<Value> open;
  Value closed = Value::None;
  for (std::uint32_t i = 0; i < body.size(); ++i) {
    if (body[i].op == Op::If) open.push_back(body[i].arg(0));
    if (body[i].op == Op::EndIf) {
      closed = open.back();
      open.pop_back();
    }
    if (body[i].op == Op::Phi) condition[i] = closed;
  }
  return condition;
}

// Which values are the same for all pixels of a draw: those made of constants and uniforms alone.
base::Buffer<std::uint8_t> find_uniform(std::span<const Inst> body, std::span<const Value> condition) {
  base::Buffer<std::uint8_t> uniform(body.size(), 0);
  for (std::uint32_t i = 0; i < body.size(); ++i) {
    const Inst& inst = body[i];
    bool same = ir::kind(inst.op) != Kind::Input || inst.op == Op::LoadUniform;
    same = same && !ir::is_sample(inst.op);
    for_each_arg(inst, [&](Value v) { same = same && uniform[ir::index(v)] != 0; });
    if (inst.op == Op::Phi) same = same && uniform[ir::index(condition[i])] != 0;
    uniform[i] = same ? 1 : 0;
  }
  return uniform;
}

class Hoist {
 public:
  Hoist(ir::Module& module, bool explicit_gradients)
      : rewriter_(module),
        builder_(module),
        condition_(find_conditions(rewriter_.old())),
        uniform_(find_uniform(rewriter_.old(), condition_)),
        needed_(rewriter_.old().size(), 0),
        hoisted_(rewriter_.old().size(), Value::None),
        gradients_(explicit_gradients) {}

  /// Returns whether there was anything to move.
  bool run() {
    for (std::uint32_t i = 0; i < rewriter_.old().size(); ++i) {
      const Inst& old = rewriter_.old()[i];
      const bool varying_if = old.op == Op::If && uniform_[ir::index(old.arg(0))] == 0;
      if (old.op == Op::If) {
        if (varying_if && depth_ == 0) hoist_all(i);
        if (varying_if || depth_ > 0) ++depth_;
      }
      if (old.op == Op::EndIf && depth_ > 0) --depth_;
      rewriter_.map(i, rebuilt(i, old));
    }
    return changed_;
  }

 private:
  std::uint32_t end_of(std::uint32_t start) const {
    std::uint32_t depth = 0, i = start;
    for (;; ++i) {
      depth += rewriter_.old()[i].op == Op::If;
      if (rewriter_.old()[i].op == Op::EndIf && --depth == 0) return i;
    }
  }

  bool keeps_its_place(const Inst& inst) const { return gradients_ && ir::is_sample(inst.op); }

  // Computes above the if at `start` what the derivatives inside it need. A walk backwards finds what that is, one
  // forwards makes it: neither may recurse, for a chain of operands can be as long as the program.
  void hoist_all(std::uint32_t start) {
    start_ = start;
    known_.clear();
    const std::uint32_t end = end_of(start);
    for (std::uint32_t i = end; i-- > start;) find_needed(i, rewriter_.old()[i]);
    for (std::uint32_t i = start; i < end; ++i) {
      const Inst& inst = rewriter_.old()[i];
      if (needed_[i] != 0)
        hoisted_[i] = copy(i, inst);
      else if (ir::takes_derivative(inst.op))
        gradients_of(inst);
      changed_ = changed_ || ir::takes_derivative(inst.op);
    }
  }

  void need(Value v) {
    if (ir::index(v) >= start_) needed_[ir::index(v)] = 1;
  }

  void find_needed(std::uint32_t i, const Inst& inst) {
    if (ir::takes_derivative(inst.op)) {
      // A fetch that another one waits for moves as a whole.
      if (keeps_its_place(inst) && needed_[i] == 0) return need(inst.arg(0));
      needed_[i] = 1;
    }
    if (needed_[i] == 0) return;
    for_each_arg(inst, [&](Value v) { need(v); });
    if (inst.op == Op::Phi) need(condition_[i]);
  }

  // What became of a value above the if: itself where it was made there, else its copy.
  Value hoisted(Value v) const { return ir::index(v) < start_ ? rewriter_.mapped(v) : hoisted_[ir::index(v)]; }

  Value copy(std::uint32_t i, Inst inst) {
    if (inst.op == Op::Phi) return select(i, inst);
    for (std::uint32_t a = 0; a < inst.arg_count(); ++a) inst.set_arg(a, hoisted(inst.arg(a)));
    return append_folded(rewriter_.module(), inst);
  }

  Value lanes_of(Value v, ir::Lanes lanes, std::uint8_t width, std::uint32_t token) {
    Inst inst;
    inst.op = Op::Compose;
    inst.type = {rewriter_.module()[v].type.scalar, width};
    inst.lanes = lanes;
    inst.token = token;
    for (std::uint32_t c = 0; c < width; ++c) inst.set_arg(c, v);
    return append_folded(rewriter_.module(), inst);
  }

  // Above the if both arms are computed, so what they merge is selected.
  Value select(std::uint32_t i, const Inst& phi) {
    const std::uint8_t width = phi.type.width;
    Inst inst;
    inst.op = Op::Select;
    inst.type = phi.type;
    inst.token = phi.token;
    inst.hint = phi.hint;
    inst.set_arg(0, lanes_of(hoisted(condition_[i]), 0, width, phi.token));
    inst.set_arg(1, lanes_of(hoisted(phi.arg(0)), phi.lanes, width, phi.token));
    inst.set_arg(2, lanes_of(hoisted(phi.arg(1)), phi.lanes2, width, phi.token));
    return append_folded(rewriter_.module(), inst);
  }

  struct Gradients {
    Value coordinate, x, y;
  };

  // The level that a bias of b adds is a factor of 2^b on both gradients.
  Value derivative(Op op, const Inst& fetch, Value coordinate) {
    Inst inst;
    inst.op = op;
    inst.type = rewriter_.module()[coordinate].type;
    inst.set_arg(0, coordinate);
    inst.token = fetch.token;
    const Value plain = rewriter_.append(inst);
    if (fetch.op != Op::SampleBias) return plain;
    const float bias = std::bit_cast<float>(rewriter_.old(fetch.arg(1)).args[0]);
    return builder_.make(Op::Scale, inst.type, {plain, builder_.constant(std::exp2(bias))});
  }

  // One pair of derivatives serves all fetches at this coordinate with this bias.
  const Gradients& gradients_of(const Inst& fetch) {
    const bool biased = fetch.op == Op::SampleBias;
    const std::pair key(fetch.arg(0), biased ? rewriter_.old(fetch.arg(1)).args[0] : 0u);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    const Value at = hoisted(fetch.arg(0));
    const Value x = derivative(Op::DerivativeX, fetch, at);
    const Value y = derivative(Op::DerivativeY, fetch, at);
    return known_.emplace(key, Gradients{at, x, y}).first->second;
  }

  Value rebuilt(std::uint32_t i, const Inst& old) {
    if (depth_ > 0 && hoisted_[i] != Value::None) return hoisted_[i];
    if (depth_ == 0 || !ir::takes_derivative(old.op)) {
      rewriter_.carry(old);
      return rewriter_.last();
    }
    const Gradients& gradients = gradients_of(old);
    Inst inst = old;
    inst.op = Op::SampleGrad;
    inst.set_arg(0, gradients.coordinate);
    inst.set_arg(1, gradients.x);
    inst.set_arg(2, gradients.y);
    return rewriter_.append(inst);
  }

  Rewriter rewriter_;
  ir::Builder builder_;
  base::Buffer<Value> condition_;       // of a phi: its if's
  base::Buffer<std::uint8_t> uniform_;  // whether the value is the same for all pixels
  base::Buffer<std::uint8_t> needed_;   // whether a derivative depends on it
  base::Buffer<Value> hoisted_;         // copies above the current if, by old index
  std::map<std::pair<Value, std::uint32_t>, Gradients> known_;
  bool gradients_;
  bool changed_ = false;
  std::uint32_t start_ = 0;
  std::uint32_t depth_ = 0;  // of ifs whose condition is not uniform, and ifs inside those
};

bool has_derivative_in_branch(const ir::Module& module) {
  std::uint32_t depth = 0;
  for (const Inst& inst : module.body) {
    depth += inst.op == Op::If;
    depth -= inst.op == Op::EndIf;
    if (depth > 0 && ir::takes_derivative(inst.op)) return true;
  }
  return false;
}

}  // namespace

bool define_derivatives(ir::Module& module, bool explicit_gradients) {
  if (!has_derivative_in_branch(module)) return false;
  return Hoist(module, explicit_gradients).run();
}

}  // namespace agal::opt

// Derivatives across the pixel quad are defined only where all four pixels run. In a branch that depends on anything
// but constants they are not, so what takes a derivative moves above the branch: everything AGAL computes is free of
// effects and may be computed for all pixels.
#include <cmath>

#include "opt/passes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {

using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Value;

namespace {

// Which values are the same for all pixels of a draw: those made of constants and uniforms alone.
std::vector<std::uint8_t> find_uniform(std::span<const Inst> body) {
  std::vector<std::uint8_t> uniform(body.size(), 0);
  std::vector<Value> conditions;
  Value closed = Value::None;
  for (std::uint32_t i = 0; i < body.size(); ++i) {
    const Inst& inst = body[i];
    if (inst.op == Op::If) conditions.push_back(inst.arg(0));
    if (inst.op == Op::EndIf) {
      closed = conditions.back();
      conditions.pop_back();
    }
    bool same = ir::info(inst.op).kind != Kind::Input || inst.op == Op::LoadUniform;
    same = same && !ir::is_sample(inst.op);
    for_each_arg(inst, [&](Value v) { same = same && uniform[ir::index(v)] != 0; });
    if (inst.op == Op::Phi) same = same && uniform[ir::index(closed)] != 0;
    uniform[i] = same ? 1 : 0;
  }
  return uniform;
}

class Hoist {
 public:
  Hoist(ir::Module& module, bool explicit_gradients)
      : rewriter_(module), builder_(module), uniform_(find_uniform(rewriter_.old())), gradients_(explicit_gradients) {
    hoisted_.assign(rewriter_.old().size(), Value::None);
    condition_.assign(rewriter_.old().size(), Value::None);
    find_conditions();
  }

  void run() {
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
  }

 private:
  // For each phi the condition of its if.
  void find_conditions() {
    std::vector<Value> open;
    Value closed = Value::None;
    for (std::uint32_t i = 0; i < rewriter_.old().size(); ++i) {
      const Inst& inst = rewriter_.old()[i];
      if (inst.op == Op::If) open.push_back(inst.arg(0));
      if (inst.op == Op::EndIf) {
        closed = open.back();
        open.pop_back();
      }
      if (inst.op == Op::Phi) condition_[i] = closed;
    }
  }

  // Computes above the if at `start` what the derivatives inside it need.
  void hoist_all(std::uint32_t start) {
    start_ = start;
    known_.clear();
    std::uint32_t depth = 0;
    for (std::uint32_t i = start; i < rewriter_.old().size(); ++i) {
      const Inst& inst = rewriter_.old()[i];
      depth += inst.op == Op::If;
      if (inst.op == Op::EndIf && --depth == 0) return;
      if (!ir::takes_derivative(inst.op)) continue;
      const bool fetch = ir::is_sample(inst.op);
      if (fetch && gradients_)
        gradients_of(inst);
      else
        hoisted(static_cast<Value>(i));
    }
  }

  // The value as it is above the if: itself where it was made there, else a copy.
  Value hoisted(Value v) {
    if (ir::index(v) < start_) return rewriter_.mapped(v);
    Value& copy = hoisted_[ir::index(v)];
    if (copy != Value::None) return copy;
    Inst inst = rewriter_.old(v);
    if (inst.op == Op::Phi) return copy = select(v, inst);
    if (ir::info(inst.op).kind != Kind::Constant)
      for (std::uint32_t a = 0; a < inst.arg_count(); ++a) inst.set_arg(a, hoisted(inst.arg(a)));
    return copy = append_folded(rewriter_.module(), inst);
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
  Value select(Value v, const Inst& phi) {
    const std::uint8_t width = phi.type.width;
    Inst inst;
    inst.op = Op::Select;
    inst.type = phi.type;
    inst.token = phi.token;
    inst.hint = phi.hint;
    inst.set_arg(0, lanes_of(hoisted(condition_[ir::index(v)]), 0, width, phi.token));
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

  const Gradients& gradients_of(const Inst& fetch) {
    const Value key = fetch.arg(0);
    const Value bias = fetch.op == Op::SampleBias ? fetch.arg(1) : Value::None;
    for (const auto& known : known_)
      if (known.first == std::pair(key, bias)) return known.second;
    const Value at = hoisted(key);
    const Value x = derivative(Op::DerivativeX, fetch, at);
    const Value y = derivative(Op::DerivativeY, fetch, at);
    known_.push_back({{key, bias}, {at, x, y}});
    return known_.back().second;
  }

  Value rebuilt(std::uint32_t i, const Inst& old) {
    if (depth_ > 0 && hoisted_[i] != Value::None && ir::takes_derivative(old.op)) return hoisted_[i];
    const bool fetch = old.op == Op::Sample || old.op == Op::SampleBias;
    if (depth_ == 0 || !fetch) return rewriter_.append(rewriter_.translated(old));
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
  std::vector<std::uint8_t> uniform_;
  std::vector<Value> hoisted_;    // copies above the current if, by old index
  std::vector<Value> condition_;  // of a phi: its if's
  std::vector<std::pair<std::pair<Value, Value>, Gradients>> known_;
  bool gradients_;
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
  Hoist(module, explicit_gradients).run();
  return true;
}

}  // namespace agal::opt

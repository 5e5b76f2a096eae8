// Moves operations that take a derivative above non-uniform branches. Derivatives across the pixel quad are defined
// only if all four pixels run, which is not guaranteed inside such a branch. All computations in AGAL are free of side
// effects, so they may be executed for all pixels.
#include <cmath>

#include "ir/structure.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {
namespace {

// Returns, for each instruction, 1 if the value is the same for all pixels of a draw call, because it depends only on
// constants and uniforms. For a phi, its condition must also be uniform.
base::Buffer<std::uint8_t> find_uniform(std::span<const Inst> body, const ir::Structure& structure) {
  base::Buffer<std::uint8_t> uniform(body.size(), 0);
  for (std::uint32_t i = 0; i < body.size(); ++i) {
    const Inst& inst = body[i];
    bool same = ir::kind(inst.op) != Kind::Input || inst.op == Op::LoadUniform;
    same = same && !ir::is_sample(inst.op);
    for_each_arg(inst, [&](Value v) { same = same && uniform[ir::index(v)] != 0; });
    if (inst.op == Op::Phi) same = same && uniform[ir::index(ir::condition_of_phi(body, structure, i))] != 0;
    uniform[i] = same ? 1 : 0;
  }
  return uniform;
}

class Hoist {
 public:
  Hoist(ir::Module& module, bool explicit_gradients)
      : rewriter_(module),
        builder_(module),
        structure_(ir::find_structure(rewriter_.old())),
        uniform_(find_uniform(rewriter_.old(), structure_)),
        needed_(rewriter_.old().size(), 0),
        hoisted_(rewriter_.old().size(), Value::None),
        known_at_(rewriter_.old().size(), none),
        gradients_(explicit_gradients) {}

  /// Returns true if anything was moved.
  bool run() {
    rewriter_.for_each([&](std::uint32_t i, const Inst& old) {
      const bool varying_if = old.op == Op::If && uniform_[ir::index(old.arg(0))] == 0;
      if (old.op == Op::If) {
        if (varying_if && depth_ == 0) hoist_all(i);
        if (varying_if || depth_ > 0) ++depth_;
      }
      if (old.op == Op::EndIf && depth_ > 0) --depth_;
      return rebuilt(i, old);
    });
    return changed_;
  }

 private:
  bool stays_in_place(const Inst& inst) const { return gradients_ && ir::is_sample(inst.op); }

  // Moves all derivatives inside the if at `start` above the if, with the values that they depend on. A backward walk
  // finds these values, and a forward walk copies them. Neither walk may recurse, because a chain of operands can be as
  // long as the program.
  void hoist_all(std::uint32_t start) {
    start_ = start;
    forget_gradients();
    const std::uint32_t end = structure_[start].end;
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
      // If no moved instruction depends on the fetch, only its coordinate moves. Otherwise, the whole fetch moves.
      if (stays_in_place(inst) && needed_[i] == 0) return need(inst.arg(0));
      needed_[i] = 1;
    }
    if (needed_[i] == 0) return;
    for_each_arg(inst, [&](Value v) { need(v); });
    if (inst.op == Op::Phi) need(condition_of(i));
  }

  // Returns the value above the if: the value itself if it was computed there, otherwise its copy.
  Value hoisted(Value v) const { return ir::index(v) < start_ ? rewriter_.mapped(v) : hoisted_[ir::index(v)]; }

  Value copy(std::uint32_t i, Inst inst) {
    for (std::uint32_t a = 0; a < inst.arg_count(); ++a) inst.set_arg(a, hoisted(inst.arg(a)));
    // Above the if both arms are computed, so a merge becomes a select.
    if (inst.op == Op::Phi) return append_select(rewriter_.module(), inst, hoisted(condition_of(i)));
    return append_folded(rewriter_.module(), inst);
  }

  Value condition_of(std::uint32_t phi) const { return ir::condition_of_phi(rewriter_.old(), structure_, phi); }

  struct Gradients {
    Value coordinate, x, y;
  };
  static constexpr std::uint32_t none = 0xffff'ffff;
  struct Known {
    std::uint32_t coordinate, bias;  // coordinate: index of the old value; bias: bits of a float
    std::uint32_t next;              // index in `known_` of the next entry with the same coordinate
    Gradients gradients;
  };

  // Appends a derivative of a coordinate. A bias of b on the level becomes a factor of 2^b on both gradients.
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

  // Returns the derivatives for a fetch. All fetches with the same coordinate and bias share one pair of derivatives.
  Gradients gradients_of(const Inst& fetch) {
    const std::uint32_t bias = fetch.op == Op::SampleBias ? rewriter_.old(fetch.arg(1)).args[0] : 0;
    for (std::uint32_t k = known_at_[fetch.args[0]]; k != none; k = known_[k].next)
      if (known_[k].bias == bias) return known_[k].gradients;
    const Value at = hoisted(fetch.arg(0));
    const Value x = derivative(Op::DerivativeX, fetch, at);
    const Value y = derivative(Op::DerivativeY, fetch, at);
    const Gradients made{at, x, y};
    known_.push_back({fetch.args[0], bias, known_at_[fetch.args[0]], made});
    known_at_[fetch.args[0]] = static_cast<std::uint32_t>(known_.size() - 1);
    return made;
  }

  void forget_gradients() {
    for (const Known& known : known_) known_at_[known.coordinate] = none;
    known_.clear();
  }

  Value rebuilt(std::uint32_t i, const Inst& old) {
    if (depth_ > 0 && hoisted_[i] != Value::None) return hoisted_[i];
    if (depth_ == 0 || !ir::takes_derivative(old.op)) return rewriter_.append_mapped(old);
    const Gradients gradients = gradients_of(old);
    Inst inst = old;
    inst.op = Op::SampleGrad;
    inst.set_arg(0, gradients.coordinate);
    inst.set_arg(1, gradients.x);
    inst.set_arg(2, gradients.y);
    return rewriter_.append(inst);
  }

  Rewriter rewriter_;
  ir::Builder builder_;
  ir::Structure structure_;
  base::Buffer<std::uint8_t> uniform_;    // whether the value is the same for all pixels
  base::Buffer<std::uint8_t> needed_;     // whether a derivative depends on the value
  base::Buffer<Value> hoisted_;           // copies above the current if, by old index
  base::Buffer<Known> known_;             // the gradients above the current if
  base::Buffer<std::uint32_t> known_at_;  // indexed by coordinate: the index in `known_` of its newest entry
  bool gradients_;
  bool changed_ = false;
  std::uint32_t start_ = 0;
  std::uint32_t depth_ = 0;  // the number of open ifs that are non-uniform or inside a non-uniform if
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

bool hoist_derivatives(ir::Module& module, bool explicit_gradients) {
  if (!has_derivative_in_branch(module)) return false;
  return Hoist(module, explicit_gradients).run();
}

}  // namespace agal::opt

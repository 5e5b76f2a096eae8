// Splits operations that one instruction of SPIR-V cannot express: a composition of parts of several vectors, and the
// lanes that a phi selects. This is done in the IR, not in the emitter, so that CSE finds equal parts.
#include <algorithm>

#include "ir/structure.hpp"
#include "opt/passes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {

using ir::Inst;
using ir::Op;
using ir::Value;

namespace {

// Number of consecutive lanes from `i` on that come from one value.
std::uint32_t run_length(const Inst& inst, std::uint32_t i) {
  std::uint32_t length = 1;
  while (i + length < inst.type.width && inst.arg(i + length) == inst.arg(i)) ++length;
  return length;
}

// Whether one instruction is enough: an extraction, or a shuffle if all lanes come from one or two vectors.
bool is_single(const ir::Module& module, const Inst& inst, Form form) {
  if (inst.type.width == 1) return true;
  std::array<Value, 2> sources{inst.arg(0), inst.arg(0)};
  for (std::uint32_t c = 0; c < inst.type.width; ++c) {
    const Value v = inst.arg(c);
    if (module[v].type.width == 1) return false;
    if (v == sources[0] || v == sources[1]) continue;
    if (sources[1] != sources[0]) return false;
    sources[1] = v;
  }
  return sources[0] == sources[1] || form == Form::Compact || run_length(inst, 0) == 1;
}

bool needs_split(const ir::Module& module, Form form) {
  return std::any_of(module.body.begin(), module.body.end(), [&](const Inst& inst) {
    if (inst.op == Op::Phi) return true;
    if (inst.op != Op::Compose || is_single(module, inst, form)) return false;
    return std::any_of(inst.args.begin(), inst.args.begin() + inst.type.width,
                       [&](std::uint32_t arg) { return module.body[arg].type.width > 1; });
  });
}

class Split {
 public:
  Split(ir::Module& module, Form form)
      : rewriter_(module),
        structure_(ir::find_structure(rewriter_.old())),
        operands_(rewriter_.old().size()),
        form_(form) {}

  void run() {
    for (std::uint32_t i = 0; i < rewriter_.old().size(); ++i) {
      const Inst& old = rewriter_.old()[i];
      if (old.op == Op::If && !structure_[i].has_else()) phi_operands(i, 1);
      if (old.op == Op::Else) phi_operands(structure_[i].start, 0);
      if (old.op == Op::EndIf) phi_operands(structure_[i].start, structure_[structure_[i].start].has_else() ? 1 : 0);
      rewriter_.map(i, rebuilt(i, old));
    }
  }

 private:
  // The operands of a phi, made explicit.
  struct Operands {
    std::array<Value, 2> sides{Value::None, Value::None};
  };

  // Makes operand `side` of the phis of the if at `start`, at the end of the arm that it comes from.
  void phi_operands(std::uint32_t start, std::uint32_t side) {
    for (std::uint32_t p = structure_[start].end + 1; p < operands_.size() && rewriter_.old()[p].op == Op::Phi; ++p) {
      const Inst& phi = rewriter_.old()[p];
      Inst part;
      part.op = Op::Compose;
      part.type = phi.type;
      part.lanes = side == 0 ? phi.lanes : phi.lanes2;
      part.token = phi.token;
      for (std::uint32_t c = 0; c < phi.type.width; ++c) part.set_arg(c, rewriter_.mapped(phi.arg(side)));
      operands_[p].sides[side] = append_folded(rewriter_.module(), part);
    }
  }

  Value rebuilt(std::uint32_t i, const Inst& old) {
    if (old.op == Op::Phi) {
      Inst phi = old;
      phi.lanes = phi.lanes2 = ir::identity_lanes;
      for (std::uint32_t side = 0; side < 2; ++side) phi.set_arg(side, operands_[i].sides[side]);
      return rewriter_.append(phi);
    }
    if (old.op == Op::Compose) return compose(rewriter_.mapped_copy(old));
    rewriter_.append_mapped(old);
    return rewriter_.last();
  }

  // ---- compositions

  Value compose(Inst inst) {
    if (is_single(rewriter_.module(), inst, form_)) return rewriter_.append(inst);
    for (std::uint32_t i = 0; i < inst.type.width;) {
      const std::uint32_t length = run_length(inst, i);
      const Value source = inst.arg(i);
      if (rewriter_.module()[source].type.width > 1) {
        Inst part;
        part.op = Op::Compose;
        part.type = {inst.type.scalar, static_cast<std::uint8_t>(length)};
        part.token = inst.token;
        part.lanes = static_cast<ir::Lanes>(inst.lanes >> (2 * i));
        for (std::uint32_t c = 0; c < length; ++c) part.set_arg(c, source);
        const Value made = append_folded(rewriter_.module(), part);
        for (std::uint32_t c = 0; c < length; ++c) {
          inst.set_arg(i + c, made);
          inst.lanes = ir::with_lane(inst.lanes, i + c, c);
        }
      }
      i += length;
    }
    return rewriter_.append(inst);
  }

  Rewriter rewriter_;
  ir::Structure structure_;
  base::Buffer<Operands> operands_;
  Form form_;
};

}  // namespace

void lower_composites(ir::Module& module, Form form) {
  if (needs_split(module, form)) Split(module, form).run();
}

}  // namespace agal::opt

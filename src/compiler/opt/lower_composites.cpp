// Splits operations that one instruction of SPIR-V cannot express: a composition of parts of several vectors, and the
// lanes that a phi selects. This is done in the IR, not in the emitter, so that CSE finds equal parts. Our own text can
// express any composition, so for text this pass only makes the operands of phis whole values, and joins the phis of a
// register.
#include <algorithm>
#include <utility>

#include "ir/structure.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {
namespace {

// Returns the number of consecutive lanes from `i` on that come from one value.
std::uint32_t run_length(const Inst& inst, std::uint32_t i) {
  std::uint32_t length = 1;
  while (i + length < inst.type.width && inst.arg(i + length) == inst.arg(i)) ++length;
  return length;
}

// Returns true if one instruction is enough: an extraction, or a shuffle if all lanes come from one or two vectors.
bool is_single(const ir::Module& module, const Inst& inst) {
  return inst.type.width == 1 || ir::shuffled_vectors(module, inst);
}

bool reads_vectors(const ir::Module& module, const Inst& inst) {
  return std::any_of(inst.args.begin(), inst.args.begin() + inst.type.width,
                     [&](std::uint32_t arg) { return module.body[arg].type.width > 1; });
}

bool needs_split(const ir::Module& module, Form form) {
  if (form == Form::Text && !module.has_ifs) return false;
  for (const Inst& inst : module.body) {
    if (inst.op == Op::Phi) return true;
    if (form == Form::Text || inst.op != Op::Compose) continue;
    if (!is_single(module, inst) && reads_vectors(module, inst)) return true;
  }
  return false;
}

class Split {
 public:
  Split(ir::Module& module, Form form)
      : rewriter_(module),
        structure_(ir::find_structure(rewriter_.old())),
        merged_(rewriter_.old().size()),
        form_(form) {
    for (std::uint32_t i = 0; i < merged_.size(); ++i)
      if (rewriter_.old()[i].op == Op::EndIf) group_phis(i + 1);
  }

  void run() {
    for (std::uint32_t i = 0; i < merged_.size(); ++i) {
      const Inst& old = rewriter_.old()[i];
      if (const auto arm = ir::arm_end(rewriter_.old(), structure_, i)) phi_operands(*arm);
      if (old.op != Op::Phi) rewriter_.map(i, rebuilt(old));
      if (old.op == Op::EndIf) phis(i + 1);
    }
  }

 private:
  // The replacement of a phi: `width` lanes, beginning at `first`, of the phi at `leader`. The operands are known when
  // the arms are rewritten.
  struct Merged {
    std::uint32_t leader = 0;
    std::uint8_t first = 0, width = 0;
    std::array<Value, 2> sides{Value::None, Value::None};
  };

  bool is_phi(std::uint32_t p) const { return p < merged_.size() && rewriter_.old()[p].op == Op::Phi; }

  // Returns true if a phi joins the phi at `leader`: text has one variable for all parts of a register that an if
  // merges.
  bool joins(std::uint32_t leader, const Inst& phi) const {
    const Inst& first = rewriter_.old()[leader];
    return form_ == Form::Text && merged_[leader].leader == leader && first.hint.present() && first.hint == phi.hint &&
           first.type.scalar == phi.type.scalar && merged_[leader].width + phi.type.width <= 4;
  }

  void group_phis(std::uint32_t begin) {
    for (std::uint32_t p = begin; is_phi(p); ++p) {
      const Inst& phi = rewriter_.old()[p];
      std::uint32_t leader = begin;
      while (leader < p && !joins(leader, phi)) ++leader;
      merged_[p].leader = leader;
      merged_[p].first = merged_[leader].width;
      merged_[leader].width = static_cast<std::uint8_t>(merged_[leader].width + phi.type.width);
    }
  }

  // Appends, at the end of an arm, the operands that phis take from it.
  void phi_operands(ir::ArmEnd arm) {
    for (std::uint32_t p = arm.end_if + 1; is_phi(p); ++p) {
      if (merged_[p].leader != p) continue;
      Inst whole;
      whole.op = Op::Compose;
      whole.type = {rewriter_.old()[p].type.scalar, merged_[p].width};
      whole.token = rewriter_.old()[p].token;
      for (std::uint32_t member = p; is_phi(member); ++member) {
        if (merged_[member].leader != p) continue;
        const Inst& phi = rewriter_.old()[member];
        for (std::uint32_t c = 0; c < phi.type.width; ++c) {
          whole.set_arg(merged_[member].first + c, rewriter_.mapped(phi.arg(arm.operand)));
          const std::uint32_t lane = ir::lane_at(phi.phi_lanes(arm.operand), c);
          whole.lanes = ir::with_lane(whole.lanes, merged_[member].first + c, lane);
        }
      }
      merged_[p].sides[arm.operand] = append_folded(rewriter_.module(), whole);
    }
  }

  // Appends the phis, then extracts the lanes of phis that were joined.
  void phis(std::uint32_t begin) {
    for (std::uint32_t p = begin; is_phi(p); ++p) {
      if (merged_[p].leader != p) continue;
      Inst phi = rewriter_.old()[p];
      phi.type.width = merged_[p].width;
      phi.lanes = phi.lanes2 = ir::identity_lanes;
      for (std::uint32_t side = 0; side < 2; ++side) phi.set_arg(side, merged_[p].sides[side]);
      rewriter_.map(p, rewriter_.append(phi));
    }
    for (std::uint32_t p = begin; is_phi(p); ++p) {
      const std::uint32_t leader = merged_[p].leader;
      const Inst& old = rewriter_.old()[p];
      if (old.type.width == merged_[leader].width) continue;
      leaders_.push_back({p, rewriter_.mapped(static_cast<Value>(leader))});
    }
    for (const auto& [p, whole] : leaders_) {
      const Inst& old = rewriter_.old()[p];
      const auto lanes = static_cast<Lanes>(ir::identity_lanes >> (2 * merged_[p].first));
      rewriter_.map(p, rewriter_.append(ir::swizzle(rewriter_.module(), whole, lanes, old.type.width, old.token)));
    }
    leaders_.clear();
  }

  Value rebuilt(const Inst& old) {
    return old.op == Op::Compose ? compose(rewriter_.mapped_copy(old)) : rewriter_.append_mapped(old);
  }

  // ---- compositions

  Value compose(Inst inst) {
    if (form_ == Form::Text) return append_folded(rewriter_.module(), inst);
    if (is_single(rewriter_.module(), inst)) return rewriter_.append(inst);
    for (std::uint32_t i = 0; i < inst.type.width;) {
      const std::uint32_t length = run_length(inst, i);
      const Value source = inst.arg(i);
      if (rewriter_.module()[source].type.width > 1) {
        const auto lanes = static_cast<Lanes>(inst.lanes >> (2 * i));
        const Inst part = ir::swizzle(rewriter_.module(), source, lanes, length, inst.token);
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
  base::Buffer<Merged> merged_;
  base::Buffer<std::pair<std::uint32_t, Value>> leaders_;  // phis that became parts of a wider phi, and the wider phi
  Form form_;
};

}  // namespace

bool lower_composites(ir::Module& module, Form form) {
  if (!needs_split(module, form)) return false;
  Split(module, form).run();
  return true;
}

}  // namespace agal::opt

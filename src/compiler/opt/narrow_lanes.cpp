// Pass narrow-lanes, which removes dead lanes: one walk rebuilds the list with the live lanes only. Instructions
// without a live lane are removed, vectors shrink, and a register with one live lane is loaded as a scalar. Pass dce
// only removes instructions.
#include <algorithm>
#include <span>

#include "ir/live_lanes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {
namespace {

class Rebuild {
 public:
  Rebuild(ir::Module& module, base::Buffer<std::uint8_t> live)
      : distinct_(module.distinct), folded_(module.is_folded()), rewriter_(module), live_(std::move(live)) {}

  /// Returns true if CSE or DCE should run again.
  bool run() {
    for (std::uint32_t i = 0; i < rewriter_.old().size(); ++i) {
      const Inst& old = rewriter_.old()[i];
      if (live_[i] != 0)
        rewriter_.map(i, rebuild(i, old));
      else if (ir::kind(old.op) == Kind::Marker)
        duplicates_ = uncertain_ = true;  // the constants inside may now duplicate constants outside
    }
    if (!duplicates_ || uncertain_ || !distinct_ || repeats_a_value()) return duplicates_;
    rewriter_.module().distinct = true;
    return false;
  }

 private:
  // The maximum number of changed instructions that are compared with all others. With more, cse compares all.
  static constexpr std::uint32_t max_compared = 8;
  // A flag in `live_` after an instruction is rebuilt: instructions that read its value must be folded again.
  static constexpr std::uint8_t refold = 0x80;

  // Notes that the last instruction is new or differs from the old one.
  void note_change() {
    if (changed_ < max_compared) compared_[changed_] = rewriter_.last();
    ++changed_;
  }

  // Returns true if a changed instruction may compute the same as another one.
  bool repeats_a_value() const {
    const base::Buffer<Inst>& body = rewriter_.module().body;
    const auto repeats = [&](Value v) {
      const Inst& inst = rewriter_.module()[v];
      return std::any_of(body.begin(), body.end(), [&](const Inst& each) {
        return each.op == inst.op && &each != &inst && ir::compute_the_same(each, inst);
      });
    };
    if (changed_ > max_compared) return true;
    const std::span changed = std::span(compared_).first(changed_);
    return std::any_of(changed.begin(), changed.end(), repeats);
  }

  // Returns the new position of lane `lane` of an old value.
  Lane moved(Value v, std::uint32_t lane) const {
    const std::uint32_t below = live_[ir::index(v)] & ((1u << lane) - 1);
    const Value now = rewriter_.mapped(v);
    return {now, ir::lane_count(below)};
  }

  // Returns a value that consists of the lanes `lanes` of an old value.
  Value gathered(Value v, std::uint8_t lanes, std::uint32_t token) {
    if ((live_[ir::index(v)] & ~refold) == lanes) return rewriter_.mapped(v);
    Inst& inst = rewriter_.module().body.emplace_back();
    inst.op = Op::Compose;
    inst.token = token;
    std::uint8_t width = 0;
    for (std::uint32_t c = 0; c < 4; ++c) {
      if (!(lanes >> c & 1)) continue;
      const Lane lane = moved(v, c);
      inst.set_arg(width, lane.value);
      inst.lanes = ir::with_lane(inst.lanes, width++, lane.lane);
    }
    inst.type = {rewriter_.old(v).type.scalar, width};
    const Value made = rewriter_.last();
    // If the lanes are lanes of a composition, it may be dead now.
    uncertain_ = uncertain_ || rewriter_.module()[rewriter_.mapped(v)].op == Op::Compose;
    const Value folded = fold_last(rewriter_.module());
    uncertain_ = uncertain_ || folded != made || rewriter_.module()[made].op != Op::Compose;
    duplicates_ = true;
    note_change();
    return folded;
  }

  // Appends a copy of the old instruction, as wide as its live lanes. The caller replaces the operands in place.
  Inst& placed(const Inst& old, std::uint8_t lanes) {
    Inst& inst = rewriter_.module().body.emplace_back(old);
    inst.type.width = ir::lane_count(lanes);
    if (inst.type.width != old.type.width) {
      duplicates_ = true;
      note_change();
    }
    return inst;
  }

  // Folds the last instruction and returns the result. If a composition of one lane of a load becomes the load itself,
  // this does not create duplicates, because all other instructions that read the load also read lanes of it.
  Value folded() {
    const ir::Module& module = rewriter_.module();
    const Value made = rewriter_.last();
    const Op op = module[made].op;
    const Value v = fold_last(rewriter_.module());
    const bool lane = op == Op::Compose && ir::kind(module[v].op) == Kind::Input;
    if (!lane && (v != made || module[v].op != op)) duplicates_ = uncertain_ = true;
    return v;
  }

  // Returns true if all lanes of the operands of a lanewise instruction or a composition are live, and the folded
  // operands are as before.
  bool keeps_operands(const Inst& old) const {
    bool keeps = true;
    for_each_arg(old,
                 [&](Value v) { keeps = keeps && live_[ir::index(v)] == ir::all_lanes(rewriter_.old(v).type.width); });
    return keeps;
  }

  Value rebuild(std::uint32_t i, const Inst& old) {
    const std::uint8_t lanes = live_[i];
    const Kind kind = ir::kind(old.op);
    if (kind != Kind::Lanewise && kind != Kind::Compose) return rebuild_other(i, old);
    if (folded_ && lanes == ir::all_lanes(old.type.width) && keeps_operands(old)) return rewriter_.append_mapped(old);
    const auto next = static_cast<std::uint32_t>(rewriter_.module().body.size());
    const Value now = kind == Kind::Compose ? compose(old, lanes) : lanewise(old, lanes);
    if (kind == Kind::Compose || ir::index(now) < next || rewriter_.module()[now].op != old.op) live_[i] |= refold;
    return now;
  }

  Value rebuild_other(std::uint32_t i, const Inst& old) {
    const std::uint8_t lanes = live_[i];
    switch (ir::kind(old.op)) {
      case Kind::Constant: return constant(old, lanes);
      case Kind::Input: return input(i, old, lanes);
      case Kind::Phi: return phi(old, lanes);
      case Kind::Horizontal:
        if (old.op == Op::Scale) return scale(i, old, lanes);
        live_[i] = ir::all_lanes(old.type.width);
        return rewriter_.append_mapped(old);
      case Kind::Compose:
      case Kind::Lanewise:
      case Kind::Marker:
      case Kind::Effect: return rewriter_.append_mapped(old);
    }
    return Value::None;
  }

  Value lanewise(const Inst& old, std::uint8_t lanes) {
    const std::uint32_t count = old.arg_count();
    std::array<Value, 3> args;
    bool folds = !folded_;
    for (std::uint32_t a = 0; a < count; ++a) {
      folds = folds || live_[ir::index(old.arg(a))] != lanes;
      args[a] = gathered(old.arg(a), lanes, old.token);
    }
    Inst& inst = placed(old, lanes);
    for (std::uint32_t a = 0; a < count; ++a) inst.set_arg(a, args[a]);
    return folds ? folded() : rewriter_.last();
  }

  Value constant(const Inst& old, std::uint8_t lanes) {
    Inst& inst = placed(old, lanes);
    std::uint32_t width = 0;
    for (std::uint32_t c = 0; c < 4; ++c)
      if (lanes >> c & 1) inst.args[width++] = old.args[c];
    return rewriter_.last();
  }

  // Appends a load, which reads either one lane or all lanes.
  Value input(std::uint32_t i, const Inst& old, std::uint8_t lanes) {
    Inst& inst = rewriter_.module().body.emplace_back(old);
    if (ir::lane_count(lanes) == 1 && old.type.width > 1) {
      inst.type.width = 1;
      inst.lanes = static_cast<Lanes>(std::countr_zero(lanes));
    } else {
      live_[i] = ir::all_lanes(old.type.width);
    }
    return rewriter_.last();
  }

  Value compose(const Inst& old, std::uint8_t lanes) {
    Inst& inst = placed(old, lanes);
    std::uint32_t width = 0;
    for (std::uint32_t c = 0; c < old.type.width; ++c) {
      if (!(lanes >> c & 1)) continue;
      const Lane lane = moved(old.arg(c), ir::lane_at(old.lanes, c));
      inst.set_arg(width, lane.value);
      inst.lanes = ir::with_lane(inst.lanes, width++, lane.lane);
      uncertain_ = uncertain_ || rewriter_.module()[lane.value].op == Op::Compose;
    }
    if (width == old.type.width) note_change();  // fold may replace operands
    return folded();
  }

  Value scale(std::uint32_t i, const Inst& old, std::uint8_t lanes) {
    const Value vector = gathered(old.arg(0), lanes, old.token);
    Inst& inst = placed(old, lanes);
    inst.set_arg(0, vector);
    inst.set_arg(1, rewriter_.mapped(old.arg(1)));
    if (inst.type.width == 1) {
      inst.op = Op::Mul;
      live_[i] |= refold;
    }
    return folded();
  }

  Value phi(const Inst& old, std::uint8_t lanes) {
    Inst& inst = placed(old, lanes);
    std::uint32_t width = 0;
    for (std::uint32_t c = 0; c < old.type.width; ++c) {
      if (!(lanes >> c & 1)) continue;
      const Lane a = moved(old.arg(0), ir::lane_at(old.lanes, c));
      const Lane b = moved(old.arg(1), ir::lane_at(old.lanes2, c));
      inst.set_arg(0, a.value);
      inst.set_arg(1, b.value);
      inst.lanes = ir::with_lane(inst.lanes, width, a.lane);
      inst.lanes2 = ir::with_lane(inst.lanes2, width++, b.lane);
    }
    return rewriter_.last();
  }

  const bool distinct_, folded_;
  Rewriter rewriter_;
  base::Buffer<std::uint8_t> live_;
  std::uint32_t changed_ = 0;
  std::array<Value, max_compared> compared_;  // the first of the changed instructions
  bool duplicates_ = false;                   // true if instructions may be equal to others, or dead
  bool uncertain_ = false;                    // true if comparing the changed instructions is not enough to exclude it
};

// Returns true if `Rebuild` would leave the instruction unchanged, except for the numbers of its operands.
bool stays(const ir::Module& module, const Inst& inst, std::uint8_t live, bool folded) {
  const std::uint8_t all = ir::all_lanes(inst.type.width);
  switch (ir::kind(inst.op)) {
    case Kind::Marker:
    case Kind::Effect: return true;
    case Kind::Input: return live == all || ir::lane_count(live) > 1;
    case Kind::Horizontal: return live == all || inst.op != Op::Scale;
    case Kind::Constant:
    case Kind::Phi: return live == all;
    case Kind::Compose:
    case Kind::Lanewise: return live == all && (folded || !may_fold(module, inst));
  }
  return false;
}

// Returns true if removing the dead instructions is enough.
bool has_only_dead_values(const ir::Module& module, std::span<const std::uint8_t> live) {
  const bool folded = module.is_folded();
  for (std::uint32_t i = 0; i < live.size(); ++i) {
    const Inst& inst = module.body[i];
    if (live[i] == 0 ? !inst.is_value() : !stays(module, inst, live[i], folded)) return false;
  }
  return true;
}

}  // namespace

bool narrow_lanes(ir::Module& module) {
  base::Buffer<std::uint8_t> live = ir::live_lanes(module.body);
  // This is true for most programs of 1 to 5 tokens, and takes a quarter of the instructions of rebuilding the list.
  if (has_only_dead_values(module, live)) {
    remove_dead(module, live);
    return false;
  }
  return Rebuild(module, std::move(live)).run();
}

}  // namespace agal::opt

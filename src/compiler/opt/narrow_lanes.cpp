// Pass narrow-lanes, which removes dead lanes: one walk rebuilds the list with the live lanes only. Instructions
// without a live lane are removed, vectors shrink, and a register with one live lane is loaded as a scalar. Pass dce
// only removes instructions.
#include "ir/live_lanes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {
namespace {

class Rebuild {
 public:
  Rebuild(ir::Module& module, base::Buffer<std::uint8_t> live) : rewriter_(module), live_(std::move(live)) {}

  /// Returns true if CSE or DCE should run again.
  bool run() {
    for (std::uint32_t i = 0; i < rewriter_.old().size(); ++i) {
      const Inst& old = rewriter_.old()[i];
      if (live_[i] != 0)
        rewriter_.map(i, rebuild(i, old));
      else if (ir::kind(old.op) == Kind::Marker)
        duplicates_ = true;  // the constants inside may now duplicate constants outside
    }
    return duplicates_;
  }

 private:
  // Returns the new position of lane `lane` of an old value.
  Lane moved(Value v, std::uint32_t lane) const {
    const std::uint32_t below = live_[ir::index(v)] & ((1u << lane) - 1);
    const Value now = rewriter_.mapped(v);
    return {now, ir::lane_count(below)};
  }

  // Returns a value that consists of the lanes `lanes` of an old value.
  Value gathered(Value v, std::uint8_t lanes, std::uint32_t token) {
    if (live_[ir::index(v)] == lanes) return rewriter_.mapped(v);
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
    duplicates_ = true;
    return fold_last(rewriter_.module());
  }

  // Appends a copy of the old instruction, as wide as its live lanes. The caller replaces the operands in place.
  Inst& placed(const Inst& old, std::uint8_t lanes) {
    Inst& inst = rewriter_.module().body.emplace_back(old);
    inst.type.width = ir::lane_count(lanes);
    duplicates_ = duplicates_ || inst.type.width != old.type.width;
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
    duplicates_ = duplicates_ || (!lane && (v != made || module[v].op != op));
    return v;
  }

  Value rebuild(std::uint32_t i, const Inst& old) {
    const std::uint8_t lanes = live_[i];
    switch (ir::kind(old.op)) {
      case Kind::Constant: return constant(old, lanes);
      case Kind::Input: return input(i, old, lanes);
      case Kind::Compose: return compose(old, lanes);
      case Kind::Phi: return phi(old, lanes);
      case Kind::Lanewise: return lanewise(old, lanes);
      case Kind::Horizontal:
        if (old.op == Op::Scale) return scale(old, lanes);
        live_[i] = ir::all_lanes(old.type.width);
        return rewriter_.append_mapped(old);
      case Kind::Marker:
      case Kind::Effect: return rewriter_.append_mapped(old);
    }
    return Value::None;
  }

  Value lanewise(const Inst& old, std::uint8_t lanes) {
    const std::uint32_t count = old.arg_count();
    std::array<Value, 3> args;
    for (std::uint32_t a = 0; a < count; ++a) args[a] = gathered(old.arg(a), lanes, old.token);
    Inst& inst = placed(old, lanes);
    for (std::uint32_t a = 0; a < count; ++a) inst.set_arg(a, args[a]);
    return folded();
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
    }
    return folded();
  }

  Value scale(const Inst& old, std::uint8_t lanes) {
    const Value vector = gathered(old.arg(0), lanes, old.token);
    Inst& inst = placed(old, lanes);
    inst.set_arg(0, vector);
    inst.set_arg(1, rewriter_.mapped(old.arg(1)));
    if (inst.type.width == 1) inst.op = Op::Mul;
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

  Rewriter rewriter_;
  base::Buffer<std::uint8_t> live_;
  bool duplicates_ = false;
};

// Returns true if `Rebuild` would leave the instruction unchanged, except for the numbers of its operands.
bool stays(const ir::Module& module, const Inst& inst, std::uint8_t live) {
  const std::uint8_t all = ir::all_lanes(inst.type.width);
  switch (ir::kind(inst.op)) {
    case Kind::Marker:
    case Kind::Effect: return true;
    case Kind::Input: return live == all || ir::lane_count(live) > 1;
    case Kind::Horizontal: return live == all || inst.op != Op::Scale;
    case Kind::Constant:
    case Kind::Phi: return live == all;
    case Kind::Compose:
    case Kind::Lanewise: return live == all && !may_fold(module, inst);
  }
  return false;
}

// Returns true if removing the dead instructions is enough.
bool has_only_dead_values(const ir::Module& module, std::span<const std::uint8_t> live) {
  for (std::uint32_t i = 0; i < live.size(); ++i) {
    const Inst& inst = module.body[i];
    if (live[i] == 0 ? !inst.is_value() : !stays(module, inst, live[i])) return false;
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

// Removes dead lanes: rebuilds the list with the live lanes only.
#include "ir/live_lanes.hpp"
#include "opt/passes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {

using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Value;

namespace {

class Rebuild {
 public:
  Rebuild(ir::Module& module, base::Buffer<std::uint8_t> live) : rewriter_(module), live_(std::move(live)) {}

  void run() {
    for (std::uint32_t i = 0; i < rewriter_.old().size(); ++i)
      if (live_[i] != 0) rewriter_.map(i, rebuild(i, rewriter_.old()[i]));
  }

 private:
  // The new position of lane `lane` of an old value.
  ir::Lane moved(Value v, std::uint32_t lane) const {
    const std::uint32_t below = live_[ir::index(v)] & ((1u << lane) - 1);
    const Value now = rewriter_.mapped(v);
    return {now, ir::lane_count(below)};
  }

  // The lanes `lanes` of an old value, as a value of that width.
  Value gathered(Value v, std::uint8_t lanes, std::uint32_t token) {
    if (live_[ir::index(v)] == lanes) return rewriter_.mapped(v);
    Inst& inst = rewriter_.module().body.emplace_back();
    inst.op = Op::Compose;
    inst.token = token;
    std::uint8_t width = 0;
    for (std::uint32_t c = 0; c < 4; ++c) {
      if (!(lanes >> c & 1)) continue;
      const ir::Lane lane = moved(v, c);
      inst.set_arg(width, lane.value);
      inst.lanes = ir::with_lane(inst.lanes, width++, lane.lane);
    }
    inst.type = {rewriter_.old(v).type.scalar, width};
    return fold_last(rewriter_.module());
  }

  // A copy of the old instruction, to be modified in place.
  Inst& placed(const Inst& old, std::uint8_t width) {
    Inst& inst = rewriter_.module().body.emplace_back(old);
    inst.type.width = width;
    return inst;
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
        rewriter_.append_mapped(old);
        return rewriter_.last();
      case Kind::Marker:
      case Kind::Effect: rewriter_.append_mapped(old); return rewriter_.last();
    }
    return Value::None;
  }

  Value lanewise(const Inst& old, std::uint8_t lanes) {
    const std::uint32_t count = old.arg_count();
    std::array<Value, 3> args;
    for (std::uint32_t a = 0; a < count; ++a) args[a] = gathered(old.arg(a), lanes, old.token);
    Inst& inst = placed(old, ir::lane_count(lanes));
    for (std::uint32_t a = 0; a < count; ++a) inst.set_arg(a, args[a]);
    return fold_last(rewriter_.module());
  }

  Value constant(const Inst& old, std::uint8_t lanes) {
    Inst& inst = placed(old, ir::lane_count(lanes));
    std::uint32_t width = 0;
    for (std::uint32_t c = 0; c < 4; ++c)
      if (lanes >> c & 1) inst.args[width++] = old.args[c];
    return rewriter_.last();
  }

  // A load reads one lane or all lanes.
  Value input(std::uint32_t i, const Inst& old, std::uint8_t lanes) {
    Inst& inst = placed(old, old.type.width);
    if (ir::lane_count(lanes) == 1 && old.type.width > 1) {
      inst.type.width = 1;
      inst.lanes = static_cast<ir::Lanes>(std::countr_zero(lanes));
    } else {
      live_[i] = ir::all_lanes(old.type.width);
    }
    return rewriter_.last();
  }

  Value compose(const Inst& old, std::uint8_t lanes) {
    Inst& inst = placed(old, ir::lane_count(lanes));
    std::uint32_t width = 0;
    for (std::uint32_t c = 0; c < old.type.width; ++c) {
      if (!(lanes >> c & 1)) continue;
      const ir::Lane lane = moved(old.arg(c), ir::lane_at(old.lanes, c));
      inst.set_arg(width, lane.value);
      inst.lanes = ir::with_lane(inst.lanes, width++, lane.lane);
    }
    return fold_last(rewriter_.module());
  }

  Value scale(const Inst& old, std::uint8_t lanes) {
    const Value vector = gathered(old.arg(0), lanes, old.token);
    Inst& inst = placed(old, ir::lane_count(lanes));
    inst.set_arg(0, vector);
    inst.set_arg(1, rewriter_.mapped(old.arg(1)));
    if (inst.type.width == 1) inst.op = Op::Mul;
    return fold_last(rewriter_.module());
  }

  Value phi(const Inst& old, std::uint8_t lanes) {
    Inst inst = old;
    inst.type.width = ir::lane_count(lanes);
    std::uint32_t width = 0;
    for (std::uint32_t c = 0; c < old.type.width; ++c) {
      if (!(lanes >> c & 1)) continue;
      const ir::Lane a = moved(old.arg(0), ir::lane_at(old.lanes, c));
      const ir::Lane b = moved(old.arg(1), ir::lane_at(old.lanes2, c));
      inst.set_arg(0, a.value);
      inst.set_arg(1, b.value);
      inst.lanes = ir::with_lane(inst.lanes, width, a.lane);
      inst.lanes2 = ir::with_lane(inst.lanes2, width++, b.lane);
    }
    return rewriter_.append(inst);
  }

  Rewriter rewriter_;
  base::Buffer<std::uint8_t> live_;
};

}  // namespace

void narrow_lanes(ir::Module& module) {
  base::Buffer<std::uint8_t> live = ir::live_lanes(module.body);
  Rebuild(module, std::move(live)).run();
}

}  // namespace agal::opt

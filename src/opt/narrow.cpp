// Dead code and dead lanes. A walk backwards finds the lanes that are read; a walk forwards rebuilds the list with
// these alone.
#include "opt/passes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {

using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Value;

namespace {

constexpr std::uint8_t all_lanes(std::uint32_t width) { return static_cast<std::uint8_t>((1u << width) - 1); }

/// What the walk backwards finds, by instruction.
struct Liveness {
  base::Buffer<std::uint8_t> lanes;  // of a value: those that are read; of anything else: 1 if it stays
  base::Buffer<Value> condition;     // of a phi that becomes a select: what it selects by; empty where none does
};

/// Whether an if with empty arms becomes selects, or stays for its phis.
enum class EmptyIf : std::uint8_t { Flatten, Keep };

class Demand {
 public:
  Demand(std::span<const Inst> body, EmptyIf empty_if) : body_(body), empty_if_(empty_if) {
    live_.lanes.assign(body.size(), 0);
  }

  Liveness run() {
    for (auto i = static_cast<std::uint32_t>(body_.size()); i-- > 0;) visit(i);
    return std::move(live_);
  }

 private:
  struct OpenIf {
    std::uint32_t end;    // index of the EndIf
    std::uint32_t other;  // index of the Else, or of the EndIf
    bool merges;          // a phi is alive
    bool occupied;        // something in an arm is alive
  };

  void demand(Value v, std::uint8_t lanes) { live_.lanes[ir::index(v)] |= lanes; }
  void demand_whole(Value v) { demand(v, all_lanes(body_[ir::index(v)].type.width)); }
  void occupy() {
    if (!open_.empty()) open_.back().occupied = true;
  }

  void visit(std::uint32_t i) {
    const Inst& inst = body_[i];
    const Kind kind = ir::kind(inst.op);
    if (kind == Kind::Effect) live_.lanes[i] = 1;
    if (kind != Kind::Marker && live_.lanes[i] == 0) return;
    const std::uint8_t lanes = live_.lanes[i];
    switch (kind) {
      case Kind::Constant: return;
      case Kind::Marker: return visit_marker(i, inst);
      case Kind::Input: break;
      case Kind::Lanewise: for_each_arg(inst, [&](Value v) { demand(v, lanes); }); break;
      case Kind::Effect: for_each_arg(inst, [&](Value v) { demand_whole(v); }); break;
      case Kind::Horizontal: visit_horizontal(inst, lanes); break;
      case Kind::Compose:
        for (std::uint32_t c = 0; c < inst.type.width; ++c)
          if (lanes >> c & 1) demand(inst.arg(c), lane_bit(inst.lanes, c));
        break;
      case Kind::Phi: return visit_phi(inst, lanes);
    }
    occupy();
  }

  static std::uint8_t lane_bit(ir::Lanes lanes, std::uint32_t c) {
    return static_cast<std::uint8_t>(1u << ir::lane_at(lanes, c));
  }

  void visit_horizontal(const Inst& inst, std::uint8_t lanes) {
    if (inst.op == Op::Scale) {
      demand(inst.arg(0), lanes);
      demand(inst.arg(1), 1);
      return;
    }
    for_each_arg(inst, [&](Value v) { demand_whole(v); });
  }

  void visit_phi(const Inst& inst, std::uint8_t lanes) {
    for (std::uint32_t c = 0; c < inst.type.width; ++c) {
      if (!(lanes >> c & 1)) continue;
      demand(inst.arg(0), lane_bit(inst.lanes, c));
      demand(inst.arg(1), lane_bit(inst.lanes2, c));
    }
    phi_alive_ = true;
  }

  void visit_marker(std::uint32_t i, const Inst& inst) {
    if (inst.op == Op::EndIf) {
      open_.push_back({i, i, phi_alive_, false});
      phi_alive_ = false;
      return;
    }
    if (inst.op == Op::Else) {
      open_.back().other = i;
      return;
    }
    const OpenIf closed = open_.back();
    open_.pop_back();
    if (!closed.occupied && !closed.merges) return;
    demand(inst.arg(0), 1);
    occupy();
    if (closed.occupied || empty_if_ == EmptyIf::Keep) {
      live_.lanes[i] = live_.lanes[closed.other] = live_.lanes[closed.end] = 1;
      return;
    }
    if (live_.condition.empty()) live_.condition.assign(body_.size(), Value::None);
    for (std::uint32_t p = closed.end + 1; p < body_.size() && body_[p].op == Op::Phi; ++p)
      live_.condition[p] = inst.arg(0);
  }

  std::span<const Inst> body_;
  EmptyIf empty_if_;
  Liveness live_;
  base::Buffer<OpenIf> open_;
  bool phi_alive_ = false;
};

class Rebuild {
 public:
  Rebuild(ir::Module& module, Liveness live) : rewriter_(module), live_(std::move(live)) {}

  void run() {
    for (std::uint32_t i = 0; i < rewriter_.old().size(); ++i)
      if (live_.lanes[i] != 0) rewriter_.map(i, rebuild(i, rewriter_.old()[i]));
  }

 private:
  // Where lane `lane` of an old value is now.
  ir::Lane moved(Value v, std::uint32_t lane) const {
    const std::uint32_t below = live_.lanes[ir::index(v)] & ((1u << lane) - 1);
    const Value now = rewriter_.mapped(v);
    return {now, ir::lane_count(below)};
  }

  // The lanes `lanes` of an old value, as a value of that many lanes.
  Value gathered(Value v, std::uint8_t lanes, std::uint32_t token) {
    if (live_.lanes[ir::index(v)] == lanes) return rewriter_.mapped(v);
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

  // The old instruction, to be changed in its new place.
  Inst& placed(const Inst& old, std::uint8_t width) {
    Inst& inst = rewriter_.module().body.emplace_back(old);
    inst.type.width = width;
    return inst;
  }

  Value rebuild(std::uint32_t i, const Inst& old) {
    const std::uint8_t lanes = live_.lanes[i];
    switch (ir::kind(old.op)) {
      case Kind::Constant: return constant(old, lanes);
      case Kind::Input: return input(i, old, lanes);
      case Kind::Compose: return compose(old, lanes);
      case Kind::Phi: return phi(i, old, lanes);
      case Kind::Lanewise: return lanewise(old, lanes);
      case Kind::Horizontal:
        if (old.op == Op::Scale) return scale(old, lanes);
        live_.lanes[i] = all_lanes(old.type.width);
        rewriter_.carry(old);
        return rewriter_.last();
      case Kind::Marker:
      case Kind::Effect: rewriter_.carry(old); return rewriter_.last();
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

  // A load takes one lane or all of them.
  Value input(std::uint32_t i, const Inst& old, std::uint8_t lanes) {
    Inst& inst = placed(old, old.type.width);
    if (ir::lane_count(lanes) == 1 && old.type.width > 1) {
      inst.type.width = 1;
      inst.lanes = static_cast<ir::Lanes>(std::countr_zero(lanes));
    } else {
      live_.lanes[i] = all_lanes(old.type.width);
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

  Value phi(std::uint32_t i, const Inst& old, std::uint8_t lanes) {
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
    const Value condition = live_.condition.empty() ? Value::None : live_.condition[i];
    return condition == Value::None ? rewriter_.append(inst) : select(inst, rewriter_.mapped(condition));
  }

  Value repeated(Value v, std::uint8_t width, ir::Lanes lanes, std::uint32_t token) {
    Inst inst;
    inst.op = Op::Compose;
    inst.type = {rewriter_.module()[v].type.scalar, width};
    inst.lanes = lanes;
    inst.token = token;
    for (std::uint32_t c = 0; c < width; ++c) inst.set_arg(c, v);
    return append_folded(rewriter_.module(), inst);
  }

  Value select(const Inst& phi, Value condition) {
    const std::uint8_t width = phi.type.width;
    Inst inst;
    inst.op = Op::Select;
    inst.type = phi.type;
    inst.token = phi.token;
    inst.hint = phi.hint;
    inst.set_arg(0, repeated(condition, width, 0, phi.token));
    inst.set_arg(1, repeated(phi.arg(0), width, phi.lanes, phi.token));
    inst.set_arg(2, repeated(phi.arg(1), width, phi.lanes2, phi.token));
    return append_folded(rewriter_.module(), inst);
  }

  Rewriter rewriter_;
  Liveness live_;
};

}  // namespace

void narrow(ir::Module& module) {
  Liveness live = Demand(module.body, EmptyIf::Flatten).run();
  Rebuild(module, std::move(live)).run();
}

void remove_dead(ir::Module& module) {
  const Liveness live = Demand(module.body, EmptyIf::Keep).run();
  Compactor list(module);
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (live.lanes[i] == 0) continue;
    list.next(i);
    list.keep(i);
  }
  list.finish();
}

}  // namespace agal::opt

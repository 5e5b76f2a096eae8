// Common subexpressions, by hashing, scope by scope.
#include <algorithm>
#include <bit>

#include "opt/passes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {

using ir::Inst;
using ir::Op;
using ir::Value;

namespace {

// The operands of a commutative operation may change places, but only here: the text keeps the author's order.
bool commutes(Op op) { return op == Op::Add || op == Op::Mul || op == Op::Dot; }

// The lanes that mean something to the instruction; of anything but these two kinds, none.
ir::Lanes meant_lanes(const Inst& inst, ir::Kind kind) {
  if (kind == ir::Kind::Compose) return static_cast<ir::Lanes>(inst.lanes & ((1u << (2 * inst.type.width)) - 1));
  if (kind == ir::Kind::Input && inst.type.width == 1) return inst.lanes & 3;
  return 0;
}

std::uint32_t meant_args(const Inst& inst, ir::Kind kind) {
  return kind == ir::Kind::Constant ? inst.type.width : inst.arg_count();
}

std::uint32_t hash_of(const Inst& inst) {
  constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15ull;
  const ir::Kind kind = ir::kind(inst.op);
  std::uint64_t h = static_cast<std::uint64_t>(inst.op) | std::uint64_t{inst.type.width} << 8 |
                    static_cast<std::uint64_t>(inst.type.scalar) << 12 | std::uint64_t{meant_lanes(inst, kind)} << 16 |
                    std::uint64_t{inst.aux} << 24;
  if (commutes(inst.op)) {
    const auto [low, high] = std::minmax(inst.args[0], inst.args[1]);
    h = ((h * odd ^ low) * odd ^ high) * odd;
  } else {
    const std::uint32_t count = meant_args(inst, kind);
    h *= odd;
    for (std::uint32_t i = 0; i < count; ++i) h = (h ^ inst.args[i]) * odd;
  }
  return static_cast<std::uint32_t>(h >> 32);
}

// Whether the two compute the same.
bool equal(const Inst& a, const Inst& b) {
  if (a.op != b.op || a.type != b.type || a.aux != b.aux) return false;
  const ir::Kind kind = ir::kind(a.op);
  if (meant_lanes(a, kind) != meant_lanes(b, kind)) return false;
  if (commutes(a.op) && a.args[0] == b.args[1] && a.args[1] == b.args[0]) return true;
  return std::equal(a.args.begin(), a.args.begin() + meant_args(a, kind), b.args.begin());
}

// Which instructions are known at this point, as chains in a table; leaving an arm forgets what it added.
class Known {
 public:
  explicit Known(std::size_t size) : heads_(std::bit_ceil(size + size / 2 + 1), none), entries_(size) {}

  Value find(const Inst& inst, std::uint32_t hash, const Compactor& list) const {
    for (std::uint32_t v = heads_[slot(hash)]; v != none; v = entries_[v].next)
      if (entries_[v].hash == hash && equal(list[static_cast<Value>(v)], inst)) return static_cast<Value>(v);
    return Value::None;
  }

  void add(std::uint32_t hash, Value value) {
    std::uint32_t& head = heads_[slot(hash)];
    entries_[ir::index(value)] = {hash, head};
    head = ir::index(value);
  }

  /// `end` is one more than the newest value.
  void enter(std::uint32_t end) { scopes_.push_back(end); }
  void leave(std::uint32_t end) {
    for (std::uint32_t v = end; v-- > scopes_.back();)
      if (std::uint32_t& head = heads_[slot(entries_[v].hash)]; head == v) head = entries_[v].next;
    scopes_.pop_back();
  }

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;
  struct Entry {
    std::uint32_t hash = 0, next = none;
  };
  std::size_t slot(std::uint32_t hash) const { return hash & (heads_.size() - 1); }

  base::Buffer<std::uint32_t> heads_;
  base::Buffer<Entry> entries_;  // by value
  base::Buffer<std::uint32_t> scopes_;
};

// Two operands that turn out to be one value can make a composition the whole of it.
bool is_whole(const Compactor& list, const Inst& inst) {
  if (inst.op != Op::Compose || list[inst.arg(0)].type != inst.type) return false;
  for (std::uint32_t i = 0; i < inst.type.width; ++i)
    if (inst.arg(i) != inst.arg(0) || ir::lane_at(inst.lanes, i) != i) return false;
  return true;
}

}  // namespace

void eliminate_common(ir::Module& module) {
  Compactor list(module);
  Known known(list.size());
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const Inst& inst = list.next(i);
    if (inst.op == Op::Else || inst.op == Op::EndIf) known.leave(list.kept());
    if (inst.op == Op::If || inst.op == Op::Else) known.enter(list.kept());
    if (!inst.is_value() || inst.op == Op::Phi) {
      list.keep(i);
      continue;
    }
    if (is_whole(list, inst)) {
      list.replace(i, inst.arg(0));
      continue;
    }
    const std::uint32_t hash = hash_of(inst);
    const Value same = known.find(inst, hash, list);
    if (same == Value::None) {
      known.add(hash, list.keep(i));
      continue;
    }
    if (!list[same].hint.present()) list[same].hint = inst.hint;
    list.replace(i, same);
  }
  list.finish();
}

}  // namespace agal::opt

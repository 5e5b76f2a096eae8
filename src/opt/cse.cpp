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

// The lanes that mean something to the instruction: of compositions, those of each operand, of single loads the first,
// of anything else none.
ir::Lanes meant_lanes(const Inst& inst, ir::Kind kind) {
  const std::uint32_t composed = (1u << (2 * inst.type.width)) - 1, loaded = inst.type.width == 1 ? 3u : 0u;
  const std::uint32_t mask = kind == ir::Kind::Compose ? composed : kind == ir::Kind::Input ? loaded : 0u;
  return static_cast<ir::Lanes>(inst.lanes & mask);
}

std::uint32_t meant_args(const Inst& inst, ir::Kind kind) {
  return kind == ir::Kind::Constant ? inst.type.width : inst.arg_count();
}

// Every operand has a factor of its own, but for those that may change places: here alone, as the text keeps the
// author's order. No branches: what an instruction is cannot be foreseen.
std::uint32_t hash_of(const Inst& inst) {
  constexpr std::array<std::uint64_t, 5> factors{0x9e37'79b9'7f4a'7c15ull, 0xc2b2'ae3d'27d4'eb4full,
                                                 0x1656'67b1'9e37'79f9ull, 0xd6e8'feb8'6659'fd93ull,
                                                 0xa076'1d64'78bd'642full};
  const ir::Kind kind = ir::kind(inst.op);
  const std::uint32_t count = meant_args(inst, kind);
  std::uint64_t h = static_cast<std::uint64_t>(inst.op) | std::uint64_t{inst.type.width} << 8 |
                    static_cast<std::uint64_t>(inst.type.scalar) << 12 | std::uint64_t{meant_lanes(inst, kind)} << 16 |
                    std::uint64_t{inst.aux} << 24;
  h *= factors[4];
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint64_t factor = i == 1 && ir::commutes(inst.op) ? factors[0] : factors[i];
    h += (i < count ? inst.args[i] + 1ull : 0ull) * factor;
  }
  h = (h ^ h >> 29) * factors[1];
  return static_cast<std::uint32_t>(h >> 32);
}

// Whether the two compute the same.
bool equal(const Inst& a, const Inst& b) {
  if (a.op != b.op || a.type != b.type || a.aux != b.aux) return false;
  const ir::Kind kind = ir::kind(a.op);
  if (meant_lanes(a, kind) != meant_lanes(b, kind)) return false;
  if (ir::commutes(a.op) && a.args[0] == b.args[1] && a.args[1] == b.args[0]) return true;
  return std::equal(a.args.begin(), a.args.begin() + meant_args(a, kind), b.args.begin());
}

// Which instructions are known at this point, as chains in a table; leaving an arm forgets what it added.
class Known {
 public:
  explicit Known(std::size_t size) : heads_(std::bit_ceil(2 * size + 1), none), entries_(size) {}

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
  if (inst.op != Op::Compose || !ir::same_lanes(inst.lanes, ir::identity_lanes, inst.type.width)) return false;
  return list[inst.arg(0)].type == inst.type && ir::one_source(inst);
}

}  // namespace

void eliminate_common_subexpressions(ir::Module& module) {
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

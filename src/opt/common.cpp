// Common subexpressions, by hashing, scope by scope.
#include <bit>

#include "opt/passes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {

using ir::Inst;
using ir::Op;
using ir::Value;

namespace {

// What makes two instructions compute the same. The operands of a commutative operation are sorted here, and only
// here: the text keeps the author's order.
struct Key {
  Op op;
  ir::Type type;
  ir::Lanes lanes;
  std::uint32_t aux;
  std::array<std::uint32_t, 4> args;

  explicit Key(const Inst& inst) : op(inst.op), type(inst.type), lanes(0), aux(inst.aux), args(inst.args) {
    const ir::Kind kind = ir::info(op).kind;
    const std::uint32_t used = kind == ir::Kind::Constant ? type.width : inst.arg_count();
    for (std::uint32_t i = used; i < 4; ++i) args[i] = 0;
    if (kind == ir::Kind::Compose) lanes = static_cast<ir::Lanes>(inst.lanes & ((1u << (2 * type.width)) - 1));
    if (kind == ir::Kind::Input && type.width == 1) lanes = inst.lanes & 3;
    if ((op == Op::Add || op == Op::Mul || op == Op::Dot) && args[1] < args[0]) std::swap(args[0], args[1]);
  }

  bool operator==(const Key&) const = default;

  std::uint32_t hash() const {
    const auto pair = [&](std::uint32_t i) { return args[i] | std::uint64_t{args[i + 1]} << 32; };
    std::uint64_t h = static_cast<std::uint64_t>(op) | std::uint64_t{type.width} << 8 |
                      static_cast<std::uint64_t>(type.scalar) << 12 | std::uint64_t{lanes} << 16 |
                      std::uint64_t{aux} << 24;
    h = h * 0x9e37'79b9'7f4a'7c15ull ^ pair(0) * 0xc2b2'ae3d'27d4'eb4full ^ pair(2) * 0x1656'67b1'9e37'79f9ull;
    h = (h ^ h >> 32) * 0x9e37'79b9'7f4a'7c15ull;
    return static_cast<std::uint32_t>(h >> 32);
  }
};

// Which instructions are known at this point, as chains in a table; leaving an arm forgets what it added.
class Known {
 public:
  explicit Known(std::size_t size) : heads_(std::bit_ceil(size + size / 2 + 1), none) { entries_.reserve(size); }

  Value find(const Key& key, std::uint32_t hash, const Compactor& list) const {
    for (std::uint32_t e = heads_[slot(hash)]; e != none; e = entries_[e].next)
      if (entries_[e].hash == hash && Key(list[entries_[e].value]) == key) return entries_[e].value;
    return Value::None;
  }

  void add(std::uint32_t hash, Value value) {
    std::uint32_t& head = heads_[slot(hash)];
    entries_.push_back({value, head, hash});
    head = static_cast<std::uint32_t>(entries_.size() - 1);
  }

  void enter() { scopes_.push_back(entries_.size()); }
  void leave() {
    while (entries_.size() > scopes_.back()) {
      heads_[slot(entries_.back().hash)] = entries_.back().next;
      entries_.pop_back();
    }
    scopes_.pop_back();
  }

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;
  struct Entry {
    Value value;
    std::uint32_t next, hash;
  };
  std::size_t slot(std::uint32_t hash) const { return hash & (heads_.size() - 1); }

  base::Buffer<std::uint32_t> heads_;
  base::Buffer<Entry> entries_;
  base::Buffer<std::size_t> scopes_;
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
    const Inst& inst = list.translated(i);
    if (inst.op == Op::Else || inst.op == Op::EndIf) known.leave();
    if (inst.op == Op::If || inst.op == Op::Else) known.enter();
    if (!inst.is_value() || inst.op == Op::Phi) {
      list.keep(i);
      continue;
    }
    if (is_whole(list, inst)) {
      list.replace(i, inst.arg(0));
      continue;
    }
    const Key key(inst);
    const std::uint32_t hash = key.hash();
    const Value same = known.find(key, hash, list);
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

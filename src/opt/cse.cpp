// Common subexpression elimination, by hashing, scope by scope.
#include <array>
#include <bit>

#include "opt/passes.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {

using ir::Inst;
using ir::Op;
using ir::Value;

namespace {

// What an instruction computes: two with equal keys compute the same value. No branches, because the kind of the next
// instruction is unpredictable.
struct Key {
  std::uint64_t operation, first, second;  // `first`: operands 0 and 1, `second`: 2 and 3
  bool operator==(const Key&) const = default;
};

// The lanes that are significant for the instruction: for a composition the lane of each operand, for a single-lane
// load the first, otherwise none.
std::uint32_t significant_lanes(const Inst& inst, ir::Kind kind) {
  const std::uint32_t composed = (1u << (2 * inst.type.width)) - 1, loaded = inst.type.width == 1 ? 3u : 0u;
  const std::uint32_t mask = kind == ir::Kind::Compose ? composed : kind == ir::Kind::Input ? loaded : 0u;
  return inst.lanes & mask;
}

std::uint32_t significant_args(const Inst& inst, ir::Kind kind) {
  return kind == ir::Kind::Constant ? inst.type.width : inst.arg_count();
}

// Operands that commute are in order. Only the key ignores their order: the text keeps that of the author.
Key key_of(const Inst& inst) {
  constexpr std::array<std::uint64_t, 5> first_masks{0, 0xffff'ffff, ~0ull, ~0ull, ~0ull},
      second_masks{0, 0, 0, 0xffff'ffff, ~0ull};
  const ir::Kind kind = ir::kind(inst.op);
  const std::uint32_t count = significant_args(inst, kind);
  const bool swapped = ir::commutes(inst.op) && inst.args[1] < inst.args[0];
  const std::uint64_t low = inst.args[swapped ? 1 : 0], high = inst.args[swapped ? 0 : 1];
  Key key;
  key.operation = static_cast<std::uint64_t>(inst.op) | std::uint64_t{inst.type.width} << 8 |
                  static_cast<std::uint64_t>(inst.type.scalar) << 16 |
                  std::uint64_t{significant_lanes(inst, kind)} << 24 | std::uint64_t{inst.aux} << 32;
  key.first = (low | high << 32) & first_masks[count];
  key.second = (inst.args[2] | std::uint64_t{inst.args[3]} << 32) & second_masks[count];
  return key;
}

std::uint32_t hash_of(const Key& key) {
  std::uint64_t h = key.operation * 0xa076'1d64'78bd'642full + key.first * 0x9e37'79b9'7f4a'7c15ull +
                    key.second * 0xd6e8'feb8'6659'fd93ull;
  h = (h ^ h >> 29) * 0xc2b2'ae3d'27d4'eb4full;
  return static_cast<std::uint32_t>(h >> 32);
}

// The instructions that are available at this point, as a chained hash table; leaving an arm removes those that it
// added.
class AvailableValues {
 public:
  explicit AvailableValues(std::size_t size) : heads_(std::bit_ceil(2 * size + 1), none), entries_(size) {}

  /// The value with this key; None: it is not available, and is added as `next`.
  Value find_or_add(const Key& key, Value next) {
    std::uint32_t& head = heads_[slot(key)];
    for (std::uint32_t v = head; v != none; v = entries_[v].next)
      if (entries_[v].key == key) return static_cast<Value>(v);
    entries_[ir::index(next)] = {key, head, newest_};
    head = newest_ = ir::index(next);
    return Value::None;
  }

  void enter() { scopes_.push_back(newest_); }
  void leave() {
    for (; newest_ != scopes_.back(); newest_ = entries_[newest_].older)
      heads_[slot(entries_[newest_].key)] = entries_[newest_].next;
    scopes_.pop_back();
  }

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;
  struct Entry {
    Key key;
    std::uint32_t next;   // of the same slot
    std::uint32_t older;  // the entry that was added before
  };
  std::size_t slot(const Key& key) const { return hash_of(key) & (heads_.size() - 1); }

  base::Buffer<std::uint32_t> heads_;
  base::Scratch<Entry> entries_;  // by value
  base::Buffer<std::uint32_t> scopes_;
  std::uint32_t newest_ = none;
};

// When two operands turn out to be the same value, a composition can become that value.
bool is_whole(const Compactor& list, const Inst& inst) {
  if (inst.op != Op::Compose || !ir::same_lanes(inst.lanes, ir::identity_lanes, inst.type.width)) return false;
  return list[inst.arg(0)].type == inst.type && ir::one_source(inst);
}

}  // namespace

void eliminate_common_subexpressions(ir::Module& module) {
  Compactor list(module);
  AvailableValues available(list.size());
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const Inst& inst = list.next(i);
    if (inst.op == Op::Else || inst.op == Op::EndIf) available.leave();
    if (inst.op == Op::If || inst.op == Op::Else) available.enter();
    if (!inst.is_value() || inst.op == Op::Phi) {
      list.keep(i);
      continue;
    }
    if (is_whole(list, inst)) {
      list.replace(i, inst.arg(0));
      continue;
    }
    const Value same = available.find_or_add(key_of(inst), static_cast<Value>(list.kept()));
    if (same == Value::None) {
      list.keep(i);
      continue;
    }
    if (!list[same].hint.present()) list[same].hint = inst.hint;
    list.replace(i, same);
  }
  list.finish();
}

}  // namespace agal::opt

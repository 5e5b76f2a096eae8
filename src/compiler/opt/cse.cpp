// Common subexpression elimination, by hashing, scope by scope.
#include <algorithm>
#include <array>
#include <bit>

#include "opt/rewriter.hpp"

namespace agal::opt {
namespace {

// Returns the lane numbers that are significant for the instruction, and zero bits for the others. They are the lanes
// of all operands for a composition, the first lane for a single-lane load, and otherwise none.
std::uint32_t significant_lanes(const Inst& inst, Kind kind) {
  const std::uint32_t composed = (1u << (2 * inst.type.width)) - 1, loaded = inst.type.width == 1 ? 3u : 0u;
  const std::uint32_t mask = kind == Kind::Compose ? composed : kind == Kind::Input ? loaded : 0u;
  return inst.lanes & mask;
}

std::uint32_t significant_args(const Inst& inst, Kind kind) {
  return kind == Kind::Constant ? inst.type.width : inst.arg_count();
}

// Hashes an instruction. Each operand has its own factor, but operands that commute share one. The function does not
// branch, because the kind of the next instruction is unpredictable.
std::uint32_t hash_of(const Inst& inst) {
  constexpr std::array<std::uint64_t, 5> factors{0x9e37'79b9'7f4a'7c15ull, 0xc2b2'ae3d'27d4'eb4full,
                                                 0x1656'67b1'9e37'79f9ull, 0xd6e8'feb8'6659'fd93ull,
                                                 0xa076'1d64'78bd'642full};
  const Kind kind = ir::kind(inst.op);
  const std::uint32_t count = significant_args(inst, kind);
  std::uint64_t h = static_cast<std::uint64_t>(inst.op) | std::uint64_t{inst.type.width} << 8 |
                    static_cast<std::uint64_t>(inst.type.scalar) << 12 |
                    std::uint64_t{significant_lanes(inst, kind)} << 16 | std::uint64_t{inst.aux} << 24;
  h *= factors[4];
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint64_t factor = i == 1 && ir::commutes(inst.op) ? factors[0] : factors[i];
    h += (i < count ? inst.args[i] + 1ull : 0ull) * factor;
  }
  h = (h ^ h >> 29) * factors[1];
  return static_cast<std::uint32_t>(h >> 32);
}

// Returns true if both instructions compute the same value. Operands are reordered only for the comparison: the text
// keeps the author's order.
bool equal(const Inst& a, const Inst& b) {
  if (a.op != b.op || a.type != b.type || a.aux != b.aux) return false;
  const Kind kind = ir::kind(a.op);
  if (significant_lanes(a, kind) != significant_lanes(b, kind)) return false;
  if (ir::commutes(a.op) && a.args[0] == b.args[1] && a.args[1] == b.args[0]) return true;
  return std::equal(a.args.data(), a.args.data() + significant_args(a, kind), b.args.data());
}

// The instructions that are available at this point, as a chained hash table. Leaving an arm removes the instructions
// that the arm added.
class AvailableValues {
 public:
  explicit AvailableValues(std::size_t size) : heads_(std::bit_ceil(2 * size + 1), none), entries_(size) {}

  /// Returns a value of `list` that is equal to `inst`. If none is available, adds `inst` as `next` and returns None.
  Value find_or_add(const Inst& inst, Value next, const Compactor& list) {
    const std::uint32_t hash = hash_of(inst);
    std::uint32_t& head = heads_[slot(hash)];
    for (std::uint32_t v = head; v != none; v = entries_[v].next)
      if (entries_[v].hash == hash && equal(list[static_cast<Value>(v)], inst)) return static_cast<Value>(v);
    entries_[ir::index(next)] = {hash, head, newest_};
    head = newest_ = ir::index(next);
    return Value::None;
  }

  void enter() { scopes_.push_back(newest_); }
  void leave() {
    for (; newest_ != scopes_.back(); newest_ = entries_[newest_].older)
      heads_[slot(entries_[newest_].hash)] = entries_[newest_].next;
    scopes_.pop_back();
  }

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;
  struct Entry {
    std::uint32_t hash;   // instructions are compared only if these are equal
    std::uint32_t next;   // the next entry in the same slot
    std::uint32_t older;  // the entry that was added before
  };
  std::size_t slot(std::uint32_t hash) const { return hash & (heads_.size() - 1); }

  base::Buffer<std::uint32_t> heads_;
  base::Buffer<Entry> entries_;  // indexed by value
  base::Buffer<std::uint32_t> scopes_;
  std::uint32_t newest_ = none;
};

// Returns true if a composition is equal to its first operand. This happens when operands turn out to be the same
// value.
bool is_whole(const ir::Module& module, const Inst& inst) {
  if (inst.op != Op::Compose || !ir::same_lanes(inst.lanes, ir::identity_lanes, inst.type.width)) return false;
  return module[inst.arg(0)].type == inst.type && ir::one_source(inst);
}

bool is_candidate(const Inst& inst) { return inst.is_value() && inst.op != Op::Phi; }

// A set of instructions that ignores their scopes, and only approximates their equality.
class ApproximateSet {
 public:
  /// Adds an instruction. Returns true if the set contained an equal instruction, and sometimes also if it did not.
  bool add(const Inst& inst) {
    const Kind kind = ir::kind(inst.op);
    const std::uint32_t count = significant_args(inst, kind);
    std::uint32_t operands = significant_lanes(inst, kind) << 12;
    for (std::uint32_t i = 0; i < 4; ++i) operands += i < count ? inst.args[i] : 0u;  // a sum, because some commute
    const std::uint64_t key =
        static_cast<std::uint64_t>(inst.op) | std::uint64_t{inst.aux} << 8 | std::uint64_t{operands} << 24;
    const auto hash = static_cast<std::uint32_t>(key * 0x9e37'79b9'7f4a'7c15ull >> 55);
    const std::uint64_t bit = std::uint64_t{1} << (hash & 63);
    std::uint64_t& word = words_[hash >> 6];
    const bool known = (word & bit) != 0;
    word |= bit;
    return known;
  }

 private:
  std::array<std::uint64_t, 8> words_{};
};

// Returns false if cse would not change anything. This holds for most programs of 1 to 5 tokens, and takes a fifth of
// the instructions of the table of available values. For a large program, the search ends after a few instructions.
bool may_repeat(const ir::Module& module) {
  ApproximateSet known;
  for (const Inst& inst : module.body)
    if (is_candidate(inst) && (is_whole(module, inst) || known.add(inst))) return true;
  return false;
}

}  // namespace

void eliminate_common_subexpressions(ir::Module& module) {
  if (!may_repeat(module)) return;
  Compactor list(module);
  AvailableValues available(list.size());
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const Inst& inst = list.next(i);
    if (inst.op == Op::Else || inst.op == Op::EndIf) available.leave();
    if (inst.op == Op::If || inst.op == Op::Else) available.enter();
    if (!is_candidate(inst)) {
      list.keep(i);
      continue;
    }
    if (is_whole(module, inst)) {
      list.replace(i, inst.arg(0));
      continue;
    }
    const Value same = available.find_or_add(inst, static_cast<Value>(list.kept()), list);
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

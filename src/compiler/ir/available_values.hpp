// The values that are visible at one point of a list, found by what they compute.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "ir/module.hpp"

namespace agal::ir {

/// The parts of an instruction that determine its value, apart from its operation, its type and `aux`.
struct Significance {
  Lanes lanes;  // the bits of `lanes`: all lanes of a composition, and the lane of a single-lane load
  std::uint8_t args;
  bool commutes;
};

/// The significance by operation and width. A table, because computing it takes half of the instructions of a hash.
inline constexpr auto significances = [] {
  std::array<std::array<Significance, 5>, op_table.size()> table{};
  for (std::size_t op = 0; op < table.size(); ++op) {
    const OpShape shape = op_shapes[op];
    for (std::uint32_t width = 0; width < 5; ++width) {
      Significance& row = table[op][width];
      const bool per_lane = shape.kind == Kind::Constant || shape.kind == Kind::Compose;
      row.args = per_lane ? static_cast<std::uint8_t>(width) : shape.args;
      const std::uint32_t composed = (1u << (2 * width)) - 1, loaded = width == 1 ? 3u : 0u;
      row.lanes = static_cast<Lanes>(shape.kind == Kind::Compose ? composed : shape.kind == Kind::Input ? loaded : 0u);
      row.commutes = commutes(static_cast<Op>(op));
    }
  }
  return table;
}();

/// The factors of the operands in a hash, by the number of operands that are significant: 0 for the others.
inline constexpr auto operand_factors = [] {
  constexpr std::array<std::uint64_t, 4> factors{0x9e37'79b9'7f4a'7c15ull, 0xc2b2'ae3d'27d4'eb4full,
                                                 0xd6e8'feb8'6659'fd93ull, 0xa076'1d64'78bd'642full};
  std::array<std::array<std::uint64_t, 4>, 5> table{};
  for (std::size_t count = 0; count < table.size(); ++count) std::copy_n(factors.begin(), count, table[count].begin());
  return table;
}();

/// The factors of two operands that commute.
inline constexpr std::array<std::uint64_t, 4> commuting_factors{0x9e37'79b9'7f4a'7c15ull, 0x9e37'79b9'7f4a'7c15ull, 0,
                                                                0};

constexpr const Significance& significance_of(const Inst& inst) {
  return significances[static_cast<std::size_t>(inst.op)][inst.type.width];
}

/// Returns true if both instructions compute the same value. Operands are reordered only for the comparison: the text
/// keeps the author's order.
constexpr bool compute_the_same(const Inst& a, const Inst& b) {
  if (a.op != b.op || a.type != b.type || a.aux != b.aux) return false;
  const Significance& row = significance_of(a);
  if (((a.lanes ^ b.lanes) & row.lanes) != 0) return false;
  if (row.commutes && a.args[0] == b.args[1] && a.args[1] == b.args[0]) return true;
  return std::equal(a.args.data(), a.args.data() + row.args, b.args.data());
}

/// A chained hash table of instructions. Leaving an arm removes the instructions that the arm added. Each operation
/// takes constant time, and `leave` constant time for each removed instruction.
class AvailableValues {
 public:
  /// `size` is the expected number of instructions.
  explicit AvailableValues(std::size_t size) : heads_(std::bit_ceil(2 * size + 1), none) {
    entries_.reserve(heads_.size());
  }

  /// Returns an available value of `body` that computes the same as `inst`. If there is none, adds `inst` as `next`,
  /// and returns None.
  Value find_or_add(std::span<const Inst> body, const Inst& inst, Value next) {
    const std::uint32_t hash = hash_of(inst);
    std::uint32_t& head = heads_[slot(hash)];
    if (head != none)
      if (const Value same = find(body, inst, hash, head); same != Value::None) return same;
    // Written in the list: copying an entry right after its fields were written would stall.
    Entry& entry = entries_.emplace_back();
    entry.hash = hash;
    entry.next = head;
    entry.value = next;
    head = static_cast<std::uint32_t>(entries_.size() - 1);
    return Value::None;
  }

  void enter() { scopes_.push_back(entries_.size()); }
  void leave() {
    for (; entries_.size() != scopes_.back(); entries_.pop_back())
      heads_[slot(entries_.back().hash)] = entries_.back().next;
    scopes_.pop_back();
  }

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;
  struct Entry {
    std::uint32_t hash = 0;     // instructions are compared only if these are equal
    std::uint32_t next = none;  // the next entry in the same slot
    Value value = Value::None;
  };

  // Returns a value in the chain that begins at `entry`. The function is not inline, because most chains are empty.
#ifdef __GNUC__
  [[gnu::noinline]]
#endif
  Value
  find(std::span<const Inst> body, const Inst& inst, std::uint32_t hash, std::uint32_t entry) const {
    for (; entry != none; entry = entries_[entry].next) {
      const Entry& e = entries_[entry];
      if (e.hash == hash && compute_the_same(body[index(e.value)], inst)) return e.value;
    }
    return Value::None;
  }

  // Hashes an instruction. The function does not branch, because the kind of the next instruction is unpredictable. It
  // reads the fields one by one: they were just written one by one, and a wider read would stall.
  static std::uint32_t hash_of(const Inst& inst) {
    constexpr std::uint64_t factor = 0xe703'7ed1'a0b4'28dbull;
    const Significance& row = significance_of(inst);
    std::uint64_t h = static_cast<std::uint64_t>(inst.op) | std::uint64_t{inst.type.width} << 8 |
                      static_cast<std::uint64_t>(inst.type.scalar) << 12 |
                      static_cast<std::uint64_t>(inst.lanes & row.lanes) << 16 | std::uint64_t{inst.aux} << 24;
    h *= factor;
    const std::array<std::uint64_t, 4>& factors = row.commutes ? commuting_factors : operand_factors[row.args];
    for (std::uint32_t i = 0; i < 4; ++i) h += inst.args[i] * factors[i];
    h = (h ^ h >> 29) * factor;
    return static_cast<std::uint32_t>(h >> 32);
  }

  std::size_t slot(std::uint32_t hash) const { return hash & (heads_.size() - 1); }

  base::Buffer<std::uint32_t> heads_;
  base::Buffer<Entry> entries_;  // in the order in which they were added
  base::Buffer<std::size_t> scopes_;
};

}  // namespace agal::ir

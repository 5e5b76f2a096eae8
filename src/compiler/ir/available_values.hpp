// The values that are visible at one point of a list, found by what they compute.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "ir/module.hpp"

namespace agal::ir {

/// Returns the lane numbers that are significant for the instruction, and zero bits for the others. They are the lanes
/// of all operands for a composition, the first lane for a single-lane load, and otherwise none.
constexpr std::uint32_t significant_lanes(const Inst& inst, Kind kind) {
  const std::uint32_t composed = (1u << (2 * inst.type.width)) - 1, loaded = inst.type.width == 1 ? 3u : 0u;
  const std::uint32_t mask = kind == Kind::Compose ? composed : kind == Kind::Input ? loaded : 0u;
  return inst.lanes & mask;
}

constexpr std::uint32_t significant_args(const Inst& inst, Kind kind) {
  return kind == Kind::Constant ? inst.type.width : inst.arg_count();
}

/// Returns true if both instructions compute the same value. Operands are reordered only for the comparison: the text
/// keeps the author's order.
constexpr bool compute_the_same(const Inst& a, const Inst& b) {
  if (a.op != b.op || a.type != b.type || a.aux != b.aux) return false;
  const Kind kind = ir::kind(a.op);
  if (significant_lanes(a, kind) != significant_lanes(b, kind)) return false;
  if (commutes(a.op) && a.args[0] == b.args[1] && a.args[1] == b.args[0]) return true;
  return std::equal(a.args.data(), a.args.data() + significant_args(a, kind), b.args.data());
}

/// A chained hash table of instructions. Leaving an arm removes the instructions that the arm added. Each operation
/// takes constant time, and `leave` constant time for each removed instruction.
class AvailableValues {
 public:
  /// `size` is the expected number of instructions.
  explicit AvailableValues(std::size_t size) : heads_(std::bit_ceil(2 * size + 1), none) { entries_.reserve(size); }

  /// Returns an available value of `body` that computes the same as `inst`. If there is none, adds `inst` as `next`,
  /// and returns None.
  Value find_or_add(std::span<const Inst> body, const Inst& inst, Value next) {
    const std::uint32_t hash = hash_of(inst);
    std::uint32_t& head = heads_[slot(hash)];
    for (std::uint32_t e = head; e != none; e = entries_[e].next)
      if (entries_[e].hash == hash && compute_the_same(body[index(entries_[e].value)], inst)) return entries_[e].value;
    entries_.push_back({hash, head, next});
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
    std::uint32_t hash;  // instructions are compared only if these are equal
    std::uint32_t next;  // the next entry in the same slot
    Value value;
  };

  // Hashes an instruction. Operands that commute are added, so that their order does not matter. The function does not
  // branch, because the kind of the next instruction is unpredictable.
  static std::uint32_t hash_of(const Inst& inst) {
    constexpr std::uint64_t all = ~std::uint64_t{0};
    static constexpr std::array<std::uint64_t, 5> low{0, all >> 32, all, all, all}, high{0, 0, 0, all >> 32, all};
    constexpr std::array<std::uint64_t, 3> factors{0x9e37'79b9'7f4a'7c15ull, 0xc2b2'ae3d'27d4'eb4full,
                                                   0xd6e8'feb8'6659'fd93ull};
    const Kind kind = ir::kind(inst.op);
    const std::uint32_t count = significant_args(inst, kind);
    const std::uint64_t commuted = std::uint64_t{inst.args[0]} + inst.args[1];
    const std::uint64_t ordered = (std::uint64_t{inst.args[1]} << 32 | inst.args[0]) & low[count];
    const std::uint64_t rest = (std::uint64_t{inst.args[3]} << 32 | inst.args[2]) & high[count];
    std::uint64_t h = static_cast<std::uint64_t>(inst.op) | std::uint64_t{inst.type.width} << 8 |
                      static_cast<std::uint64_t>(inst.type.scalar) << 12 |
                      std::uint64_t{significant_lanes(inst, kind)} << 16 | std::uint64_t{inst.aux} << 24;
    h = (h * factors[0] ^ (commutes(inst.op) ? commuted : ordered)) * factors[1] + rest * factors[2];
    h = (h ^ h >> 29) * factors[1];
    return static_cast<std::uint32_t>(h >> 32);
  }

  std::size_t slot(std::uint32_t hash) const { return hash & (heads_.size() - 1); }

  base::Buffer<std::uint32_t> heads_;
  base::Buffer<Entry> entries_;  // in the order in which they were added
  base::Buffer<std::size_t> scopes_;
};

}  // namespace agal::ir

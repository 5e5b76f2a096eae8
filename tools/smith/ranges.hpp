// A rough idea of what a register component holds, so that most programs compute something worth comparing: not only
// zeros, infinities and NaN.
//
// Integers, because the choices that depend on it must be the same on every machine: sixteenths. Rough, because it is
// about what is likely: a component that is zero for one input in a million counts as one that is not zero.
#pragma once

#include <algorithm>
#include <cstdint>

namespace agal::smith {

struct Range {
  std::int32_t lo = 0;
  std::int32_t hi = 0;
};

inline constexpr std::int32_t one = 16;
inline constexpr std::int32_t farthest = 1 << 16;  // what is beyond is not told apart
inline constexpr Range unit{0, one};
inline constexpr Range sign{-one, one};
inline constexpr Range input{-2 * one, 2 * one};  // constants, attributes, varyings
inline constexpr Range instance{0, 4 * one};
inline constexpr Range unheard_of{-4 * one, 4 * one};  // the result of an opcode that nothing is known about

constexpr Range limited(std::int64_t lo, std::int64_t hi) {
  const auto limit = [](std::int64_t v) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(v, -farthest, farthest));
  };
  return {limit(lo), limit(hi)};
}
constexpr std::int32_t magnitude(Range r) { return std::max(-r.lo, r.hi); }
constexpr bool within(Range r, std::int32_t bound) { return magnitude(r) <= bound; }
constexpr bool spans_zero(Range r) { return r.lo < 0 && r.hi > 0; }
constexpr bool overlap(Range a, Range b) { return a.lo < b.hi && b.lo < a.hi; }
constexpr Range hull(Range a, Range b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }

/// What is known about one component of a temporary.
struct Lane {
  Range range;
  bool written = false;     // on every path to here
  bool unread = false;      // nothing has read anything of what its token wrote
  bool exact = false;       // every machine computes the same bits: no division, root or power on the way
  bool few = false;         // one of a few values, so that two such are often equal
  bool address = false;     // made to be an index of a constant
  std::uint32_t token = 0;  // that wrote it last
};

constexpr Lane merged(const Lane& a, const Lane& b) {
  const bool written = a.written && b.written;
  return {hull(a.range, b.range), written, written && (a.unread || b.unread), a.exact && b.exact, a.few && b.few,
          a.address && b.address, b.token};
}

}  // namespace agal::smith

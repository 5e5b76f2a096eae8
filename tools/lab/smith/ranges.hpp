// Estimated ranges of register components, so that most programs compute meaningful values instead of only zeros,
// infinities and NaN.
//
// Ranges are integers, in units of 1/16, because choices that depend on them must be the same on every machine. They
// estimate likely values: a component that is zero for one input in a million counts as not zero.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "agal/program.hpp"

namespace agal::smith {

struct Range {
  std::int32_t lo = 0;
  std::int32_t hi = 0;
};

inline constexpr std::int32_t one = 16;
inline constexpr std::int32_t farthest = 1 << 16;  // the maximum magnitude; ranges are clamped to it
inline constexpr Range unit{0, one};
inline constexpr Range sign{-one, one};
inline constexpr Range input{-2 * one, 2 * one};  // the range of constants, attributes and varyings
inline constexpr Range instance{0, 4 * one};
inline constexpr Range unheard_of{-4 * one, 4 * one};  // the range for opcodes without a result

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

/// The estimate for one component of a register.
struct Lane {
  Range range;
  bool few = false;         // true if it has few possible values, so that two such components are often equal
  bool address = false;     // true if it was computed as the index of a constant
  std::uint32_t token = 0;  // the last token that wrote it
};

/// The estimates for a temporary.
struct Known {
  std::array<Lane, 4> lanes;
  WriteMask written = 0;  // the components that are written on all paths
  WriteMask unread = 0;   // the written components from tokens whose results were not read yet
};

/// Returns the union of two estimates.
constexpr Lane merged(const Lane& a, const Lane& b) {
  return {hull(a.range, b.range), a.few && b.few, a.address && b.address, b.token};
}
constexpr Known merged(const Known& a, const Known& b) {
  Known both;
  both.written = static_cast<WriteMask>(a.written & b.written);
  both.unread = static_cast<WriteMask>((a.unread | b.unread) & both.written);
  for (std::size_t i = 0; i < 4; ++i) both.lanes[i] = merged(a.lanes[i], b.lanes[i]);
  return both;
}

}  // namespace agal::smith

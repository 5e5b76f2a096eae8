// A random number generator that gives the same numbers on all platforms, unlike the distributions of the standard
// library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace agal::smith {

/// The generator SplitMix64.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9e37'79b9'7f4a'7c15;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xbf58'476d'1ce4'e5b9;
    z = (z ^ z >> 27) * 0x94d0'49bb'1331'11eb;
    return z ^ z >> 31;
  }
  /// Returns 0 to sides - 1; 0 if `sides` is 0.
  std::uint32_t roll(std::uint32_t sides) { return static_cast<std::uint32_t>((bits() >> 32) * sides >> 32); }
  /// Returns `first` to `last`.
  std::uint32_t between(std::uint32_t first, std::uint32_t last) { return first + roll(last - first + 1); }
  bool chance(std::uint32_t percent) { return roll(100) < percent; }
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list[roll(static_cast<std::uint32_t>(list.size()))];
  }
  template <class T, std::size_t n>
  const T& pick(const std::array<T, n>& list) {
    return list[roll(static_cast<std::uint32_t>(n))];
  }

 private:
  std::uint64_t state_;
};

/// Returns `count` distinct numbers below `limit` in any order, or all numbers if there are fewer.
std::vector<std::uint32_t> distinct_numbers(Dice& dice, std::uint32_t count, std::uint32_t limit);

/// Returns `count` consecutive numbers below `limit`, or all numbers if there are fewer.
std::vector<std::uint32_t> consecutive_numbers(Dice& dice, std::uint32_t count, std::uint32_t limit);

}  // namespace agal::smith

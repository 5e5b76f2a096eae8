// Random numbers that are the same on all platforms. The distributions of the standard library are not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace agal::smith {

/// SplitMix64.
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
  /// 0 to sides - 1; 0 for no sides.
  std::uint32_t roll(std::uint32_t sides) { return static_cast<std::uint32_t>((bits() >> 32) * sides >> 32); }
  /// first to last.
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

/// `count` different numbers below `limit` in any order, or all of them.
std::vector<std::uint32_t> distinct_numbers(Dice& dice, std::uint32_t count, std::uint32_t limit);

/// The same, but consecutive.
std::vector<std::uint32_t> consecutive_numbers(Dice& dice, std::uint32_t count, std::uint32_t limit);

}  // namespace agal::smith

// A set of register numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace agal::base {

/// Numbers 0 to 1023: no program that is translated reaches further (agal::translatable_registers). Numbers beyond
/// are ignored.
class RegisterSet {
 public:
  static constexpr std::uint32_t capacity = 1024;

  constexpr void add(std::uint32_t n) {
    if (n < capacity) words_[n / 64] |= std::uint64_t{1} << (n % 64);
  }
  constexpr void remove(std::uint32_t n) {
    if (n < capacity) words_[n / 64] &= ~(std::uint64_t{1} << (n % 64));
  }
  constexpr bool contains(std::uint32_t n) const { return n < capacity && (words_[n / 64] >> (n % 64) & 1) != 0; }

  constexpr bool empty() const {
    for (std::uint64_t word : words_)
      if (word != 0) return false;
    return true;
  }

  constexpr std::uint32_t count() const {
    int total = 0;
    for (std::uint64_t word : words_) total += std::popcount(word);
    return static_cast<std::uint32_t>(total);
  }

  /// One more than the highest number; 0 where the set is empty.
  constexpr std::uint32_t bound() const {
    for (std::size_t w = words_.size(); w-- > 0;)
      if (words_[w] != 0)
        return static_cast<std::uint32_t>(64 * w + static_cast<std::size_t>(std::bit_width(words_[w])));
    return 0;
  }

  /// Calls `fn(number)` in ascending order.
  template <class Fn>
  constexpr void for_each(Fn&& fn) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
        fn(static_cast<std::uint32_t>(64 * w + static_cast<std::size_t>(std::countr_zero(rest))));
  }

  constexpr RegisterSet& operator|=(const RegisterSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
    return *this;
  }
  /// Removes what is in `other`.
  constexpr RegisterSet& operator-=(const RegisterSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= ~other.words_[w];
    return *this;
  }
  constexpr bool operator==(const RegisterSet&) const = default;

 private:
  std::array<std::uint64_t, capacity / 64> words_{};
};

}  // namespace agal::base

// A set of register numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "agal/limits.hpp"
#include "base/buffer.hpp"

namespace agal::base {

/// Holds the register numbers of any program that can be translated. Numbers from `capacity` on are ignored. Numbers
/// below 64, which most programs do not exceed, take one word, because sets are created, copied and walked several
/// times per program.
class RegisterSet {
 public:
  static constexpr std::uint32_t capacity = translatable_registers;

  void add(std::uint32_t n) {
    if (n < bits)
      first_ |= bit(n);
    else if (n < capacity)
      add_more(n);
  }
  bool contains(std::uint32_t n) const { return ((n < bits ? first_ : word(n / bits)) & bit(n)) != 0; }

  bool empty() const { return first_ == 0 && (more_.empty() || bound() == 0); }

  std::uint32_t count() const {
    int total = 0;
    for (std::size_t w = 0; w <= more_.size(); ++w) total += std::popcount(word(w));
    return static_cast<std::uint32_t>(total);
  }

  /// Returns one more than the highest number; 0 if the set is empty.
  std::uint32_t bound() const {
    for (std::size_t w = more_.size(); w > 0; --w)
      if (more_[w - 1] != 0) return static_cast<std::uint32_t>(bits * w) + width(more_[w - 1]);
    return width(first_);
  }

  /// Calls `fn(number)` in ascending order.
  template <class Fn>
  void for_each(Fn&& fn) const {
    std::uint64_t rest = first_;
    for (std::size_t w = 0;; rest = more_[w++]) {
      for (; rest != 0; rest &= rest - 1)
        fn(static_cast<std::uint32_t>(bits * w + static_cast<std::size_t>(std::countr_zero(rest))));
      if (w == more_.size()) return;
    }
  }

  /// Removes the numbers in `other`.
  RegisterSet& operator-=(const RegisterSet& other) {
    first_ &= ~other.first_;
    for (std::size_t w = 0; w < more_.size(); ++w) more_[w] &= ~other.word(w + 1);
    return *this;
  }
  bool operator==(const RegisterSet& other) const {
    for (std::size_t w = 0; w <= std::max(more_.size(), other.more_.size()); ++w)
      if (word(w) != other.word(w)) return false;
    return true;
  }

 private:
  static constexpr std::size_t bits = 64;
  static constexpr std::uint64_t bit(std::uint32_t n) { return std::uint64_t{1} << (n % bits); }
  static std::uint32_t width(std::uint64_t word) { return static_cast<std::uint32_t>(std::bit_width(word)); }
  std::uint64_t word(std::size_t w) const { return w == 0 ? first_ : w <= more_.size() ? more_[w - 1] : 0; }
  void add_more(std::uint32_t n) {
    if (n / bits > more_.size()) more_.resize(n / bits);
    more_[n / bits - 1] |= bit(n);
  }

  std::uint64_t first_ = 0;
  Buffer<std::uint64_t> more_;  // numbers from 64 on, allocated as needed
};

}  // namespace agal::base

#include "dice.hpp"

#include <algorithm>
#include <utility>

namespace agal::smith {

std::vector<std::uint32_t> distinct_numbers(Dice& dice, std::uint32_t count, std::uint32_t limit) {
  std::vector<std::uint32_t> numbers(limit);
  for (std::uint32_t i = 0; i < limit; ++i) numbers[i] = i;
  count = std::min(count, limit);
  for (std::uint32_t i = 0; i < count; ++i) std::swap(numbers[i], numbers[dice.between(i, limit - 1)]);
  numbers.resize(count);
  return numbers;
}

std::vector<std::uint32_t> consecutive_numbers(Dice& dice, std::uint32_t count, std::uint32_t limit) {
  count = std::min(count, limit);
  const std::uint32_t first = dice.between(0, limit - count);
  std::vector<std::uint32_t> numbers(count);
  for (std::uint32_t i = 0; i < count; ++i) numbers[i] = first + i;
  return numbers;
}

}  // namespace agal::smith

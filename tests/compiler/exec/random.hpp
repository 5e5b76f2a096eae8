// Random numbers that are the same on every machine and with every standard library.
#pragma once

#include <cstdint>
#include <random>

namespace agal::exec {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Returns 0 .. bound - 1. `bound` must be small, so that the bias of the remainder does not matter.
  std::uint32_t below(std::size_t bound) { return static_cast<std::uint32_t>(engine_() % bound); }

  /// Returns a uniformly distributed number with 24 random bits.
  float between(float low, float high) { return low + (high - low) * (static_cast<float>(engine_() >> 40) * 0x1p-24f); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace agal::exec

// Random numbers that are the same on every machine and with every standard library.
#pragma once

#include <cstdint>
#include <random>

namespace agal::exec {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// 0 .. bound - 1; bound is small, so the bias of the remainder does not matter.
  std::uint32_t below(std::size_t bound) { return static_cast<std::uint32_t>(engine_() % bound); }

  /// Uniform, with 24 random bits.
  float between(float low, float high) { return low + (high - low) * (static_cast<float>(engine_() >> 40) * 0x1p-24f); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace agal::exec

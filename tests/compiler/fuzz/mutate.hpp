// Makes small mutations of an input, like a fuzzer.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace agal::fuzz {

using Bytes = std::vector<std::byte>;

inline Bytes mutated(Bytes bytes, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (std::size_t edits = 1 + below(4); edits > 0 && !bytes.empty(); --edits) {
    const std::size_t at = below(bytes.size());
    switch (below(4)) {
      case 0: bytes[at] = static_cast<std::byte>(random()); break;
      case 1: bytes[at] ^= static_cast<std::byte>(1u << below(8)); break;
      case 2: bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at)); break;
      case 3: bytes.resize(at); break;
    }
  }
  return bytes;
}

}  // namespace agal::fuzz

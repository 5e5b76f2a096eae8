// Hashes bytes. hash.cpp is the only file that includes xxHash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace agal::extraction {

/// 128 bits of XXH3: fast, and safe against accidental collisions. The hash is not cryptographic, so compare the
/// bytes too if a collision would give a wrong file.
struct Hash128 {
  std::uint64_t high = 0, low = 0;

  std::string hex() const;  // 32 digits
  bool operator==(const Hash128&) const = default;
};

Hash128 hash128(std::span<const std::byte> bytes);
std::uint64_t hash64(std::span<const std::byte> bytes);

}  // namespace agal::extraction

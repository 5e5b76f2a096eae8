// Hashes of bytes. hash.cpp is the only file that includes xxHash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace agal::extraction {

/// 128 bits of XXH3: fast, and safe against accidental collisions. It is not a cryptographic hash, so equal hashes must
/// not be taken for equal bytes where the result would be a wrong file.
struct Hash128 {
  std::uint64_t high = 0, low = 0;

  std::string hex() const;  // 32 digits
  bool operator==(const Hash128&) const = default;
};

Hash128 hash128(std::span<const std::byte> bytes);
std::uint64_t hash64(std::span<const std::byte> bytes);

}  // namespace agal::extraction

// Hashes of bytes: hash.cpp is the only file here that includes xxHash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace agal::batch {

/// 128 bits of XXH3: fast, and safe against accidental collisions. It is not a cryptographic hash, so equal hashes must
/// not be taken for equal bytes where the result would be a wrong file.
struct Hash128 {
  std::uint64_t high = 0, low = 0;

  std::string hex() const;  // 32 digits
  bool operator==(const Hash128&) const = default;
};

inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

Hash128 hash128(std::span<const std::byte> bytes);
std::uint64_t hash64(std::string_view text);

}  // namespace agal::batch

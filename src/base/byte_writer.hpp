// Writes numbers in the format of SWF and ABC files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace agal::tapping {

using Bytes = std::span<const std::byte>;
using ByteVector = std::vector<std::byte>;

inline void put_little(ByteVector& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
}
inline void put_u8(ByteVector& out, std::uint8_t value) { out.push_back(static_cast<std::byte>(value)); }

/// Seven bits per byte, the lowest first.
inline void put_variable(ByteVector& out, std::uint32_t value) {
  for (; value >= 0x80; value >>= 7) put_u8(out, static_cast<std::uint8_t>((value & 0x7f) | 0x80));
  put_u8(out, static_cast<std::uint8_t>(value));
}

inline void put_bytes(ByteVector& out, Bytes bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }
inline void put_text(ByteVector& out, std::string_view text) {
  put_bytes(out, std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace agal::tapping

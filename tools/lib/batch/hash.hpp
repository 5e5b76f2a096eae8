// Hashes of text and of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "extract/hash.hpp"

namespace agal::batch {

using extraction::hash128;
using extraction::Hash128;

inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

inline std::uint64_t hash64(std::string_view text) { return extraction::hash64(bytes_of(text)); }

}  // namespace agal::batch

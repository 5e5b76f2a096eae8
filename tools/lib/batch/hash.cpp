#include "hash.hpp"

#include <fmt/format.h>
#define XXH_INLINE_ALL  // header-only
#include <xxhash.h>

namespace agal::batch {

std::string Hash128::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

Hash128 hash128(std::span<const std::byte> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

std::uint64_t hash64(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

}  // namespace agal::batch

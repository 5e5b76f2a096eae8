#include "extract/hash.hpp"

#include <fmt/format.h>
#define XXH_INLINE_ALL  // header-only
#include <xxhash.h>

#include "agal/bytecode.hpp"
#include "agal/games/extract.hpp"

namespace agal {
namespace extraction {

std::string Hash128::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

Hash128 hash128(std::span<const std::byte> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

std::uint64_t hash64(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace extraction

std::string content_hash(const Program& program) {
  std::vector<std::byte> bytes = write_bytecode(program);
  bytes.resize(bytes.size() - program.trailing.size());
  return extraction::hash128(bytes).hex();
}

}  // namespace agal

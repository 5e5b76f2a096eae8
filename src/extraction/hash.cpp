// The bridge to xxHash.
#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include "agal/bytecode.hpp"
#include "agal/extract.hpp"

namespace agal {

std::string content_hash(const Program& program) {
  std::vector<std::byte> bytes = write_bytecode(program);
  bytes.resize(bytes.size() - program.trailing.size());
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace agal

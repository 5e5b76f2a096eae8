// The entries below /ac/ of a remote cache: ActionResult messages of Bazel's Remote Execution API, as protocol buffers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agal::batch {

/// A content below /cas/.
struct Digest {
  std::string sha256;  // 64 hexadecimal digits
  std::uint64_t size = 0;

  bool operator==(const Digest&) const = default;
};

/// A result with one file, which has this content. A server that checks its entries accepts it.
std::string encode_action_result(const Digest& digest);

/// The content of our file in a result. nullopt: these bytes are not a result with that file. Safe for any bytes.
std::optional<Digest> decode_action_result(std::string_view bytes);

}  // namespace agal::batch

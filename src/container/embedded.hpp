// Files that have a SWF file or compressed data in them.
#pragma once

#include <optional>
#include <vector>

#include "container/streams.hpp"

namespace agal::container {

/// The SWF files inside other data, such as a projector: a projector ends with the length of its SWF file. Linear in
/// the number of bytes; at most `max_embedded_swfs`.
std::vector<Bytes> embedded_swfs(Bytes bytes);
inline constexpr std::size_t max_embedded_swfs = 64;

/// The data of a compressed file, or of ByteArray.compress() with zlib or LZMA; no value: it is something else, or
/// damaged data of ByteArray.compress(), which has no magic.
std::optional<Unpacked> unpack_blob(Bytes bytes, std::uint64_t limit);

}  // namespace agal::container

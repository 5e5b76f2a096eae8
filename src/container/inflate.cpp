// Streams of zlib, decompressed by it or by what is in its place.
#include "container/zlib_stream.hpp"

namespace agal::container {

bool can_unpack() { return true; }

Unpacked inflate(Bytes input, Bytes head, std::uint64_t limit) {
  ZlibStream stream(input, Wrapper::Zlib);
  GrowingBuffer out(head, limit);
  for (bool more = true; more && !out.full();) {
    const std::span<std::byte> room = out.room();
    const std::size_t count = stream.read(room);
    out.use(count);
    more = count == std::min(room.size(), ZlibStream::max_part);
  }
  Unpacked unpacked = std::move(out).finish(stream.status());
  if (unpacked.status == UnpackStatus::Damaged) unpacked.problem = stream.problem();
  return unpacked;
}

}  // namespace agal::container

// The bridge to zlib.
#include "container/zlib_stream.hpp"

namespace agal::container {

bool can_unpack() { return true; }

Unpacked inflate(Bytes input, Bytes head, std::uint64_t limit) {
  ZlibStream stream(input, MAX_WBITS);
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

std::optional<ByteVector> deflate(Bytes bytes) {
  ByteVector out(compressBound(static_cast<uLong>(bytes.size())));
  uLongf size = static_cast<uLongf>(out.size());
  const int result =
      compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION);
  if (result != Z_OK) return {};
  out.resize(size);
  return out;
}

}  // namespace agal::container

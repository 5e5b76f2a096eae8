// Unpacks streams in the formats of zlib and gzip.
#include "container/zlib_stream.hpp"

#include <optional>

namespace agal::container {

bool can_unpack() { return true; }

namespace {

void read_all(ZlibStream& stream, GrowingBuffer& out) {
  for (bool more = true; more && !out.full();) {
    const std::span<std::byte> room = out.room();
    const std::size_t count = stream.read(room);
    out.use(count);
    more = count == std::min(room.size(), ZlibStream::max_part);
  }
}

Unpacked finish(const ZlibStream& stream, GrowingBuffer out) {
  Unpacked unpacked = std::move(out).finish(stream.status());
  if (unpacked.status == UnpackStatus::Damaged) unpacked.problem = stream.problem();
  return unpacked;
}

bool is_gzip(Bytes file) {
  return file.size() > 2 && file[0] == std::byte{0x1f} && file[1] == std::byte{0x8b} && file[2] == std::byte{8};
}

// Returns the position after the header; nullopt if the header is damaged.
std::optional<std::size_t> end_of_gzip_header(Bytes file) {
  enum Flag : std::uint8_t { HeaderSum = 2, Extra = 4, Name = 8, Comment = 16 };
  constexpr std::size_t fixed = 10;
  base::ByteReader reader(file);
  reader.skip(3);
  const std::uint8_t flags = reader.u8();
  reader.skip(fixed - 4);
  if ((flags & Extra) != 0) reader.skip(reader.u16());
  for (const Flag text : {Name, Comment})
    if ((flags & text) != 0)
      while (!reader.failed() && !reader.at_end() && reader.u8() != 0) {
      }
  if ((flags & HeaderSum) != 0) reader.skip(2);
  if (reader.failed()) return std::nullopt;
  return reader.position();
}

}  // namespace

Unpacked inflate(Bytes input, Bytes head, std::uint64_t limit) {
  ZlibStream stream(input, Wrapper::Zlib);
  GrowingBuffer out(head, limit);
  read_all(stream, out);
  return finish(stream, std::move(out));
}

Unpacked inflate_raw(Bytes input, std::uint64_t limit) {
  ZlibStream stream(input, Wrapper::None);
  GrowingBuffer out({}, limit);
  read_all(stream, out);
  return std::move(out).finish(stream.left() == 0 ? stream.status() : UnpackStatus::Damaged);
}

Unpacked gunzip(Bytes file, std::uint64_t limit) {
  constexpr std::size_t trailer = 8;  // checksum and length
  GrowingBuffer out({}, limit);
  while (true) {
    const std::optional<std::size_t> begin = end_of_gzip_header(file);
    if (!begin) {
      Unpacked unpacked = std::move(out).finish(UnpackStatus::Damaged);
      unpacked.problem = "its header is truncated";
      return unpacked;
    }
    ZlibStream stream(file.subspan(*begin), Wrapper::None);
    read_all(stream, out);
    const std::size_t left = stream.left();
    if (stream.status() != UnpackStatus::Complete || out.full() || left < trailer)
      return finish(stream, std::move(out));
    file = file.last(left - trailer);
    if (!is_gzip(file)) return finish(stream, std::move(out));
  }
}

}  // namespace agal::container

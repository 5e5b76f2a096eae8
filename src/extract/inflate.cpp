// The bridge to zlib.
#include <zlib.h>

#include <limits>

#include "extract/unpack.hpp"

namespace agal::extraction {
namespace {

// zlib counts in unsigned int; longer inputs are passed in parts.
constexpr std::size_t max_part = std::numeric_limits<uInt>::max();

class Stream {
 public:
  explicit Stream(Bytes input) : rest_(input), result_(inflateInit(&stream_)) {}
  ~Stream() { inflateEnd(&stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// Writes into `room`, and returns the number of bytes. Less than the whole room: the end is reached.
  std::size_t read(std::span<std::byte> room) {
    const std::size_t size = std::min(room.size(), max_part);
    stream_.next_out = reinterpret_cast<Bytef*>(room.data());
    stream_.avail_out = static_cast<uInt>(size);
    while (result_ == Z_OK && stream_.avail_out > 0 && feed()) result_ = ::inflate(&stream_, Z_NO_FLUSH);
    return size - stream_.avail_out;
  }

  UnpackStatus status() const {
    if (result_ == Z_STREAM_END) return UnpackStatus::Complete;
    return result_ == Z_OK || result_ == Z_BUF_ERROR ? UnpackStatus::CutOff : UnpackStatus::Damaged;
  }
  std::string problem() const {
    if (result_ == Z_MEM_ERROR) return "there is not enough memory for it";
    if (result_ == Z_NEED_DICT) return "it needs a dictionary";
    return stream_.msg != nullptr ? stream_.msg : "zlib cannot decompress it";
  }

 private:
  // Returns whether there is input.
  bool feed() {
    if (stream_.avail_in > 0) return true;
    const std::size_t part = std::min(rest_.size(), max_part);
    // The parameter of zlib is not const, but zlib does not write through it.
    stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(rest_.data()));
    stream_.avail_in = static_cast<uInt>(part);
    rest_ = rest_.subspan(part);
    return part > 0;
  }

  Bytes rest_;
  z_stream stream_{};
  int result_;
};

}  // namespace

bool can_unpack() { return true; }

Unpacked inflate(Bytes input, Bytes head, std::uint64_t limit) {
  Stream stream(input);
  GrowingBuffer out(head, limit);
  for (bool more = true; more && !out.full();) {
    const std::span<std::byte> room = out.room();
    const std::size_t count = stream.read(room);
    out.use(count);
    more = count == std::min(room.size(), max_part);
  }
  Unpacked unpacked = std::move(out).finish(stream.status());
  if (unpacked.status == UnpackStatus::Damaged) unpacked.problem = stream.problem();
  return unpacked;
}

}  // namespace agal::extraction

// A stream of zlib that is decompressed piece by piece.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <string>

#include "container/streams.hpp"

namespace agal::container {

class ZlibStream {
 public:
  /// zlib counts in unsigned int; longer inputs are passed in parts.
  static constexpr std::size_t max_part = std::numeric_limits<uInt>::max();

  /// `window_bits` as in `inflateInit2`: negative for deflate without a header.
  ZlibStream(Bytes input, int window_bits) : rest_(input), result_(inflateInit2(&stream_, window_bits)) {}
  ~ZlibStream() { inflateEnd(&stream_); }
  ZlibStream(const ZlibStream&) = delete;
  ZlibStream& operator=(const ZlibStream&) = delete;

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

}  // namespace agal::container

// A stream of zlib that is decompressed piece by piece.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "container/streams.hpp"

namespace agal::container {

/// The format around deflated data.
enum class Wrapper : std::uint8_t { None, Zlib };

class ZlibStream {
 public:
  /// The maximum number of bytes that one call reads.
  static constexpr std::size_t max_part = std::numeric_limits<std::uint32_t>::max();

  ZlibStream(Bytes input, Wrapper wrapper);
  ~ZlibStream();
  ZlibStream(const ZlibStream&) = delete;
  ZlibStream& operator=(const ZlibStream&) = delete;

  /// Decompresses into `room`, and returns the number of bytes written. The stream has ended if this is less than the
  /// size of `room` and than `max_part`.
  std::size_t read(std::span<std::byte> room);

  UnpackStatus status() const;
  /// Returns the number of bytes after the end of the stream.
  std::size_t left() const;
  std::string problem() const;

 private:
  class Decoder;
  std::unique_ptr<Decoder> decoder_;
};

}  // namespace agal::container

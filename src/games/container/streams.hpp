// Unpacks and packs the streams inside SWF and ZIP files with zlib and liblzma.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/bytes.hpp"

namespace agal::container {

using base::Bytes;
using base::ByteVector;

enum class UnpackStatus : std::uint8_t {
  Complete,  // the stream is complete
  CutOff,    // the input ends before the stream
  Damaged,
  WrongChecksum,  // the stream is complete, but its checksum does not fit the unpacked bytes
  TooLarge,       // the output exceeds the limit, and is truncated there
};

struct Unpacked {
  ByteVector bytes;  // all bytes that could be unpacked
  UnpackStatus status = UnpackStatus::Complete;
  std::string problem;  // describes Damaged and WrongChecksum
};

/// Returns true if this build has zlib, liblzma and minizip (AGAL_WITH_UNPACKERS in CMake). Otherwise `inflate`,
/// `unpack_lzma` and `open_zip` exist, but must not be used.
bool can_unpack();

/// Unpacks a zlib stream. `head` is prepended to the result, and does not count toward `limit`.
Unpacked inflate(Bytes input, Bytes head, std::uint64_t limit);

/// Unpacks raw Deflate data. It is Damaged if bytes follow it, because any bytes may begin like it.
Unpacked inflate_raw(Bytes input, std::uint64_t limit);

/// Unpacks all members of a gzip file.
Unpacked gunzip(Bytes file, std::uint64_t limit);

/// Unpacks a raw LZMA stream with these five bytes of properties, as in SWF files of version 13 and up.
Unpacked unpack_lzma(Bytes properties, Bytes input, Bytes head, std::uint64_t limit);

/// Compresses into a zlib stream. Returns nullopt if memory is exhausted, or if the compressor is not in this build.
std::optional<ByteVector> deflate(Bytes bytes);

/// Compresses into five bytes of properties, and a raw LZMA stream with an end marker. Fails like `deflate`.
std::optional<ByteVector> pack_lzma(Bytes bytes);

/// Output that grows as it is filled: memory is allocated for actual data, not for sizes in a header.
class GrowingBuffer {
 public:
  GrowingBuffer(Bytes head, std::uint64_t limit) : bytes_(head.begin(), head.end()), filled_(head.size()) {
    // One byte beyond the limit distinguishes output that reaches the limit from output that exceeds it.
    end_ = limit < SIZE_MAX - filled_ - 1 ? filled_ + static_cast<std::size_t>(limit) + 1 : SIZE_MAX;
  }

  /// Returns space for the next write; empty if the limit is exceeded.
  std::span<std::byte> room() {
    constexpr std::size_t min_growth = std::size_t{1} << 16, max_growth = std::size_t{1} << 24;
    const std::size_t size = std::min(end_, filled_ + std::clamp(filled_, min_growth, max_growth));
    if (size > bytes_.size()) bytes_.resize(size);
    return std::span(bytes_).subspan(filled_);
  }
  void use(std::size_t count) { filled_ += count; }
  bool full() const { return filled_ == end_; }

  Unpacked finish(UnpackStatus status) && {
    bytes_.resize(full() ? end_ - 1 : filled_);
    return {std::move(bytes_), full() ? UnpackStatus::TooLarge : status, {}};
  }

 private:
  ByteVector bytes_;
  std::size_t filled_, end_;
};

}  // namespace agal::container

// The bridges to zlib, liblzma and minizip.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "extract/reader.hpp"

namespace agal::extraction {

enum class UnpackStatus : std::uint8_t {
  Complete,  // the stream ended where it says that it ends
  CutOff,    // it goes on beyond the end of the input
  Damaged,
  TooLarge,  // it is larger than the limit, which is what there is of it
};

struct Unpacked {
  std::vector<std::byte> bytes;  // as many as could be had
  UnpackStatus status = UnpackStatus::Complete;
  std::string problem;  // for Damaged, in words
};

/// A zlib stream. `head` comes first in the result, and does not count towards `limit`.
Unpacked inflate(Bytes input, Bytes head, std::uint64_t limit);

/// A raw LZMA stream with these five bytes of properties, as SWF files of version 13 and up have it.
Unpacked unpack_lzma(Bytes properties, Bytes input, Bytes head, std::uint64_t limit);

/// Output that grows as it fills: whatever a header promises, memory is taken for what is really there.
class Growing {
 public:
  Growing(Bytes head, std::uint64_t limit) : bytes_(head.begin(), head.end()), filled_(head.size()) {
    // One byte beyond the limit tells "as large as may be" from "larger".
    end_ = limit < SIZE_MAX - filled_ - 1 ? filled_ + static_cast<std::size_t>(limit) + 1 : SIZE_MAX;
  }

  /// Where to write next; empty: there is too much of it.
  std::span<std::byte> room() {
    constexpr std::size_t least = std::size_t{1} << 16, most = std::size_t{1} << 24;
    const std::size_t size = std::min(end_, filled_ + std::clamp(filled_, least, most));
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
  std::vector<std::byte> bytes_;
  std::size_t filled_, end_;
};

}  // namespace agal::extraction

// Decodes JPEG XR with libjxr, if this build has it (AGAL_WITH_LIBJXR in CMake).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/bytes.hpp"

namespace agal::frames {

/// The format of a decoded pixel. A word has two bytes, little-endian, with red in the upper bits.
enum class JxrPixels : std::uint8_t { Gray, Word555, Word565, Rgba };

struct JxrImage {
  base::ByteVector pixels;
  std::string problem;  // the reason why the image was not decoded; "" if it was
};

/// Decodes an image that has this size and format. libjxr runs in a separate process: if it crashes, or exceeds limits
/// of time or memory, the image has a `problem`.
JxrImage decode_jpeg_xr(base::Bytes file, std::uint32_t width, std::uint32_t height, JxrPixels pixels);

}  // namespace agal::frames

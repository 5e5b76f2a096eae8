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

/// Decodes an image of this size and format. libjxr runs in a separate process: a crash, or more than a minute of
/// processor time, becomes the `problem` of the image.
JxrImage decode_jpeg_xr(base::Bytes file, std::uint32_t width, std::uint32_t height, JxrPixels pixels);

}  // namespace agal::frames

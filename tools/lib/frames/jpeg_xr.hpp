// Decodes JPEG XR with libjxr, if that is in this build (AGAL_WITH_LIBJXR in CMake).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/bytes.hpp"

namespace agal::frames {

/// The bytes of a decoded pixel. The words have red in their upper bits, and are little-endian.
enum class JxrPixels : std::uint8_t { Gray, Word555, Word565, Rgba };

struct JxrImage {
  base::ByteVector pixels;
  std::string problem;  // why it is not decoded; "" if it is
};

/// Decodes an image that has this size and these pixels. A library that crashes, or that takes a minute, is a problem
/// of the image: it runs in a separate process.
JxrImage decode_jpeg_xr(base::Bytes file, std::uint32_t width, std::uint32_t height, JxrPixels pixels);

}  // namespace agal::frames

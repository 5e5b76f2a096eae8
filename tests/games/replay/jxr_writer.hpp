// Writes JPEG XR with libjxr, for tests.
#pragma once

#include <cstdint>
#include <string>

#include "base/bytes.hpp"

namespace agal::frames {

enum class JxrFormat : std::uint8_t { Gray8, Rgb555, Rgb565, Rgb24, Bgra32 };

/// Returns why images cannot be written here; "" if they can.
std::string missing_jxr();

/// Returns a lossless image.
base::ByteVector write_jxr(base::Bytes pixels, std::uint32_t width, std::uint32_t height, JxrFormat format);

}  // namespace agal::frames

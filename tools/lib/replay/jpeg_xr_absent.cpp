// Replaces jpeg_xr.cpp in a build without libjxr.
#include "jpeg_xr.hpp"

namespace agal::frames {

JxrImage decode_jpeg_xr(base::Bytes, std::uint32_t, std::uint32_t, JxrPixels) {
  return {{}, "this build of agalc does not have libjxr, which decodes JPEG XR"};
}

}  // namespace agal::frames

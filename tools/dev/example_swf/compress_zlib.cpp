// The bridge to zlib.
#include <zlib.h>

#include <stdexcept>

#include "example_swf/swf_builder.hpp"

namespace agal::example {

ByteVector compress_zlib(std::span<const std::byte> bytes) {
  ByteVector out(compressBound(static_cast<uLong>(bytes.size())));
  uLongf size = static_cast<uLongf>(out.size());
  const int result = compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                               reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()), 9);
  if (result != Z_OK) throw std::runtime_error("zlib cannot compress");
  out.resize(size);
  return out;
}

}  // namespace agal::example

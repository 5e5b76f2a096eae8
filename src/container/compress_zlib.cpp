#include <zlib.h>

#include "container/compress.hpp"

namespace agal::tapping {

std::optional<ByteVector> compress_zlib(Bytes bytes) {
  ByteVector out(compressBound(static_cast<uLong>(bytes.size())));
  uLongf size = static_cast<uLongf>(out.size());
  const int result =
      compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION);
  if (result != Z_OK) return {};
  out.resize(size);
  return out;
}

}  // namespace agal::tapping

// A build without zlib and liblzma.
#include "container/compress.hpp"

namespace agal::tapping {

std::optional<ByteVector> compress_zlib(Bytes) { return {}; }
std::optional<ByteVector> compress_lzma(Bytes) { return {}; }

}  // namespace agal::tapping

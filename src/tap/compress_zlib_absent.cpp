// A build without zlib.
#include "tap/compress.hpp"

namespace agal::tapping {

std::optional<ByteVector> compress_zlib(Bytes) { return {}; }

}  // namespace agal::tapping

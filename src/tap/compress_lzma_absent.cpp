// A build without liblzma.
#include "tap/compress.hpp"

namespace agal::tapping {

std::optional<ByteVector> compress_lzma(Bytes) { return {}; }

}  // namespace agal::tapping

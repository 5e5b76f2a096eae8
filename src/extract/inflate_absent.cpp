// A build without zlib.
#include "extract/unpack.hpp"

namespace agal::extraction {

bool can_inflate() { return false; }

Unpacked inflate(Bytes, Bytes, std::uint64_t) { return {{}, UnpackStatus::Damaged, {}}; }

}  // namespace agal::extraction

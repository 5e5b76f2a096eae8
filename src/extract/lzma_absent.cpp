// A build without liblzma.
#include "extract/unpack.hpp"

namespace agal::extraction {

bool can_unpack_lzma() { return false; }

Unpacked unpack_lzma(Bytes, Bytes, Bytes, std::uint64_t) { return {{}, UnpackStatus::Damaged, {}}; }

}  // namespace agal::extraction

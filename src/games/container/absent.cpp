// Replaces the files that use zlib, liblzma and minizip in a build without these libraries.
#include "container/archive.hpp"

namespace agal::container {

bool can_unpack() { return false; }

Unpacked inflate(Bytes, Bytes, std::uint64_t) { return {{}, UnpackStatus::Damaged, {}}; }
Unpacked inflate_raw(Bytes, std::uint64_t) { return {{}, UnpackStatus::Damaged, {}}; }
Unpacked gunzip(Bytes, std::uint64_t) { return {{}, UnpackStatus::Damaged, {}}; }
Unpacked unpack_lzma(Bytes, Bytes, Bytes, std::uint64_t) { return {{}, UnpackStatus::Damaged, {}}; }
std::optional<ByteVector> deflate(Bytes) { return {}; }
std::optional<ByteVector> pack_lzma(Bytes) { return {}; }

std::unique_ptr<Archive> open_zip(Bytes) { return nullptr; }

}  // namespace agal::container

// Replaces tar.cpp in a build without libarchive.
#include "container/archive.hpp"

namespace agal::container {

bool can_read_tar() { return false; }
std::unique_ptr<Archive> open_tar(Bytes, std::uint64_t) { return nullptr; }
Unpacked unpack_stream(Bytes, std::uint64_t) { return {{}, UnpackStatus::Damaged, {}}; }

}  // namespace agal::container

// A build without minizip.
#include "extract/archive.hpp"

namespace agal::extraction {

bool can_open_archives() { return false; }

struct Archive::Handle {};
Archive::Archive(Bytes) {}
Archive::~Archive() = default;
bool Archive::next() { return false; }
std::string Archive::name() const { return {}; }
Unpacked Archive::read(std::uint64_t) const { return {{}, UnpackStatus::Damaged, {}}; }

}  // namespace agal::extraction

// Makes ZIP archives for fuzz targets and their seeds.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace agal::fuzz {

using Bytes = std::vector<std::byte>;

struct Entry {
  std::span<const std::byte> name, content;
};

/// Returns a ZIP archive with these entries, stored without compression, with the right checksums.
Bytes archive_of(const std::vector<Entry>& entries);

}  // namespace agal::fuzz

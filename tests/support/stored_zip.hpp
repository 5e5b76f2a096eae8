// Makes ZIP archives for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace agal::test {

struct ZipEntry {
  std::span<const std::byte> name, content;
};

namespace zip {

inline std::uint32_t crc32(std::span<const std::byte> bytes) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const std::byte byte : bytes) {
    crc ^= std::to_integer<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1)));
  }
  return ~crc;
}

inline void put(std::vector<std::byte>& out, std::uint32_t value, std::size_t bytes) {
  for (; bytes > 0; --bytes, value >>= 8) out.push_back(static_cast<std::byte>(value & 0xff));
}
inline void put(std::vector<std::byte>& out, std::span<const std::byte> bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

// Writes the fields that are in both the header of an entry and its row in the central directory. Entries are stored
// without compression.
inline void put_fields(std::vector<std::byte>& out, const ZipEntry& entry) {
  put(out, 20, 2);  // version
  put(out, 0, 8);   // flags, method, time
  put(out, crc32(entry.content), 4);
  put(out, static_cast<std::uint32_t>(entry.content.size()), 4);
  put(out, static_cast<std::uint32_t>(entry.content.size()), 4);
  put(out, static_cast<std::uint32_t>(entry.name.size()), 2);
  put(out, 0, 2);
}

}  // namespace zip

/// Returns a ZIP archive with these entries, stored without compression, with the right checksums.
inline std::vector<std::byte> stored_zip(const std::vector<ZipEntry>& entries) {
  std::vector<std::byte> out, directory;
  for (const ZipEntry& entry : entries) {
    const auto offset = static_cast<std::uint32_t>(out.size());
    zip::put(out, 0x04034b50, 4);
    zip::put_fields(out, entry);
    zip::put(out, entry.name);
    zip::put(out, entry.content);
    zip::put(directory, 0x02014b50, 4);
    zip::put(directory, 20, 2);
    zip::put_fields(directory, entry);
    zip::put(directory, 0, 10);
    zip::put(directory, offset, 4);
    zip::put(directory, entry.name);
  }
  const auto at = static_cast<std::uint32_t>(out.size());
  zip::put(out, directory);
  zip::put(out, 0x06054b50, 4);
  zip::put(out, 0, 4);
  for (int i = 0; i < 2; ++i) zip::put(out, static_cast<std::uint32_t>(entries.size()), 2);
  zip::put(out, static_cast<std::uint32_t>(directory.size()), 4);
  zip::put(out, at, 4);
  zip::put(out, 0, 2);
  return out;
}

}  // namespace agal::test

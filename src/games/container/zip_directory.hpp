// The end record and the central directory of a ZIP archive, which may follow other data.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.hpp"

namespace agal::container {

inline constexpr std::size_t zip_end_bytes = 22;  // the end record without its comment
inline constexpr std::size_t zip_end_directory_size_at = 12, zip_end_comment_size_at = 20;

/// Positions of a ZIP archive in the bytes that contain it.
struct ZipDirectory {
  std::size_t first_entry = 0;  // the header of the entry that the directory lists first
  std::size_t directory = 0;    // the central directory, which ends at the end record
  std::size_t end_record = 0;
  std::size_t end = 0;  // the first byte after the archive and its comment
};

/// Finds the last archive that has its end record in the last 64 KiB. Returns nullopt if there is none, if the archive
/// does not have entries, or if its size does not fit in 32 bits.
std::optional<ZipDirectory> find_zip_directory(base::Bytes bytes);

}  // namespace agal::container

// Archives: ZIP files, including SWC files, and tar archives.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "container/streams.hpp"

namespace agal::container {

/// An archive in memory, read entry by entry.
class Archive {
 public:
  virtual ~Archive() = default;

  /// Returns the reason why the archive cannot be opened, or why the entries after the current one cannot be read; ""
  /// if there is no problem.
  const std::string& problem() const { return problem_; }
  /// Returns true if the entries after the current one are beyond the limit.
  bool is_too_large() const { return is_too_large_; }
  /// Moves to the next entry, initially to the first. Returns false if there are no more entries.
  virtual bool next() = 0;
  /// Returns the name of the current entry, which may be empty.
  virtual std::string name() const = 0;
  /// Returns the unpacked size of the current entry according to the archive; nullopt if the archive does not say it.
  virtual std::optional<std::uint64_t> declared_size() const { return std::nullopt; }
  /// Returns the content of the current entry; `limit` is as in inflate(). Call it at most once for each entry.
  virtual Unpacked read(std::uint64_t limit) = 0;

 protected:
  Archive() = default;
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  std::string problem_;
  bool is_too_large_ = false;
};

/// Opens a ZIP file, or other data that ends with one. The entries are in the order of the central directory.
std::unique_ptr<Archive> open_zip(Bytes bytes);

/// Returns true if libarchive is in this build (AGAL_WITH_LIBARCHIVE in CMake). Otherwise the following functions
/// exist, but must not be used.
bool can_read_tar();

/// Opens a tar archive, which may be compressed; `limit` applies to all unpacked data together. Returns null if the
/// bytes are something else.
std::unique_ptr<Archive> open_tar(Bytes bytes, std::uint64_t limit);

/// Unpacks data that is compressed with xz, bzip2 or Zstandard.
Unpacked unpack_stream(Bytes bytes, std::uint64_t limit);

}  // namespace agal::container

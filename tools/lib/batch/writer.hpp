// Writes files of the output folder atomically, and only if they have changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "agal/result.hpp"
#include "scratch.hpp"

namespace agal::batch {

enum class Written : std::uint8_t { Changed, Unchanged };

/// Writes below one folder. Paths are relative to it, with '/'. Links in the folder are not followed: a link in the
/// place of a file is replaced, and a link in the place of a folder is an error. Thread-safe, except for concurrent
/// writes of one path.
class Writer {
 public:
  /// `scratch` must outlive this object, and be on the same file system.
  Writer(std::string root, Scratch& scratch) : root_(std::move(root)), scratch_(&scratch) {}

  /// Writes these bytes to a temporary file and renames it. A file that already has these bytes is not changed and
  /// keeps its modification time. Creates folders as needed.
  Result<Written> write(const std::string& path, std::span<const std::byte> bytes);
  Result<Written> write(const std::string& path, std::string_view text);

  /// Like `write`, for a file that does not have these bytes.
  Result<Written> replace(const std::string& path, std::span<const std::byte> bytes);

  /// Returns true if the file has these bytes, so that `write` would not change it.
  bool has(const std::string& path, std::string_view text) const;

  /// Moves a finished file from the scratch folder. If the file at `path` is equal, the finished file is removed
  /// instead.
  Result<Written> adopt(const std::string& path, const std::string& finished);

  /// Removes a file, if it exists, and the folders that become empty. Does not follow links.
  Diagnostics remove(const std::string& path);

  const std::string& root() const { return root_; }
  std::string full(const std::string& path) const { return root_ + "/" + path; }

 private:
  Diagnostics rename(const std::string& from, const std::string& path);
  std::string link_in(const std::string& path) const;

  std::string root_;
  Scratch* scratch_;
};

}  // namespace agal::batch

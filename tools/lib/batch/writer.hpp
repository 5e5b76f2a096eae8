// Files of the output folder: whole or not at all, and not touched where they are right already.
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

/// Writes below one folder. Paths are relative to it, with '/'. Any thread may write; no two may write one path.
class Writer {
 public:
  /// `scratch` must outlive this, and be on the same file system.
  Writer(std::string root, Scratch& scratch) : root_(std::move(root)), scratch_(&scratch) {}

  /// Puts these bytes there: under a temporary name first, which is then renamed. A file that has these bytes already
  /// is left alone, with its time of change. Folders are made as needed.
  Result<Written> write(const std::string& path, std::span<const std::byte> bytes);
  Result<Written> write(const std::string& path, std::string_view text);

  /// Moves a finished file (of the scratch folder) there, unless the two are equal: then it is removed.
  Result<Written> adopt(const std::string& path, const std::string& finished);

  /// Removes a file; it is no error if there is none. With it go the folders that are empty then.
  Diagnostics remove(const std::string& path);

  const std::string& root() const { return root_; }
  std::string full(const std::string& path) const { return root_ + "/" + path; }

 private:
  Diagnostics rename(const std::string& from, const std::string& path);

  std::string root_;
  Scratch* scratch_;
};

}  // namespace agal::batch

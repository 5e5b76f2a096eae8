// ZIP archives; SWC files are such.
#pragma once

#include <memory>
#include <string>

#include "extract/unpack.hpp"

namespace agal::extraction {

/// An archive in memory.
class Archive {
 public:
  explicit Archive(Bytes bytes);
  ~Archive();
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  /// Why it cannot be opened, "" if it can.
  const std::string& problem() const { return problem_; }
  std::uint64_t count() const;
  /// Entries without a name have an empty one.
  std::string name(std::uint64_t index) const;
  /// The content; `limit` is as in inflate().
  Unpacked read(std::uint64_t index, std::uint64_t limit) const;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
  std::string problem_;
};

}  // namespace agal::extraction

// ZIP archives; SWC files are such.
#pragma once

#include <memory>
#include <string>

#include "extract/unpack.hpp"

namespace agal::extraction {

/// An archive in memory, read entry by entry in the order of its table of contents.
class Archive {
 public:
  explicit Archive(Bytes bytes);
  ~Archive();
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  /// Why it cannot be opened, or why there is nothing behind the current entry; "" if nothing is wrong.
  const std::string& problem() const { return problem_; }
  /// Steps to the next entry, at first to the first one; whether there is one.
  bool next();
  /// The name of the current entry, which may be empty.
  std::string name() const;
  /// The content of the current entry; `limit` is as in inflate().
  Unpacked read(std::uint64_t limit) const;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
  std::string problem_;
};

}  // namespace agal::extraction

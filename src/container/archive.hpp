// ZIP archives, including SWC files.
#pragma once

#include <memory>
#include <string>

#include "container/streams.hpp"

namespace agal::container {

inline bool looks_like_archive(Bytes bytes) {
  constexpr std::byte first{0x03}, none{0x05};  // an entry, or the end of an archive without entries
  return bytes.size() >= 4 && bytes[0] == std::byte{'P'} && bytes[1] == std::byte{'K'} &&
         ((bytes[2] == first && bytes[3] == std::byte{0x04}) || (bytes[2] == none && bytes[3] == std::byte{0x06}));
}

/// An archive in memory, read entry by entry in the order of its central directory.
class Archive {
 public:
  explicit Archive(Bytes bytes);
  ~Archive();
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  /// Why it cannot be opened, or why the entries after the current one cannot be read; "" if there is no problem.
  const std::string& problem() const { return problem_; }
  /// Moves to the next entry, initially to the first; returns whether there is one.
  bool next();
  /// The name of the current entry; may be empty.
  std::string name() const;
  /// The content of the current entry; `limit` is as in inflate().
  Unpacked read(std::uint64_t limit) const;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
  std::string problem_;
};

}  // namespace agal::container

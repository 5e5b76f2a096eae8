// Reads a manifest line by line, in constant memory.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/result.hpp"
#include "manifest/entry.hpp"

namespace agal::manifest {

class Reader {
 public:
  /// Opens the file. A file that cannot be read is an error in `diagnostics` (AGAL1001; AGAL1004 for a folder).
  explicit Reader(const std::string& file);
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// Returns the next entry; nullopt at the end, or after a fatal error. Blank lines are skipped. Malformed lines are
  /// skipped too, and reported in `diagnostics` (AGAL1053). After 20 messages, reading ends.
  std::optional<Entry> next();

  /// Returns the text of the line that `next` read, without the line feed.
  std::string_view line() const { return line_; }

  Diagnostics diagnostics;

 private:
  bool refill();
  bool next_line();

  std::string file_, line_;
  std::ifstream in_;
  std::vector<char> buffer_;
  std::string_view rest_;  // the unread rest of the buffer
  std::uint32_t number_ = 0;
};

/// Calls `visit` for each line of a manifest until it returns an error. Returns this error, or the errors of the
/// reader. Lines after a malformed line are not visited.
using Visitor = std::function<Diagnostics(const Entry& entry, std::string_view line)>;
Diagnostics for_each_entry(const std::string& file, const Visitor& visit);

}  // namespace agal::manifest

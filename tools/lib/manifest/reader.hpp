// Reads a manifest line by line, however long it is.
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
  /// A file that cannot be read is an error in `diagnostics` (AGAL1001; AGAL1004 for a folder).
  explicit Reader(const std::string& file);
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// The next entry; nullopt at the end, or after a fatal error. Blank lines are skipped. Malformed lines are skipped
  /// too, and reported in `diagnostics` (AGAL1053); after 20 of these, reading ends.
  std::optional<Entry> next();

  /// The text of the line that `next` read, without the line feed.
  std::string_view line() const { return line_; }

  Diagnostics diagnostics;

 private:
  bool refill();
  bool next_line();

  std::string file_, line_;
  std::ifstream in_;
  std::vector<char> buffer_;
  std::string_view rest_;  // of the buffer
  std::uint32_t number_ = 0;
};

/// Calls `visit` for each line of a manifest, until it returns an error. Returns that error, or those of the reader: no
/// line after a malformed one is visited.
using Visitor = std::function<Diagnostics(const Entry& entry, std::string_view line)>;
Diagnostics for_each_entry(const std::string& file, const Visitor& visit);

}  // namespace agal::manifest

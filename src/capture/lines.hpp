// The lines of a tap in a log: docs/capture.md defines them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/bytes.hpp"

namespace agal::extraction {

/// Where a line begins in the log.
struct LogPlace {
  std::uint64_t offset = 0;
  std::uint32_t line = 1;
};

/// A part of a record.
struct CapturePart {
  LogPlace place;
  std::string run;
  std::uint32_t record = 0, part = 0, parts = 0;
  std::string text;
};

struct CaptureLineListener {
  std::function<void(CapturePart)> found;
  std::function<void(const LogPlace&, const std::string& problem)> damaged;
  std::function<void(const LogPlace&, const std::string& version)> other_version;
};

/// Finds the lines, in order. Line ends in the middle of a line are skipped, because logs may wrap lines. Linear in the
/// size of the log.
void read_capture_lines(Bytes log, const CaptureLineListener& listener);

/// Whether there may be such a line, of any version.
bool has_capture_line(Bytes log);

}  // namespace agal::extraction

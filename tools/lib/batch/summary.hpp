// Displays a run: its progress, and at the end a summary as a table.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cache.hpp"
#include "convert.hpp"
#include "writer.hpp"

namespace agal::batch {

enum class ProgressMode : std::uint8_t {
  None,
  Bar,    // a line that is redrawn
  Plain,  // a new line from time to time
};

struct ProgressState {
  std::uint64_t files = 0, all_files = 0;  // finished files, and all files
  std::uint64_t programs = 0, rejected = 0;
};

/// Returns the progress line: "[####      ] 41,234 of 100,000 files  2,310 programs/s  ETA 0:25  12 rejected".
std::string progress_line(const ProgressState& state, std::chrono::duration<double> elapsed, ProgressMode mode,
                          unsigned columns);

/// Formats 75 seconds as "1:15" and 3700 seconds as "1:01:40".
std::string clock_text(std::uint64_t seconds);

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Progress(ProgressMode mode) : mode_(mode) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Draws the progress if enough time has passed since the last call that drew it.
  void update(const ProgressState& state);
  /// Removes the bar, before other text is printed.
  void clear();
  std::chrono::duration<double> elapsed() const { return Clock::now() - start_; }

 private:
  ProgressMode mode_;
  Clock::time_point start_ = Clock::now(), next_ = start_;
  bool drawn_ = false;
};

struct ProductCounts {
  std::string name;
  std::uint64_t written = 0, unchanged = 0, not_expressible = 0;
};

struct Summary {
  std::uint64_t files = 0;                   // distinct files that were read
  std::uint64_t skipped = 0;                 // other files in the folders
  std::uint64_t finds = 0;                   // programs that were converted, counted at each place
  std::uint64_t accepted = 0, rejected = 0;  // programs, each counted once; known at the end
  struct Uploads {
    std::uint64_t uploaded = 0, drawn = 0;  // numbers of programs
  };
  std::optional<Uploads> uploads;           // unset if no log has an upload
  std::uint64_t unreadable = 0, empty = 0;  // files that cannot be read completely; files without programs
  std::uint64_t incomplete = 0;             // files that may upload programs that were not found
  std::uint64_t elsewhere = 0;              // programs of other shards
  std::uint64_t pruned = 0;                 // files that were removed
  std::vector<ProductCounts> products;
  std::map<std::string, std::uint64_t> proofs;  // numbers of proved products by answer; empty if none were proved
  std::optional<CacheCounts> cache;
  std::uint64_t peak_bytes = 0;  // the maximum memory of the process

  std::uint64_t programs() const { return accepted + rejected; }
};

/// Returns a summary of zeros, with a row for each name of --emit and one for the disassembly.
Summary empty_summary(const Emit& emit);

std::string summary_text(const Summary& summary, std::chrono::duration<double> elapsed);

}  // namespace agal::batch

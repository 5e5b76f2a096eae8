// The progress, on stderr.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace agal::batch {

enum class ProgressMode : std::uint8_t {
  None,
  Bar,    // one line that is redrawn
  Plain,  // a new line from time to time
};

struct ProgressState {
  std::uint64_t files = 0, all_files = 0;  // done, and total
  std::uint64_t programs = 0, rejected = 0;
};

/// The line for a moment: "[####      ] 41,234 of 100,000 files  2,310 programs/s  ETA 0:25  12 rejected".
std::string progress_line(const ProgressState& state, std::chrono::duration<double> elapsed, ProgressMode mode,
                          unsigned columns);

/// 75 seconds as "1:15", 3700 as "1:01:40".
std::string clock_text(std::uint64_t seconds);

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Progress(ProgressMode mode) : mode_(mode) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Draws, if enough time has passed.
  void update(const ProgressState& state);
  /// Removes the bar, before something else is printed.
  void clear();
  std::chrono::duration<double> elapsed() const { return Clock::now() - start_; }

 private:
  ProgressMode mode_;
  Clock::time_point start_ = Clock::now(), next_ = start_;
  bool drawn_ = false;
};

}  // namespace agal::batch

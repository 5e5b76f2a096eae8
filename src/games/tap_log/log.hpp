// The log of a game that `agalc tap` changed (docs/capture.md): its lines, and the records that consist of them.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"

namespace agal::tap_log {

/// The beginning of a line in the log.
struct LogPosition {
  std::uint64_t offset = 0;
  std::uint32_t line = 1;
};

/// A part of a record.
struct RecordPart {
  LogPosition position;
  std::string run;
  std::uint32_t record = 0, part = 0, parts = 0;
  std::string text;
};

struct LineListener {
  std::function<void(RecordPart)> found;
  std::function<void(const LogPosition&, const std::string& problem)> damaged;
  std::function<void(const LogPosition&, const std::string& version)> other_version;
};

/// Finds the lines that the inserted script wrote, in order. Line ends in the middle of a line are skipped, because
/// logs may wrap lines. Linear in the size of the log.
void read_lines(base::Bytes log, const LineListener& listener);

/// Returns true if the log seems to contain a line of the inserted script, of any version.
bool has_line(base::Bytes log);

/// Returns true if the log begins with the title that agalc play writes. The log of a game that did not upload programs
/// contains only the title.
bool has_title(base::Bytes log);

struct Record {
  LogPosition position;  // the position of the record's first part in the log
  std::size_t run = 0;
  std::uint32_t number = 0;
  std::string text;
};

/// Consecutive records of a run that are missing: the numbers of the first and the last.
using RecordRange = std::pair<std::uint32_t, std::uint32_t>;

/// Puts records together from their parts, which may come in any order. If a record appears again, its parts are
/// ignored.
class RecordAssembler {
 public:
  static constexpr std::size_t max_runs = 4096;
  // The parts of a record are next to each other in a log, unless several games write to the log.
  static constexpr std::size_t max_incomplete = 64;

  /// Adds a part. Returns the record if this was its last missing part. Parts of runs beyond `max_runs` are ignored.
  std::optional<Record> add(RecordPart part);

  bool too_many_runs() const { return too_many_runs_; }
  /// Runs are numbered from 0, in the order of their first line.
  std::size_t runs() const { return runs_.size(); }
  const std::string& name(std::size_t run) const { return runs_[run].name; }
  LogPosition position(std::size_t run) const { return runs_[run].position; }
  /// Returns the records that are missing between record 1 and the last record with at least one part.
  std::vector<RecordRange> missing(std::size_t run) const;

 private:
  struct Run {
    std::string name;
    LogPosition position;
    std::uint32_t last = 0;                       // the highest number of a record that has a part
    std::map<std::uint32_t, std::uint32_t> seen;  // ranges of complete records: first and last
  };
  struct Incomplete {
    Record record;
    std::uint32_t count = 0;                     // the number of parts
    std::map<std::uint32_t, std::string> parts;  // parts that were found, by number
  };

  std::optional<std::size_t> run_of(const RecordPart& part);
  static bool is_seen(const Run& run, std::uint32_t number);
  static void see(Run& run, std::uint32_t number);
  std::list<Incomplete>::iterator incomplete(const RecordPart& part, std::size_t run);

  std::vector<Run> runs_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::list<Incomplete> incomplete_;  // the oldest first
  bool too_many_runs_ = false;
};

}  // namespace agal::tap_log

#include "tap_log/log.hpp"

#include <algorithm>
#include <iterator>

namespace agal::tap_log {

std::optional<std::size_t> RecordAssembler::run_of(const RecordPart& part) {
  if (const auto known = by_name_.find(part.run); known != by_name_.end()) return known->second;
  if (runs_.size() == max_runs) {
    too_many_runs_ = true;
    return std::nullopt;
  }
  by_name_.emplace(part.run, runs_.size());
  runs_.push_back({part.run, part.position, 0, {}});
  return runs_.size() - 1;
}

bool RecordAssembler::is_seen(const Run& run, std::uint32_t number) {
  const auto after = run.seen.upper_bound(number);
  return after != run.seen.begin() && std::prev(after)->second >= number;
}

// Notes that the record with this number, which is positive, was complete.
void RecordAssembler::see(Run& run, std::uint32_t number) {
  const auto after = run.seen.upper_bound(number);
  const auto joins_next = after != run.seen.end() && after->first - 1 == number;
  const std::uint32_t last = joins_next ? after->second : number;
  if (after != run.seen.begin() && std::prev(after)->second == number - 1)
    std::prev(after)->second = last;
  else
    run.seen.emplace_hint(after, number, last);
  if (joins_next) run.seen.erase(after);
}

std::list<RecordAssembler::Incomplete>::iterator RecordAssembler::incomplete(const RecordPart& part, std::size_t run) {
  // The record is nearly always the last one, so the search begins at the end.
  const auto same = std::find_if(incomplete_.rbegin(), incomplete_.rend(), [&](const Incomplete& each) {
    return each.record.run == run && each.record.number == part.record;
  });
  if (same != incomplete_.rend()) return std::prev(same.base());
  if (incomplete_.size() == max_incomplete) incomplete_.pop_front();
  incomplete_.push_back({{part.position, run, part.record, {}}, part.parts, {}});
  return std::prev(incomplete_.end());
}

std::optional<Record> RecordAssembler::add(RecordPart part) {
  const std::optional<std::size_t> number = run_of(part);
  if (!number) return std::nullopt;
  Run& run = runs_[*number];
  run.last = std::max(run.last, part.record);
  if (is_seen(run, part.record)) return std::nullopt;
  if (part.parts == 1) {
    see(run, part.record);
    return Record{part.position, *number, part.record, std::move(part.text)};
  }
  const auto row = incomplete(part, *number);
  // A part that states another number of parts belongs to another record.
  if (row->count != part.parts) return std::nullopt;
  row->parts.emplace(part.part, std::move(part.text));
  if (row->parts.size() < row->count) return std::nullopt;
  Record record = std::move(row->record);
  for (const auto& [position, text] : row->parts) record.text += text;
  incomplete_.erase(row);
  see(run, record.number);
  return record;
}

std::vector<RecordRange> RecordAssembler::missing(std::size_t run) const {
  std::vector<RecordRange> ranges;
  std::uint32_t next = 1;
  for (const auto& [first, last] : runs_[run].seen) {
    if (first > next) ranges.emplace_back(next, first - 1);
    if (last == runs_[run].last) return ranges;
    next = last + 1;
  }
  if (next <= runs_[run].last) ranges.emplace_back(next, runs_[run].last);
  return ranges;
}

}  // namespace agal::tap_log

// Extracts the uploaded pairs of programs, and the state of their draws, from the log of a game that `agalc tap`
// changed.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "agal/bytecode.hpp"
#include "base/text.hpp"
#include "extract/contents.hpp"
#include "tap_log/fields.hpp"
#include "tap_log/log.hpp"

namespace agal::extraction {
namespace {

using tap_log::Fields;
using tap_log::LogPosition;
using tap_log::Record;
using tap_log::RecordAssembler;

// A pair of programs in one run of a game. It contains what the records read so far say about the pair.
struct LoggedPair {
  LogPosition position;                         // the position of the first record about the pair
  bool has_programs = false;                    // the record with its programs was found
  std::optional<std::size_t> vertex, fragment;  // null if the program cannot be read
  Capture capture;
};

struct RunRecords {
  std::string player;
  CapturedGame game;
  std::map<std::uint32_t, LoggedPair> pairs;              // indexed by the number of the pair
  std::unordered_map<std::string, std::size_t> programs;  // the programs found so far, by stage and base64
};

class CaptureLogExtractor {
 public:
  CaptureLogExtractor(Collector& collector, const Part& part) : collector_(collector), part_(part) {}

  void run(Bytes log);

 private:
  void read(const Record& record);
  void read_start(RunRecords& run, const Fields& fields);
  void read_upload(RunRecords& run, const Record& record, const Fields& fields);
  void read_draw(RunRecords& run, const Record& record, const Fields& fields);
  LoggedPair* pair_of(RunRecords& run, const Record& record, const Fields& fields);
  std::optional<std::size_t> program_of(RunRecords& run, const Record& record, const Fields& fields, Stage stage);
  void finish_run(std::size_t number);
  void report_lost(std::size_t number);
  void report(Rule rule, const LogPosition& position, std::initializer_list<std::string_view> arguments = {}) {
    collector_.report_line(rule, *part_.container, position.line, arguments);
  }
  void report_malformed(const Record& record, const std::string& problem) {
    report(Rule::CaptureRecordMalformed, record.position,
           {std::to_string(record.number), records_.name(record.run), problem});
  }

  Collector& collector_;
  const Part& part_;
  RecordAssembler records_;
  std::vector<RunRecords> runs_;
  std::size_t pairs_ = 0;
  bool too_many_pairs_ = false, other_version_ = false;
};

void CaptureLogExtractor::run(Bytes log) {
  tap_log::LineListener listener;
  listener.found = [this](tap_log::RecordPart part) {
    if (const std::optional<Record> record = records_.add(std::move(part))) read(*record);
  };
  listener.damaged = [this](const LogPosition& position, const std::string& problem) {
    report(Rule::CaptureLineDamaged, position, {problem});
  };
  listener.other_version = [this](const LogPosition& position, const std::string& version) {
    if (!std::exchange(other_version_, true)) report(Rule::CaptureVersion, position, {version});
  };
  tap_log::read_lines(log, listener);
  runs_.resize(records_.runs());
  for (std::size_t number = 0; number < runs_.size(); ++number) finish_run(number);
  if (records_.too_many_runs())
    collector_.report(Rule::CaptureTooLarge, *part_.container, {},
                      {std::to_string(RecordAssembler::max_runs), "starts of games"});
  if (too_many_pairs_)
    collector_.report(Rule::CaptureTooLarge, *part_.container, {},
                      {std::to_string(collector_.options().max_programs), "pairs"});
  if (pairs_ == 0 && (!runs_.empty() || tap_log::has_title(log)))
    report(Rule::CaptureWithoutUploads, runs_.empty() ? LogPosition() : records_.position(0));
}

void CaptureLogExtractor::read(const Record& record) {
  runs_.resize(records_.runs());
  RunRecords& run = runs_[record.run];
  const Fields fields = tap_log::read_fields(record.text);
  if (fields.kind == "start") read_start(run, fields);
  if (fields.kind == "upload") read_upload(run, record, fields);
  if (fields.kind == "draw") read_draw(run, record, fields);
  if (fields.kind == "unseen")
    report(Rule::CaptureUploadUnseen, record.position, {records_.name(record.run), fields.find("method").value_or("")});
}

void CaptureLogExtractor::read_start(RunRecords& run, const Fields& fields) {
  run.game = tap_log::read_game(fields);
  const std::string version = tap_log::unescape(fields.find("player").value_or(""));
  const std::string type = tap_log::unescape(fields.find("type").value_or(""));
  run.player = version.empty() || type.empty() ? version + type : version + " " + type;
}

// Returns the pair of a record; nullptr if the record does not name a pair, or if there are too many pairs.
LoggedPair* CaptureLogExtractor::pair_of(RunRecords& run, const Record& record, const Fields& fields) {
  const std::optional<std::uint32_t> number = fields.number("pair");
  if (!number) {
    report_malformed(record, "it does not say which pair it is about");
    return nullptr;
  }
  if (const auto known = run.pairs.find(*number); known != run.pairs.end()) return &known->second;
  if (pairs_ == collector_.options().max_programs) {
    too_many_pairs_ = true;
    return nullptr;
  }
  ++pairs_;
  LoggedPair& pair = run.pairs[*number];
  pair.position = record.position;
  pair.capture.log = part_.container->name;
  pair.capture.run = records_.name(record.run);
  pair.capture.pair = *number;
  return &pair;
}

void CaptureLogExtractor::read_upload(RunRecords& run, const Record& record, const Fields& fields) {
  const std::optional<std::uint32_t> number = fields.number("number");
  if (!number) return report_malformed(record, "it does not have the number of the upload");
  LoggedPair* const pair = pair_of(run, record, fields);
  if (pair == nullptr) return;
  Capture& capture = pair->capture;
  capture.upload = capture.uploads == 0 ? *number : std::min(capture.upload, *number);
  ++capture.uploads;
  if (pair->has_programs || !fields.find("vertex") || !fields.find("fragment")) return;
  pair->has_programs = true;
  pair->vertex = program_of(run, record, fields, Stage::Vertex);
  pair->fragment = program_of(run, record, fields, Stage::Fragment);
}

std::optional<std::size_t> CaptureLogExtractor::program_of(RunRecords& run, const Record& record, const Fields& fields,
                                                           Stage stage) {
  const std::string_view text = fields.find(name(stage)).value_or("");
  std::string key = fmt::format("{}:{}", name(stage), text);
  if (const auto known = run.programs.find(key); known != run.programs.end()) return known->second;
  const std::string pair(fields.find("pair").value_or(""));
  const auto fail = [&](std::string_view problem) {
    report(Rule::CaptureProgram, record.position, {name(stage), pair, problem});
    return std::nullopt;
  };
  const std::optional<std::vector<std::byte>> bytes = tap_log::decode_base64(text);
  if (!bytes) return fail("it is not valid base64");
  Result<Program> program = read_bytecode(*bytes, {});
  if (!program) return fail(program.diagnostics()[0].message);
  if (program->stage != stage) return fail("it is a program of the other stage");
  if (program->instructions.empty()) return fail("it does not have a token");
  FoundProgram found;
  found.program = *std::move(program);
  constexpr std::size_t max_stack_trace = 4096;
  const std::string uploader =
      tap_log::uploader_of(tap_log::unescape(fields.find("stack").value_or(""), max_stack_trace));
  Origin origin{part_.container->name, part_.tag, part_.offset + record.position.offset,
                uploader.empty() ? "pair-" + pair : uploader};
  origin.certainty = Certainty::Captured;
  origin.line = record.position.line;
  found.program.name = display_name(*part_.container, origin);
  found.origins.push_back(std::move(origin));
  const std::optional<std::size_t> index = collector_.add_captured(std::move(found));
  if (index) run.programs.emplace(std::move(key), *index);
  return index;
}

void CaptureLogExtractor::read_draw(RunRecords& run, const Record& record, const Fields& fields) {
  LoggedPair* const pair = pair_of(run, record, fields);
  if (pair == nullptr || pair->capture.draws.size() == max_captured_draws) return;
  pair->capture.draws.push_back(tap_log::read_draw(fields));
  pair->capture.draws.back().record = record.number;
}

void CaptureLogExtractor::finish_run(std::size_t number) {
  RunRecords& run = runs_[number];
  collector_.extraction().runs.push_back({part_.container->name, records_.name(number), run.game});
  for (auto& [pair_number, pair] : run.pairs) {
    if (!pair.has_programs) {
      report(Rule::CapturePairLost, pair.position, {std::to_string(pair_number), records_.name(number)});
      continue;
    }
    if (!pair.vertex || !pair.fragment) continue;
    pair.capture.player = run.player;
    pair.capture.game = run.game;
    std::stable_sort(pair.capture.draws.begin(), pair.capture.draws.end(),
                     [](const CapturedDraw& a, const CapturedDraw& b) { return a.number < b.number; });
    collector_.add_captured_pair(*pair.vertex, *pair.fragment, std::move(pair.capture));
  }
  report_lost(number);
}

void CaptureLogExtractor::report_lost(std::size_t number) {
  constexpr std::size_t max_shown = 10;
  const std::vector<tap_log::RecordRange> missing = records_.missing(number);
  if (missing.empty()) return;
  std::size_t count = 0;
  std::string shown;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const auto [first, last] = missing[i];
    count += std::size_t{last} - first + 1;
    if (i >= max_shown) continue;
    shown += fmt::format("{}{}", i == 0 ? "" : ", ", first);
    if (last > first) shown += fmt::format(" to {}", last);
  }
  if (missing.size() > max_shown) shown += ", …";
  report(Rule::CaptureRecordsLost, records_.position(number),
         {base::counted(count, "record"), records_.name(number), shown});
  collector_.extraction().lost.push_back({part_.container->name, records_.name(number), count});
}

}  // namespace

void extract_capture_log(Collector& collector, const Part& part, Bytes log) {
  CaptureLogExtractor(collector, part).run(log);
}

}  // namespace agal::extraction

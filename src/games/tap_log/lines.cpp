#include "tap_log/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

namespace agal::tap_log {
namespace {

constexpr std::string_view tap_name = "agalc-tap", tap_version = "1";
constexpr std::size_t max_part_text = 400, max_run_digits = 16, max_version_digits = 8;
constexpr std::size_t max_line_end = 2;  // "\r\n"
// The maximum number of parts; the largest programs that players accept need fewer.
constexpr std::uint32_t max_parts_of_record = 4096;

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_hexadecimal(char c) { return is_decimal(c) || (c >= 'a' && c <= 'f'); }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_record_text(char c) { return c > 0x20 && c < 0x7f; }

std::uint32_t adler32(std::string_view text) {
  constexpr std::uint32_t modulus = 65521;
  std::uint32_t a = 1, b = 0;
  for (const char c : text) {
    a = (a + static_cast<unsigned char>(c)) % modulus;
    b = (b + a) % modulus;
  }
  return b << 16 | a;
}

// A log may wrap lines in two ways: by a line end at a column, or by a line end instead of a blank.
enum class Wrapping : std::uint8_t { AtColumn, AtBlank };

// Reads one line of the inserted script, after the name that the line begins with.
class LineCursor {
 public:
  LineCursor(std::string_view log, std::size_t at, Wrapping wrapping) : log_(log), at_(at), wrapping_(wrapping) {}

  /// Reads characters that `accept` takes, and `end` after them. Returns nullopt if there are other characters, or more
  /// than `max_length`.
  std::optional<std::string> word(bool (*accept)(char), std::size_t max_length, char end = ' ') {
    std::string out;
    for (;;) {
      const std::optional<char> c = next(end == ' ');
      if (!c) return std::nullopt;
      if (*c == end && !out.empty()) return out;
      if (!accept(*c) || out.size() == max_length) return std::nullopt;
      out += *c;
    }
  }

  std::optional<std::uint32_t> number(char end = ' ') {
    constexpr std::size_t max_digits = 10;
    const std::optional<std::string> digits = word(is_decimal, max_digits, end);
    if (!digits) return std::nullopt;
    std::uint64_t value = 0;
    for (const char digit : *digits) value = value * 10 + static_cast<std::uint64_t>(digit - '0');
    if (value > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(value);
  }

  /// Reads text of `length` characters; the result is shorter if the log has something else there.
  std::string text(std::size_t length) {
    std::string out;
    while (out.size() < length) {
      const std::size_t before = at_;
      const std::optional<char> c = next(false);
      if (c && is_record_text(*c)) {
        out += *c;
        continue;
      }
      at_ = before;
      break;
    }
    return out;
  }

  /// Skips a blank; returns false if the next character is not a blank.
  bool blank() { return next(true) == ' '; }

  std::size_t position() const { return at_; }
  bool wrapped() const { return wrapped_; }

 private:
  // Returns the next character that is not a line end. If `blank`, a line end may have replaced a blank.
  std::optional<char> next(bool blank) {
    std::size_t ends = 0;
    while (at_ < log_.size() && is_line_end(log_[at_]) && ends < max_line_end) {
      ++at_;
      ++ends;
    }
    if (ends > 0) wrapped_ = true;
    if (ends > 0 && blank && wrapping_ == Wrapping::AtBlank) return ' ';
    if (at_ == log_.size() || is_line_end(log_[at_])) return std::nullopt;
    return log_[at_++];
  }

  std::string_view log_;
  std::size_t at_;
  Wrapping wrapping_;
  bool wrapped_ = false;
};

enum class LineState : std::uint8_t { None, OtherVersion, Damaged, Complete };

// A line as far as it could be read.
struct ReadLine {
  LineState state = LineState::None;
  RecordPart part;
  std::string problem;  // the problem of a damaged line, or the version of a line in another version
  std::size_t end = 0;
  bool wrapped = false;
};

// Reads the fields up to the number of the part. The name alone, as in prose or in the strings of a game, is not a
// line.
LineState read_part_head(LineCursor& cursor, ReadLine& line) {
  if (!cursor.blank()) return LineState::None;
  const std::optional<std::string> version = cursor.word(is_decimal, max_version_digits);
  if (!version) return LineState::None;
  std::optional<std::string> run = cursor.word(is_hexadecimal, max_run_digits);
  if (!run) return LineState::None;
  line.problem = *version;
  if (*version != tap_version) return LineState::OtherVersion;
  const std::optional<std::uint32_t> record = cursor.number(), part = cursor.number('/');
  if (!record || !part) return LineState::None;
  line.part.run = *std::move(run);
  line.part.record = *record;
  line.part.part = *part;
  line.problem = "it is cut before its text, or malformed";
  return LineState::Damaged;
}

void read_part_text(LineCursor& cursor, ReadLine& line) {
  const std::optional<std::uint32_t> parts = cursor.number(), length = cursor.number();
  const std::optional<std::string> check = cursor.word(is_hexadecimal, 8);
  if (!parts || !length || !check || *length == 0 || *length > max_part_text) return;
  if (line.part.record == 0 || line.part.part == 0 || line.part.part > *parts || *parts > max_parts_of_record) return;
  line.part.parts = *parts;
  line.part.text = cursor.text(*length);
  const std::string sum = fmt::format("{:x}", adler32(line.part.text));
  if (line.part.text.size() < *length)
    line.problem = fmt::format("it is cut after {} of {} characters", line.part.text.size(), *length);
  else if (sum != *check)
    line.problem = fmt::format("its checksum is {}, expected {}", sum, *check);
  else
    line.state = LineState::Complete;
}

// Reads the line after the name, which ends at `at`.
ReadLine read_line(std::string_view log, std::size_t at, Wrapping wrapping) {
  ReadLine line;
  LineCursor cursor(log, at, wrapping);
  line.state = read_part_head(cursor, line);
  if (line.state == LineState::Damaged) read_part_text(cursor, line);
  line.wrapped = cursor.wrapped();
  line.end = cursor.position();
  return line;
}

// Returns the end of the tap's name if it begins at `at`. Line ends may be in it.
std::optional<std::size_t> end_of_name(std::string_view log, std::size_t at) {
  for (std::size_t i = 0; i < tap_name.size(); ++i) {
    for (std::size_t ends = 0; i > 0 && ends < max_line_end && at < log.size() && is_line_end(log[at]); ++ends) ++at;
    if (at == log.size() || log[at++] != tap_name[i]) return std::nullopt;
  }
  return at;
}

// Reads a line after its name, and chooses the better of the two ways of wrapping.
ReadLine read_best(std::string_view log, std::size_t at) {
  ReadLine line = read_line(log, at, Wrapping::AtColumn);
  if (line.state == LineState::Complete || !line.wrapped) return line;
  ReadLine other = read_line(log, at, Wrapping::AtBlank);
  return other.state > line.state ? other : line;
}

class LogReader {
 public:
  LogReader(std::string_view log, const LineListener& listener) : log_(log), listener_(listener) {}

  void run() {
    for (std::size_t at = log_.find(tap_name[0]); at != log_.npos; at = log_.find(tap_name[0], at)) {
      const std::optional<std::size_t> end = end_of_name(log_, at);
      at = end ? read(at, *end) : at + 1;
    }
  }

 private:
  // Returns where the next line may begin.
  std::size_t read(std::size_t begin, std::size_t end_of_name) {
    ReadLine line = read_best(log_, end_of_name);
    switch (line.state) {
      case LineState::None: break;
      case LineState::OtherVersion: listener_.other_version(position_of(begin), line.problem); break;
      case LineState::Damaged: listener_.damaged(position_of(begin), line.problem); break;
      case LineState::Complete:
        line.part.position = position_of(begin);
        listener_.found(std::move(line.part));
        return line.end;
    }
    return end_of_name;
  }

  LogPosition position_of(std::size_t offset) {
    line_ += static_cast<std::uint32_t>(std::count(log_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                                   log_.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
    counted_ = offset;
    return {offset, line_};
  }

  std::string_view log_;
  const LineListener& listener_;
  std::size_t counted_ = 0;  // line ends are counted up to here
  std::uint32_t line_ = 1;
};

}  // namespace

void read_lines(base::Bytes log, const LineListener& listener) { LogReader(base::as_text(log), listener).run(); }

bool has_title(base::Bytes log) {
  const std::string_view text = base::as_text(log);
  const std::string_view line = text.substr(0, text.find('\n'));
  const std::size_t played = line.rfind(", played for ");
  return line.starts_with("# ") && played != line.npos && line.find(" in Ruffle ", played) != line.npos;
}

bool has_line(base::Bytes log) {
  const std::string_view text = base::as_text(log);
  for (std::size_t at = text.find(tap_name[0]); at != text.npos; at = text.find(tap_name[0], at + 1))
    if (const std::optional<std::size_t> end = end_of_name(text, at))
      if (read_best(text, *end).state != LineState::None) return true;
  return false;
}

}  // namespace agal::tap_log

#include "extract/capture_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

namespace agal::extraction {
namespace {

constexpr std::string_view tap_mark = "agalc-tap ", tap_version = "1";
constexpr std::size_t max_part_text = 400, max_run_digits = 16, max_version_digits = 8;
// More than the largest programs that players accept need.
constexpr std::uint32_t max_parts_of_record = 4096;

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_hexadecimal(char c) { return is_decimal(c) || (c >= 'a' && c <= 'f'); }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_record_text(char c) { return c > 0x20 && c < 0x7f; }

// Whether a version and a blank follow the mark, and after version 1 what a run may begin with: the mark alone, as in
// the strings of a tapped file, is not a line.
bool begins_capture_line(std::string_view log, std::size_t at) {
  std::size_t end = at;
  while (end < log.size() && is_decimal(log[end])) ++end;
  if (end == at || end == log.size() || log[end] != ' ') return false;
  if (log.substr(at, end - at) != tap_version) return true;
  return ++end == log.size() || is_hexadecimal(log[end]) || is_line_end(log[end]);
}

std::uint32_t adler32(std::string_view text) {
  constexpr std::uint32_t modulus = 65521;
  std::uint32_t a = 1, b = 0;
  for (const char c : text) {
    a = (a + static_cast<unsigned char>(c)) % modulus;
    b = (b + a) % modulus;
  }
  return b << 16 | a;
}

// How line ends in the middle of a line are read: a log may wrap lines at a column, or at a blank and drop the blank.
enum class Wrapping : std::uint8_t { AtColumn, AtBlank };

// Reads one line of the tap, after the mark.
class LineCursor {
 public:
  LineCursor(std::string_view log, std::size_t at, Wrapping wrapping) : log_(log), at_(at), wrapping_(wrapping) {}

  /// Characters that `accept` takes, and the blank or `end` after them; nullopt: others, or more than `max_length`.
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

  /// The text; shorter than `length` if the log has something else there.
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

  std::size_t position() const { return at_; }
  bool wrapped() const { return wrapped_; }

 private:
  // The next character that is not a line end. `blank`: a line end may stand for a blank.
  std::optional<char> next(bool blank) {
    constexpr std::size_t max_line_end = 2;  // "\r\n"
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

// A line as far as it could be read.
struct ReadLine {
  CapturePart part;
  std::string problem;  // "" if there is none
  std::size_t end = 0;
  bool wrapped = false;
};

bool read_part_header(LineCursor& cursor, CapturePart& part, std::uint32_t& length, std::string& check) {
  std::optional<std::string> run = cursor.word(is_hexadecimal, max_run_digits);
  if (!run) return false;
  part.run = *std::move(run);
  for (const auto& [field, end] : {std::pair(&part.record, ' '), std::pair(&part.part, '/'),
                                   std::pair(&part.parts, ' '), std::pair(&length, ' ')}) {
    const std::optional<std::uint32_t> number = cursor.number(end);
    if (!number || *number == 0) return false;
    *field = *number;
  }
  std::optional<std::string> digits = cursor.word(is_hexadecimal, 8);
  if (!digits) return false;
  check = *std::move(digits);
  return part.part <= part.parts && part.parts <= max_parts_of_record && length <= max_part_text;
}

ReadLine read_capture_line(std::string_view log, std::size_t at, Wrapping wrapping) {
  ReadLine line;
  LineCursor cursor(log, at, wrapping);
  std::uint32_t length = 0;
  std::string check;
  const bool good = read_part_header(cursor, line.part, length, check);
  line.wrapped = cursor.wrapped();
  line.end = cursor.position();
  if (!good) {
    line.problem = "it is cut before its text, or malformed";
    return line;
  }
  line.part.text = cursor.text(length);
  line.end = cursor.position();
  if (line.part.text.size() < length)
    line.problem = fmt::format("it is cut after {} of {} characters", line.part.text.size(), length);
  else if (const std::string sum = fmt::format("{:x}", adler32(line.part.text)); sum != check)
    line.problem = fmt::format("its checksum is {}, expected {}", sum, check);
  return line;
}

class CaptureLogReader {
 public:
  CaptureLogReader(std::string_view log, const CaptureLineListener& listener) : log_(log), listener_(listener) {}

  void run() {
    for (std::size_t at = log_.find(tap_mark); at != log_.npos; at = log_.find(tap_mark, at)) at = read(at);
  }

 private:
  // Returns where the next line may begin.
  std::size_t read(std::size_t begin) {
    std::size_t at = begin + tap_mark.size();
    if (!begins_capture_line(log_, at)) return at;
    const LogPlace place = place_of(begin);
    if (const std::string_view found = log_.substr(at, log_.find(' ', at) - at); found != tap_version) {
      listener_.other_version(place, std::string(found.substr(0, max_version_digits)));
      return at;
    }
    at += tap_version.size() + 1;
    ReadLine line = read_capture_line(log_, at, Wrapping::AtColumn);
    if (!line.problem.empty() && line.wrapped) {
      ReadLine other = read_capture_line(log_, at, Wrapping::AtBlank);
      if (other.problem.empty()) line = std::move(other);
    }
    if (!line.problem.empty()) {
      listener_.damaged(place, line.problem);
      return at;
    }
    line.part.place = place;
    listener_.found(std::move(line.part));
    return line.end;
  }

  LogPlace place_of(std::size_t offset) {
    line_ += static_cast<std::uint32_t>(std::count(log_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                                   log_.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
    counted_ = offset;
    return {offset, line_};
  }

  std::string_view log_;
  const CaptureLineListener& listener_;
  std::size_t counted_ = 0;  // line ends are counted up to here
  std::uint32_t line_ = 1;
};

}  // namespace

void read_capture_lines(Bytes log, const CaptureLineListener& listener) {
  CaptureLogReader({reinterpret_cast<const char*>(log.data()), log.size()}, listener).run();
}

bool has_capture_line(Bytes log) {
  const std::string_view text(reinterpret_cast<const char*>(log.data()), log.size());
  for (std::size_t at = text.find(tap_mark); at != text.npos; at = text.find(tap_mark, at))
    if (begins_capture_line(text, at += tap_mark.size())) return true;
  return false;
}

}  // namespace agal::extraction

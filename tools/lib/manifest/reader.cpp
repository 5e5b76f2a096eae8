#include "manifest/reader.hpp"

#include <cerrno>
#include <system_error>

#include "cli/console.hpp"
#include "os/filesystem.hpp"

namespace agal::manifest {
namespace {

namespace fs = agalc::os::fs;

// The maximum length of a line. It is much longer than any line of a program, and ends the reading of endless files.
constexpr std::size_t max_line_bytes = std::size_t{64} << 20;
constexpr std::size_t buffer_bytes = std::size_t{64} << 10;
// The maximum number of messages. More would not help.
constexpr std::size_t max_faults = 20;

Diagnostic cannot_read(const std::string& file, int error) {
  return agalc::make_diagnostic("cannot-read", file, {std::generic_category().message(error)});
}

}  // namespace

Reader::Reader(const std::string& file) : file_(file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    diagnostics.add(agalc::make_diagnostic("is-directory", file));
    return;
  }
  errno = 0;
  in_.open(fs::path(file), std::ios::binary);
  if (!in_.is_open()) diagnostics.add(cannot_read(file, errno));
  buffer_.resize(buffer_bytes);
}

bool Reader::refill() {
  if (!in_.is_open() || !in_) return false;
  in_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  if (in_.bad()) {
    diagnostics.add(cannot_read(file_, EIO));
    return false;
  }
  rest_ = {buffer_.data(), static_cast<std::size_t>(in_.gcount())};
  return !rest_.empty();
}

bool Reader::next_line() {
  line_.clear();
  bool begun = false;
  while (!rest_.empty() || refill()) {
    if (!begun) ++number_;
    begun = true;
    const std::size_t end = rest_.find('\n');
    line_ += rest_.substr(0, end);
    if (line_.size() > max_line_bytes) {
      diagnostics.add(malformed(file_, number_, "the line is too long"));
      in_.close();
      rest_ = {};
      return false;
    }
    if (end != std::string_view::npos) {
      rest_.remove_prefix(end + 1);
      return true;
    }
    rest_ = {};
  }
  return begun && !in_.bad();
}

std::optional<Entry> Reader::next() {
  while (diagnostics.size() < max_faults && next_line()) {
    if (line_.find_first_not_of(" \t\r") == std::string::npos) continue;
    Result<Entry> entry = parse_entry(line_, file_, number_);
    diagnostics.append(std::move(entry.diagnostics()));
    if (entry) return *std::move(entry);
  }
  return std::nullopt;
}

Diagnostics for_each_entry(const std::string& file, const Visitor& visit) {
  Reader reader(file);
  while (const std::optional<Entry> entry = reader.next()) {
    if (reader.diagnostics.has_errors()) continue;  // continues only to find the other malformed lines
    if (Diagnostics found = visit(*entry, reader.line()); found.has_errors()) return found;
  }
  return std::move(reader.diagnostics);
}

}  // namespace agal::manifest

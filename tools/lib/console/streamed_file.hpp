// A file that is written piece by piece, and appears under its name only when it is complete.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "agal/diagnostic.hpp"

namespace agalc {

/// Written under a temporary name and renamed by `commit`; removed if that is not called. "-" is stdout. Stdout, pipes
/// and devices get everything at the end.
class StreamedFile {
 public:
  explicit StreamedFile(std::string path);
  ~StreamedFile();
  StreamedFile(const StreamedFile&) = delete;
  StreamedFile& operator=(const StreamedFile&) = delete;

  /// The error of opening; empty if there is none.
  const agal::Diagnostics& diagnostics() const { return failed_; }
  /// After a failure nothing more is written; `commit` returns the error.
  void write(std::string_view text) { stream().write(text.data(), static_cast<std::streamsize>(text.size())); }
  bool failed() { return failed_.has_errors() || !stream(); }
  std::ostream& stream() { return direct_ ? static_cast<std::ostream&>(buffer_) : file_; }
  /// Renames the file to its name. In case of an error, an older file is not changed.
  agal::Diagnostics commit();

 private:
  const std::string path_;
  const bool direct_;
  std::filesystem::path target_, temporary_;
  std::ofstream file_;
  std::ostringstream buffer_;
  agal::Diagnostics failed_;
};

}  // namespace agalc

// A file that is written piece by piece, and appears under its name only when it is complete.
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <string_view>

#include "agal/diagnostic.hpp"
#include "os/filesystem.hpp"

namespace agalc {

/// The buffer of a stream that writes to a regular file.
class DescriptorBuffer : public std::streambuf {
 public:
  DescriptorBuffer() = default;
  ~DescriptorBuffer() override { close(); }
  DescriptorBuffer(const DescriptorBuffer&) = delete;
  DescriptorBuffer& operator=(const DescriptorBuffer&) = delete;

  /// Takes a descriptor of an empty file that is open for writing.
  void open(int descriptor);
  /// Writes what is left, and closes the descriptor. Returns 0, or the `errno` of the first failure.
  int close();

 protected:
  int_type overflow(int_type character) override;
  int sync() override { return flush() ? 0 : -1; }
  // Only to a position, or to learn the current one.
  pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode which) override;
  pos_type seekpos(pos_type position, std::ios_base::openmode which) override;

 private:
  bool flush();

  int descriptor_ = -1;
  std::uint64_t position_ = 0;  // of what is in the buffer
  int error_ = 0;
  std::array<char, 16384> bytes_{};
};

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
  std::ostream& stream() { return direct_ ? static_cast<std::ostream&>(text_) : file_; }
  /// Renames the file to its name. In case of an error, an older file is not changed.
  agal::Diagnostics commit();

 private:
  const std::string path_;
  const bool direct_;
  os::fs::path target_, temporary_;
  DescriptorBuffer buffer_;
  std::ostream file_{&buffer_};
  std::ostringstream text_;
  agal::Diagnostics failed_;
};

}  // namespace agalc

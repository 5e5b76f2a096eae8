// A file that is written piece by piece, and that appears under its name only when it is complete.
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

  /// Takes ownership of a descriptor of an empty file that is open for writing.
  void open(int descriptor);
  /// Writes the rest of the buffer, and closes the descriptor. Returns 0, or the `errno` of the first failure.
  int close();

 protected:
  int_type overflow(int_type character) override;
  int sync() override { return flush() ? 0 : -1; }
  // Supports only seeking to an absolute position, and reading the current position.
  pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode which) override;
  pos_type seekpos(pos_type position, std::ios_base::openmode which) override;

 private:
  bool flush();

  int descriptor_ = -1;
  std::uint64_t position_ = 0;  // the position of the buffer in the file
  int error_ = 0;
  std::array<char, 16384> bytes_{};
};

/// A file that is written under a temporary name, and renamed by `commit`. Without `commit`, it is removed. "-" is
/// stdout. Stdout, pipes and devices receive all of the text at the end.
class StreamedFile {
 public:
  explicit StreamedFile(std::string path);
  ~StreamedFile();
  StreamedFile(const StreamedFile&) = delete;
  StreamedFile& operator=(const StreamedFile&) = delete;

  /// Returns the error of opening the file; empty if it was opened.
  const agal::Diagnostics& diagnostics() const { return failed_; }
  /// Writes the text. After a failure, nothing more is written, and `commit` returns the error.
  void write(std::string_view text) { stream().write(text.data(), static_cast<std::streamsize>(text.size())); }
  bool failed() { return failed_.has_errors() || !stream(); }
  std::ostream& stream() { return direct_ ? static_cast<std::ostream&>(text_) : file_; }
  /// Renames the file to its final name. After an error, an older file of that name is unchanged.
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

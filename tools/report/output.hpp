// The page on its way into a file.
#pragma once

#include <string>
#include <string_view>

#include "agal/diagnostic.hpp"
#include "deflate.hpp"

namespace agal::report {

/// A file that appears whole or not at all: written under a temporary name in the same folder, renamed by `commit`,
/// removed without it. Pipes, devices and stdout ("-") are written to directly.
class Output {
 public:
  explicit Output(std::string path);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// After a failure nothing more is written; `commit` and `failed` tell.
  void write(std::string_view text);
  bool failed() const { return error_ != 0; }
  Diagnostics commit();

 private:
  void flush();

  std::string path_, target_, temporary_, buffer_;
  int descriptor_ = -1;
  int error_ = 0;
};

/// An element of the page that holds data: compressed text in Base64, which no character of the data can end.
class DataElement {
 public:
  /// `attributes` are ours and need no escaping.
  DataElement(Output& output, std::string_view attributes);
  void write(std::string_view text) { deflater_.write(text); }
  void finish();

 private:
  Output& output_;
  Base64 base64_;
  Deflater deflater_;
};

}  // namespace agal::report

// Reads XML: literals of ActionScript (E4X), CDATA sections, and MXML files.
#pragma once

#include <functional>

#include "sources/scanner.hpp"

namespace agal::source_code {

/// Reads the XML literals of a source. An XML literal becomes the list of its texts, or its only text.
class MarkupReader {
 public:
  MarkupReader(Scanner& scanner, CodeInText& code) : scanner_(scanner), code_(code) {}

  /// Reads the XML literal that begins here. Reads nothing and returns false if none does.
  bool read();

 private:
  Scanner& scanner_;
  CodeInText& code_;
  bool has_open_ = false;  // true after a literal without an end; then no further literals are read
};

/// Reads an MXML file: its scripts, with `read_script`, and the texts of its other elements.
void read_mxml(Scanner& scanner, const std::function<void(Scanner&)>& read_script);

}  // namespace agal::source_code

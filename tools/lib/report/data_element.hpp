// Writes data into the page.
#pragma once

#include <string_view>

#include "cli/streamed_file.hpp"
#include "deflater.hpp"
#include "encodings.hpp"

namespace agal::report {

/// An element of the page that contains data. The data is compressed, in base 85.
class DataElement {
 public:
  /// `attributes` are constant text and need no escaping.
  DataElement(agalc::StreamedFile& output, std::string_view attributes);
  void write(std::string_view text) { deflater_.write(text); }
  void finish();

 private:
  agalc::StreamedFile& output_;
  Base85 base85_;
  Deflater deflater_;
};

}  // namespace agal::report

// Data on its way into the page.
#pragma once

#include <string_view>

#include "console/streamed_file.hpp"
#include "deflate.hpp"

namespace agal::report {

/// An element of the page that holds data: compressed text in Base64, which no character of the data can end.
class DataElement {
 public:
  /// `attributes` are ours and need no escaping.
  DataElement(agalc::StreamedFile& output, std::string_view attributes);
  void write(std::string_view text) { deflater_.write(text); }
  void finish();

 private:
  agalc::StreamedFile& output_;
  Base64 base64_;
  Deflater deflater_;
};

}  // namespace agal::report

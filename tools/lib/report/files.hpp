// Reads the files that a manifest names.
#pragma once

#include <string>

#include "agal/diagnostic.hpp"

namespace agal::report {

/// A file for the page.
struct FileText {
  std::string text;
  std::string problem;  // the reason if the text is missing; "" otherwise
  Diagnostics diagnostics;
  std::size_t cut = 0;  // the number of bytes that are omitted at the end
};

/// Reads a text, and keeps at most 512 KiB of it.
FileText read_text(const std::string& folder, const std::string& path);

/// Reads a SPIR-V module as assembly. Sets `size` to the size of the module in bytes.
FileText read_spirv(const std::string& folder, const std::string& path, std::size_t& size);

}  // namespace agal::report

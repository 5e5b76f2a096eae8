// Reads the files that a manifest names.
#pragma once

#include <string>

#include "agal/diagnostic.hpp"

namespace agal::report {

/// A file for the page.
struct FileText {
  std::string text;
  std::string problem;  // the reason why there is no text, "" if there is
  Diagnostics diagnostics;
  std::size_t cut = 0;  // bytes at the end that are left out
};

/// A text, of which at most 512 KiB are kept.
FileText read_text(const std::string& folder, const std::string& path);

/// A SPIR-V module as assembly, and its size in bytes.
FileText read_spirv(const std::string& folder, const std::string& path, std::size_t& size);

}  // namespace agal::report

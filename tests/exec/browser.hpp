// Chromium without a window, as a program that turns a page into text.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

namespace agal::exec {

/// Chromium's path, from $AGAL_CHROMIUM or $PATH; empty: there is none.
std::filesystem::path find_browser();

struct Page {
  std::string text;   // the document as it was after loading
  std::string fault;  // why there is none
};

/// Loads a file and gives the document after its scripts have run. `folder` is for the browser's own files.
Page load_page(const std::filesystem::path& browser, const std::filesystem::path& page,
               const std::filesystem::path& folder, std::chrono::seconds limit);

}  // namespace agal::exec

// Converts a page to text with headless Chromium.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace agal::browser {

/// Returns the path of Chromium, from $AGAL_CHROMIUM or $PATH, or an empty path if it is not found.
std::filesystem::path find_browser();

struct Page {
  std::string text;   // the document after loading
  std::string fault;  // the error if the document is missing
};

/// Loads a file, and returns the document after its scripts have run. `folder` is for the files of the browser. `flags`
/// are added to the flags that every page needs.
Page load_page(const std::filesystem::path& browser, const std::filesystem::path& page,
               const std::filesystem::path& folder, std::chrono::seconds limit,
               const std::vector<std::string>& flags = {});

}  // namespace agal::browser

// Decodes the content of a page from its text.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace agal::report {

struct Decoded {
  nlohmann::json index;
  std::vector<nlohmann::json> details;  // details of all programs, in order
  std::vector<std::size_t> blocks;      // the first program of each block
  std::vector<std::string> pictures;    // PNG files, or the reasons why they are missing
  std::string shell;                    // the page without the elements that contain the other members
};

std::string file_text(const std::filesystem::path& path);
Decoded decode(const std::string& page);
std::string inflated(const std::string& bytes);
std::string from_base64(const std::string& text);
std::string from_base85(const std::string& text);

}  // namespace agal::report

#include "found_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace agalc {
namespace {

constexpr std::size_t max_name_bytes = 80, name_hash_digits = 8, hash_digits = 16;

bool is_safe(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.'; }

void drop_suffix(std::string_view& name, std::string_view suffix) {
  if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return text;
}

// Names of devices on Windows, where they cannot be names of files, with any extension.
bool is_device(const std::string& name) {
  for (const std::string_view device : {"con", "prn", "aux", "nul"})
    if (name == device) return true;
  const bool numbered = name.size() == 4 && std::isdigit(static_cast<unsigned char>(name[3])) != 0;
  return numbered && (name.starts_with("com") || name.starts_with("lpt"));
}

// "ui/water.frag.agal" becomes "water".
std::string safe_name(std::string_view name) {
  name.remove_prefix(std::min(name.size(), name.find_last_of("/\\") + 1));
  for (const std::string_view suffix : {".agal", ".bin", ".vert", ".frag", ".vertex", ".fragment"})
    drop_suffix(name, suffix);
  std::string safe(name.substr(0, max_name_bytes));
  std::replace_if(
      safe.begin(), safe.end(), [](char c) { return !is_safe(c); }, '_');
  // Neither a hidden file nor "..".
  safe.erase(0, safe.find_first_not_of('.'));
  const std::size_t dot = std::min(safe.find('.'), safe.size());
  if (is_device(lower_case(safe.substr(0, dot)))) safe.insert(dot, 1, '_');
  return safe;
}

}  // namespace

std::vector<std::string> file_stems(const std::vector<agal::FoundProgram>& programs) {
  std::vector<std::string> stems;
  std::set<std::string> taken;
  for (const agal::FoundProgram& found : programs) {
    const std::string hash = agal::content_hash(found.program);
    const std::string_view stage = found.program.stage == agal::Stage::Vertex ? "vert" : "frag";
    std::string name = safe_name(found.origins.front().name);
    if (name.empty()) name = hash.substr(0, hash_digits);
    std::string stem = fmt::format("{}.{}", name, stage);
    if (taken.count(lower_case(stem)) > 0)
      stem = fmt::format("{}-{}.{}", name, hash.substr(0, name_hash_digits), stage);
    for (std::size_t number = 2; !taken.insert(lower_case(stem)).second; ++number)
      stem = fmt::format("{}-{}-{}.{}", name, hash.substr(0, name_hash_digits), number, stage);
    stems.push_back(std::move(stem));
  }
  return stems;
}

}  // namespace agalc

#include "program/stage_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace agal::program {
namespace {

// Words for stages. A long word may be anywhere in a name. A short word must be separate, because many other words
// contain it.
constexpr auto long_words = std::to_array<std::string_view>({"vertex", "fragment", "vert", "frag", "pixel"});
constexpr auto short_words = std::to_array<std::string_view>({"vs", "fs", "ps", "vsh", "fsh", "psh", "vp", "fp"});

bool is_alphabetic(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

// Returns true if a part of a name is a separate word: true for `Water_vs` and `waterVS`, false for `VSWater`.
bool is_word(std::string_view name, std::size_t begin, std::size_t length) {
  const std::size_t end = begin + length;
  const bool begins =
      begin == 0 || !is_alphabetic(name[begin - 1]) || (is_upper(name[begin]) && !is_upper(name[begin - 1]));
  const bool ends =
      end == name.size() || !is_alphabetic(name[end]) || (is_upper(name[end]) && !is_upper(name[end - 1]));
  return begins && ends;
}

}  // namespace

std::optional<std::string> name_without_stage(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  for (const std::string_view word : long_words) {
    const std::size_t at = lower.rfind(word);
    if (at != std::string::npos) return lower.replace(at, word.size(), "*");
  }
  for (const std::string_view word : short_words)
    for (std::size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1))
      if (is_word(name, at, word.size())) return lower.replace(at, word.size(), "*");
  return std::nullopt;
}

}  // namespace agal::program

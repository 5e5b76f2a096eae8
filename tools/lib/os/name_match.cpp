#include "os/name_match.hpp"

#include <cstddef>
#ifndef _WIN32
#include <fnmatch.h>
#endif

namespace agalc::os {
namespace {

// The bracket at the beginning of the pattern. `length` is 0 if the bracket is not closed.
struct Bracket {
  std::size_t length = 0;
  bool matches = false;
};

Bracket bracket_of(std::string_view pattern, char c) {
  const auto code = [](char of) { return static_cast<unsigned char>(of); };
  std::size_t at = 1;
  const bool inverted = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (inverted) ++at;
  bool found = false;
  for (bool first = true; at < pattern.size(); first = false) {
    if (pattern[at] == ']' && !first) return {at + 1, found != inverted};
    const char low = pattern[at];
    const bool range = at + 2 < pattern.size() && pattern[at + 1] == '-' && pattern[at + 2] != ']';
    const char high = range ? pattern[at + 2] : low;
    found = found || (code(low) <= code(c) && code(c) <= code(high));
    at += range ? 3 : 1;
  }
  return {};
}

// Returns the length of the part of the pattern that matches this character; 0 if it does not match.
std::size_t length_for(std::string_view pattern, char c) {
  if (pattern.empty()) return 0;
  if (pattern[0] == '?') return 1;
  if (pattern[0] == '[')
    if (const Bracket bracket = bracket_of(pattern, c); bracket.length > 0) return bracket.matches ? bracket.length : 0;
  return pattern[0] == c ? 1 : 0;
}

}  // namespace

bool matches_without_system(std::string_view pattern, std::string_view name) {
  if (!name.empty() && name[0] == '.' && (pattern.empty() || pattern[0] != '.')) return false;
  constexpr std::size_t none = std::string_view::npos;
  std::size_t at = 0, in_name = 0;
  // The position after the last star, and the end of the star's match. If the rest does not match, the star matches one
  // more character.
  std::size_t after_star = none, star_end = 0;
  while (in_name < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      after_star = ++at;
      star_end = in_name;
    } else if (const std::size_t length = length_for(pattern.substr(at), name[in_name]); length > 0) {
      at += length;
      ++in_name;
    } else if (after_star != none) {
      at = after_star;
      in_name = ++star_end;
    } else {
      return false;
    }
  }
  while (at < pattern.size() && pattern[at] == '*') ++at;
  return at == pattern.size();
}

bool matches_name(const std::string& pattern, const std::string& name) {
#ifdef _WIN32
  return matches_without_system(pattern, name);
#else
  return ::fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0;
#endif
}

}  // namespace agalc::os

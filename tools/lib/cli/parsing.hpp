// Creates the messages about invalid command lines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace agalc {

/// Returns true if `matches` is true for one of the words, which are separated by blanks.
template <class Matches>
bool any_word(std::string_view words, const Matches& matches) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (matches(words.substr(0, end))) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

/// Returns a message such as "unknown option '--tagret': did you mean '--target'?". Omits the question if no name is
/// similar.
std::string unknown_word(std::string_view noun, std::string_view word, const std::vector<std::string_view>& names);

/// Returns the usage error for an exception of the parser.
agal::Diagnostics parse_failure(const CLI::App& app, const CLI::ParseError& error);

}  // namespace agalc

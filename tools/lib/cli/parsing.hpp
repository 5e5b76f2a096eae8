// Creates the messages about invalid command lines.
#pragma once

#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace agalc {

/// Returns a message such as "unknown option '--tagret': did you mean '--target'?". Omits the question if no name is
/// similar.
std::string unknown_word(std::string_view noun, std::string_view word, const std::vector<std::string_view>& names);

/// Returns the usage error for an exception of the parser.
agal::Diagnostics parse_failure(const CLI::App& app, const CLI::ParseError& error);

}  // namespace agalc

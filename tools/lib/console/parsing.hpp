// Messages about invalid command lines.
#pragma once

#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace agalc {

/// "unknown option '--tagret': did you mean '--target'?", without the question if no name is near.
std::string unknown_word(std::string_view noun, std::string_view word, const std::vector<std::string_view>& names);

/// The usage error for an exception of the parser.
agal::Diagnostics parse_failure(const CLI::App& app, const CLI::ParseError& error);

}  // namespace agalc

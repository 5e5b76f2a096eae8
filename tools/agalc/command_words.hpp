// Detects words of a command line that the parser would misread.
#pragma once

#include <string>
#include <vector>

#include "agal/diagnostic.hpp"
#include "cli/console.hpp"

namespace CLI {
class App;
}

namespace agalc {

/// Returns true for `--version 450`, which is an option of SPIRV-Cross.
bool gives_version_of_language(const std::vector<std::string>& words);

/// Returns an error for words that the parser would misread. For example, `-out x.spv` would write a file named `ut`.
/// Returns no diagnostics if there are no such words.
agal::Diagnostics check_words(const CLI::App& app, const std::vector<std::string>& words);

/// Divides the words after the name of a command into options and inputs.
CommandLine command_line(const CLI::App& app, std::string command, const std::vector<std::string>& words);

}  // namespace agalc

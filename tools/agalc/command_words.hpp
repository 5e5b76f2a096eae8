// Words of a command line that the parser would misread.
#pragma once

#include <string>
#include <vector>

#include "agal/diagnostic.hpp"

namespace CLI {
class App;
}

namespace agalc {

/// Returns true for `--version 450`, as SPIRV-Cross has it.
bool gives_version_of_language(const std::vector<std::string>& words);

/// The error for words that people type and that the parser would misread, for example `-out x.spv`, which would write
/// a file named `ut`. Empty if there are none.
agal::Diagnostics check_words(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace agalc

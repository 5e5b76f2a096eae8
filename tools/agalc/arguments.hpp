// The command line before it is parsed.
#pragma once

#include <string>
#include <vector>

#include "agal/result.hpp"

namespace agalc {

/// Replaces each `@file` by the arguments in that file (separated by white space; quotes and backslashes as in a
/// shell; files may name files), and the spellings that compilers have trained into everybody's fingers (`-O0`,
/// `-Werror`, `-MD`, `-MF file`) by the long options that stand for them. After `--` nothing is replaced.
agal::Result<std::vector<std::string>> expand_arguments(const std::vector<std::string>& arguments);

}  // namespace agalc

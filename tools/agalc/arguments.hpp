// The command line before it is parsed.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "agal/result.hpp"

namespace agalc {

/// An option as compilers spell it, and ours that it stands for.
struct Spelling {
  std::string_view compiler;
  std::string_view option;
};
inline constexpr std::array spellings{
    Spelling{"-O0", "--optimize=none"}, Spelling{"-O", "--optimize=full"}, Spelling{"-O1", "--optimize=full"},
    Spelling{"-Werror", "--werror"},    Spelling{"--Werror", "--werror"},  Spelling{"-MD", "--write-depfile"},
    Spelling{"-MF", "--depfile"},
};

/// Replaces each `@file` by the arguments in that file (separated by white space; quotes and backslashes as in a
/// shell; files may name files), and the spellings that compilers have trained into everybody's fingers (`-O0`,
/// `-Werror`, `-MD`, `-MF file`) by the long options that stand for them. After `--` nothing is replaced.
agal::Result<std::vector<std::string>> expand_arguments(const std::vector<std::string>& arguments);

}  // namespace agalc

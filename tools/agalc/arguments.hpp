// Expands the command line before it is parsed.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "agal/result.hpp"

namespace agalc {

/// The spelling of an option in other compilers, and the equivalent of agalc.
struct Spelling {
  std::string_view compiler;
  std::string_view option;
};
inline constexpr std::array spellings{
    Spelling{"-O0", "--optimize=none"}, Spelling{"-O", "--optimize=full"},  Spelling{"-O1", "--optimize=full"},
    Spelling{"-O2", "--optimize=full"}, Spelling{"-O3", "--optimize=full"}, Spelling{"-Os", "--optimize=full"},
    Spelling{"-Werror", "--werror"},    Spelling{"--Werror", "--werror"},   Spelling{"-MD", "--write-depfile"},
    Spelling{"-MF", "--depfile"},
};

/// Replaces each `@file` by the arguments in that file, and common spellings of compilers (`-O0`, `-Werror`, `-MD`,
/// `-MF file`) by long options. Arguments in a file are separated by white space. Quotes and backslashes work as in a
/// shell, and files may include files. Nothing is replaced after `--`.
agal::Result<std::vector<std::string>> expand_arguments(const std::vector<std::string>& arguments);

}  // namespace agalc

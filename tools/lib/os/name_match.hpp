// Patterns for names of files, as shells have them.
#pragma once

#include <string>
#include <string_view>

namespace agalc::os {

/// Whether the name of a file or folder matches: `*`, `?` and `[…]`. None of them matches a dot at the beginning.
bool matches_name(const std::string& pattern, const std::string& name);

/// The same for systems that do not have a function for it: without named classes (`[[:digit:]]`), and without escapes,
/// because backslashes separate folders there.
bool matches_without_system(std::string_view pattern, std::string_view name);

}  // namespace agalc::os

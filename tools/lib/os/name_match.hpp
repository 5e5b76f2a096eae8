// Matches file names with patterns of shells.
#pragma once

#include <string>
#include <string_view>

namespace agalc::os {

/// Returns true if the name of a file or folder matches the pattern: `*`, `?` and `[…]`. No wildcard matches a dot at
/// the beginning.
bool matches_name(const std::string& pattern, const std::string& name);

/// The implementation for systems that do not have a function for it. It supports neither named classes (`[[:digit:]]`)
/// nor escapes, because backslashes separate folders there.
bool matches_without_system(std::string_view pattern, std::string_view name);

}  // namespace agalc::os

// Parses names of targets on the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/diagnostic.hpp"

namespace CLI {
class App;
}

namespace agalc {

/// The result of parsing a list of names.
struct NamedTargets {
  std::vector<agal::Target> targets;  // the distinct targets, in the order of the list
  bool other = false;                 // true if the list contains the name `other` of parse_targets, or "all"
  agal::Diagnostics notes;            // notes about the targets that other names select, such as names of families
};

/// Returns all valid names: the targets, the families, "all", and `other`, which is not a target, unless it is "".
std::vector<std::string_view> target_names(std::string_view other = {});

/// Parses the values of `option` of `app`. Each value is a name or a list of names. "all" stands for all targets of
/// this build. A name after '-' is excluded from what the list names before it; a family is then excluded with all its
/// versions. Throws CLI::ValidationError with a suggestion for an unknown name, and for an exclusion without an effect.
NamedTargets parse_targets(const CLI::App& app, const std::string& option, std::string_view noun,
                           const std::vector<std::string>& lists, std::string_view other = {});

/// Returns the names of targets and families as text for --help.
std::string target_help(std::string_view other = {});

}  // namespace agalc

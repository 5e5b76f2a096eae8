// Parses names of targets on the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/diagnostic.hpp"

namespace agalc {

/// The result of parsing a list of names.
struct NamedTargets {
  std::vector<agal::Target> targets;  // the distinct targets, in the order of the list
  bool other = false;                 // true if the list contains "all" or the name `other` of parse_targets
  agal::Diagnostics notes;            // notes about the targets that other names select, such as names of families
};

/// Returns all valid names: the targets, the families, "all", and `other`, which is not a target, unless it is "".
std::vector<std::string_view> target_names(std::string_view other = {});

/// Parses the values of `option`. Each value is a name or a list of names. "all" stands for all targets of this build.
/// Throws CLI::ValidationError with a suggestion for an unknown name.
NamedTargets parse_targets(const std::string& option, std::string_view noun, const std::vector<std::string>& lists,
                           std::string_view other = {});

/// Returns the names of targets and families as text for --help.
std::string target_help(std::string_view other = {});

/// Returns the target that the name of a product implies (`x.spv`, `x.essl100.glsl`, `x.metal`); nullopt if there is
/// none.
std::optional<agal::Target> target_of(const std::string& path);

/// Returns true if the name of a product implies a language that differs from the target's, or a different version of
/// it.
bool contradicts(const std::string& path, agal::Target target);

/// Returns true if -o can name a folder that is created: the path does not exist, and it is not the name of a product.
bool may_become_folder(const std::string& path);

}  // namespace agalc

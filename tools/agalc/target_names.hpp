// The names of targets on the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/diagnostic.hpp"

namespace agalc {

/// What a list of names says.
struct NamedTargets {
  std::vector<agal::Target> targets;  // in the order of the list, each once
  bool other = false;                 // whether the name that is no target's is in it too
  agal::Diagnostics notes;            // which targets the names of families stand for
};

/// Everything that may be named: the targets, the families, "all", and a name that is none of these ("" for none).
std::vector<std::string_view> target_names(std::string_view other = {});

/// Reads the values of `option`. Throws CLI::ValidationError, with the nearest name, for a name that is none.
NamedTargets parse_targets(const std::string& option, std::string_view noun, const std::vector<std::string>& names,
                           std::string_view other = {});

/// All names as a sentence for --help.
std::string target_help(std::string_view other = {});

/// The target that the name of a product tells (`x.spv`, `x.essl100.glsl`, `x.metal`), nullopt where it tells none.
std::optional<agal::Target> target_of(const std::string& path);

}  // namespace agalc

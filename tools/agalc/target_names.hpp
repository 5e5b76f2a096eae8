// The names of targets on the command line.
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
  std::vector<agal::Target> targets;  // in the order of the list, each once
  bool other = false;                 // whether it contains the name that is not a target
  agal::Diagnostics notes;            // the targets that other names than their own select
};

/// All valid names: the targets, the families, "all", and an additional name that is not a target ("": none).
std::vector<std::string_view> target_names(std::string_view other = {});

/// Reads the values of `option`, each a name or a list; "all" is all targets that this build has. Throws
/// CLI::ValidationError, with the name that was probably meant, for an unknown name.
NamedTargets parse_targets(const std::string& option, std::string_view noun, const std::vector<std::string>& lists,
                           std::string_view other = {});

/// All names as a sentence for --help.
std::string target_help(std::string_view other = {});

/// The target that the name of a product implies (`x.spv`, `x.essl100.glsl`, `x.metal`), nullopt if there is none.
std::optional<agal::Target> target_of(const std::string& path);

/// Whether the name of a product implies another language than that of the target, or another version if it has one.
bool contradicts(const std::string& path, agal::Target target);

/// Whether -o can be the name of a folder that will be made: it does not exist, and it is no name of a product.
bool may_become_folder(const std::string& path);

}  // namespace agalc

// Writes modules for engines after a run of `agalc batch` with the log of a game. A module makes the game's materials.
#pragma once

#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "agal/diagnostic.hpp"

namespace agal::port {

/// Returns the paths of the files that `write_modules` may write; none if the host does not have modules.
std::vector<std::string> module_paths(Host host, const std::string& folder);

/// Returns the targets that the host's module reads in addition to the host's own target.
std::vector<Target> module_targets(Host host);

/// Writes the module of a host for all pairs that were drawn according to the manifest; nothing if there are no such
/// pairs, which AGAL1175 reports if there is a log. A file that already has the right content keeps its modification
/// time. Reports states that the engine cannot express.
Diagnostics write_modules(Host host, const std::string& manifest, const std::string& folder,
                          const CompileOptions& options);

}  // namespace agal::port

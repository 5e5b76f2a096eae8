// Modules that make the materials of an engine, from a run of `agalc batch` with the log of a game.
#pragma once

#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "agal/diagnostic.hpp"

namespace agal::port {

/// The files that `write_modules` may write, as paths; none if the host does not have a module.
std::vector<std::string> module_paths(Host host, const std::string& folder);

/// The languages, in addition to the host's, in which its module reads shaders.
std::vector<Target> module_targets(Host host);

/// Writes the module of a host for the pairs that the logs of the manifest drew; nothing if there is none. Files with
/// the right content are not touched. Reports states that the engine cannot express.
Diagnostics write_modules(Host host, const std::string& manifest, const std::string& folder,
                          const CompileOptions& options);

}  // namespace agal::port

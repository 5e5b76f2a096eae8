// Makes modules for engines after a run of `agalc batch` with the log of a game. A module is source code, with a
// function for each material of the game (material.hpp).
#pragma once

#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "agal/diagnostic.hpp"
#include "agal/host.hpp"
#include "agal/result.hpp"
#include "port/file.hpp"

namespace agal::port {

/// Returns the paths of the files of a host's module, or an empty list if the host does not have modules.
std::vector<std::string> module_paths(Host host, const std::string& folder);

/// Returns the materials.json that an earlier run wrote into a folder, or "".
std::string old_materials(const std::string& folder);

/// Returns the languages of shaders that the host's module can load in addition to the host's target.
std::vector<Target> module_targets(Host host);

/// Checks that the module of a host can make materials from shaders that were compiled with these options to these
/// targets. Otherwise, returns a usage error that names the option. A host without modules accepts all options.
Diagnostics check_options(Host host, const CompileOptions& options, const std::vector<Target>& targets);

/// Returns the module of a host for all pairs that were drawn according to the manifest. The module does not have files
/// if there are no such pairs (AGAL1175, if the run has a log), or if none of them was compiled to the host's target.
/// Reports states that the engine cannot express. `options` are the options of the run. Errors: the errors of
/// `check_options`, and the errors of reading files.
Result<Module> make_module(Host host, const std::string& manifest, const std::string& folder,
                           const CompileOptions& options);

/// Returns the names of the files in a folder that earlier runs wrote as files of a module, except the files of
/// `module`.
std::vector<std::string> old_modules(const std::string& folder, const Module& module);

}  // namespace agal::port

// The materials of a folder of `agalc batch`.
#pragma once

#include <string>
#include <vector>

#include "agal/result.hpp"
#include "port/material.hpp"

namespace agal::port {

/// The materials for the pairs that the logs of a manifest drew, in the order of the manifest: one for each of the
/// states in which the log has the pair. `options` are those of the run; their target is that of the shaders. Pairs of
/// which the target cannot express a program are left out.
Result<std::vector<Material>> read_materials(const std::string& manifest, const std::string& folder,
                                             const CompileOptions& options);

}  // namespace agal::port

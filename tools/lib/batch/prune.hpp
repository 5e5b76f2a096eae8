// Removes products of an earlier run.
#pragma once

#include <cstdint>
#include <string>

#include "agal/result.hpp"
#include "scratch.hpp"
#include "writer.hpp"

namespace agal::batch {

/// Removes the files that the old manifest names and the new one does not. Both are paths of manifests; does nothing if
/// there is no old one. Returns the number of removed files.
Result<std::uint64_t> prune(const std::string& old_manifest, const std::string& new_manifest, Scratch& scratch,
                            Writer& writer);

}  // namespace agal::batch

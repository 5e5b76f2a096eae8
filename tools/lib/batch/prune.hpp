// Files that an earlier run has made and this one has not.
#pragma once

#include <cstdint>
#include <string>

#include "agal/result.hpp"
#include "scratch.hpp"
#include "writer.hpp"

namespace agal::batch {

/// Removes the files that the old manifest names and the new one does not. Both are paths of files; where there is no
/// old one there is nothing to do. How many files went.
Result<std::uint64_t> prune(const std::string& old_manifest, const std::string& new_manifest, Scratch& scratch,
                            Writer& writer);

}  // namespace agal::batch

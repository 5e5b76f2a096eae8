// One manifest of those of all shards.
#pragma once

#include <string>
#include <vector>

#include "agal/result.hpp"
#include "scratch.hpp"

namespace agal::batch {

/// Makes one sorted file (in the scratch folder) of the manifests of all shards in the folder; `parts` are their names,
/// `index` those of the parts of an index.
/// Errors: AGAL1054 if the shards are not all there or are not those of one run, AGAL1053 for malformed lines.
struct MergedManifest {
  std::string path;
  std::vector<std::string> parts, index;
};
Result<MergedManifest> merge_manifests(const std::string& folder, Scratch& scratch);

}  // namespace agal::batch

// Operations on whole manifests: merging those of shards, and removing the products of an earlier one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agal/result.hpp"
#include "scratch.hpp"
#include "writer.hpp"

namespace agal::batch {

struct MergedManifest {
  std::string path;                // of a sorted file in the scratch folder
  std::vector<std::string> parts;  // the names of the manifests of the shards
};

/// Merges the manifests of all shards in the folder. Errors: AGAL1054 if the shards are not all there or are not those
/// of one run, AGAL1053 for malformed lines.
Result<MergedManifest> merge_manifests(const std::string& folder, Scratch& scratch);

/// Removes the files that the old manifest names and the new one does not. Both are paths of manifests; does nothing if
/// there is no old one. Returns the number of removed files.
Result<std::uint64_t> prune(const std::string& old_manifest, const std::string& new_manifest, Writer& writer);

}  // namespace agal::batch

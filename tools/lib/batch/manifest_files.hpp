// Operations on whole manifests: merges the manifests of shards, and removes the products of an earlier manifest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agal/result.hpp"
#include "cli/recorded_files.hpp"
#include "scratch.hpp"
#include "writer.hpp"

namespace agal::batch {

struct MergedManifest {
  std::string path;                // the path of a sorted file in the scratch folder
  std::vector<std::string> parts;  // the names of the manifests of the shards
};

/// Merges the manifests of all shards in the folder. Errors: AGAL1054 if shards are missing or are from different runs,
/// AGAL1053 for malformed lines.
Result<MergedManifest> merge_manifests(const std::string& folder, Scratch& scratch);

/// Removes the files that the old manifest names and the new one does not. Both arguments are paths of manifests. Does
/// nothing if the old manifest does not exist. A disassembly that is not in `written` with its content is not removed
/// (AGAL1192). Returns the number of removed files.
Result<std::uint64_t> prune(const std::string& old_manifest, const std::string& new_manifest,
                            const agalc::RecordedFiles& written, Writer& writer);

}  // namespace agal::batch

// manifest.jsonl: one line for each program, sorted by stem, in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/result.hpp"
#include "record.hpp"
#include "scratch.hpp"
#include "shard.hpp"
#include "writer.hpp"

namespace agal::batch {

/// Calls `visit` for each line of a manifest. Stops with an error at a file that cannot be read (AGAL1001) or at an
/// invalid line (AGAL1053).
using RecordVisitor = std::function<Diagnostics(const RecordedLine& record, std::string_view line)>;
Diagnostics for_each_record(const std::string& path, const RecordVisitor& visit);

/// Makes one sorted file (in the scratch folder) of the manifests of all shards in the folder; `parts` are their names.
/// All shards of one count must be there (AGAL1054).
struct MergedManifest {
  std::string path;
  std::vector<std::string> parts;
};
Result<MergedManifest> merge_manifests(const std::string& folder, Scratch& scratch);

}  // namespace agal::batch

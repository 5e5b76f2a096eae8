// manifest.jsonl: one line a program, sorted by stem, however many there are.
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

/// Calls `visit` for each line of a manifest, with what is in it. A file that cannot be read, and a line that is none,
/// are errors (AGAL1001, AGAL1053), and an end to it.
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

#include "merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "console/console.hpp"
#include "descriptor.hpp"
#include "line_sorter.hpp"
#include "manifest/reader.hpp"
#include "os/files.hpp"
#include "shard.hpp"

namespace agal::batch {

namespace fs = std::filesystem;

Result<MergedManifest> merge_manifests(const std::string& folder, Scratch& scratch) {
  MergedManifest merged;
  std::optional<std::uint32_t> count;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    if (shard_of_index(name)) merged.index.push_back(name);
    const std::optional<Shard> shard = shard_of_manifest(name);
    if (!shard) continue;
    if (count && *count != shard->count)
      return agalc::only(agalc::make_diagnostic("shards-incomplete", folder, {"they are shards of different runs"}));
    count = shard->count;
    merged.parts.push_back(name);
  }
  if (failed) return cannot_read(folder, agalc::os::error_number(failed));
  if (!count || merged.parts.size() != *count)
    return agalc::only(agalc::make_diagnostic("shards-incomplete", folder,
                                              {fmt::format("found {} of {}", merged.parts.size(), count.value_or(0))}));
  std::sort(merged.parts.begin(), merged.parts.end());
  LineSorter sorter(scratch);
  for (const std::string& part : merged.parts) {
    const Diagnostics found = manifest::for_each_entry(fmt::format("{}/{}", folder, part),
                                                       [&](const manifest::Entry& entry, std::string_view line) {
                                                         return sorter.add(entry.stem, fmt::format("{}\n", line));
                                                       });
    if (found.has_errors()) return found;
  }
  Result<std::string> path = sorter.finish();
  if (!path) return path.diagnostics();
  merged.path = *std::move(path);
  return merged;
}

}  // namespace agal::batch

#include "manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>

#include "console/console.hpp"
#include "descriptor.hpp"
#include "line_sorter.hpp"

namespace agal::batch {

namespace fs = std::filesystem;

Diagnostics for_each_record(const std::string& path, const RecordVisitor& visit) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot_read(path, errno);
  std::string line;
  for (std::uint32_t number = 1; std::getline(file, line); ++number) {
    const std::optional<RecordedLine> record = read_record(line);
    if (!record) {
      Diagnostic diagnostic = agalc::make_diagnostic("manifest-malformed", path);
      diagnostic.location.line = number;
      return agalc::only(std::move(diagnostic));
    }
    if (Diagnostics found = visit(*record, line); found.has_errors()) return found;
  }
  return file.bad() ? cannot_read(path, EIO) : Diagnostics{};
}

Result<MergedManifest> merge_manifests(const std::string& folder, Scratch& scratch) {
  MergedManifest merged;
  std::optional<std::uint32_t> count;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    const std::optional<Shard> shard = shard_of_manifest(entry->path().filename().string());
    if (!shard) continue;
    if (count && *count != shard->count)
      return agalc::only(agalc::make_diagnostic("shards-incomplete", folder, {"they are shards of different runs"}));
    count = shard->count;
    merged.parts.push_back(entry->path().filename().string());
  }
  if (failed) return cannot_read(folder, failed.value());
  if (!count || merged.parts.size() != *count)
    return agalc::only(agalc::make_diagnostic("shards-incomplete", folder,
                                              {fmt::format("found {} of {}", merged.parts.size(), count.value_or(0))}));
  std::sort(merged.parts.begin(), merged.parts.end());
  LineSorter sorter(scratch);
  for (const std::string& part : merged.parts) {
    const Diagnostics found =
        for_each_record(fmt::format("{}/{}", folder, part), [&](const RecordedLine& record, std::string_view line) {
          return sorter.add(record.stem, fmt::format("{}\n", line));
        });
    if (found.has_errors()) return found;
  }
  Result<std::string> path = sorter.finish();
  if (!path) return path.diagnostics();
  merged.path = *std::move(path);
  return merged;
}

}  // namespace agal::batch

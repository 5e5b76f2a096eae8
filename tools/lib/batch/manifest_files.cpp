#include "manifest_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "cli/console.hpp"
#include "descriptor.hpp"
#include "manifest/reader.hpp"
#include "manifest/stem_order.hpp"
#include "manifest_lines.hpp"
#include "os/files.hpp"
#include "os/filesystem.hpp"
#include "shard.hpp"

namespace agal::batch {
namespace {

namespace fs = agalc::os::fs;

// Returns true if this is the path of a product. Manifests are untrusted input, so nothing else may be removed.
bool is_product_path(const std::string& path, const std::string& stem) {
  if (path.size() <= stem.size() || path.compare(0, stem.size(), stem) != 0 || path[stem.size()] != '.') return false;
  const bool plain = std::none_of(path.begin(), path.end(), [](char c) { return c == '\n' || c == '\0'; });
  const fs::path parsed(path);
  return plain && !stem.empty() && stem[0] != '.' && parsed.is_relative() &&
         path.find('/', stem.size()) == std::string::npos && parsed.lexically_normal() == parsed;
}

// Returns the paths of all products that a manifest names. An old manifest may be invalid: everything from the first
// invalid line on is ignored. Older versions of agalc sorted lines by the bytes of their stems.
std::set<std::string> product_paths(manifest::Reader& reader) {
  std::set<std::string> paths;
  std::string stem, key;
  bool by_bytes = true, by_key = true;
  while (const std::optional<manifest::Entry> entry = reader.next()) {
    std::string next = manifest::order_key(entry->stem);
    by_bytes = by_bytes && stem < entry->stem;
    by_key = by_key && key < next;
    if (!reader.diagnostics.empty() || !(by_bytes || by_key)) break;
    stem = entry->stem;
    key = std::move(next);
    for (const manifest::Place& place : places_of(*entry))
      for (std::string& path : products_at(*entry, place))
        if (is_product_path(path, place.stem)) paths.insert(std::move(path));
  }
  return paths;
}

}  // namespace

Result<MergedManifest> merge_manifests(const std::string& folder, Scratch& scratch) {
  MergedManifest merged;
  std::optional<std::uint32_t> count;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    const std::optional<Shard> shard = shard_of_manifest(name);
    if (!shard) continue;
    if (count && *count != shard->count)
      return agalc::only(agalc::make_diagnostic("shards-incomplete", folder, {"they are shards of different runs"}));
    count = shard->count;
    merged.parts.push_back(name);
  }
  if (failed) return cannot_read(folder, agalc::os::error_number(failed));
  if (!count) {
    const bool is_merged = fs::exists(fs::path(folder) / Shard{}.manifest_name(), failed);
    return agalc::only(agalc::make_diagnostic("shards-incomplete", folder,
                                              {is_merged ? "there are none, only manifest.jsonl, which is complete"
                                                         : "no shard was converted into this folder"}));
  }
  if (merged.parts.size() != *count)
    return agalc::only(agalc::make_diagnostic("shards-incomplete", folder,
                                              {fmt::format("found {} of {}", merged.parts.size(), *count)}));
  std::sort(merged.parts.begin(), merged.parts.end());
  std::vector<KeyedLine> lines;
  for (const std::string& part : merged.parts) {
    const Diagnostics found = manifest::for_each_entry(
        fmt::format("{}/{}", folder, part), [&](const manifest::Entry& entry, std::string_view line) {
          lines.push_back({manifest::order_key(entry.stem), fmt::format("{}\n", line)});
          return Diagnostics{};
        });
    if (found.has_errors()) return found;
  }
  Result<std::string> path = write_sorted(std::move(lines), scratch);
  if (!path) return path.diagnostics();
  merged.path = *std::move(path);
  return merged;
}

namespace {

// Returns true for a text that agalc did not write, or that has changed since.
bool is_foreign(const std::string& path, const agalc::RecordedFiles& written, const Writer& writer) {
  if (!path.ends_with(manifest::disassembly_suffix) || !agalc::os::status_of(writer.full(path))) return false;
  const std::optional<std::string> hash = agalc::hash_of_file(writer.full(path));
  return !hash || !written.contains(path, *hash);
}

}  // namespace

Result<std::uint64_t> prune(const std::string& old_manifest, const std::string& new_manifest,
                            const agalc::RecordedFiles& written, Writer& writer) {
  manifest::Reader old_reader(old_manifest), new_reader(new_manifest);
  const std::set<std::string> old_paths = product_paths(old_reader), new_paths = product_paths(new_reader);
  // The old manifest may be missing or invalid. The new one must be valid, so that its products are not removed as old
  // ones.
  if (new_reader.diagnostics.has_errors()) return std::move(new_reader.diagnostics);
  std::uint64_t removed = 0;
  Diagnostics kept;
  for (const std::string& path : old_paths) {
    if (new_paths.contains(path)) continue;
    if (is_foreign(path, written, writer)) {
      kept.add(agalc::make_diagnostic("not-pruned", writer.full(path)));
      continue;
    }
    if (Diagnostics failed = writer.remove(path); failed.has_errors()) return failed;
    ++removed;
  }
  return {removed, std::move(kept)};
}

}  // namespace agal::batch

#include "prune.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include "line_sorter.hpp"
#include "manifest/reader.hpp"

namespace agal::batch {
namespace {

namespace fs = std::filesystem;

// Whether this is the path of a product: manifests are untrusted input, so nothing else may be removed.
bool is_product_path(const std::string& path, const std::string& stem) {
  if (path.size() <= stem.size() || path.compare(0, stem.size(), stem) != 0 || path[stem.size()] != '.') return false;
  const bool plain = std::none_of(path.begin(), path.end(), [](char c) { return c == '\n' || c == '\0'; });
  const fs::path parsed(path);
  return plain && !stem.empty() && stem[0] != '.' && parsed.is_relative() &&
         path.find('/', stem.size()) == std::string::npos && parsed.lexically_normal() == parsed;
}

// A file with the paths of all products that a manifest names, sorted. An old manifest may be invalid: nothing after
// the first invalid line is used.
Result<std::string> product_paths(manifest::Reader& reader, Scratch& scratch) {
  LineSorter paths(scratch);
  std::string before;
  while (const std::optional<manifest::Entry> entry = reader.next()) {
    if (!reader.diagnostics.empty() || entry->stem <= before) break;
    before = entry->stem;
    for (const manifest::Place& place : places_of(*entry))
      for (const std::string& path : products_at(*entry, place)) {
        if (!is_product_path(path, place.stem)) continue;
        if (Diagnostics failed = paths.add(path, path + "\n"); failed.has_errors()) return failed;
      }
  }
  return paths.finish();
}

}  // namespace

Result<std::uint64_t> prune(const std::string& old_manifest, const std::string& new_manifest, Scratch& scratch,
                            Writer& writer) {
  manifest::Reader old_reader(old_manifest), new_reader(new_manifest);
  const Result<std::string> old_paths = product_paths(old_reader, scratch);
  if (!old_paths) return old_paths.diagnostics();
  const Result<std::string> new_paths = product_paths(new_reader, scratch);
  if (!new_paths) return new_paths.diagnostics();
  // The old manifest may be missing or anything; but products that the new one names must not be taken for old ones.
  if (new_reader.diagnostics.has_errors()) return std::move(new_reader.diagnostics);
  std::ifstream before(std::filesystem::path(*old_paths), std::ios::binary),
      now(std::filesystem::path(*new_paths), std::ios::binary);
  std::uint64_t removed = 0;
  bool more = true;
  for (std::string path, kept; std::getline(before, path);) {
    while (more && kept < path) more = static_cast<bool>(std::getline(now, kept));
    if (more && kept == path) continue;
    if (Diagnostics failed = writer.remove(path); failed.has_errors()) return failed;
    ++removed;
  }
  return removed;
}

}  // namespace agal::batch

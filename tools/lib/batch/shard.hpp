// Shards: parts of the work.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agal::batch {

/// Shard `index` of `count`, counted from 1. The shard of a program depends only on its content: it is the same on
/// every machine, independent of other programs, and identical programs are in the same shard.
struct Shard {
  std::uint32_t index = 1, count = 1;

  bool whole() const { return count == 1; }
  /// By the hash of a program (`content_hash`, hexadecimal), which `number_of` makes a number.
  bool owns(std::string_view content_hash) const { return owns(number_of(content_hash)); }
  static std::uint64_t number_of(std::string_view content_hash);
  /// By a number, for a file without a program.
  bool owns(std::uint64_t hash) const { return hash % count == index - 1; }
  /// "manifest.jsonl", "manifest-2-of-4.jsonl".
  std::string manifest_name() const;
  /// "index-2-of-4.bin".
  std::string index_name() const;
};

/// Limits the number of files to merge.
inline constexpr std::uint32_t max_shards = 65536;

/// Parses "2/4". nullopt: invalid.
std::optional<Shard> parse_shard(std::string_view text);

/// The shard in the file name of a manifest; nullopt: it is not the manifest of a shard.
std::optional<Shard> shard_of_manifest(std::string_view file_name);
/// The same for a part of an index.
std::optional<Shard> shard_of_index(std::string_view file_name);

}  // namespace agal::batch

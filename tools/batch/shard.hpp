// One of n parts of the work.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agal::batch {

/// The `index`-th of `count` parts, counted from 1. Which part a program belongs to is decided by its content alone:
/// the same on every machine, whatever else is converted, and identical programs are in one part.
struct Shard {
  std::uint32_t index = 1, count = 1;

  bool whole() const { return count == 1; }
  /// By the hash of a program (`content_hash`, hexadecimal).
  bool owns(std::string_view content_hash) const;
  /// By a number that stands for something without a program: a file that cannot be read.
  bool owns(std::uint64_t hash) const { return hash % count == index - 1; }
  /// "manifest.jsonl", "manifest-2-of-4.jsonl".
  std::string manifest_name() const;
};

/// More would be more files than anybody wants to merge.
inline constexpr std::uint32_t max_shards = 65536;

/// "2/4". Nothing: it is no shard.
std::optional<Shard> parse_shard(std::string_view text);

/// The shard that a manifest's file name tells; nothing: it is not the manifest of a shard.
std::optional<Shard> shard_of_manifest(std::string_view file_name);

}  // namespace agal::batch

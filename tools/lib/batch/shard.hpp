// Shards, which are parts of the work, and --shard auto, which takes the shard from the environment variables of a
// scheduler.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "agal/result.hpp"

namespace agal::batch {

/// Shard `index` of `count`, counted from 1. The shard of a program depends only on the program's content. It is the
/// same on every machine and independent of other programs, and identical programs are in the same shard.
struct Shard {
  std::uint32_t index = 1, count = 1;

  bool whole() const { return count == 1; }
  /// Returns true if a program with this hash (`content_hash`, hexadecimal) belongs to the shard.
  bool owns(std::string_view content_hash) const;
  /// Returns true if a file's line belongs to the shard. `hash` is the hash of the file's stem.
  bool owns(std::uint64_t hash) const { return hash % count == index - 1; }
  /// Returns the name of the shard's manifest: "manifest.jsonl", "manifest-2-of-4.jsonl".
  std::string manifest_name() const;
};

/// The maximum number of shards, and therefore of manifests to merge.
inline constexpr std::uint32_t max_shards = 65536;

/// Parses a shard such as "2/4". Returns nullopt if the text is invalid.
std::optional<Shard> parse_shard(std::string_view text);

/// Returns the shard in the file name of a manifest; nullopt if it is not the manifest of a shard.
std::optional<Shard> shard_of_manifest(std::string_view file_name);

/// A scheduler that --shard auto knows; docs/batch.md has a table of all schedulers. A scheduler is recognized by its
/// variable `index`, the number of this task. `first` and `step` are variables, or numbers if they never vary. `last`
/// is the variable with the number of the last task, or "". `count` is the variable with the number of tasks.
struct Scheduler {
  std::string_view name, index, first, last, step, count;
};

std::span<const Scheduler> schedulers();

/// The environment variable with the number of shards, for schedulers that do not set this number. If the scheduler
/// sets it too, both must be equal, because a part of an array that is submitted again may have another count.
inline constexpr std::string_view shard_count_variable = "AGAL_SHARD_COUNT";

/// Returns the value of a variable; nullopt if it is not set.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;

/// Reads the variables of this process.
std::optional<std::string> process_environment(std::string_view name);

struct ScheduledShard {
  Shard shard;
  std::string_view scheduler;  // its name
};

/// Determines the shard of this process. Errors: AGAL1056 if no scheduler is found, AGAL1057 if several are found,
/// AGAL1058 if the variables do not describe a shard. An empty variable counts as unset.
Result<ScheduledShard> scheduled_shard(const Environment& environment);

}  // namespace agal::batch

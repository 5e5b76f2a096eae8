// Shards, which are parts of the work, and --shard auto: the shard from the environment variables of a scheduler.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "agal/result.hpp"

namespace agal::batch {

/// Shard `index` of `count`, counted from 1. The shard of a program depends only on its content: it is the same on
/// every machine, independent of other programs, and identical programs are in the same shard.
struct Shard {
  std::uint32_t index = 1, count = 1;

  bool whole() const { return count == 1; }
  /// By the hash of a program (`content_hash`, hexadecimal).
  bool owns(std::string_view content_hash) const;
  /// By a number, for a file without a program.
  bool owns(std::uint64_t hash) const { return hash % count == index - 1; }
  /// "manifest.jsonl", "manifest-2-of-4.jsonl".
  std::string manifest_name() const;
};

/// Limits the number of files to merge.
inline constexpr std::uint32_t max_shards = 65536;

/// Parses "2/4". nullopt: invalid.
std::optional<Shard> parse_shard(std::string_view text);

/// The shard in the file name of a manifest; nullopt: it is not the manifest of a shard.
std::optional<Shard> shard_of_manifest(std::string_view file_name);

/// A scheduler that --shard auto knows; docs/batch.md has a table of them. It is the one whose variable `index`, the
/// number of this task, is set. `first` and `step` are variables, or numbers if they are always the same. `last` is the
/// variable with the number of the last task, "" if there is none. `count` is the variable with the number of tasks.
struct Scheduler {
  std::string_view name, index, first, last, step, count;
};

std::span<const Scheduler> schedulers();

/// The number of shards where the scheduler does not tell it. If it does, the two must be equal: a part of an array
/// that is run again may have a count of its own.
inline constexpr std::string_view shard_count_variable = "AGAL_SHARD_COUNT";

/// The value of a variable; nullopt: it is not set.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;

/// The variables of this process.
std::optional<std::string> process_environment(std::string_view name);

struct ScheduledShard {
  Shard shard;
  std::string_view scheduler;  // its name
};

/// AGAL1056: no scheduler is known; AGAL1057: several are; AGAL1058: the variables are not those of a shard. An empty
/// variable counts as one that is not set.
Result<ScheduledShard> scheduled_shard(const Environment& environment);

}  // namespace agal::batch

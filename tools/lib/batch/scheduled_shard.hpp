// --shard auto: the shard from the environment variables of a scheduler.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "agal/result.hpp"
#include "shard.hpp"

namespace agal::batch {

/// A row of schedulers.def.
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

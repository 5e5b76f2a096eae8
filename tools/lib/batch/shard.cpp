#include "shard.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <vector>

#include "cli/console.hpp"
#include "os/process.hpp"

namespace agal::batch {
namespace {

constexpr std::string_view separator = "-of-", prefix = "manifest-", suffix = ".jsonl";

constexpr std::array scheduler_table{
    Scheduler{"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP",
              "SLURM_ARRAY_TASK_COUNT"},
    Scheduler{"Kubernetes", "JOB_COMPLETION_INDEX", "0", "", "1", shard_count_variable},
    Scheduler{"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", "0", "", "1", "AWS_BATCH_JOB_ARRAY_SIZE"},
    Scheduler{"GitLab", "CI_NODE_INDEX", "1", "", "1", "CI_NODE_TOTAL"},
    Scheduler{"Buildkite", "BUILDKITE_PARALLEL_JOB", "0", "", "1", "BUILDKITE_PARALLEL_JOB_COUNT"},
};

std::optional<std::uint64_t> parse_number(std::string_view text) {
  // Numbers of schedulers are smaller than this.
  constexpr std::uint64_t max_number = 0xffff'ffff;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value > max_number) return std::nullopt;
  return value;
}

std::optional<Shard> parse_pair(std::string_view index, std::string_view count) {
  const std::optional<std::uint64_t> i = parse_number(index), n = parse_number(count);
  if (!i || !n || *i < 1 || *i > *n || *n > max_shards) return std::nullopt;
  return Shard{static_cast<std::uint32_t>(*i), static_cast<std::uint32_t>(*n)};
}

Diagnostics malformed(const std::string& why) {
  return agalc::only(agalc::make_diagnostic("shard-malformed", {}, {why}));
}

std::string list_of_indices() {
  std::string out;
  for (const Scheduler& row : scheduler_table) out += fmt::format("{}{}", out.empty() ? "" : ", ", row.index);
  return out;
}

// Reads the variables of one scheduler.
class Task {
 public:
  Task(const Scheduler& scheduler, const Environment& environment) : scheduler_(scheduler), environment_(environment) {}

  Result<ScheduledShard> shard() {
    const std::uint64_t index = number(scheduler_.index), first = number(scheduler_.first);
    const std::uint64_t step = number(scheduler_.step), count = number(scheduler_.count);
    if (failed_.empty()) check(index, first, step, count);
    if (!failed_.empty()) return malformed(failed_);
    const std::uint64_t place = (index - first) / step + 1;
    return ScheduledShard{{static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(count)}, scheduler_.name};
  }

 private:
  std::optional<std::string> value(std::string_view variable) const {
    std::optional<std::string> found = environment_(variable);
    return found && !found->empty() ? found : std::nullopt;
  }

  // Returns the value of the variable that a column of the table names, or the number if the column is one. Keeps the
  // first error.
  std::uint64_t number(std::string_view column) {
    if (const std::optional<std::uint64_t> constant = parse_number(column)) return *constant;
    const std::optional<std::string> text = value(column);
    const std::optional<std::uint64_t> parsed = text ? parse_number(*text) : std::nullopt;
    if (!text) fail(fmt::format("{} has set {}, but {} is not set", scheduler_.name, scheduler_.index, column));
    if (text && !parsed) fail(fmt::format("{} is '{}', expected a number", column, *text));
    return parsed.value_or(0);
  }

  void check(std::uint64_t index, std::uint64_t first, std::uint64_t step, std::uint64_t count) {
    if (count < 1 || count > max_shards)
      return fail(fmt::format("{} is {}, expected 1 to {}", scheduler_.count, count, max_shards));
    if (step < 1) return fail(fmt::format("{} is 0", scheduler_.step));
    if (index < first) return fail(fmt::format("{} is {}, which is less than {}", scheduler_.index, index, first));
    // An array such as 1,2,5 has gaps, so that a task's number does not give its position.
    const std::uint64_t last = scheduler_.last.empty() ? first + (count - 1) * step : number(scheduler_.last);
    if (!failed_.empty()) return;
    if (last != first + (count - 1) * step)
      return fail(fmt::format("the tasks {} to {} in steps of {} are not {} tasks: the array must not have gaps", first,
                              last, step, count));
    if (index > last || (index - first) % step != 0)
      return fail(fmt::format("{} is {}, which is not one of the {} tasks from {} to {}", scheduler_.index, index,
                              count, first, last));
    check_expected(count);
  }

  void check_expected(std::uint64_t count) {
    if (scheduler_.count == shard_count_variable || !value(shard_count_variable)) return;
    if (const std::uint64_t expected = number(shard_count_variable); failed_.empty() && expected != count)
      fail(fmt::format("{} is {}, but {} is {}", shard_count_variable, expected, scheduler_.count, count));
  }

  void fail(std::string why) {
    if (failed_.empty()) failed_ = std::move(why);
  }

  const Scheduler& scheduler_;
  const Environment& environment_;
  std::string failed_;
};

}  // namespace

bool Shard::owns(std::string_view content_hash) const {
  const std::string_view digits = content_hash.substr(content_hash.size() < 16 ? 0 : content_hash.size() - 16);
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return owns(value);
}

std::string Shard::manifest_name() const {
  return whole() ? "manifest.jsonl" : fmt::format("{}{}{}{}{}", prefix, index, separator, count, suffix);
}

std::optional<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  return parse_pair(text.substr(0, slash), text.substr(slash + 1));
}

// 1-of-1 is not a shard, because its manifest has another name.
std::optional<Shard> shard_of_manifest(std::string_view file_name) {
  if (!file_name.starts_with(prefix) || !file_name.ends_with(suffix)) return std::nullopt;
  if (file_name.size() < prefix.size() + suffix.size()) return std::nullopt;
  file_name.remove_prefix(prefix.size());
  file_name.remove_suffix(suffix.size());
  const std::size_t at = file_name.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const std::optional<Shard> found = parse_pair(file_name.substr(0, at), file_name.substr(at + separator.size()));
  return found && !found->whole() ? found : std::nullopt;
}

std::span<const Scheduler> schedulers() { return scheduler_table; }

std::optional<std::string> process_environment(std::string_view name) {
  return agalc::os::environment_variable(std::string(name));
}

Result<ScheduledShard> scheduled_shard(const Environment& environment) {
  std::vector<const Scheduler*> present;
  for (const Scheduler& row : scheduler_table)
    if (const std::optional<std::string> index = environment(row.index); index && !index->empty())
      present.push_back(&row);
  if (present.empty()) return agalc::only(agalc::make_diagnostic("shard-unknown", {}, {list_of_indices()}));
  if (present.size() > 1) {
    const std::string both =
        fmt::format("{} ({}) and {} ({})", present[0]->index, present[0]->name, present[1]->index, present[1]->name);
    return agalc::only(agalc::make_diagnostic("shard-ambiguous", {}, {both}));
  }
  return Task(*present[0], environment).shard();
}

}  // namespace agal::batch

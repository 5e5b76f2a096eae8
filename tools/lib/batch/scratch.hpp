// A folder for temporary files that is known to be somebody's as long as that process lives.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "agal/result.hpp"
#include "descriptor.hpp"

namespace agal::batch {

/// Where the runs that write to a folder have theirs.
inline std::string scratch_folder(const std::string& written) { return written + "/.agalc"; }

/// The label of runs that write to a cache.
inline constexpr std::string_view cache_label = "cache";

/// A run's own folder inside `parent`, which is `.agalc` in the folder that the run writes to: one file system, so that
/// finished files can be renamed to where they belong. Each run holds a lock (flock) on a file in its folder. The
/// system releases it when the process ends, however it ends: a folder whose lock nobody holds is what a dead process
/// left, and whoever comes next removes it.
class Scratch {
 public:
  /// Whether a living run with this label keeps us from running.
  using Conflicts = std::function<bool(std::string_view label)>;

  /// Makes the folder after removing those of dead processes. A living run that conflicts is an error (AGAL1050).
  /// `label` must be fit for a file name, and tells what kind of run this is.
  static Result<std::unique_ptr<Scratch>> open(const std::string& parent, const std::string& label,
                                               const Conflicts& conflicts);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// A path in the folder that nothing else uses. Any thread may ask.
  std::string next_path();

 private:
  Scratch(std::string parent, std::string folder, Descriptor lock)
      : parent_(std::move(parent)), folder_(std::move(folder)), lock_(std::move(lock)) {}

  std::string parent_, folder_;
  Descriptor lock_;
  std::atomic<std::uint64_t> counter_{0};
};

}  // namespace agal::batch

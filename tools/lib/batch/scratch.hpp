// A folder for temporary files, locked by its process.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "agal/result.hpp"
#include "descriptor.hpp"

namespace agal::batch {

/// Returns the parent of the scratch folders of all runs that write to an output folder.
inline std::string scratch_folder(const std::string& written) { return written + "/.agalc"; }

/// The label of runs that write to a cache.
inline constexpr std::string_view cache_label = "cache";

/// The folder of a run inside `parent`, which is the folder `.agalc` in the folder that the run writes to. It is on the
/// same file system, so that finished files can be renamed into place. Each run holds a lock on a file in its folder.
/// The system releases the lock when the process ends in any way. An unlocked folder therefore belongs to a process
/// that has ended, and the next run removes it.
class Scratch {
 public:
  /// Returns true if this run conflicts with a running one that has this label.
  using Conflicts = std::function<bool(std::string_view label)>;

  /// Removes the folders of processes that have ended, and creates this run's folder. A conflict with a running process
  /// is an error (AGAL1050). `label` names the kind of run, and must be valid in a file name.
  static Result<std::unique_ptr<Scratch>> open(const std::string& parent, const std::string& label,
                                               const Conflicts& conflicts);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// Returns a new unique path in the folder. Thread-safe.
  std::string next_path();

 private:
  Scratch(std::string parent, std::string folder, Descriptor lock)
      : parent_(std::move(parent)), folder_(std::move(folder)), lock_(std::move(lock)) {}

  std::string parent_, folder_;
  Descriptor lock_;
  std::atomic<std::uint64_t> counter_{0};
};

}  // namespace agal::batch

// Conversions kept on disk, found by what they depend on. docs/batch.md describes the folder.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "convert.hpp"
#include "hash.hpp"
#include "scratch.hpp"

namespace agal::batch {

struct CacheOptions {
  std::string folder;
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
};

struct CacheCounts {
  std::uint64_t hits = 0, misses = 0, damaged = 0;
};

/// Any number of threads and processes may use one folder at once. An entry is one file, complete or not there.
class Cache {
 public:
  /// Makes the folder, and removes the temporary files of dead processes.
  static Result<std::unique_ptr<Cache>> open(const CacheOptions& options);

  struct Found {
    std::optional<Conversion> conversion;
    Diagnostics diagnostics;  // AGAL1051: there was an entry, and it is damaged
  };
  /// The conversion with this identity (`identity_of`).
  Found find(const std::string& identity);

  /// Keeps a conversion. What goes wrong is a warning (AGAL1052), said once in the life of a cache: nothing depends on
  /// it.
  Diagnostics store(const std::string& identity, const Conversion& conversion);

  /// Removes those entries that were not used for the longest time, until less than nine tenths of the limit is left,
  /// if there is more than the limit. Takes time linear in the number of entries (but for a sort of them where some
  /// must go). `store` calls it now and then; the end of a run should too.
  void trim();

  CacheCounts counts() const { return {hits_, misses_, damaged_}; }

 private:
  explicit Cache(CacheOptions options, std::unique_ptr<Scratch> scratch)
      : options_(std::move(options)), scratch_(std::move(scratch)) {}
  std::string path_of(const Hash128& key) const;
  Diagnostics put(const std::string& path, const std::string& entry);

  CacheOptions options_;
  std::unique_ptr<Scratch> scratch_;
  std::mutex trimming_;
  std::atomic<std::uint64_t> hits_{0}, misses_{0}, damaged_{0}, stored_bytes_{0};
  std::atomic<bool> complained_{false};
};

}  // namespace agal::batch

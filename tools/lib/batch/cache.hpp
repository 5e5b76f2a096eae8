// The caches of conversions on disk and in memory. A conversion is found by its identity (`identity_of`), which
// contains everything that it depends on. docs/batch.md describes the folder.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "convert.hpp"
#include "hash.hpp"
#include "os/threads.hpp"
#include "scratch.hpp"

namespace agal::batch {

struct CacheOptions {
  std::string folder;
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
};

struct CacheCounts {
  std::uint64_t hits = 0, misses = 0, damaged = 0;
};

/// A cache in a folder that any number of threads and processes may use concurrently. Each entry is one file, which is
/// written atomically.
class Cache {
 public:
  /// Creates the folder, and removes the temporary files of processes that have ended.
  static Result<std::unique_ptr<Cache>> open(const CacheOptions& options);

  struct Found {
    std::optional<Conversion> conversion;
    Diagnostics diagnostics;  // AGAL1051 if the entry is damaged or unreadable
  };
  /// Returns the conversion with this identity, if the cache has it.
  Found find(const std::string& identity);

  /// Stores a conversion. Errors are only a warning (AGAL1052), reported once, because nothing depends on the entry.
  Diagnostics store(const std::string& identity, const Conversion& conversion);

  /// Removes the least recently used entries if the cache exceeds its limit, until its size is at most nine tenths of
  /// the limit. Takes time linear in the number of entries, except for a sort if entries are removed. `store` calls it
  /// from time to time; callers should also call it at the end of a run.
  void trim();

  CacheCounts counts() const { return {hits_, misses_, damaged_}; }

 private:
  explicit Cache(CacheOptions options, std::unique_ptr<Scratch> scratch)
      : options_(std::move(options)), scratch_(std::move(scratch)) {}
  std::string path_of(const Hash128& key) const;
  Diagnostics put(const std::string& path, const std::string& entry);

  CacheOptions options_;
  std::unique_ptr<Scratch> scratch_;
  agalc::os::Mutex trimming_;
  std::atomic<std::uint64_t> hits_{0}, misses_{0}, damaged_{0}, stored_bytes_{0};
  std::atomic<bool> complained_{false};
};

/// The most recent conversions, for programs that occur repeatedly in a run that does not have a cache folder. The
/// oldest conversions are removed while the total size exceeds `max_bytes`. Thread-safe.
class MemoryCache {
 public:
  explicit MemoryCache(std::size_t max_bytes = std::size_t{16} << 20) : max_bytes_(max_bytes) {}

  std::optional<Conversion> find(const std::string& identity);
  void store(const std::string& identity, const Conversion& conversion);

 private:
  agalc::os::Mutex guard_;
  std::unordered_map<std::string, std::string> encoded_;
  std::deque<std::string> identities_;  // the oldest first
  std::size_t max_bytes_, bytes_ = 0;
};

}  // namespace agal::batch

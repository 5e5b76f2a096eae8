#include "cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <tuple>
#include <vector>

#include "cache_entry.hpp"
#include "cli/console.hpp"
#include "os/files.hpp"
#include "os/filesystem.hpp"

namespace agal::batch {
namespace {

namespace fs = agalc::os::fs;
namespace os = agalc::os;

constexpr std::string_view entries_folder = "entries";

// The minimum time between two updates of an entry's time of use. This is precise enough to find old entries. An entry
// with a time in the future, from before the clock was set back, is updated too: otherwise it would count as the
// newest.
constexpr std::time_t touch_after_seconds = 1800;

// This file marks a folder as a cache (bford.info/cachedir). Backup programs skip such folders.
constexpr std::string_view tag_name = "CACHEDIR.TAG";
constexpr std::string_view tag_text =
    "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of agalc.\n";

// Returns the bytes of an entry and marks it as used; "" if it is not a regular file. After an error, returns nullopt,
// and `errno` has the reason.
std::optional<std::string> read_entry(const std::string& path) {
  const Descriptor file(os::open_file(path, os::Open::ReadNoLink));
  if (!file) return std::nullopt;
  const std::optional<os::FileStatus> status = os::status_of(file.get());
  if (!status) return std::nullopt;
  if (status->type != os::FileType::Regular) return std::string();
  std::string entry(static_cast<std::size_t>(status->size), '\0');
  const std::optional<std::size_t> count = read_some(file.get(), std::as_writable_bytes(std::span(entry)));
  if (!count) return std::nullopt;
  entry.resize(*count);
  const std::time_t age = std::time(nullptr) - status->seconds;
  if (age > touch_after_seconds || age < 0) os::touch_file(file.get());
  return entry;
}

struct Entry {
  std::int64_t seconds = 0, nanoseconds = 0;  // the time of the last use
  std::uint64_t bytes = 0;
  Hash128 key;

  auto order() const { return std::tie(seconds, nanoseconds, key.high, key.low); }
};

std::optional<Hash128> key_of(const fs::path& path) {
  const std::string digits = path.parent_path().filename().string() + path.filename().string();
  if (digits.size() != 32) return std::nullopt;
  Hash128 key;
  const auto parse = [&](std::size_t at, std::uint64_t& value) {
    const char* const begin = digits.data() + at;
    const auto [end, error] = std::from_chars(begin, begin + 16, value, 16);
    return error == std::errc{} && end == begin + 16;
  };
  return parse(0, key.high) && parse(16, key.low) ? std::optional(key) : std::nullopt;
}

std::vector<Entry> list_entries(const fs::path& folder, std::uint64_t& total) {
  std::vector<Entry> entries;
  std::error_code failed;
  for (fs::recursive_directory_iterator item(folder, failed), end; !failed && item != end; item.increment(failed)) {
    const std::optional<os::FileStatus> status = os::status_of(item->path().string());
    if (!status || status->type != os::FileType::Regular) continue;
    const std::optional<Hash128> key = key_of(item->path());
    if (!key) continue;
    // The size on disk, which is larger than the content if the file is small.
    const std::uint64_t bytes = status->size_on_disk;
    entries.push_back({status->seconds, status->nanoseconds, bytes, *key});
    total += bytes;
  }
  return entries;
}

// Returns the size of an entry in memory. The identity is stored twice. The overhead of the containers is small, so it
// is ignored.
std::size_t size_of(const std::string& identity, const std::string& encoded) {
  return 2 * identity.size() + encoded.size();
}

}  // namespace

Result<std::unique_ptr<Cache>> Cache::open(const CacheOptions& options) {
  Result<std::unique_ptr<Scratch>> scratch =
      Scratch::open(scratch_folder(options.folder), std::string(cache_label), {});
  if (!scratch) return scratch.diagnostics();
  write_new_file(fmt::format("{}/{}", options.folder, tag_name), bytes_of(tag_text));
  return std::unique_ptr<Cache>(new Cache(options, *std::move(scratch)));
}

std::string Cache::path_of(const Hash128& key) const {
  const std::string hex = key.hex();
  return fmt::format("{}/{}/{}/{}", options_.folder, entries_folder, std::string_view(hex).substr(0, 2),
                     std::string_view(hex).substr(2));
}

Cache::Found Cache::find(const std::string& identity) {
  const std::string path = path_of(hash128(bytes_of(identity)));
  Found found;
  const std::optional<std::string> entry = read_entry(path);
  if (entry) found.conversion = conversion_of(*entry, identity);
  if (found.conversion) {
    ++hits_;
    return found;
  }
  ++misses_;
  if (entry || errno != ENOENT) {
    ++damaged_;
    found.diagnostics.add(agalc::make_diagnostic("cache-entry-damaged", path));
  }
  return found;
}

Diagnostics Cache::put(const std::string& path, const std::string& entry) {
  const std::string temporary = scratch_->next_path();
  int error = write_new_file(temporary, bytes_of(entry));
  if (error == 0 && os::rename_file(temporary, path) != 0) {
    std::error_code ignored;
    fs::create_directories(fs::path(path).parent_path(), ignored);
    error = os::rename_file(temporary, path);
  }
  if (error == 0) return {};
  os::remove_file(temporary);
  return cannot_write(path, error);
}

Diagnostics Cache::store(const std::string& identity, const Conversion& conversion) {
  const std::string entry = entry_of(identity, conversion);
  const Diagnostics failed = put(path_of(hash128(bytes_of(identity))), entry);
  if (failed.has_errors()) {
    if (complained_.exchange(true)) return {};
    return agalc::only(agalc::make_diagnostic("cache-not-written", options_.folder, {failed[0].message}));
  }
  const std::uint64_t every = std::max<std::uint64_t>(options_.max_bytes / 8, 1);
  const std::uint64_t before = stored_bytes_.fetch_add(entry.size());
  if (before / every != (before + entry.size()) / every) trim();
  return {};
}

void Cache::trim() {
  const std::unique_lock<os::Mutex> guard(trimming_, std::try_to_lock);
  if (!guard || stored_bytes_ == 0) return;
  std::uint64_t total = 0;
  std::vector<Entry> entries = list_entries(fs::path(options_.folder) / entries_folder, total);
  if (total <= options_.max_bytes) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.order() < b.order(); });
  const std::uint64_t enough = options_.max_bytes / 10 * 9;
  for (const Entry& entry : entries) {
    if (total <= enough) break;
    os::remove_file(path_of(entry.key));
    total -= entry.bytes;
  }
}

std::optional<Conversion> MemoryCache::find(const std::string& identity) {
  std::string encoded;
  {
    const std::lock_guard<os::Mutex> lock(guard_);
    const auto at = encoded_.find(identity);
    if (at == encoded_.end()) return std::nullopt;
    encoded = at->second;
  }
  return decode(encoded);
}

void MemoryCache::store(const std::string& identity, const Conversion& conversion) {
  std::string encoded = encode(conversion);
  const std::lock_guard<os::Mutex> lock(guard_);
  const auto [at, fresh] = encoded_.emplace(identity, std::move(encoded));
  if (!fresh) return;
  bytes_ += size_of(identity, at->second);
  identities_.push_back(identity);
  while (bytes_ > max_bytes_) {
    const auto oldest = encoded_.find(identities_.front());
    bytes_ -= size_of(oldest->first, oldest->second);
    encoded_.erase(oldest);
    identities_.pop_front();
  }
}

}  // namespace agal::batch

#include "remote_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "cache_entry.hpp"
#include "console/console.hpp"
#include "hash.hpp"

namespace agal::batch {
namespace {

constexpr unsigned max_tries = 3;

// Entries are less than a megabyte; this only keeps a wrong answer out of memory.
constexpr std::size_t max_entry_bytes = std::size_t{16} << 20;

// After this many damaged entries, it is not the entries.
constexpr std::uint64_t max_damaged = 16;

std::string path_of(const std::string& identity) { return "/" + hash128(bytes_of(identity)).hex(); }

std::string without_password(const std::string& url) {
  const std::size_t begin = url.find("://") + 3;
  const std::size_t slash = std::min(url.find('/', begin), url.size());
  const std::size_t end = url.substr(0, slash).rfind('@');
  return end == std::string::npos || end < begin ? url : url.substr(0, begin) + url.substr(end + 1);
}

std::string reason_of(const HttpReply& reply) {
  return reply.status == 0 ? reply.error : fmt::format("HTTP {}", reply.status);
}

}  // namespace

bool is_cache_url(const std::string& url) {
  std::string_view rest;
  for (const std::string_view scheme : {"http://", "https://"})
    if (url.starts_with(scheme)) rest = std::string_view(url).substr(scheme.size());
  return !rest.empty() && rest[0] != '/' && std::all_of(rest.begin(), rest.end(), [](char c) {
    return c > ' ' && c < 0x7f && c != '?' && c != '#' && c != '"' && c != '\\';
  });
}

RemoteCache::RemoteCache(RemoteOptions options) : options_(std::move(options)), http_(options_.timeouts) {
  while (options_.url.ends_with('/')) options_.url.pop_back();
  shown_url_ = without_password(options_.url);
  if (HttpClient::is_available()) return;
  reading_ = writing_ = false;
  warn("agalc was built without libcurl");
}

void RemoteCache::warn(const std::string& reason) {
  const std::lock_guard<agalc::os::Mutex> lock(guard_);
  if (!std::exchange(warned_, true)) warnings_.add(agalc::make_diagnostic("remote-cache", shown_url_, {reason}));
}

Diagnostics RemoteCache::take_diagnostics() {
  const std::lock_guard<agalc::os::Mutex> lock(guard_);
  return std::exchange(warnings_, {});
}

// What fails at once may succeed a moment later. A request that ran out of time has used enough of it.
template <class Request>
HttpReply RemoteCache::with_retries(const std::atomic<bool>& wanted, const Request& request) const {
  std::chrono::milliseconds pause = options_.retry_after;
  for (unsigned left = max_tries;; pause *= 2) {
    HttpReply reply = request();
    if (!reply.may_succeed_later || --left == 0 || !wanted) return reply;
    agalc::os::sleep(pause);
  }
}

std::optional<Conversion> RemoteCache::find(const std::string& identity) {
  if (!reading_) return std::nullopt;
  const std::string path = path_of(identity), url = options_.url + path;
  const HttpReply reply = with_retries(reading_, [&] { return http_.get(url, max_entry_bytes, reading_); });
  const bool absent = reply.status == 404 || reply.status == 410;
  if (!reply.good() && !absent) {
    if (reading_) warn(fmt::format("GET {}: {}; the cache is not used any more", path, reason_of(reply)));
    // This also ends the requests of other threads.
    reading_ = writing_ = false;
    return std::nullopt;
  }
  std::optional<Conversion> conversion;
  if (!absent) conversion = conversion_of(reply.body, identity);
  ++(conversion ? hits_ : misses_);
  if (!absent && !conversion) {
    if (++damaged_ >= max_damaged) reading_ = writing_ = false;
    warn(fmt::format("the entry {} is damaged; it was not used, and is replaced", path));
  }
  return conversion;
}

void RemoteCache::store(const std::string& identity, const std::string& entry) {
  if (!writing_ || entry.size() > max_entry_bytes) return;
  const std::string path = path_of(identity), url = options_.url + path;
  const HttpReply reply = with_retries(writing_, [&] { return http_.put(url, entry, writing_); });
  if (reply.good()) {
    ++stored_;
  } else if (writing_.exchange(false)) {
    // A server that is full, or that does not let everybody write, can still be read.
    warn(fmt::format("PUT {}: {}; nothing is written to it any more", path, reason_of(reply)));
  }
}

}  // namespace agal::batch

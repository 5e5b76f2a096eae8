// The cache of conversions on a server, with GET and PUT. docs/batch.md describes it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "agal/diagnostic.hpp"
#include "convert.hpp"
#include "http.hpp"
#include "os/threads.hpp"

namespace agal::batch {

/// Whether this is the URL of a server: http or https, without a query and a fragment.
bool is_cache_url(const std::string& url);

struct RemoteOptions {
  std::string url;  // https://user:password@host:port/path
  HttpTimeouts timeouts{};
  std::chrono::milliseconds retry_after{200};  // twice as long before the next one
};

struct RemoteCounts {
  std::uint64_t hits = 0, misses = 0, damaged = 0, stored = 0;
};

/// Never an error: without an answer that is known to be right, a program is converted. Thread-safe. After a failure
/// the server is not asked again, or not given entries again, for the rest of the run. Only the first failure is
/// reported (AGAL1059).
class RemoteCache {
 public:
  explicit RemoteCache(RemoteOptions options);

  /// The conversion with this identity (`identity_of`). Waits for the server.
  std::optional<Conversion> find(const std::string& identity);

  /// Stores an entry (`entry_of`). Waits for the server.
  void store(const std::string& identity, const std::string& entry);

  /// The failure, if there is one that has not been taken.
  Diagnostics take_diagnostics();

  RemoteCounts counts() const { return {hits_, misses_, damaged_, stored_}; }

 private:
  template <class Request>
  HttpReply with_retries(const std::atomic<bool>& wanted, const Request& request) const;
  void warn(const std::string& reason);

  RemoteOptions options_;
  std::string shown_url_;  // without a password
  HttpClient http_;
  std::atomic<bool> reading_{true}, writing_{true};
  std::atomic<std::uint64_t> hits_{0}, misses_{0}, damaged_{0}, stored_{0};
  agalc::os::Mutex guard_;
  bool warned_ = false;
  Diagnostics warnings_;
};

}  // namespace agal::batch

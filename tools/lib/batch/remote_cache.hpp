// The cache of conversions on a server, in the layout of Bazel's remote cache. docs/batch.md describes it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "agal/result.hpp"
#include "convert.hpp"
#include "http.hpp"
#include "store_queue.hpp"

namespace agal::batch {

struct RemoteOptions {
  std::string url;  // https://user:password@host:port/path
  HttpTimeouts timeouts;
  std::chrono::milliseconds retry_after{200};  // twice as long before the next one
  std::size_t max_queued_bytes = std::size_t{64} << 20;
  std::chrono::milliseconds finish_within{30000};  // for the uploads at the end of a run
};

struct RemoteCounts {
  std::uint64_t hits = 0, misses = 0, damaged = 0, uploaded = 0, left_out = 0;
};

/// Never an error: without an answer that is known to be right, a program is converted. Thread-safe. After a failure
/// the server is not asked again, or not given entries again, for the rest of the run. Only the first failure is
/// reported (AGAL1059).
class RemoteCache {
 public:
  explicit RemoteCache(RemoteOptions options);
  ~RemoteCache();

  /// The conversion with this identity (`identity_of`). Waits for the server.
  std::optional<Conversion> find(const std::string& identity);

  /// Stores an entry (`entry_of`) in the background.
  void store(const std::string& identity, std::string entry);

  /// Ends the uploads: all of them, if the server is fast enough, or none if `discard`.
  void finish(bool discard);

  /// The failure, if there is one that has not been taken.
  Diagnostics take_diagnostics();

  RemoteCounts counts() const { return {hits_, misses_, damaged_, uploaded_, left_out_}; }

 private:
  enum class Lookup : std::uint8_t { Hit, Miss, Damaged, Failed };
  Lookup look_up(const std::string& identity, std::optional<Conversion>& conversion);
  Lookup without_content(const HttpReply& reply, const std::string& path);
  void note_damaged(const std::string& path);
  void upload(const StoreJob& upload);
  bool put(const std::string& path, std::string_view bytes);
  template <class Request>
  HttpReply with_retries(const std::atomic<bool>& wanted, const Request& request) const;
  void complain(const std::string& why);

  RemoteOptions options_;
  std::string shown_url_;  // without a password
  std::unique_ptr<HttpClient> http_;
  std::atomic<bool> reading_{true}, writing_{true};
  std::atomic<std::uint64_t> hits_{0}, misses_{0}, damaged_{0}, uploaded_{0}, left_out_{0};
  std::mutex guard_;
  bool complained_ = false;
  Diagnostics untold_;
  std::optional<StoreQueue> stores_;
};

}  // namespace agal::batch

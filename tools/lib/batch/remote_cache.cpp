#include "remote_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <thread>
#include <utility>

#include "action_result.hpp"
#include "console/console.hpp"
#include "entry.hpp"
#include "remote_url.hpp"
#include "sha256.hpp"

namespace agal::batch {
namespace {

constexpr unsigned tries = 3;

// Entries are less than a megabyte; this only keeps a wrong answer out of memory.
constexpr std::size_t max_result_bytes = std::size_t{64} << 10, max_entry_bytes = std::size_t{256} << 20;

// After this many damaged entries, it is not the entries.
constexpr std::uint64_t max_damaged = 16;

// The text before the identity of a program, of which the key is the SHA-256.
constexpr std::string_view key_format = "agalc remote cache 1\n";

std::string result_path(const std::string& identity) {
  return fmt::format("/ac/{}", sha256_hex(fmt::format("{}{}", key_format, identity)));
}

std::string content_path(const std::string& sha256) { return fmt::format("/cas/{}", sha256); }

bool is_absent(const HttpReply& reply) { return reply.status == 404 || reply.status == 410; }

}  // namespace

RemoteCache::RemoteCache(RemoteOptions options) : options_(std::move(options)) {
  while (options_.url.ends_with('/')) options_.url.pop_back();
  shown_url_ = without_password(options_.url);
  Result<std::unique_ptr<HttpClient>> client = HttpClient::open(options_.timeouts);
  if (client) {
    http_ = *std::move(client);
  } else {
    reading_ = writing_ = false;
    complain(client.diagnostics()[0].message);
  }
  stores_.emplace(
      options_.max_queued_bytes, [this](const StoreJob& row) { upload(row); }, [this] { writing_ = false; });
}

RemoteCache::~RemoteCache() { finish(true); }

void RemoteCache::complain(const std::string& why) {
  const std::lock_guard<std::mutex> lock(guard_);
  if (std::exchange(complained_, true)) return;
  untold_.add(agalc::make_diagnostic("remote-cache", shown_url_, {why}));
}

Diagnostics RemoteCache::take_diagnostics() {
  const std::lock_guard<std::mutex> lock(guard_);
  return std::exchange(untold_, {});
}

// What fails at once may succeed a moment later. A request that ran out of time has used enough of it.
template <class Request>
HttpReply RemoteCache::with_retries(const std::atomic<bool>& wanted, const Request& request) const {
  std::chrono::milliseconds pause = options_.retry_after;
  for (unsigned left = tries;; pause *= 2) {
    HttpReply reply = request();
    if (!reply.may_succeed_later || --left == 0 || !wanted) return reply;
    std::this_thread::sleep_for(pause);
  }
}

std::optional<Conversion> RemoteCache::find(const std::string& identity) {
  std::optional<Conversion> conversion;
  if (!reading_) return conversion;
  switch (look_up(identity, conversion)) {
    case Lookup::Hit: ++hits_; break;
    case Lookup::Miss:
    case Lookup::Damaged: ++misses_; break;
    case Lookup::Failed: break;
  }
  return conversion;
}

RemoteCache::Lookup RemoteCache::look_up(const std::string& identity, std::optional<Conversion>& conversion) {
  const auto get = [this](const std::string& path, std::size_t max_bytes) {
    const std::string url = options_.url + path;
    return with_retries(reading_, [&] { return http_->get(url, max_bytes, reading_); });
  };
  const std::string path = result_path(identity);
  const HttpReply result = get(path, max_result_bytes);
  if (!result.good()) return without_content(result, path);
  const std::optional<Digest> digest = decode_action_result(result.body);
  if (!digest || digest->size == 0 || digest->size > max_entry_bytes) {
    note_damaged(path);
    return Lookup::Damaged;
  }
  // The server may have removed the content: then the entry is stored again.
  const HttpReply content = get(content_path(digest->sha256), static_cast<std::size_t>(digest->size));
  if (!content.good()) return without_content(content, content_path(digest->sha256));
  if (content.body.size() == digest->size && sha256_hex(content.body) == digest->sha256)
    conversion = conversion_of(content.body, identity);
  if (conversion) return Lookup::Hit;
  note_damaged(path);
  return Lookup::Damaged;
}

RemoteCache::Lookup RemoteCache::without_content(const HttpReply& reply, const std::string& path) {
  if (is_absent(reply)) return Lookup::Miss;
  if (reading_) complain(fmt::format("GET {}: {}; it is not used any more", path, reply.reason()));
  // This also ends the requests of other threads.
  reading_ = writing_ = false;
  return Lookup::Failed;
}

void RemoteCache::note_damaged(const std::string& path) {
  if (++damaged_ >= max_damaged) reading_ = writing_ = false;
  complain(fmt::format("the entry {} is damaged; it was not used, and is replaced", path));
}

void RemoteCache::store(const std::string& identity, std::string entry) {
  if (!writing_ || entry.size() > max_entry_bytes) return;
  if (!stores_->add({identity, std::move(entry)})) ++left_out_;
}

// The content first, so that a result never names a content that is not there yet.
void RemoteCache::upload(const StoreJob& upload) {
  const Digest digest{sha256_hex(upload.entry), upload.entry.size()};
  if (put(content_path(digest.sha256), upload.entry) && put(result_path(upload.identity), encode_action_result(digest)))
    ++uploaded_;
}

bool RemoteCache::put(const std::string& path, std::string_view bytes) {
  if (!writing_) return false;
  const std::string url = options_.url + path;
  const HttpReply reply = with_retries(writing_, [&] { return http_->put(url, bytes, writing_); });
  if (reply.good()) return true;
  // A server that is full can still be read.
  if (writing_.exchange(false)) complain(fmt::format("PUT {}: {}; it is not written any more", path, reply.reason()));
  return false;
}

void RemoteCache::finish(bool discard) {
  left_out_ += stores_->finish(discard ? std::chrono::milliseconds(0) : options_.finish_within);
  if (!discard && left_out_ > 0)
    complain(fmt::format("uploads were too slow: {} of {} entries were not stored", left_out_.load(),
                         left_out_ + uploaded_));
}

}  // namespace agal::batch

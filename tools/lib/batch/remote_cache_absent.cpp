// The remote cache in a build without libcurl and libmd: it says so, and is not used.
#include <utility>

#include "console/console.hpp"
#include "remote_cache.hpp"
#include "remote_url.hpp"

namespace agal::batch {

struct HttpClient::State {};
HttpClient::~HttpClient() = default;

RemoteCache::RemoteCache(RemoteOptions options) : shown_url_(without_password(options.url)) {
  complain("this build of agalc cannot use servers");
}

RemoteCache::~RemoteCache() = default;

void RemoteCache::complain(const std::string& why) {
  untold_.add(agalc::make_diagnostic("remote-cache", shown_url_, {why}));
}

Diagnostics RemoteCache::take_diagnostics() {
  const std::lock_guard<std::mutex> lock(guard_);
  return std::exchange(untold_, {});
}

std::optional<Conversion> RemoteCache::find(const std::string&) { return std::nullopt; }
void RemoteCache::store(const std::string&, std::string) {}
void RemoteCache::finish(bool) {}

}  // namespace agal::batch

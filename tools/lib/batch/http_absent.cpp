#include "http.hpp"

namespace agal::batch {

struct HttpClient::State {};

bool HttpClient::is_available() { return false; }

HttpClient::HttpClient(const HttpTimeouts&) {}
HttpClient::~HttpClient() = default;

HttpReply HttpClient::get(const std::string&, std::size_t, const std::atomic<bool>&) {
  return {.error = "agalc was built without libcurl"};
}

HttpReply HttpClient::put(const std::string& url, std::string_view, const std::atomic<bool>& wanted) {
  return get(url, 0, wanted);
}

}  // namespace agal::batch
